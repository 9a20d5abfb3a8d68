package terminal

import (
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/tell"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const maxInvariants = 100 // rows

// invariants prints the table of the invariants, which are in no number above it. Those that
// are broken more often than others come first where there are too many.
func (p *textPage) invariants() {
	all := p.s.Invariants
	if len(all) == 0 {
		return
	}
	if len(all) > maxInvariants {
		all = slices.Clone(all)
		sort.SliceStable(all, func(i, j int) bool { return int(all[i].Broken+all[i].Errored) > int(all[j].Broken+all[j].Errored) })
		all = all[:maxInvariants]
	}
	p.line("")
	rows := [][]string{{"invariant", "holds", "broken", "not applicable", "errored", "rate", p.level() + " interval", "min–max", "limit"}}
	for _, i := range all {
		row := []string{
			LineStart(i.Name), p.mean(i.Holds), p.mean(i.Broken), p.mean(i.NotApplicable), p.mean(i.Errored),
			i.Rate.String(), i.Estimate().Interval(), report.Between(i.Min, i.Max), "",
		}
		if p.o.Gate != nil {
			row[8] = p.limitsOn(i)
		}
		rows = append(rows, row)
	}
	p.write(Table{Rows: filled(rows, "errored", "min–max", "limit"), Left: []string{"limit"}, Spare: [][]string{{"min–max"}, {"not applicable"}, {"holds"}}})
	if more := len(p.s.Invariants) - len(all); more > 0 {
		p.line("… and %d more", more)
	}
}

// limitsOn says how the gate limits an invariant: "at least 0.950", "not gated".
func (p *textPage) limitsOn(i report.Invariant) string {
	limits := tell.LimitsOnRule(*p.o.Gate, i.Name)
	if len(limits) == 0 {
		return "not gated"
	}
	var texts []string
	for _, l := range limits {
		texts = append(texts, Visible(l.Words()))
	}
	return words.Clip(strings.Join(texts, ", "), 3*valueWidth)
}

// filled returns rows without the columns that may go and are empty or have zeros alone.
func filled(rows [][]string, mayGo ...string) [][]string {
	for k := len(rows[0]) - 1; k >= 0; k-- {
		if slices.Contains(mayGo, rows[0][k]) && !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[k] != "" && row[k] != "·" }) {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], k, k+1)
			}
		}
	}
	return rows
}

// brokenInvariants prints those of a case, with their operands.
func (p *textPage) brokenInvariants(c report.WorstCase) {
	for _, r := range c.Broken {
		p.line("    %s", words.Clip(LineStart(report.WordsOfInvariant(r)), 5*valueWidth))
	}
	if c.MoreBroken > 0 {
		p.line("    … and %d more invariants", c.MoreBroken)
	}
}
