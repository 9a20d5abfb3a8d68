// Package gotest runs go test for evalreport test. It passes on the output of go test and
// collects the packages that failed. Meanwhile it watches the artifacts that the tests
// write, and shows the progress of their data sets. At the end it records in the directory
// of the artifacts the packages that failed without a record of their own.
package gotest

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Run is a run of go test.
type Run struct {
	// ID is the id of the run, see [shell.NewID], unless EVALTEST_RUN gives another. For a shard it
	// stays out of the artifacts: all shards of a run share the ID in EVALTEST_RUN.
	ID  string
	Dir string // where tests write artifacts; absolute, since tests run in other working directories

	// Args are the arguments of go test.
	Args []string

	// Stdout and Stderr receive the output of go test. It is parsed on its way, as the text or the events that the
	// arguments ask for. If they ask for neither, go test prints events, and these are printed as text.
	Stdout, Stderr io.Writer

	// Every is the time between lines of progress on Stderr, 0 for none. If Stderr is a
	// terminal, its last line always shows the progress.
	Every time.Duration
}

// JSON reports whether go test prints events.
func (r *Run) JSON() bool { return parseArguments(r.Args).isOn("json") }

// AskedForNothing reports whether the arguments select no test that could record a data
// set: -list, -c, -n, -fuzz, or -run ^$ as for benchmarks.
func (r *Run) AskedForNothing() bool {
	return parseArguments(r.Args).askForNothing()
}

// OutsideModule reports whether go test with these arguments would run outside of every module and workspace. It
// returns false if that is not known.
func OutsideModule(args []string) bool {
	if len(args) > 0 && (strings.HasPrefix(args[0], "-C") || strings.HasPrefix(args[0], "--C")) {
		return false // go test changes the directory
	}
	text, err := exec.Command("go", "env", "GOMOD", "GOWORK").Output()
	module, workspace, _ := strings.Cut(string(text), "\n")
	return err == nil && strings.TrimSpace(module) == os.DevNull && slices.Contains([]string{"", "off"}, strings.TrimSpace(workspace))
}

// Exit is the end of a run.
type Exit struct {
	Code int
	// Killed is the system's text for the signal that ended go test, "" if it exited by
	// itself. With Killed, Code is 1.
	Killed string
	// Passed are the packages whose tests ran and passed.
	Passed []string
	// Skipped are the tests that were skipped. There are none with -c, -n, -x, -bench, -fuzz, -list and flags of the
	// test binary after -args.
	Skipped []Skip
}

// Importing returns those of some packages whose tests import a package, directly or not. It returns none if go list
// fails, or if go test, by its first argument, runs in another folder.
func (r *Run) Importing(imported string, packages []string) (importing []string) {
	if len(packages) == 0 || len(r.Args) > 0 && strings.HasPrefix(strings.TrimPrefix(r.Args[0], "-"), "-C") {
		return nil
	}
	const tests = `{{if eq .Name "main"}}{{.ImportPath}} {{join .Deps " "}}{{end}}`
	text, err := exec.Command("go", append([]string{"list", "-test", "-f", tests}, packages...)...).Output()
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		binary, deps, _ := strings.Cut(strings.TrimSpace(line), " ")
		pkg, ok := strings.CutSuffix(binary, ".test")
		if ok && slices.Contains(strings.Fields(deps), imported) {
			importing = append(importing, pkg)
		}
	}
	return importing
}

// Exit codes of go test.
const (
	exitFailed = 1
	exitMisuse = 2 // if no package failed: nothing ran
)

// Do runs go test to its end. It forwards signals to go test and its children, and
// interrupts them when ctx is done. The error reports that go test could not be run or,
// together with an Exit, that a mark in Dir could not be written.
func (r *Run) Do(ctx context.Context) (Exit, error) {
	id, args := r.ID, r.Args
	switch given := os.Getenv("EVALTEST_RUN"); {
	case given != "": // shared with other shards and earlier tries, whose results go test may have cached
		id, args = given, withFlags(args, "-count=1")
	case os.Getenv("EVALTEST_SHARD") != "": // other shards would not know our ID
		id, args = "", withFlags(args, "-count=1")
	}
	asked := parseArguments(r.Args)
	asked.addEnvironment()
	if asked.askForText() {
		args = withFlags(args, "-json")
	}
	cmd := exec.Command("go", append([]string{"test"}, args...)...)
	cmd.Env = append(os.Environ(), "EVALTEST_DIR="+r.Dir, "EVALTEST_RUN="+id, "EVALTEST_TABLES=off")
	show := newProgress(r.Stderr, r.Every)
	failed := &failures{w: show.through(r.Stdout)}
	cmd.Stdout, cmd.Stderr = failed, show.through(r.Stderr)
	events := &text{stdout: failed.w, err: &above{show, r.Stderr}, observe: failed.lookAt, local: asked.local}
	if asked.askForText() {
		cmd.Stdout, cmd.Stderr = events, events.err // one writer at a time
	}
	cmd.WaitDelay = 5 * time.Second // a test may leave a process that holds our output open
	ownGroup(cmd)

	signals := make(chan os.Signal, 8)
	signal.Notify(signals, forwarded...)
	defer signal.Stop(signals)
	began := time.Now().UTC()
	if err := cmd.Start(); err != nil {
		return Exit{}, fmt.Errorf("starting go test: %w", err)
	}
	var ended atomic.Value // the name of the signal, a string
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		show.follow(r.Dir, done)
	}()
	go func() {
		cancelled := ctx.Done()
		for {
			select {
			case s := <-signals:
				ended.Store(s.String())
				forward(cmd.Process, s)
			case <-cancelled:
				cancelled = nil
				ended.Store(os.Interrupt.String())
				forward(cmd.Process, os.Interrupt)
			case <-done:
				return
			}
		}
	}()
	err := cmd.Wait()
	close(done)
	<-stopped
	events.finish(cmd.ProcessState != nil && !cmd.ProcessState.Success() && ended.Load() == nil)
	state := cmd.ProcessState
	if state == nil {
		return Exit{}, fmt.Errorf("running go test: %w", err)
	}
	exit, ending := Exit{Code: state.ExitCode(), Passed: failed.passed, Skipped: failed.skips.all}, ""
	if !state.Exited() {
		exit.Code, exit.Killed = exitFailed, state.String()
		ending = exit.Killed
	} else if signal, ok := ended.Load().(string); ok {
		ending = signal
	}
	return exit, failed.markAll(r, began, exit.Code, ending)
}

// arguments are the arguments of go test, read as it reads them.
type arguments struct {
	flags map[string]string // by name, without "-" and "test."; "true" for a flag without a value
	local bool              // no package is named
	tests []string          // after -args: for the tests
}

// switches are the flags of go test that take no value from the next argument.
var switches = strings.Fields("a artifacts asan benchmem buildvcs c cover failfast fullpath h help i json linkshared modcacherw msan n race short trimpath v work x")

// parseArguments reads the arguments of go test. An unknown flag is a flag of the tests. It takes the next argument as
// its value, unless that is a flag.
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
