package main

import (
	"cmp"
	"flag"
	"io"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/testdata/conformance"
)

func (c *cli) conformance(fs *flag.FlagSet) shell.Task {
	print := fs.Bool("rows", false, "print the rows and evaluate nothing")
	theirs := fs.String("results", "", "compare the results of a `FILE` in place of evaluating the rows")
	return func(args []string) error {
		if err := cmp.Or(
			shell.If(len(args) > 0, "conformance takes no arguments; name a file of results with -results"),
			shell.If(*print && *theirs != "", "give -rows or -results, not both"),
		); err != nil {
			return err
		}
		rows, err := conformance.Rows()
		if err != nil {
			return err
		}
		if *print {
			return c.output("-", func(w io.Writer) error { return score.WriteVectors(w, rows) })
		}
		results, problems, err := c.results(*theirs, rows)
		if err != nil {
			return err
		}
		for _, problem := range problems {
			c.say("%s", problem)
		}
		findings := conformance.Check(rows, results)
		score.WriteVectorFindings(c.stdout, findings)
		tally := conformance.Tally(findings)
		if len(problems) > 0 || tally[conformance.Failed] > 0 || tally[conformance.NotGiven] == len(rows) {
			c.exit = exitFound
		}
		return nil
	}
}

// results reads results from a file, or evaluates the rows if file is "".
func (c *cli) results(file string, rows []conformance.Row) (results []conformance.Result, problems []error, err error) {
	if file != "" {
		f, err := c.File(file)
		if err != nil {
			return nil, nil, err
		}
		return conformance.ReadResults(f.Reader(), f.Name(), rows)
	}
	results, err = score.EvaluateVectors(c.ctx, rows)
	return results, nil, err
}
