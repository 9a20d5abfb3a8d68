package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// merge is the command merge.
func (c *cli) merge(fs *flag.FlagSet) shell.Task {
	outName, last := outFlag(fs), lastFlag(fs)
	c.gateFlag(fs)
	return func(args []string) error {
		inputs, limits, err := c.read(args, true)
		if err != nil {
			return err
		}
		return c.writeMerged(inputs, *outName, runs.MergeOptions{Limits: limits, Last: *last})
	}
}

func lastFlag(fs *flag.FlagSet) *bool {
	return fs.Bool("last", false, "merged: of a case that appears twice take the last one")
}

// writeMerged joins artifacts into one file, or into a file for each data set if output is a folder.
func (c *cli) writeMerged(inputs []artifact.Source, output string, o runs.MergeOptions) error {
	write := func(sets func(*runs.Merge) error) (err error) {
		m, err := runs.PlanMerge(inputs, o)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, m.Close()) }() // before the rename: an input may be the file that is replaced
		if err := c.sayMerged(m.Sets()); err != nil {
			return err
		}
		return sets(m)
	}
	err := shell.CheckEnding("o", output, ".jsonl", ".json")
	if err != nil {
		return err
	}
	if isFolder(output) {
		err = write(func(m *runs.Merge) error { return writeFolder(m, output) })
	} else {
		err = c.output(output, func(w io.Writer) error {
			return write(func(m *runs.Merge) error {
				for _, set := range m.Sets() {
					if err := m.Write(w, set); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	if errors.Is(err, errConflicts) {
		c.exit = exitFound
		return nil
	}
	return err
}

// errConflicts says that data sets conflict, so that nothing was written. The command has printed that already.
var errConflicts = errors.New("data sets conflict")

// sayMerged prints the problems of data sets, and returns errConflicts if they conflict.
func (c *cli) sayMerged(sets []*summarize.Set) error {
	var conflicts []error
	for _, set := range sets {
		c.sayAll(set.Conflicts.First, set.Conflicts.More)
		conflicts = append(conflicts, set.Conflicts.First...)
	}
	if len(conflicts) > 0 {
		hint := ""
		if errors.Is(errors.Join(conflicts...), artifact.ErrTwice) {
			hint = "; with -last the last record of a case counts"
		}
		c.say("nothing was written%s", hint)
		return errConflicts
	}
	for _, set := range sets {
		c.sayAll(set.Problems.First, set.Problems.More)
		if err := set.Lacking(); err != nil {
			c.say("%s", err)
			c.exit = exitFound
		}
		if set.State() == artifact.Broken {
			c.exit = exitFound
			if set.Sections > 0 {
				c.say("data set %q is broken, and written without an end record: it is of no complete run", set.Dataset.Name)
			}
		}
	}
	return nil
}

// writeFolder writes the data sets, one file each, to a directory.
func writeFolder(m *runs.Merge, output string) error {
	if err := os.MkdirAll(output, 0o777); err != nil {
		return fmt.Errorf("creating %s: %w", output, files.Cause(err))
	}
	for _, set := range m.Sets() {
		if set.Sections == 0 {
			continue
		}
		name := files.Stem(set.Package, set.Dataset.Name)
		if set.Repetition > 1 {
			name += fmt.Sprintf(".rep%d", set.Repetition)
		}
		if set.State() == artifact.Partial {
			name += ".partial"
		}
		if err := shell.WriteFile(filepath.Join(output, name+".jsonl"), func(w io.Writer) error { return m.Write(w, set) }); err != nil {
			return err
		}
	}
	return nil
}
