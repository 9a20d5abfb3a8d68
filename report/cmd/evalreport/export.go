package main

import (
	"flag"
	"io"
	"strings"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/runs"
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
			return c.writeMerged(inputs, *outName, runs.MergeOptions{Limits: limits, Last: *last})
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
