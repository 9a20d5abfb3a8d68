package page

import (
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// invariantColumns says which columns of the table of invariants have any text.
type invariantColumns struct{ Range, Errored, Limit bool }

func (v *setView) invariants(set *render.Set) {
	v.NoTruth = set.NoTruth()
	all := set.Invariants()
	for _, i := range render.RowsOf(len(all), func(i int) bool { return all[i].Broken != "0" || all[i].Errored != "0" }) {
		row := all[i]
		row.Name, row.Limit = terminal.Excerpt(row.Name, terminal.MaxName), terminal.Excerpt(row.Limit, terminal.MaxCharacters)
		v.Invariants = append(v.Invariants, row)
		columns := &v.InvariantColumns
		columns.Range = columns.Range || row.Range != ""
		columns.Errored = columns.Errored || row.Errored != "0"
		columns.Limit = columns.Limit || row.Limit != ""
	}
	v.MoreInvariants = render.MoreRows(len(all), "invariant", "that are broken")
}

// invariantView is a broken invariant of a case.
type invariantView struct{ Text, Paths string }

// maxBroken bounds the invariants of a case that are listed.
const maxBroken = 50

// invariants lists the broken invariants of a case, at most maxBroken.
func (v *answerView) invariants(c *report.Case) {
	broken := c.Broken()
	for _, r := range broken[:min(len(broken), maxBroken)] {
		view := invariantView{Text: terminal.Excerpt(terminal.Invariant(r), 2*terminal.MaxCharacters)}
		for i, path := range r.Paths {
			if i > 0 {
				view.Paths += ", "
			}
			view.Paths += terminal.Excerpt(path, terminal.MaxName)
		}
		v.Broken = append(v.Broken, view)
	}
	v.MoreBroken = max(len(broken)-maxBroken, 0)
}
