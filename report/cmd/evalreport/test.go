package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/gotest"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

func (c *cli) test(fs *flag.FlagSet) shell.Task {
	dir := fs.String("dir", "", "write artifacts into this `DIR`, which must be new or empty; default a new one in "+shell.DefaultDir)
	c.gateFlag(fs)
	every := fs.Duration("progress", 30*time.Second, "`TIME` between lines of progress where there is no terminal; 0 for none")
	return func(args []string) error {
		if *every < 0 {
			return shell.Errorf("-progress is %v, want 0 or more", *every)
		}
		limits, err := c.limits()
		if err != nil {
			return err
		}
		id := shell.NewID()
		path, err := shell.FreshDir(cmp.Or(*dir, filepath.Join(shell.DefaultDir, id)))
		if err != nil {
			return err
		}
		if gotest.OutsideModule(args) {
			shell.RemoveEmpty(path)
			return shell.Errorf("there is no go.mod in this folder or above it, and go test needs one; for a service in another language: evalreport score")
		}
		goTest := gotest.Run{ID: id, Dir: path, Args: args, Stdout: c.stdout, Stderr: c.stderr, Every: *every}
		exit, err := goTest.Do(c.ctx)
		if exit.Killed != "" {
			c.say("go test was ended: %s", exit.Killed)
		}
		if err != nil {
			shell.RemoveEmpty(path)
			return err
		}
		w := c.stdout
		if goTest.JSON() {
			w = c.stderr
		}
		c.exit = exit.Code
		if !c.reportRun(&goTest, w, limits, exit) {
			c.exit = max(exit.Code, exitFound)
		}
		return nil
	}
}

// reportRun prints the tables of a run. It returns false if it finds a problem that go
// test did not report. An interrupted data set is shown as far as it came.
func (c *cli) reportRun(run *gotest.Run, w io.Writer, limits *verdict.GateFile, exit gotest.Exit) bool {
	dir := run.Dir
	inputs, _, err := artifact.List(relative(dir)) // all artifacts are of one run, so warnings do not apply
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.say("%v", err)
		return false
	}
	if len(inputs) == 0 { // without a mark either: no data set was expected
		c.say("no data set was recorded, and none was asked for")
		shell.RemoveEmpty(dir)
		return true
	}
	sets, err := c.sets(inputs, limits)
	if err != nil {
		c.say("%v", err)
		return false
	}
	fmt.Fprintln(w)
	if err := c.print(w, sets, terminal.Options{}, nil); err != nil {
		c.say("%v", err)
		return false
	}
	fmt.Fprintf(w, "\nartifacts: %s\n", terminal.Visible(relative(dir)))
	hinted := c.hintAtMain(run, sets, exit.Passed)
	c.hintAtSkips(sets, exit.Skipped)
	if exit.Code == 0 && !hinted && !slices.ContainsFunc(sets, func(s *summarize.Set) bool { return s.Records > 0 }) {
		c.say("hint: tests record with evaltest.Suite and Collect, and with FieldAccuracy where there is %s; have they skipped themselves, or did a build tag, -run or -count=0 leave them out?", testMain)
	}
	return !slices.ContainsFunc(sets, func(s *summarize.Set) bool {
		switch v := s.Judge().Verdict; {
		case s.State() == artifact.Partial:
			return s.Lacking() != nil // otherwise -run, -skip or a failure made it partial
		case v == verdict.Failed:
			return limits != nil // otherwise go test has reported it
		default:
			return v == verdict.NotEvaluable
		}
	})
}

const testMain = "func TestMain(m *testing.M) { evaltest.Main(m) }"

// hintAtMain prints two kinds of packages, each package once: those with data sets whose TestMain does not call
// evaltest.Main, and those whose passing tests could have recorded but recorded nothing for lack of this call. It
// reports whether there are any of these.
func (c *cli) hintAtMain(run *gotest.Run, sets []*summarize.Set, passed []string) (unrecorded bool) {
	var rest []string
	marked, recorded := artifact.Marked(run.Dir), map[string]bool{}
	for _, s := range sets {
		p := s.Run.Package
		if p != "" && s.Records > 0 && !marked[p] && !recorded[p] {
			rest = append(rest, p)
		}
		recorded[p] = true
	}
	if len(rest) > 0 {
		c.say("hint: no TestMain calls evaltest.Main in %s, so that a crash there may not be noticed, and measures of FieldAccuracy alone are not recorded: %s", firstPackages(rest), testMain)
	}
	silent := run.Importing("github.com/extracteval/extracteval/evaltest", slices.DeleteFunc(passed, func(p string) bool { return marked[p] || recorded[p] }))
	if len(silent) > 0 {
		c.say("hint: %s: passed and recorded nothing, though the tests import evaltest: FieldAccuracy records only where there is %s", firstPackages(silent), testMain)
	}
	return len(silent) > 0
}

// hintAtSkips prints the first tests that were skipped before they recorded anything, in packages that did record. A
// suite with a Skip is not among them: its data set is not evaluable.
func (c *cli) hintAtSkips(sets []*summarize.Set, skipped []gotest.Skip) {
	const most = 3
	skipped = slices.DeleteFunc(skipped, func(k gotest.Skip) bool {
		recorded := false
		for _, s := range sets {
			recorded = recorded || s.Package == k.Package
			if s.Package == k.Package && (s.Dataset.Test == k.Test || strings.HasPrefix(s.Dataset.Test, k.Test+"/") || s.Key.Dataset == k.Test) {
				return true
			}
		}
		return !recorded
	})
	for _, k := range skipped[:min(len(skipped), most)] {
		c.say("hint: %s of %s was skipped before it recorded anything: %q; if it has a suite, give Suite.Skip the reason: then every report names it", k.Test, terminal.Visible(k.Package), terminal.Excerpt(k.Reason, terminal.MaxCharacters))
	}
	if more := len(skipped) - most; more > 0 {
		c.say("hint: so were %s", words.Plural(more, "other test"))
	}
}

// firstPackages lists the first packages, and the number of the others.
func firstPackages(packages []string) string {
	const most = 3
	names := strings.Join(packages[:min(len(packages), most)], ", ")
	if more := len(packages) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return terminal.Visible(names)
}

// relative returns path relative to the working directory if it lies below, else path.
func relative(path string) string {
	place, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(place, path); err == nil && !strings.HasPrefix(short, "..") {
		return short
	}
	return path
}
