package terminal

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const maxInvariants = 100 // rows

// invariants prints the table of the invariants, which no number above it includes. Of too
// many it prints the invariants that are broken most often.
func (p *textPage) invariants() {
	all := p.s.Invariants
	if len(all) == 0 {
		return
	}
	if len(all) > maxInvariants {
		all = slices.Clone(all)
		slices.SortStableFunc(all, func(a, b report.Invariant) int { return int(b.Broken+b.Errored) - int(a.Broken+a.Errored) })
		all = all[:maxInvariants]
	}
	p.line("")
	rows := [][]string{{"invariant", "holds", "broken", "not applicable", "errored", "rate", p.level() + " interval", "min–max", "limit"}}
	for _, i := range all {
		row := []string{
			LineStart(i.Name), mean(i.Holds), mean(i.Broken), mean(i.NotApplicable), mean(i.Errored),
			i.Rate.String(), i.Estimate().Interval(), Between(i.Min, i.Max), "",
		}
		if p.o.Gate != nil {
			row[8] = p.limitsOn(i)
		}
		rows = append(rows, row)
	}
	p.write(Table{Rows: Filled(rows, "errored", "min–max", "limit"), Left: []string{"limit"}, Spare: [][]string{{"min–max"}, {"not applicable"}, {"holds"}}})
	if more := len(p.s.Invariants) - len(all); more > 0 {
		p.line("… and %d more", more)
	}
}

// limitsOn says how the gate limits an invariant: "at least 0.950", "not gated".
func (p *textPage) limitsOn(i report.Invariant) string {
	limits := LimitsOnRule(*p.o.Gate, i.Name)
	if len(limits) == 0 {
		return "not gated"
	}
	var texts []string
	for _, l := range limits {
		texts = append(texts, Visible(Limit(l)))
	}
	return words.Clip(strings.Join(texts, ", "), 3*valueWidth)
}

// brokenInvariants prints the broken invariants of a case, with their operands.
func (p *textPage) brokenInvariants(c report.WorstCase) {
	for _, r := range c.Broken {
		p.line("    %s", words.Clip(LineStart(Invariant(r)), 5*valueWidth))
	}
	if c.MoreBroken > 0 {
		p.line("    … and %d more invariants", c.MoreBroken)
	}
}
