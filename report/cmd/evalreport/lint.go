package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/internal/specs"
)

func (c *cli) lint(fs *flag.FlagSet) shell.Task {
	specFile := fs.String("spec", "", "the spec, a YAML or JSON `FILE`")
	lines := truthFlags(fs)
	explain := fs.Bool("explain", false, "print in words how the spec compares, and what the data decide about it; with or without data")
	var runs []string
	shell.ListVar(fs, &runs, "runs", "hold the labels against the answers of runs, artifacts or `DIR`s of them; repeatable")
	return func(args []string) error {
		switch {
		case *specFile == "":
			return shell.Errorf("there is no -spec to hold against the data; write %s", words.Command(shell.WithSpec("lint", args)...))
		case len(args) == 0 && (!*explain || len(runs) > 0):
			return shell.Errorf("lint takes one file of truths or more; only -explain without -runs needs none")
		}
		format, form, err := lines()
		if err != nil {
			return err
		}
		spec, source, err := c.Spec(*specFile, nil)
		if err != nil {
			return err
		}
		files := make([]*dataset.File, len(args))
		for i, arg := range args {
			if files[i], err = c.FileForm(arg, form); err != nil {
				return err
			}
		}
		if len(files) > 0 {
			if note, _ := format.FindTruths(files[0], &spec); note != "" { // several keys of ids are as good as none
				c.say("%s", note)
			}
		}
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
		if e.Compared, err = labels.Compared(&c.Inputs, spec, runs); err != nil {
			return err
		}
		findings := e.Findings()
		finder, err := labels.Suspects(spec, files, format, func(f *audit.Finder) error { return c.readRuns(f, runs) })
		if err != nil {
			return err
		}
		if len(runs) > 0 && finder.Answered == 0 {
			c.say("no answer of -runs has the id of a truth: -id names the key of the id")
		}
		var page view.Page
		addLint(&page, e, located(findings, source))
		if wrong := preflight.Errors(findings); len(wrong) > 0 {
			c.sayAnswers(wrong[0], args[0])
		}
		if shell.IsSet(fs, "id") || shell.IsSet(fs, "want") { // accept finds the truths of a file as lint does without flags
			var found score.Lines
			_, _ = found.FindTruths(files[0], &spec)
			if cmp.Or(found.Key, "id") != cmp.Or(format.Key, "id") || found.Want != format.Want {
				args = nil
			}
		}
		if addSuspects(&page, finder, args, runs) > 0 {
			c.exit = exitFound
		}
		if err := page.Write(c.stdout, shell.PageOf(c.stdout)); err != nil {
			return err
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

// truthFlags defines -id and -want, and returns a function that returns the format of truths and the form of their files.
func truthFlags(fs *flag.FlagSet) func() (score.Lines, dataset.Form, error) {
	var lines score.Lines
	fs.StringVar(&lines.Key, "id", "", "the `KEY` of the id, or its path (default id)")
	fs.StringVar(&lines.Want, "want", "", "the `KEY` of the truths in their lines, or its path (default want, or none)")
	return func() (score.Lines, dataset.Form, error) {
		format, forms, err := lines.Forms(true)
		if err != nil {
			err = shell.Errorf("%v", err)
		}
		return format, forms[0], err
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

// addLint adds the findings, the keys of truths that the spec does not name, and the scores of a perfect answer.
func addLint(p *view.Page, e preflight.Evidence, findings []preflight.Finding) {
	const most, mostKeys = 100, 20
	p.Line("%s", words.Plural(e.Truths, "truth"))
	p.Add(terminal.PrintedFindings(findings, most)...)
	keys := arithmetic.Each(e.Unnamed[:min(len(e.Unnamed), mostKeys)], func(k preflight.Key) string { return fmt.Sprintf("%s (%d)", terminal.Visible(k.Attribute), k.Truths) })
	if more := len(e.Unnamed) - len(keys); more > 0 || e.MoreUnnamed {
		keys = append(keys, "and others")
	}
	if len(keys) > 0 {
		p.Lines("not named by the spec: " + strings.Join(keys, ", "))
	}
	if accuracy, score, ok := e.Ceiling(); ok {
		p.Lines(fmt.Sprintf("perfect answer: accuracy %s, mean score %s", report.RatioOf(accuracy, true), report.RatioOf(score, true)))
	}
}

// explain prints a spec in words.
func (c *cli) explain(spec eval.Spec) error {
	if _, err := spec.Compile(); err != nil {
		return fmt.Errorf("the spec: %w", err)
	}
	lines := specs.Explain(spec)
	var page view.Page
	var rows [][]string
	for i, l := range lines {
		if l.OfSpec && i > 0 && !lines[i-1].OfSpec {
			rows = append(rows, nil)
		}
		rows = append(rows, []string{strings.Repeat("  ", l.Depth) + terminal.Visible(l.Field), terminal.Visible(l.Text)})
	}
	page.Aligned(0, rows)
	return page.Write(c.stdout, shell.PageOf(c.stdout))
}

// readRuns adds the answers of runs to f.
func (c *cli) readRuns(f *audit.Finder, runs []string) error {
	if len(runs) == 0 {
		return nil
	}
	inputs, err := c.Artifacts(runs...)
	if err != nil {
		return err
	}
	return labels.Hear(&c.Inputs, f, inputs, "", func(*report.Case) {})
}

// addSuspects adds the suspect labels, and the command that takes what all answers say in their place, to a page, and
// returns their number.
func addSuspects(p *view.Page, f *audit.Finder, files, runs []string) int {
	const most = 100
	labels := f.Labels()
	if len(labels) > 0 {
		p.Lines(words.Plural(len(labels), "suspect label") + ", most suspicious first")
	}
	for _, l := range labels[:min(len(labels), most)] {
		p.Line("  %s  %s %s", terminal.Visible(l.Where), terminal.Visible(l.Path), words.Fit(terminal.Visible(words.Unescape(l.Value)), 60))
		for _, e := range l.Evidence {
			p.Line("    %s", terminal.Visible(words.Unescape(e.Text)))
		}
	}
	if more := len(labels) - most; more > 0 {
		p.Line("  … and %d more", more)
	}
	if derived := f.Derived(); len(derived) > 0 {
		p.Lines("mostly not in the texts, and no evidence: " + terminal.Visible(strings.Join(derived, ", ")))
	}
	if len(files) == 1 && files[0] != "-" && slices.ContainsFunc(labels, func(l audit.SuspectLabel) bool { return l.Evidence[0].Kind == audit.Contradicted && l.Objection == "" }) {
		p.Lines("to take what all answers say, after a look at the changes: evalreport accept -suspects -data " + words.Command(slices.Concat(files, runs)...))
	}
	return len(labels)
}
