// Package gotest runs go test for evalreport test. What go test prints passes through it:
// on the way it notes the packages of which go test says that they failed. Meanwhile it
// watches the artifacts that the tests write, and shows how far their data sets are. In the
// end it leaves in the directory of the artifacts what nobody else there says: which
// packages failed without a word.
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
	// ID is that of the run, see [NewID], where EVALTEST_RUN gives no other. Of a shard it stays
	// out of the artifacts: all shards of a run have one ID, which EVALTEST_RUN gives.
	ID  string
	Dir string // where the tests write their artifacts, an absolute path: they have other working directories

	// Args are those of go test, behind its name.
	Args []string

	// Stdout and Stderr take what it prints. What Stdout gets is read on its way, as text
	// or as the events of -json.
	Stdout, Stderr io.Writer

	// Every is the time between lines of progress on Stderr, 0 for none. Where Stderr is a
	// terminal, its last line shows the progress all the time.
	Every time.Duration
}

// JSON reports whether go test prints events.
func (r *Run) JSON() bool {
	return slices.ContainsFunc(r.Args, func(arg string) bool {
		arg = strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		return arg == "json" || arg == "json=true"
	})
}

// AskedForNothing reports whether the arguments ask go test for no test that could record a
// data set: -list, -c, -n, -fuzz, or -run ^$ as for benchmarks.
func (r *Run) AskedForNothing() bool {
	for i, arg := range r.Args {
		if arg == "-args" || arg == "--args" {
			return false // what follows is the tests' own
		}
		flag, ok := strings.CutPrefix(arg, "-")
		if !ok {
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
		if !given && i+1 < len(r.Args) {
			value = r.Args[i+1]
		}
		switch strings.TrimPrefix(name, "test.") {
		case "c", "n":
			if !given || value == "true" || value == "1" {
				return true
			}
		case "list", "fuzz":
			if value != "" {
				return true
			}
		case "run":
			if value == "^$" {
				return true
			}
		}
	}
	return false
}

// Exit says how a run ended.
type Exit struct {
	Code int
	// Killed is how the system says what ended go test when it did not exit by itself, and
	// Code is 1 then.
	Killed string
}

// Exit codes of go test.
const (
	exitFailed = 1
	exitMisuse = 2 // nothing ran, when no package failed
)

// Do runs go test to its end. Signals that come meanwhile go to it and all that it runs,
// and so does an interrupt when ctx is done. The error says that go test could not be run
// or, beside the Exit, that a mark in Dir could not be written.
func (r *Run) Do(ctx context.Context) (Exit, error) {
	id, args := r.ID, []string{"test"}
	switch given := os.Getenv("EVALTEST_RUN"); {
	case given != "": // of all shards, and of an earlier try: go test may have a result of it in its cache
		id, args = given, append(args, "-count=1")
	case os.Getenv("EVALTEST_SHARD") != "": // the others cannot know an ID of ours
		id, args = "", append(args, "-count=1")
	}
	cmd := exec.Command("go", append(args, r.Args...)...)
	cmd.Env = append(os.Environ(), "EVALTEST_DIR="+r.Dir, "EVALTEST_RUN="+id, "EVALTEST_TABLES=off")
	show := newProgress(r.Stderr, r.Every)
	failed := &failures{to: show.through(r.Stdout)}
	cmd.Stdout, cmd.Stderr = failed, show.through(r.Stderr)
	cmd.WaitDelay = 5 * time.Second // for what a test has left running with our output
	ownGroup(cmd)

	signals := make(chan os.Signal, 8)
	signal.Notify(signals, forwarded...)
	defer signal.Stop(signals)
	began := time.Now().UTC()
	if err := cmd.Start(); err != nil {
		return Exit{}, fmt.Errorf("starting go test: %w", err)
	}
	var ended atomic.Value // by which signal, a string
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		show.run(r.Dir, done)
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
	state := cmd.ProcessState
	if state == nil {
		return Exit{}, fmt.Errorf("running go test: %w", err)
	}
	exit, how := Exit{Code: state.ExitCode()}, ""
	if !state.Exited() {
		exit = Exit{Code: exitFailed, Killed: state.String()}
		how = exit.Killed
	} else if signal, ok := ended.Load().(string); ok {
		how = signal
	}
	return exit, failed.mark(r, began, exit.Code, how)
}
