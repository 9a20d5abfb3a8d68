package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// stability prints the agreement of the trials, the fields on which they differ, and the flaky cases.
func (p *textPage) stability() {
	s := p.s.Stability
	if s == nil || s.Trials < 2 {
		return
	}
	p.line("")
	p.line("stability over %d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
	value := func(name string) report.Ratio { return p.number(name).Value }
	p.line("  agreement %s  flip rate %s (means over fields)  drift rate %s (whole answers)", value("agreement"), value("flipRate"), value("driftRate"))
	if p.number("pass@1").Name != "" {
		every, all := fmt.Sprintf("pass@%d", s.Trials), fmt.Sprintf("pass^%d", s.Trials)
		p.line("  pass@1 %s  %s %s  %s %s", value("pass@1"), every, value(every), all, value(all))
	}
	p.unstableFields()
	if s.FlakyCases == 0 {
		return
	}
	p.line("  flaky: %d of %s", s.FlakyCases, words.Plural(s.Cases, "case"))
	const shown = 10
	for _, c := range s.Flaky[:min(len(s.Flaky), shown)] {
		p.line("    %s fails in %d of %d trials", words.Clip(LineStart(c.ID), 2*p.o.NameWidth), c.Failed, c.Trials)
	}
	if more := s.FlakyCases - min(len(s.Flaky), shown); more > 0 {
		p.line("    … and %d more", more)
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
	p.aligned("  ", rows)
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

// invariants prints the table of the invariants. The numbers above the table do not count them. If there are more than
// maxInvariants, it prints those most often broken or errored.
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
		rate := p.number(report.RuleMetric(i.Name))
		row := []string{
			LineStart(i.Name), mean(i.Holds), mean(i.Broken), mean(i.NotApplicable), mean(i.Errored),
			rate.Value.String(), rate.Interval(), Between(rate.Min, rate.Max), "",
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
	p.line("")
	p.line("metrics")
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
	p.aligned("  ", rows)
}

// usage prints the usage of the cases and the notes on it, if the summary has any.
func (p *textPage) usage() {
	u := p.s.Usage
	if u == nil {
		return
	}
	p.line("")
	if rows := u.Rows(); len(rows) > 0 {
		p.write(Table{Rows: append([][]string{usage.Columns}, rows...), Spare: [][]string{{"p50"}, {"total"}}})
	}
	for _, note := range u.Notes() {
		p.line("%s", note)
	}
}
