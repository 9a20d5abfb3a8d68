package page

import (
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

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
