package judge

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

// used holds the files that judges of this process have looked for or written, by
// folder.
var used = struct {
	sync.Mutex
	files map[string]map[string]bool
}{files: map[string]map[string]bool{}}

// use records that a file of the folder is needed; "" records only the folder.
func (dir recordings) use(file string) {
	path, err := filepath.Abs(string(dir))
	if err != nil {
		return
	}
	used.Lock()
	defer used.Unlock()
	if used.files[path] == nil {
		used.files[path] = map[string]bool{}
	}
	if file != "" {
		used.files[path][filepath.Base(file)] = true
	}
}

var isRecording = regexp.MustCompile(`^(embedding|chat)-[0-9a-f]{32}\.json$`)

// unused returns the unused recordings in the folders of the judges of this process.
func unused() ([]string, error) {
	used.Lock()
	defer used.Unlock()
	var all []string
	var errs []error
	for _, dir := range slices.Sorted(maps.Keys(used.files)) {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
		for _, e := range entries {
			if isRecording.MatchString(e.Name()) && !used.files[dir][e.Name()] {
				all = append(all, filepath.Join(dir, e.Name()))
			}
		}
	}
	return all, errors.Join(errs...)
}

// Wrap returns a TestingM that runs m and then, if EVALTEST_JUDGE_UNUSED is set, lists or removes the recordings that
// no test has used:
//
//	func TestMain(m *testing.M) { evaltest.Main(judge.Wrap(m)) }
//
//	EVALTEST_JUDGE_UNUSED=list go test -count=1 -v ./extract
//	EVALTEST_JUDGE_UNUSED=remove go test -count=1 -v ./extract
//
// Only a passing run of all tests of a package, with all cases, shows which recordings are unused: after any other run,
// such as one in which a suite was skipped, Wrap prints the reason instead of a list. Use -count=1, so that go test does
// not reuse a cached result, and -v, to see the output. Do not use it for a folder that several packages share.
func Wrap(m evaltest.TestingM) evaltest.TestingM { return wrapped{m, os.Stderr} }

type wrapped struct {
	evaltest.TestingM
	out io.Writer
}

// Run runs the tests. If the variable has an unknown value or a file cannot be removed,
// an exit code of 0 becomes 2.
func (w wrapped) Run() int {
	code := w.TestingM.Run()
	mode := os.Getenv("EVALTEST_JUDGE_UNUSED")
	switch {
	case mode == "":
		return code
	case mode != "list" && mode != "remove":
		fmt.Fprintf(w.out, "judge: invalid value for EVALTEST_JUDGE_UNUSED=%q: want list or remove\n", mode)
		return cmp.Or(code, 2)
	}
	if why := notAll(code); why != "" {
		fmt.Fprintf(w.out, "judge: unused recordings are not known: %s\n", why)
		return code
	}
	files, err := unused()
	for _, file := range files {
		if mode == "list" {
			fmt.Fprintf(w.out, "judge: no test has used %s\n", file)
		} else if wrong := os.Remove(file); wrong != nil {
			err = errors.Join(err, wrong)
		} else {
			fmt.Fprintf(w.out, "judge: removed %s, which no test has used\n", file)
		}
	}
	if err != nil {
		fmt.Fprintf(w.out, "judge: %v\n", err)
		return cmp.Or(code, 2)
	}
	return code
}

// notAll returns the reason why a run may not have used all needed recordings,
// "" if it has.
func notAll(code int) string {
	if code != 0 {
		return "not all tests have passed"
	}
	if skips := cases.Skips(); len(skips) > 0 {
		return skips[0].Test + " was skipped: " + skips[0].Why
	}
	for _, name := range []string{"run", "skip", "list", "fuzz"} {
		if f := flag.Lookup("test." + name); f != nil && f.Value.String() != "" {
			return "-" + name + " has left out tests"
		}
	}
	if f := flag.Lookup("test.count"); f != nil && f.Value.String() == "0" {
		return "-count=0 has left out tests"
	}
	for _, name := range []string{"EVALTEST_SHARD", "TEST_TOTAL_SHARDS", "EVALTEST_SPLIT"} {
		if os.Getenv(name) != "" {
			return name + " has left out cases"
		}
	}
	if f := flag.Lookup("test.short"); f != nil && f.Value.String() == "true" {
		return "-short may have left out tests"
	}
	return ""
}
