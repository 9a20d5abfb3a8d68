package terminal

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/verdict"
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
	t := Stability(p.s)
	t.Indent = 2
	t.Rows = slices.DeleteFunc(t.Rows, func(r view.Row) bool {
		return r.Cells[2].String() <= "0.000" && (r.Cells[3].Empty() || r.Cells[3].String() == "1.000")
	})
	p.Add(view.Section(view.Heading{Text: view.Plain("stability over " + StabilityOver(s))}, view.Note("  "+StabilityText(p.s, "pass@1", fmt.Sprintf("pass@%d", s.Trials))+"."), t.Pick("field", "agreement", "flip rate", "Jaccard?"))...)
	if s.FlakyCases > 0 {
		p.Line("  flaky: %d of %s", s.FlakyCases, words.Plural(s.Cases, "case"))
		list := FlakyList(s, 10, func(id string) view.Span { return view.Span{Text: words.Clip(LineStart(id), 2*p.o.NameWidth)} })
		list.Mark = "   "
		p.Add(list)
	}
}

// StabilityOver returns "3 trials of 20 cases".
func StabilityOver(s *report.Stability) string {
	return fmt.Sprintf("%d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
}

// StabilityText says how far trials agree, with some of the rates of cases: "agreement 0.750, flip rate 0.250 (means over
// fields), drift rate 0.500 (whole answers), pass^2 0.500".
func StabilityText(s report.Summary, rates ...string) string {
	number := s.Lookup()
	value := func(name string) report.Ratio { return number(name).Value }
	text := fmt.Sprintf("agreement %s, flip rate %s (means over fields), drift rate %s (whole answers)", value("agreement"), value("flipRate"), value("driftRate"))
	for _, name := range append(rates, fmt.Sprintf("pass^%d", s.Stability.Trials)) {
		if number(name).Name != "" {
			text += ", " + name + " " + value(name).String()
		}
	}
	return text
}

// FlakyList returns the first of the cases that pass only in some trials, each as show returns it.
func FlakyList(s *report.Stability, most int, show func(id string) view.Span) view.List {
	l := view.List{Class: "flaky"}
	for _, c := range s.Flaky[:min(len(s.Flaky), most)] {
		l.Items = append(l.Items, view.Text{show(c.ID), {Text: fmt.Sprintf("fails in %d of %d trials", c.Failed, c.Trials), Tone: view.Dim}})
	}
	return l.And(s.FlakyCases - len(l.Items))
}

// Stability returns the table of how far trials agree on the attributes of which that is known, in their order, see
// [report.Stability]. Columns: field, agreement, flip rate, Jaccard.
func Stability(s report.Summary) view.Table {
	t := view.TableOf([][]string{{"field", "agreement", "flip rate", "Jaccard"}})
	number := s.Lookup()
	for _, n := range s.Numbers {
		attribute, ok := strings.CutPrefix(n.Name, "agreement of ")
		if !ok || n.Kind != report.KindStability {
			continue
		}
		flips, jaccard := number("flipRate of "+attribute).Value, number("jaccard of "+attribute).Value
		if n.Value.Defined || flips.Defined {
			t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(attribute)}, view.Cells(n.Value.String(), flips.String(), blank(jaccard))...)})
		}
	}
	return t
}

const maxInvariants = 100 // rows

// Invariants returns the table of the invariants with the limits that a gate has on each: "not gated" without a limit,
// nothing without a gate. missed reports whether a limit is not kept; such a row has the tone bad. Columns:
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
		t.Rows = append(t.Rows, markMissed(row, 5))
	}
	return t
}

