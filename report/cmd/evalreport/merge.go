package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/outfile"
	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/merge"
)

var mergeCommand = command{
	name:  "merge",
	args:  "[flags] artifact ...",
	short: "join shards and packages into one file or directory",
	long: `Merge joins the artifacts of shards, packages and machines: one data set of one
package and repetition becomes one, with a new summary and gate. Records of cases
are copied as they are.

A case that is there twice is an error, unless -last says that the last one counts,
by the order of the arguments. So is a data set that was made with two specs or
recorded with two redactions. Nothing is written then. Where all parts say the same of
how many cases there are, the whole is partial when it has fewer; else it is when one of
them is.

A data set that is broken (its run broke off, records are lost) stays so: what is there
of it is written without an end record, so that nobody takes it for a complete run.

examples:
  evalreport merge -o all.jsonl.gz shard1 shard2 shard3
  evalreport merge -o merged/ ./...
  evalreport merge -last -o fixed.jsonl run.jsonl rerun.jsonl

exit codes: 0; 1 cases are there twice, or specs or redactions differ (nothing is
written), or records or shards are missing (what is there is written); 2 misuse or a
file that cannot be read or written.`,
	run: (*cli).merge,
}

func (c *cli) merge(args []string) (int, error) {
	fs := c.flags()
	out := fs.String("o", "-", "write to this `FILE`, compressed when it ends in .gz, or, when it ends in / or is a directory, one file for each data set into it")
	gate := gateFlag(fs)
	last := fs.Bool("last", false, "of a case that is there twice take the last one")
	inputs, limits, err := c.inputs(fs, args, gate)
	if err != nil {
		return 0, err
	}
	// With a second processor, records are copied from files to a file while others are read.
	ahead := runtime.GOMAXPROCS(0) > 1 && *out != "-" && !isFolder(*out) && filepath.Ext(*out) != ".gz"
	for _, file := range append(inputs, artifact.File(*out)) {
		info, err := os.Stat(file.Name)
		ahead = ahead && (err != nil || info.Mode().IsRegular())
	}
	var m *merge.Merge
	if ahead {
		err = c.output(*out, func(w io.Writer) (err error) {
			if m, err = merge.Plan(inputs, merge.Options{Limits: limits, Last: *last, Ahead: w}); err == nil {
				err = writeSets(m, w)
			}
			return err
		})
	} else {
		m, err = merge.Plan(inputs, merge.Options{Limits: limits, Last: *last})
	}
	if err != nil && !errors.Is(err, merge.ErrAhead) {
		return 0, err
	}
	sets := m.Sets()
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
		return exitFound, nil
	}
	exit := exitOK
	for _, set := range sets {
		c.sayAll(set.Problems.First, set.Problems.More)
		if err := set.Lacking(); err != nil {
			c.say("%s", err)
			exit = exitFound
		}
		if set.State() == artifact.Broken {
			exit = exitFound
			if set.Sections > 0 {
				c.say("data set %q is broken, and written without an end record: it is of no complete run", set.Dataset.Name)
			}
		}
	}
	if !ahead || err != nil {
		err = c.writeMerged(m, *out)
	}
	return exit, err
}

// writeSets writes the data sets, nothing of which is to stay where one has a conflict.
func writeSets(m *merge.Merge, w io.Writer) (err error) {
	for _, set := range m.Sets() {
		if set.Conflicts.Len() > 0 {
			err = merge.ErrAhead
		}
		if err == nil {
			err = m.Write(w, set)
		}
	}
	return errors.Join(err, m.Close()) // it may be the file that is replaced
}

// writeMerged writes the data sets to one file, to the standard output or, one
// file each, to a directory.
func (c *cli) writeMerged(m *merge.Merge, out string) (err error) {
	defer func() { err = errors.Join(err, m.Close()) }()
	if !isFolder(out) {
		return c.output(out, func(w io.Writer) error { return writeSets(m, w) })
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return fmt.Errorf("creating %s: %w", out, filename.Cause(err))
	}
	for _, set := range m.Sets() {
		if set.Sections == 0 {
			continue
		}
		name := filename.Stem(set.Package, set.Dataset.Name)
		if set.Repetition > 1 {
			name += fmt.Sprintf(".rep%d", set.Repetition)
		}
		if set.State() == artifact.Partial {
			name += ".partial"
		}
		if err := outfile.Write(filepath.Join(out, name+".jsonl"), func(w io.Writer) error { return m.Write(w, set) }); err != nil {
			return err
		}
	}
	return nil
}
