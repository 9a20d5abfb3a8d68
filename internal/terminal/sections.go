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

// Sections makes the blocks on a summary that all surfaces have.
type Sections struct {
	Summary report.Summary
	Number  func(name string) report.Number // the number of a name, see [report.Summary.Lookup]
	// Gate is the gate of the data set, and Result its result, nil without one.
	Gate   *report.Gate
	Result *report.GateResult
	Most
	// Title returns the heading of a section. join is the word before the name of the data set.
	Title func(text, join, note string) view.Heading
	// Short returns the name of a field or a class, and Case the id of a case, as the surface shows it.
	Short func(name string) string
	Case  func(id string) view.Span
	// Confusions returns how often each class was taken for each other, and what explains it. If it returns nothing, a table of the
	// classes stands there.
	Confusions func(*report.Classes) []view.Block
}

// Most is how many rows the tables of a data set have, how many fields have a table of classes, and how many flaky cases are
// listed. Value is how many cells a value in an example has; 0 is for a page that marks how two values differ.
type Most struct{ Rows, Classes, Slices, Mistakes, Calibrations, Flaky, Value int }

// Core returns the sections on the classes and the invariants, and Rest those on metrics, usage and stability.
func (s Sections) Core() [][]view.Block { return [][]view.Block{s.classes(), s.invariants()} }

func (s Sections) Rest() [][]view.Block {
	return [][]view.Block{s.metrics(), view.Section(s.named("Usage", ""), Usage(s.Summary.Usage)...), s.stability()}
}

// named returns the heading of a table whose first title says the same.
func (s Sections) named(text, note string) view.Heading {
	h := s.Title(text, "of", note)
	h.Repeated = true
	return h
}

// Interval picks the column of intervals under their level.
func (s Sections) Interval() string { return "interval=" + Level(s.Summary) + " interval" }

// FirstRows returns the rows of a table that are shown, see [RowsOf], and a note on the others.
func (m Most) FirstRows(t view.Table, noun, first string, matters func(i int) bool) (view.Table, view.Sentence) {
	return t.Choose(RowsOf(len(t.Rows), m.Rows, matters)), view.Note(MoreRows(len(t.Rows), m.Rows, noun, first))
}

// RowsOf returns the rows, out of n, that a table of the most rows has. These are all or, if there are more, first those
// that matter, then others.
func RowsOf(n, most int, matters func(i int) bool) []int {
	var rows, others []int
	for i := range n {
		if n <= most || matters(i) {
			rows = append(rows, i)
		} else {
			others = append(others, i)
		}
	}
	rows = append(rows, others...)
	return rows[:min(n, most)]
}

// MoreRows says how many of n rows RowsOf left out, "" for nothing.
func MoreRows(n, most int, noun, first string) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf("%s not shown; those %s come first.", words.Plural(n-most, "more "+noun), first)
}

// missed reports whether the gate found that a limit is not kept.
func (s Sections) missed(l report.Limit) bool {
	if s.Result == nil {
		return false
	}
	for _, c := range s.Result.Checks {
		bound := l.Bound
		if bound == report.BoundValue {
			bound = ""
		}
		if c.Metric == l.Metric && c.Slice == l.Slice && c.Bound == bound && c.Limit == l.Value && c.AtMost == (l.Is == report.AtMost) {
			return !c.Passed
		}
	}
	return false
}

// Averages returns the averages as cards: macro F1, micro F1, accuracy and mean score, with the limits of the gate.
func (s Sections) Averages() view.Table {
	var gate report.Gate
	if s.Gate != nil {
		gate = *s.Gate
	}
	t := view.Table{Cards: true, Untitled: true}
	note := func(text, number string) view.Cell {
		return view.Cell{Text: view.Text{{Text: text}, {Text: number, Tone: view.Whole}}}
	}
	add := func(label, name string, limit float64, notes ...view.Cell) {
		n := s.Number(name)
		value := view.Cell{Text: view.Plain(n.Value.String()), Interval: Interval(n.Estimate).Interval}
		if limit > 0 {
			value.Interval.Limit = view.Ratio{Value: limit, Defined: true}
			if value.Interval.Missed = !n.Value.Reaches(limit); value.Interval.Missed {
				value.Text[0].Tone = view.Missed
			}
		}
		if n.Min.Defined && len(s.Summary.Trials) > 1 {
			notes = append(notes, note("over trials", Between(n.Min, n.Max)))
		}
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{{Text: view.Plain(label)}, value}, notes...)})
	}
	interval := func(name string) view.Cell {
		n := s.Number(name)
		switch text := n.Interval(); {
		case text != "":
			return note(Level(s.Summary)+" interval", text)
		case n.Value.Defined:
			return note("no interval: too few cases", "")
		case n.Support > 0:
			return note("no match", "")
		}
		return note("no value", "")
	}
	micro := []view.Cell{interval("micro F1")}
	for _, measure := range []string{"precision", "recall"} {
		if value := s.Number("micro " + measure).Value; value.Defined {
			micro = append(micro, note(measure, value.String()))
		}
	}
	bounds := func(name string) []view.Cell { // the scores of an empty and of a perfect answer
		n := s.Number(name)
		notes := []view.Cell{note("empty answer", n.Null.String())}
		if n.Attainable.Defined {
			notes = append(notes, note("perfect answer", n.Attainable.String()))
		}
		return notes
	}
	add("macro F1, the mean of fields", "macro F1", gate.MacroF1, interval("macro F1"), note("weighted by support", s.Number("weighted F1").Value.String()))
	add("micro F1, of all values", "micro F1", gate.MicroF1, micro...)
	add("accuracy", "accuracy", gate.Accuracy, bounds("accuracy")...)
	add("mean score", "mean score", gate.MeanScore, bounds("mean score")...)
	return t
}

