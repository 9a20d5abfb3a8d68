package main

import (
	"fmt"
	"os"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/report/terminal"
)

var checkCommand = command{
	name:  "check",
	args:  "[-gate gates.yaml] artifact ...",
	short: "judge data sets by limits, across packages",
	long: `Check judges every data set by the limits of a file, or without -gate by those
that its test was written with. A data set that is partial, broke off or has bad
lines passes nothing; neither does a limit on a data set or field that is not there.

A gate file has data sets, by name or, where packages have the same name, by package
and name joined by a dot, and their limits: those of averages and fields are the
least that these have to reach, in (0,1], the others say themselves which side is good:

  invoices:
    micro_f1: 0.9          # also macro_f1, micro_precision, micro_recall,
    mean_score: 0.8        # accuracy
    field_f1: {total: 0.99, "lines[].amount": 0.95}
    limits:
    - {metric: recall of total, is: at_least, value: 0.95}
    - {metric: F1 of total, slice: vendor=acme, is: at_least, value: 0.9, bound: low}
    max_errors: 2          # default 0
  example.com/service/receipts.receipts:
    macro_f1: 0.85

examples:
  evalreport check -gate gates.yaml ./...
  evalreport check _evaltest

exit codes: 0 every limit was kept; 1 one was not, or could not be judged; 2 misuse,
a mistake in the gate file, or an input that cannot be read.`,
	run: (*cli).check,
}

func (c *cli) check(args []string) (int, error) {
	fs := c.flags()
	file := fs.String("gate", "", "the limits, a YAML or JSON `FILE`")
	args, err := c.parse(fs, args)
	if err != nil {
		return 0, err
	}
	var limits *report.GateFile
	var gateOf func(report.Run, report.Dataset) *report.Gate // nil: its own
	if *file != "" {
		data, err := os.ReadFile(*file)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", *file, cause(err))
		}
		if limits, err = report.ParseGateFile(data, *file); err != nil {
			return 0, err
		}
		gateOf = limits.Gate
	}
	inputs, err := c.artifacts(args)
	if err != nil {
		return 0, err
	}
	sets, err := c.sets(inputs, gateOf)
	if err != nil {
		return 0, err
	}
	exit, judged := exitOK, 0
	tell := func(s *summarize.Set, text string, passed bool) {
		if len(sets) > 1 || s.Run.Repetition > 1 {
			text += "  [" + heading(s.Run) + "]"
		}
		fmt.Fprintln(c.stdout, terminal.LineStart(text))
		if !passed {
			exit = exitFound
		}
	}
	for _, s := range sets {
		gate := s.Dataset.Gate
		if gate == nil {
			tell(s, s.Dataset.Name+": no limits", true)
			continue
		}
		judged++
		result := judge(*gate, s.Set, s.Summarizer.Summary())
		tell(s, result.String(), result.Passed)
	}
	if limits != nil {
		for _, unused := range limits.Unused() {
			fmt.Fprintln(c.stdout, terminal.LineStart(unused.String()))
			exit = exitFound
		}
	} else if judged == 0 {
		return 0, misusef("no data set has a gate of its own: name a file of limits with -gate")
	}
	return exit, nil
}