// markMissed marks the number of a row that misses a limit, and the limit in its last cell.
func markMissed(row view.Row, column int) view.Row {
	if limit := &row.Cells[len(row.Cells)-1]; row.Tone == view.Bad {
		row.Cells[column].Text[0].Tone = view.Missed
		limit.Text = limit.With(view.Span{Text: "not kept", Tone: view.Bad})
	}
	return row
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

// Metrics returns the table of the [Measures], with the limits that a gate has for each. missed reports whether a limit is
// not kept. Columns: metric, value, attainable, interval, over trials, limit. A row that misses a limit has the tone bad.
func Metrics(s report.Summary, gate *report.Gate, missed func(report.Limit) bool) view.Table {
	t := view.TableOf([][]string{{"metric", "value", "attainable", "interval", "over trials", "limit"}}).Left("limit")
	for i := range t.Columns {
		t.Columns[i].Optional = i > 1
	}
	for _, m := range Measures(s) {
		row := view.Row{Cells: append([]view.Cell{view.Name(Title(m))}, view.Cells(Amount(m.Value, m.Count), blank(m.Attainable), m.Interval(), "")...)}
		if m.Min != m.Max {
			row.Cells[4].Text = view.Plain(Between(m.Min, m.Max))
		}
		var limits []string
		if gate != nil {
			for _, limit := range LimitsOnMeasure(*gate, m) {
				broken, text := missed(limit), Limit(limit)
				if limit.Slice == "" && (limit.Bound == "" || limit.Bound == report.BoundValue) { // else the limit is on another number
					text, broken = relation(limit)+Amount(report.RatioOf(limit.Value, true), m.Count), !limit.Kept(m.Value)
				}
				limits = append(limits, text)
				if broken {
					row.Tone = view.Bad
				}
			}
		}
		row.Cells = append(row.Cells, LimitCell(strings.Join(limits, ", ")))
		t.Rows = append(t.Rows, markMissed(row, 1))
	}
	return t
}

// Usage returns the table of the usage of cases, and the notes on it, nothing without any.
func Usage(u *usage.Spending) []view.Block {
	if u == nil {
		return nil
	}
	t := view.TableOf(append([][]string{usage.Columns}, u.Rows()...)).Spared([]string{"p50"}, []string{"total"})
	t.Class = "metrics"
	blocks := []view.Block{t}
	for _, note := range u.Notes() {
		blocks = append(blocks, view.Note(note+"."))
	}
	return view.Filled(blocks...)
}

// Closing is one data set in the summary of several.
type Closing struct {
	Name         string
	Verdict      verdict.Verdict
	Macro, Micro report.Ratio // F1
	Cases        report.CaseCount
}

// verdicts lists the verdicts by urgency, the order of a closing summary.
var verdicts = []struct {
	verdict verdict.Verdict
	tone    view.Tone
}{
	{verdict.Failed, view.Bad}, {verdict.NotEvaluable, view.Warning}, {verdict.NoGate, view.Strong}, {verdict.Passed, view.Good},
}

// VerdictTone returns the tone of a verdict.
func VerdictTone(v verdict.Verdict) view.Tone {
	for _, listed := range verdicts {
		if listed.verdict == v {
			return listed.tone
		}
	}
	return view.Strong
}

const maxClosing = 50 // lines

// WriteClosing prints the verdicts of all data sets of a run: the count of each verdict, and a line for each data set,
// the most urgent verdicts first, at most 50 lines. It prints nothing for fewer than two data sets. It uses Width and
// Colour of the options.
func WriteClosing(w io.Writer, all []Closing, o Options) error {
	if len(all) < 2 {
		return nil
	}
	screen := o.Screen()
	var counts []string
	var rows []Closing
	for _, listed := range verdicts {
		same := slices.DeleteFunc(slices.Clone(all), func(c Closing) bool { return c.Verdict != listed.verdict })
		rows = append(rows, same...)
		if len(same) > 0 {
			counts = append(counts, screen.Paint(fmt.Sprintf("%d %s", len(same), listed.verdict), listed.tone))
		}
	}
	more := max(len(rows)-maxClosing, 0)
	rows = rows[:len(rows)-more]
	names := make([]string, len(rows))
	wide := 0 // the widest verdict
	for i, c := range rows {
		names[i], wide = LineStart(c.Name), max(wide, len(c.Verdict))
	}
	const numbers = len("  " + "  macro F1 0.000" + "  micro F1 0.000" + "  ")
	room := 2 * nameWidth
	if o.Width > 0 {
		room = max(min(room, o.Width-numbers-len("100 cases")-wide-2), 20)
	}
	names = words.FitAll(names, room)
	room = 0
	for _, name := range names {
		room = max(room, words.Width(name))
	}
	room = o.Width - numbers - wide - 2 - room // for the cases
	t := view.Table{Indent: 2, Untitled: true}
	for i, c := range rows {
		text := describeCases(c.Cases)
		switch {
		case o.Width <= 0:
		case room >= len("10 cases"):
			text = words.Clip(text, room)
		default:
			text = ""
		}
		cells := view.Cells(string(c.Verdict), names[i], "macro F1 "+c.Macro.String(), "micro F1 "+c.Micro.String(), text)
		cells[0].Text[0].Tone = VerdictTone(c.Verdict)
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	p := view.Page{}
	p.Line("%d data sets: %s", len(all), strings.Join(counts, ", "))
	p.Add(t)
	if more > 0 {
		p.Line("  and %d more", more)
	}
	return p.Write(w, screen)
}
