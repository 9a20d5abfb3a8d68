package main

import (
	"flag"
	"fmt"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

var checkCommand = command{
	name:  "check",
	args:  "[-gate gates.yaml] artifact ...",
	short: "judge data sets by limits, across packages",
	long: `Check prints the verdict on every data set: passed; failed, with the limits; not
evaluable, with the reason; or no gate. The gate is the one of the test, as the test has
recorded it; a file replaces it for the data sets that the file names. A data set that
is partial, broke off or has bad lines is not evaluable; neither is a limit on a data
set or field that is not there. Of several runs of one data set none is judged: name
one, or compare them by diff. Other commands print the same verdict. Below it stands how
many answers are of an earlier run (EVALTEST_RESUME), and the findings of the truths
about the spec.

A gate file has data sets, by name or, where packages have the same name, by package
and name joined by a dot, and their limits: averages and fields have to reach
their limits, in (0,1], the others say themselves which side is good:

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

exit codes: 0 every gate passed; 1 one failed, or a data set is not evaluable; 2 misuse,
a mistake in the gate file, or an input that cannot be read.`,
	run: (*cli).check,
}

const maxFindings = 10 // findings of preflight printed for one data set

func (c *cli) check(fs *flag.FlagSet) task {
	c.gateFlag(fs)
	return func(args []string) error {
		inputs, limits, err := c.read(args)
		if err != nil {
			return err
		}
		sets, err := c.sets(inputs, limits)
		if err != nil {
			return err
		}
		judged := 0
		several := len(sets) > 1 && sets[1].Sections > 0
		for i, s := range sets {
			sum := s.Summarizer.Summary()
			j := s.Set.Judge(sum)
			text := j.String()
			if (several || s.Repetition > 1) && s.Sections > 0 {
				text += "  [" + heading(s.Run) + "]"
			}
			if _, err := fmt.Fprintln(c.stdout, terminal.LineStart(text)); err != nil { // on a full disk nobody reads the verdict
				return err
			}
			if earlier := sum.Usage.Earlier(); earlier != "" {
				fmt.Fprintf(c.stdout, "  %s\n", earlier)
			}
			if findings := sum.Findings(); len(findings) > 0 {
				terminal.WriteFindings(c.stdout, findings, maxFindings)
				if i < len(sets)-1 {
					fmt.Fprintln(c.stdout)
				}
			}
			switch j.Verdict {
			case verdict.NoGate:
				continue
			case verdict.Failed, verdict.NotEvaluable:
				c.exit = exitFound
			}
			judged++
		}
		if judged == 0 {
			return shell.Errorf("no data set has a gate of its own: name a file of limits with -gate")
		}
		return nil
	}
}
