package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/suspect"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/internal/specs"
)

var lintCommand = command{
	name:  "lint",
	args:  "-spec spec.yaml [-explain] [-runs DIR] data.jsonl ...",
	short: "hold a spec against truths, or say in words how it compares",
	run:   (*cli).lint,
}

func (c *cli) lint(fs *flag.FlagSet) task {
	specFile := fs.String("spec", "", "the spec, a YAML or JSON `FILE`")
	key := fs.String("id", "id", "the `KEY` of the id")
	explain := fs.Bool("explain", false, "print in words how the spec compares, and what the data decide about it; with or without data")
	var runs []string
	shell.ListVar(fs, &runs, "runs", "hold the labels against the answers of runs, artifacts or `DIR`s of them; repeatable")
	return func(args []string) error {
		switch {
		case *specFile == "":
			return shell.Errorf("there is no -spec to hold against the data")
		case len(args) == 0 && (!*explain || len(runs) > 0):
			return shell.Errorf("lint takes one file of truths or more; only -explain without -runs needs none")
		}
		spec, source, err := c.Spec(*specFile, nil)
		if err != nil {
			return err
		}
		files := make([]*dataset.File, len(args))
		for i, arg := range args {
			if files[i], err = c.File(arg); err != nil {
				return err
			}
		}
		format := score.Lines{Key: *key}
		if *explain {
			decided, err := score.Decide(spec, files, format)
			if err == nil {
				err = c.explain(decided)
			}
			if err != nil || len(args) == 0 {
				return err
			}
			fmt.Fprintln(c.stdout)
		}
		e, bad, err := score.Preflight(spec, files, format)
		if err != nil {
			return err
		}
		c.lose(bad)
		findings := e.Findings()
		finder, err := labels.Suspects(spec, files, format, func(f *suspect.Finder) error { return c.hear(f, runs) })
		if err != nil {
			return err
		}
		if err := c.printLint(e, located(findings, source)); err != nil {
			return err
		}
		if wrong := preflight.Errors(findings); len(wrong) > 0 {
			c.sayAnswers(wrong[0], args[0])
		}
		if c.printSuspects(finder) > 0 {
			c.exit = exitFound
			c.sayContradicted(finder, args, runs)
		}
		if len(findings) == 0 {
			return nil
		}
		c.exit = exitFound
		mended, err := score.Repair(spec, findings, files, format)
		if err != nil {
			return nil // two fields with one path, for example: print only the findings
		}
		return specs.WriteMended(c.stdout, spec, mended)
	}
}

// located returns findings with the lines of the fields that they are about.
func located(findings []preflight.Finding, source eval.SpecSource) []preflight.Finding {
	findings = slices.Clone(findings)
	for i := range findings {
		f := &findings[i]
		f.Text = f.At(source) + f.Text
	}
	return findings
}

func (c *cli) printLint(e preflight.Evidence, findings []preflight.Finding) error {
	const most, mostKeys = 100, 20
	if _, err := fmt.Fprintf(c.stdout, "%s\n", words.Plural(e.Truths, "truth")); err != nil {
		return err
	}
	terminal.WriteFindings(c.stdout, findings, most)
	var keys []string
	for _, k := range e.Unnamed[:min(len(e.Unnamed), mostKeys)] {
		keys = append(keys, fmt.Sprintf("%s (%d)", terminal.Visible(k.Attribute), k.Truths))
	}
	if more := len(e.Unnamed) - len(keys); more > 0 || e.MoreUnnamed {
		keys = append(keys, "and others")
	}
	if len(keys) > 0 {
		fmt.Fprintf(c.stdout, "\nnot named by the spec: %s\n", strings.Join(keys, ", "))
	}
	if accuracy, score, ok := e.Ceiling(); ok {
		fmt.Fprintf(c.stdout, "\nceiling: accuracy %s, mean score %s\n", report.RatioOf(accuracy, true), report.RatioOf(score, true))
	}
	return nil
}

// explain prints a spec in words.
func (c *cli) explain(spec eval.Spec) error {
	if _, err := spec.Compile(); err != nil {
		return fmt.Errorf("the spec: %w", err)
	}
	lines := specs.Explain(spec)
	const most = 40 // widest name, in cells, to which others are aligned
	names, width := make([]string, len(lines)), 0
	for i, l := range lines {
		names[i] = strings.Repeat("  ", l.Depth) + terminal.Visible(l.Field)
		if n := words.Width(names[i]); n <= most {
			width = max(width, n)
		}
	}
	var b strings.Builder
	for i, l := range lines {
		if l.OfSpec && i > 0 && !lines[i-1].OfSpec {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s%s  %s\n", names[i], strings.Repeat(" ", max(width-words.Width(names[i]), 0)), terminal.Visible(l.Text))
	}
	_, err := io.WriteString(c.stdout, b.String())
	return err
}
