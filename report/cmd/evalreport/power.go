package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/compare"
)

// power prints how many documents it takes until diff finds a drop.
func (c *cli) power(args []string, o compare.PowerOptions) error {
	if len(args) > 1 {
		return shell.Errorf("diff -power takes one run, not %d", len(args))
	}
	if !(o.Drop > 0 && o.Drop < 1 && o.Level > 0 && o.Level < 1 && o.Shared >= 0 && o.Shared < 1) {
		return shell.Errorf("-drop is %v, -level %v, -shared %v; want numbers between 0 and 1", o.Drop, o.Level, o.Shared)
	}
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return err
	}
	sets, err := compare.Power(inputs, o)
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
		var p view.Page
		p.Line("%s: documents until a drop of %g points is found four times in five; there are %d", terminal.LineStart(s.Set.Dataset.Name), 100*o.Drop, s.Documents)
		p.Line("")
		t := view.TableOf([][]string{{"field", "F1", "documents"}})
		for _, n := range s.Needs {
			documents := "-"
			if n.Documents > 0 {
				documents = strconv.Itoa(n.Documents)
			}
			t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{terminal.FieldName(report.Attribute{Attribute: n.Field, Items: n.Items})}, view.Cells(n.F1.String(), documents)...)})
		}
		p.Add(t)
		if _, err := io.WriteString(c.stdout, p.Text(page)); err != nil {
			return err
		}
	}
	return nil
}
