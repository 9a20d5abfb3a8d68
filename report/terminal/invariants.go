package terminal

import (
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
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
			words.Fit(LineStart(i.Name), p.o.NameWidth), p.mean(i.Holds), p.mean(i.Broken), p.mean(i.NotApplicable), p.mean(i.Errored),
			i.Rate.String(), i.Estimate().Interval(), report.Between(i.Min, i.Max), "",
		}
		if p.o.Gate != nil {
			row[8] = p.limitsOn(i)
		}
		rows = append(rows, row)
	}
	p.columns(rows, map[string]bool{"errored": true, "min–max": true, "limit": true})
	if more := len(p.s.Invariants) - len(all); more > 0 {
		p.line("… and %d more", more)
	}
}

// limitsOn says how the gate limits an invariant: "at least 0.950", "not gated".
func (p *textPage) limitsOn(i report.Invariant) string {
	limits := p.o.Gate.LimitsOnRule(i.Name)
	if len(limits) == 0 {
		return "not gated"
	}
	var texts []string
	for _, l := range limits {
		texts = append(texts, Visible(l.Words()))
	}
	return words.Clip(strings.Join(texts, ", "), 3*valueWidth)
}

// columns prints rows below their titles: names and the last column to the left, numbers to
// the right. A column that may go is left out where it is empty or has zeros alone.
func (p *textPage) columns(rows [][]string, mayGo map[string]bool) {
	var kept, widths []int
	for k, title := range rows[0] {
		width, any := words.Width(title), !mayGo[title]
		for _, row := range rows[1:] {
			width = max(width, words.Width(row[k]))
			any = any || row[k] != "" && row[k] != "·"
		}
		if any {
			kept, widths = append(kept, k), append(widths, width)
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, k := range kept {
			space := strings.Repeat(" ", widths[i]-words.Width(row[k]))
			switch {
			case k == 0:
				b.WriteString(row[k] + space)
			case k == len(row)-1:
				b.WriteString("  " + row[k])
			default:
				b.WriteString("  " + space + row[k])
			}
		}
		p.line("%s", b.String())
	}
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
