package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/power"
)

// power prints how many documents it takes until diff finds a drop.
func (c *cli) power(args []string, o power.Options) error {
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
