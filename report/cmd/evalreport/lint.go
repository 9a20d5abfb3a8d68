package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/internal/specs"
	"github.com/extracteval/extracteval/report/internal/suspect"
)

var lintCommand = command{
	name:  "lint",
	args:  "-spec spec.yaml [-runs DIR] data.jsonl ...",
	short: "hold a spec against truths, without an extractor",
	long: `Lint says where a spec and the truths of a data set do not fit: paths that no truth
has, values that their comparator cannot read, an order of dates or separators of numbers
that the data contradict, each with the line of its field in the spec. The lines of the
data are as in a suite, or in score:

  {"id": "inv-1", "input": "inv-1.pdf", "want": {"total": 12.5}}

A line without the key want is a truth itself; its id is left out. One with an input and
nothing else of a truth's is a case without a label, and is skipped. Suspect labels are
listed behind it, most suspicious first, with the evidence: labels that stand nowhere in
the text of the document (the key text of a line), that break an invariant of the spec,
that a duplicate of the document (the same text or input) does not have, and with -runs
those that all answers of several runs or trials contradict with one voice. A field whose
labels mostly stand nowhere, such as a country code, is named and is not a finding.
Documents whose texts are nearly equal are named as near copies; each counts as one.
The ceiling is the score of the truths as their own answers. Where there is a remedy, the
corrected spec is printed, to paste; keys that the spec does not name are listed and are
not a finding.

examples:
  evalreport lint -spec spec.yaml testdata/invoices.jsonl
  evalreport lint -spec spec.yaml -runs ours -runs theirs testdata/invoices.jsonl
  zcat truths.jsonl.gz | evalreport lint -spec spec.yaml -

exit codes: 0 nothing was found; 1 something was, or a line cannot be used; 2 misuse, a
mistake in the spec, or a file that cannot be read.`,
	run: (*cli).lint,
}

func (c *cli) lint(fs *flag.FlagSet) task {
	specFile := fs.String("spec", "", "the spec, a YAML or JSON `FILE`")
	key := fs.String("id", "id", "the `KEY` of the id")
	var runs []string
	shell.ListVar(fs, &runs, "runs", "hold the labels against the answers of runs, artifacts or `DIR`s of them; repeatable")
	return func(args []string) error {
		switch {
		case *specFile == "":
			return shell.Errorf("there is no -spec to hold against the data")
		case len(args) == 0:
			return shell.Errorf("lint takes one file of truths or more")
		}
		spec, source, err := c.readSpec(*specFile, nil)
		if err != nil {
			return err
		}
		files := make([]*score.File, len(args))
		for i, arg := range args {
			if files[i], err = c.File(arg); err != nil {
				return err
			}
		}
		format := score.Lines{Key: *key}
		e, bad, err := score.Preflight(spec, files, format)
		if err != nil {
			return err
		}
		c.account(bad)
		findings := e.Findings()
		labels, err := suspects(spec, files, format, func(f *suspect.Finder) error { return c.hear(f, runs) }, nil)
		if err != nil {
			return err
		}
		if err := c.printLint(e, located(findings, source)); err != nil {
			return err
		}
		if wrong := preflight.Errors(findings); len(wrong) > 0 {
			c.sayAnswers(wrong[0])
		}
		if c.printSuspects(labels) > 0 {
			c.exit = exitFound
		}
		if len(findings) == 0 {
			return nil
		}
		c.exit = exitFound
		mended, err := score.Repair(spec, findings, files, format)
		if err != nil {
			return nil // two fields with one path, for example: print only the findings
		}
		return printMended(c.stdout, spec, mended)
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

// printMended prints a corrected spec, if it differs and compiles.
func printMended(w io.Writer, was, mended eval.Spec) error {
	before, err := was.MarshalJSON()
	if err != nil {
		return err
	}
	after, err := mended.MarshalJSON()
	if err != nil {
		return err
	}
	if bytes.Equal(before, after) {
		return nil
	}
	if _, err := mended.Compile(); err != nil {
		return nil
	}
	fmt.Fprint(w, "\ncorrected spec:\n\n")
	return specs.WriteYAML(w, mended, nil)
}
