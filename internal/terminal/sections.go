package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// stability prints the agreement of the trials, the fields on which they differ, and the flaky cases.
func (p *textPage) stability() {
	s := p.s.Stability
	if s == nil || s.Trials < 2 {
		return
	}
	p.Line("")
	p.Line("stability over %d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
	value := func(name string) report.Ratio { return p.number(name).Value }
	p.Line("  agreement %s  flip rate %s (means over fields)  drift rate %s (whole answers)", value("agreement"), value("flipRate"), value("driftRate"))
	if p.number("pass@1").Name != "" {
		every, all := fmt.Sprintf("pass@%d", s.Trials), fmt.Sprintf("pass^%d", s.Trials)
		p.Line("  pass@1 %s  %s %s  %s %s", value("pass@1"), every, value(every), all, value(all))
	}
	p.unstableFields()
	if s.FlakyCases == 0 {
		return
	}
	p.Line("  flaky: %d of %s", s.FlakyCases, words.Plural(s.Cases, "case"))
	const shown = 10
	for _, c := range s.Flaky[:min(len(s.Flaky), shown)] {
		p.Line("    %s fails in %d of %d trials", words.Clip(LineStart(c.ID), 2*p.o.NameWidth), c.Failed, c.Trials)
	}
	if more := s.FlakyCases - min(len(s.Flaky), shown); more > 0 {
		p.Line("    … and %d more", more)
	}
}

func (p *textPage) unstableFields() {
	var rows [][]string
	for _, f := range Stabilities(p.s) {
		if f.FlipRate.Value > 0 || f.Jaccard.Defined && f.Jaccard.Value < 1 {
			row := []string{words.Fit(LineStart(f.Attribute), p.o.NameWidth), "agreement " + f.Agreement.String(), "flip rate " + f.FlipRate.String()}
			if f.Jaccard.Defined {
				row = append(row, "Jaccard "+f.Jaccard.String())
			}
			rows = append(rows, row)
		}
	}
	p.Aligned(2, rows)
}

// FieldStability says how far trials agree on one attribute, see [report.Stability].
type FieldStability struct {
	Attribute                    string
	Agreement, FlipRate, Jaccard report.Ratio
}

// Stabilities returns how far trials agree on the attributes of which that is known, in their order.
func Stabilities(s report.Summary) (all []FieldStability) {
	number := s.Lookup()
	for _, n := range s.Numbers {
		attribute, ok := strings.CutPrefix(n.Name, "agreement of ")
		if !ok || n.Kind != report.KindStability {
			continue
		}
		value := func(measure string) report.Ratio { return number(measure + " of " + attribute).Value }
		if f := (FieldStability{attribute, n.Value, value("flipRate"), value("jaccard")}); f.Agreement.Defined || f.FlipRate.Defined {
			all = append(all, f)
		}
	}
	return all
}

const maxInvariants = 100 // rows

// Invariants returns the table of the invariants with the limits that a gate has on each: "not gated" without a limit,
// nothing without a gate. missed reports whether a limit is not kept; the rate has the tone of such a row. Columns:
// invariant, holds, broken, not applicable, errored, rate, interval, over trials, limit.
func Invariants(s report.Summary, gate *report.Gate, missed func(report.Limit) bool) view.Table {
	t := view.Table{Columns: []view.Column{
		{Name: "invariant"}, {Name: "holds", Number: true, Spare: 3}, {Name: "broken", Number: true}, {Name: "not applicable", Number: true, Spare: 2},
		{Name: "errored", Number: true}, {Name: "rate", Number: true}, {Name: "interval", Number: true}, {Name: "over trials", Number: true, Spare: 1, Optional: true},
		{Name: "limit", Optional: true},
	}}
	number := s.Lookup()
	for _, i := range s.Invariants {
		rate := number(report.RuleMetric(i.Name))
		row := view.Row{Cells: []view.Cell{view.Name(i.Name), view.Count(i.Holds), view.Count(i.Broken), view.Count(i.NotApplicable), view.Count(i.Errored)}}
		row.Cells = append(row.Cells, view.Cells(rate.Value.String(), rate.Interval(), Between(rate.Min, rate.Max))...)
		limit := view.Cell{}
		if gate != nil {
			limits := LimitsOnRule(*gate, i.Name)
			var texts []string
			for _, l := range limits {
				texts = append(texts, Limit(l))
				if missed(l) {
					row.Tone = view.Bad
				}
			}
			limit = LimitCell(cmp.Or(strings.Join(texts, ", "), "not gated"))
		}
		row.Cells = append(row.Cells, limit)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// LimitCell returns the cell of a limit in words. A limit on a slice names a tag, which the user wrote.
func LimitCell(text string) view.Cell {
	return view.Cell{Text: view.Text{{Text: text, Code: strings.Contains(text, " where ")}}}
}

// invariants prints the table of the invariants. The numbers above the table do not count them. If there are more than
// maxInvariants, it prints those most often broken or errored.
func (p *textPage) invariants() {
	s := p.s
	if len(s.Invariants) == 0 {
		return
	}
	if len(s.Invariants) > maxInvariants {
		s.Invariants = slices.Clone(s.Invariants)
		slices.SortStableFunc(s.Invariants, func(a, b report.Invariant) int { return int(b.Broken+b.Errored) - int(a.Broken+a.Errored) })
		s.Invariants = s.Invariants[:maxInvariants]
	}
	p.Line("")
	p.Add(Invariants(s, p.o.Gate, func(report.Limit) bool { return false }).Pick("invariant", "holds", "broken", "not applicable", "errored?", "rate",
		"interval="+Level(s)+" interval", "over trials=min–max", "limit"))
	if more := len(p.s.Invariants) - len(s.Invariants); more > 0 {
		p.Line("… and %d more", more)
	}
}

// brokenInvariants prints the broken invariants of a case, with their operands.
func (p *textPage) brokenInvariants(c report.WorstCase) {
	for _, r := range c.Broken {
		p.Line("    %s", words.Clip(LineStart(Invariant(r)), 5*valueWidth))
	}
	if c.MoreBroken > 0 {
		p.Line("    … and %d more invariants", c.MoreBroken)
	}
}

// Measures returns the numbers that have no table of their own: the measures, and numbers of an unknown kind.
func Measures(s report.Summary) []report.Number {
	return slices.DeleteFunc(slices.Clone(s.Numbers), func(n report.Number) bool { return !IsMeasure(n) })
}

// IsMeasure reports whether a number is listed with the measures.
func IsMeasure(n report.Number) bool {
	switch n.Kind {
	case report.KindAverage, report.KindField, report.KindClass, report.KindTruths, report.KindUsage, report.KindInvariant, report.KindStability:
		return false
	}
	return n.Name != ""
}

// Title returns the name of a number for a table of measures, where "measure " goes without saying.
func Title(n report.Number) string { return strings.TrimPrefix(n.Name, "measure ") }

// metrics prints one line for each of the [Measures]: its value, the value of perfect answers if that is not 1, its
// interval, and its range over trials.
func (p *textPage) metrics() {
	all := Measures(p.s)
	if len(all) == 0 {
		return
	}
	p.Line("")
	p.Line("metrics")
	var rows [][]string
	for _, m := range all {
		row := []string{LineStart(Title(m)), Amount(m.Value, m.Count), m.Interval(), ""}
		if m.Attainable.Defined {
			row[1] += " of at most " + m.Attainable.String()
		}
		if m.Min != m.Max {
			row[3] = "(" + Between(m.Min, m.Max) + " over trials)"
		}
		rows = append(rows, row)
	}
	p.Aligned(2, rows)
}

// usage prints the usage of the cases and the notes on it, if the summary has any.
func (p *textPage) usage() {
	u := p.s.Usage
	if u == nil {
		return
	}
	p.Line("")
	if t := Usage(u); len(t.Rows) > 0 {
		p.Add(t)
	}
	for _, note := range u.Notes() {
		p.Line("%s", note)
	}
}

// Usage returns the table of the usage of cases.
func Usage(u *usage.Spending) view.Table {
	return view.TableOf(append([][]string{usage.Columns}, u.Rows()...)).Spared([]string{"p50"}, []string{"total"})
}
