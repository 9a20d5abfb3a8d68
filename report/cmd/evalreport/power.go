package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/power"
)

var powerCommand = command{
	name:  "power",
	args:  "[flags] artifact ...",
	short: "say how many documents it takes to see a drop",
	long: `Power says how many documents of the same kind it takes until diff finds a drop of F1
four times in five: of the micro average, and of each field by itself. It draws pairs of
runs from the documents of the run at hand, breaks values in the second, and tests each
pair as diff does: all fields, averages, invariants and the pass rate as one family.
So it knows how often fields are right, and how far mistakes of a document come together.
Draws are seeded: the numbers are the same each time, with a standard error of 2 to 5 %
from the draws. The run is a sample, too: with 10 mistakes in a field its number may well
be wrong by a third, with 100 by a tenth.

It takes about 2 seconds of processor time for 1,000 documents with 10 fields, and no
longer for more documents, but for reading them. "-" stands where F1 is undefined or not
above the drop.

examples:
  evalreport power _evaltest
  evalreport power -drop 0.02 -shared 0.8 run.jsonl

exit codes: 0; 2 misuse or an input that cannot be read.`,
	run: (*cli).power,
}

func (c *cli) power(fs *flag.FlagSet) task {
	var o power.Options
	fs.Float64Var(&o.Drop, "drop", 0.05, "the `DROP` to be found; 0.05 is five points of F1")
	fs.Float64Var(&o.Level, "level", 0.95, "`LEVEL` of the comparison; 1 minus the chance of any false alarm")
	fs.Float64Var(&o.Shared, "shared", 0, "how much of its mistakes the next run shares, `S` from 0; about 0.8 for versions of one extractor")
	return func(args []string) error {
		if !(o.Drop > 0 && o.Drop < 1 && o.Level > 0 && o.Level < 1 && o.Shared >= 0 && o.Shared < 1) {
			return shell.Errorf("-drop is %v, -level %v, -shared %v; want numbers between 0 and 1", o.Drop, o.Level, o.Shared)
		}
		inputs, err := c.Artifacts(args...)
		if err != nil {
			return err
		}
		sets, err := power.Of(inputs, o)
		if err != nil {
			return err
		}
		for _, s := range sets {
			if s.Set.Sections > 0 {
				c.sayState(s.Set)
			}
		}
		page := shell.PageOf(c.stdout)
		for i, s := range sets {
			if i > 0 {
				fmt.Fprintln(c.stdout)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s\n\n", terminal.Broken(fmt.Sprintf("%s: documents until a drop of %g points is found four times in five; there are %d",
				terminal.LineStart(s.Set.Dataset.Name), 100*o.Drop, s.Documents), page.Width))
			rows := [][]string{{"field", "F1", "documents"}}
			for _, n := range s.Needs {
				documents := "-"
				if n.Documents > 0 {
					documents = strconv.Itoa(n.Documents)
				}
				name := terminal.LineStart(n.Field)
				if n.Items {
					name += " items"
				}
				rows = append(rows, []string{name, n.F1.String(), documents})
			}
			terminal.Table{Rows: rows}.Write(&b, page)
			if _, err := io.WriteString(c.stdout, b.String()); err != nil {
				return err
			}
		}
		return nil
	}
}
