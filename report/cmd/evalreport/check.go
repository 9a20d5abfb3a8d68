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
	run:   (*cli).check,
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
			if of := heading(s.Run); of != "" && (several || s.Repetition > 1) && s.Sections > 0 {
				text += "  [" + of + "]"
			}
			if v := s.Dataset.Version; v != "" {
				text += "  [" + terminal.DataVersion(v) + "]"
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
