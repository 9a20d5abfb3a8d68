package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// invariants is the table of the rules that must hold of every answer; no number above it counts them.
func (m markdown) invariants(set *render.Set) string {
	rows := set.Invariants()
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Invariants of %s**\n\n", code(m.r.NameOf(set)))
	if set.NoTruth() {
		b.WriteString("No case has a truth: these are all that is known.\n\n")
	}
	b.WriteString(table([]string{"invariant", ">rate", "interval", "over trials", ">holds", ">broken", ">not applicable", ">errored", "limit"},
		first(rows, func(_ int, row render.Invariant) []string {
			rate, limit := limited(row.Rate, row.Limit, row.Missed)
			return []string{code(row.Name), rate, row.Interval, row.Range, row.Holds, row.Broken, row.NotApplicable, row.Errored, limit}
		})))
	if terminal.Approximate(set.Summary) && len(set.Summary.Attributes) == 0 {
		b.WriteString("\n" + terminal.ApproximateNote + ".\n")
	}
	return b.String()
}

// brokenInvariants lists the broken invariants of a case, with their operands.
func brokenInvariants(c *report.Case) string {
	broken := c.Broken()
	if len(broken) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i, r := range broken {
		if i == maxMisses {
			fmt.Fprintf(&b, "- and %d more\n", len(broken)-i)
			break
		}
		fmt.Fprintf(&b, "- %s\n", code(terminal.Excerpt(terminal.Invariant(r), terminal.MaxCharacters)))
	}
	return b.String()
}
