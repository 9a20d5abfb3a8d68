package gotest

import (
	"os/exec"
	"slices"
	"strings"
)

// arguments are the arguments of go test, read as it reads them.
type arguments struct {
	flags map[string]string // by name, without "-" and "test."; "true" for a flag without a value
	local bool              // no package is named
	tests []string          // after -args: for the tests
}

// switches are the flags of go test that take no value from the next argument.
var switches = strings.Fields("a artifacts asan benchmem buildvcs c cover failfast fullpath h help i json linkshared modcacherw msan n race short trimpath v work x")

// parseArguments reads the arguments of go test. An unknown flag, which is one of the tests, takes the next argument as
// its value unless that is a flag.
func parseArguments(args []string) arguments {
	parsed := arguments{flags: map[string]string{}, local: true}
	for i := 0; i < len(args); i++ {
		flag, ok := strings.CutPrefix(args[i], "-")
		if !ok {
			parsed.local = false
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
		if name == "args" {
			parsed.tests = args[i+1:]
			break
		}
		name = strings.TrimPrefix(name, "test.")
		if given {
			// as it is
		} else if slices.Contains(switches, name) {
			value = "true"
		} else if i+1 < len(args) && (!strings.HasPrefix(args[i+1], "-") || strings.HasSuffix(name, "flags")) {
			i++
			value = args[i]
		}
		parsed.flags[name] = value
	}
	return parsed
}

// isOn reports whether a flag without a value is set.
func (a arguments) isOn(name string) bool {
	return !slices.Contains([]string{"", "false", "f", "0"}, strings.ToLower(a.flags[name]))
}

// askForNothing reports whether the arguments select no test that could record a data set.
func (a arguments) askForNothing() bool {
	return a.isOn("c") || a.isOn("n") || a.flags["list"] != "" || a.flags["fuzz"] != "" || a.flags["run"] == "^$"
}

// askForText reports whether go test prints the text that [text] makes of its events.
func (a arguments) askForText() bool {
	_, json := a.flags["json"]
	for _, name := range []string{"c", "h", "help", "n", "v", "x", "bench", "fuzz", "list"} {
		if name = a.flags[name]; name != "" && name != "false" {
			return false
		}
	}
	return !json && !slices.ContainsFunc(a.tests, func(arg string) bool {
		name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		return name != arg && (strings.HasPrefix(name, "test.") || name == "h" || name == "help")
	})
}

// withFlags returns args with flags before them, but after -C, which go test wants to be the first.
func withFlags(args []string, flags ...string) []string {
	first := 0
	if len(args) > 0 && (strings.HasPrefix(args[0], "-C") || strings.HasPrefix(args[0], "--C")) {
		first = 1
		if !strings.Contains(args[0], "=") {
			first = min(len(args), 2)
		}
	}
	return slices.Insert(slices.Clone(args), first, flags...)
}

// addEnvironment adds the flags in GOFLAGS, of the environment or of go env -w. Flags that a already has override them.
func (a arguments) addEnvironment() {
	text, err := exec.Command("go", "env", "GOFLAGS").Output()
	if err != nil {
		return // go test will tell why
	}
	for name, value := range parseArguments(strings.Fields(strings.NewReplacer("'", "", `"`, "").Replace(string(text)))).flags {
		if _, given := a.flags[name]; !given {
			a.flags[name] = value
		}
	}
}