// Unscored says why there is no field.
func (s Sections) Unscored() view.Sentence {
	if NoTruth(s.Summary) {
		return view.Sentence{Text: view.Plain("No case has a truth: the invariants are all that is known.")}
	}
	return view.Sentence{Text: view.Plain("No field was scored.")}
}

// NoTruth reports whether no case of a data set has a truth.
func NoTruth(s report.Summary) bool {
	c := s.Cases()
	return c.Unlabelled > 0 && c.Labelled() == 0
}

// metrics returns the table of the metrics.
func (s Sections) metrics() []view.Block {
	all := Metrics(s.Summary, s.Gate, s.missed)
	t, more := s.FirstRows(all, "metric", "that miss their limits", func(i int) bool { return all.Rows[i].Tone == view.Bad })
	t = t.Pick("metric", "value", "attainable", s.Interval(), "over trials", "limit=limit of the gate").Unsorted(3, -1)
	t.Class, t.Column("value").Class = "sortable metrics", "main"
	return view.Section(s.named("Metrics", ""), t, more)
}

// stability says how far trials agree; one trial agrees with itself. Fields on which they agree have no row.
func (s Sections) stability() []view.Block {
	stability := s.Summary.Stability
	if stability == nil || stability.Trials < 2 {
		return nil
	}
	cards := view.Table{Cards: true, Untitled: true}
	some, every := fmt.Sprintf("pass@%d", stability.Trials), fmt.Sprintf("pass^%d", stability.Trials)
	for _, card := range [][3]string{
		{"agreement", "agreement", "of two trials, mean of fields"}, {"flip rate", "flipRate", "of values not always the same"},
		{"drift rate", "driftRate", "of answers not always the same"}, {"pass@1", "pass@1", "of trials pass, mean of cases"},
		{some, some, "of cases pass in some trial"}, {every, every, "of cases pass in every trial"},
	} {
		if n := s.Number(card[1]); n.Name != "" {
			cards.Rows = append(cards.Rows, view.Row{Cells: view.Cells(card[0], n.Value.String(), card[2])})
		}
	}
	t := view.TableOf([][]string{{"field", "agreement", "flip rate", "Jaccard"}})
	agreed, flipping := 0, []bool(nil)
	for _, n := range s.Summary.Numbers {
		attribute, ok := strings.CutPrefix(n.Name, "agreement of ")
		if !ok || n.Kind != report.KindStability {
			continue
		}
		switch flips, jaccard := s.Number("flipRate of "+attribute).Value, s.Number("jaccard of "+attribute).Value; {
		case !n.Value.Defined && !flips.Defined:
		case flips.Value <= 0 && (!jaccard.Defined || jaccard.Value >= 1):
			agreed++
		default:
			flipping = append(flipping, flips.Value > 0)
			t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(attribute)}, view.Cells(n.Value.String(), flips.String(), blank(jaccard))...)})
		}
	}
	t, more := s.FirstRows(t, "field", "that flip", func(i int) bool { return flipping[i] })
	left := view.Sentence{}
	if agreed > 0 {
		left = view.Note("Not listed: " + words.Plural(agreed, "field") + " on which trials agree.")
	}
	t = t.Pick("field", "agreement", "flip rate", "Jaccard=Jaccard index?")
	t.Class = "sortable metrics"
	flaky := fmt.Sprintf("Flaky: %d of %s, in some trials a pass and in others not.", stability.FlakyCases, words.Plural(stability.Cases, "case"))
	if stability.FlakyCases == 0 {
		flaky = "No case passes in some trials and not in others."
	}
	heading := s.Title("Stability", "of", fmt.Sprintf("over %d trials of %s", stability.Trials, words.Plural(stability.Cases, "case")))
	return slices.Concat(view.Filled(heading, cards), view.Apart(t, more, left, view.Note(flaky), FlakyList(stability, s.Flaky, s.Case)))
}

// FlakyList returns the first of the cases that pass only in some trials, each as show returns it.
func FlakyList(s *report.Stability, most int, show func(id string) view.Span) view.List {
	l := view.List{Class: "flaky", Mark: " "}
	for _, c := range s.Flaky[:min(len(s.Flaky), most)] {
		l.Items = append(l.Items, view.Text{show(c.ID), {Text: fmt.Sprintf("fails in %d of %d trials", c.Failed, c.Trials), Tone: view.Dim}})
	}
	return l.And(s.FlakyCases - len(l.Items))
}

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
			limits := limitsOn(*gate, report.RuleMetric(i.Name))
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

// invariants returns the table of the invariants. No number above it counts them.
func (s Sections) invariants() []view.Block {
	all := s.Summary.Invariants
	t, more := s.FirstRows(Invariants(s.Summary, s.Gate, s.missed), "invariant", "that are broken", func(i int) bool { return all[i].Broken > 0 || all[i].Errored > 0 })
	t = t.Pick("invariant", "rate", s.Interval(), "over trials", "holds", "broken", "not applicable", "errored?", "limit=limit of the gate").Unsorted(2, -1)
	t.Class, t.Column("rate").Class = "sortable metrics", "main"
	return view.Section(s.named("Invariants", "in no number above"), append([]view.Block{t, more}, Footnotes(false, Approximate(s.Summary) && len(s.Summary.Attributes) == 0)...)...)
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
			for _, limit := range limitsOn(*gate, m.Name) {
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
