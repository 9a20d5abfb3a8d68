package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/summarize"
)

// exportFormats are the formats of export, and the endings of files that select them.
var exportFormats = []shell.Format{{"csv", ".csv"}, {"junit", ".xml"}, {"bench", ".txt"}, {"markdown", ".md"}}

// exportFlags are the flags that not every format has. Merged is what -merged writes.
var exportFlags = []struct{ name, formats string }{
	{"gate", "junit, markdown or merged"}, {"last", "merged"}, {"old", "markdown"}, {"cases", "markdown"}, {rulesFlag, "markdown"}, {"max-bytes", "markdown"},
}

func (c *cli) export(fs *flag.FlagSet) shell.Task {
	outName := outFlag(fs)
	name := fs.String("format", "", "write `FORMAT`: csv, junit, bench or markdown; default by the ending of -o: .csv, .xml, .txt or .md")
	merged := fs.Bool("merged", false, "join the artifacts into one with a new summary and gate, as an artifact; if -o ends in / or is a directory, a file for each data set")
	last := lastFlag(fs)
	c.gateFlag(fs)
	old := fs.String("old", "", "markdown: compare with this older `ARTIFACT`; '' compares with none")
	rules := fs.Bool(rulesFlag, false, "markdown: with -old, "+rulesUsage)
	cases := fs.Int("cases", 20, "markdown: show up to `N` cases of each data set, the worst first")
	size := fs.Int("max-bytes", 0, "markdown: write at most `N` bytes; default 65536, with -old 10000")
	return func(args []string) error {
		format, err := shell.ChooseFormat(exportFormats, *name, *outName, "")
		switch {
		case *merged && *name != "":
			return shell.Errorf("give -merged or -format, not both")
		case *merged:
			format = "merged"
		case err != nil:
			return err
		}
		for _, f := range exportFlags {
			if shell.IsSet(fs, f.name) && !strings.Contains(f.formats, format) {
				return shell.Errorf("-%s is for %s, not for %s", f.name, f.formats, format)
			}
		}
		if *cases < 0 || *size < 0 {
			return shell.Errorf("-cases and -max-bytes are 0 or more")
		}
		inputs, limits, err := c.read(args, true)
		if err != nil {
			return err
		}
		if *merged {
			return c.writeMerged(inputs, *outName, shell.MergeOptions{Limits: limits, Last: *last})
		}
		return c.output(*outName, func(w io.Writer) error {
			switch format {
			case "csv":
				return c.csv(w, inputs)
			case "junit":
				return render.JUnit(w, limits, inputs...)
			case "bench":
				r, err := c.load(inputs, nil, render.Options{MaxCases: -1})
				if err != nil {
					return err
				}
				return render.Bench(w, r)
			}
			r, err := c.load(inputs, nil, render.Options{MaxCases: orNone(*cases), Limits: limits})
			if err != nil {
				return err
			}
			d, err := c.comparison(*old, inputs, diff.Options{AllowChangedRules: *rules})
			if err != nil {
				return err
			}
			return render.WriteMarkdown(w, r, render.MarkdownOptions{MaxBytes: *size, MaxCases: orNone(*cases), Comparison: d})
		})
	}
}

func (c *cli) csv(w io.Writer, inputs []artifact.Source) error {
	notWhole, err := render.CSV(w, inputs...)
	for _, set := range notWhole {
		c.sayState(set)
		if set.State() == artifact.Broken || set.Lacking() != nil {
			c.exit = exitFound
		}
	}
	return err
}

// merge is the command merge.
func (c *cli) merge(fs *flag.FlagSet) shell.Task {
	outName, last := outFlag(fs), lastFlag(fs)
	c.gateFlag(fs)
	return func(args []string) error {
		inputs, limits, err := c.read(args, true)
		if err != nil {
			return err
		}
		return c.writeMerged(inputs, *outName, shell.MergeOptions{Limits: limits, Last: *last})
	}
}

func lastFlag(fs *flag.FlagSet) *bool {
	return fs.Bool("last", false, "merged: of a case that appears twice take the last one")
}

// writeMerged joins artifacts into one file, or into a file for each data set if output is a folder.
func (c *cli) writeMerged(inputs []artifact.Source, output string, o shell.MergeOptions) error {
	write := func(sets func(*shell.Merge) error) (err error) {
		m, err := shell.PlanMerge(inputs, o)
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
		err = write(func(m *shell.Merge) error { return writeFolder(m, output) })
	} else {
		err = c.output(output, func(w io.Writer) error {
			return write(func(m *shell.Merge) error {
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
		c.sayProblems(set.Set)
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
func writeFolder(m *shell.Merge, output string) error {
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
