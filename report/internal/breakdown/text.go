package breakdown

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Findings are the results over the cases of one data set.
type Findings struct {
	// Patterns are as [SortedPatterns] returns them.
	Patterns []Pattern
	Slices   Slices
	Mistakes []Mistake
	// Unlisted is as [Mistakes.Unlisted] returns it.
	Unlisted     string
	Calibrations []Calibration
}

const (
	textSlices       = 5
	textMistakes     = 10
	textCalibrations = 30
	valueWidth       = 24 // cells
	idWidth          = 32
)

// WriteText prints the 15 patterns with the most mistakes, the 5 worst slices, the 10 most frequent kinds of mistakes,
// and the calibrations, as tables for people. A kind of mistake has an example, and the number of different pairs of
// values. The calibrations are those of all fields together and of the first 29 fields. WriteText says how many rows it
// leaves out, and omits an empty table. No line can be mistaken for one that go test prints.
func (f Findings) WriteText(w io.Writer, s view.Screen) error {
	var p page
	p.patterns(f.Patterns)
	p.slices(&f.Slices)
	p.mistakes(&f)
	p.calibrations(f.Calibrations)
	if _, err := io.WriteString(w, p.Text(s)); err != nil {
		return fmt.Errorf("breakdown: printing the findings: %w", err)
	}
	return nil
}

type page struct{ view.Page }

func (p *page) slices(s *Slices) {
	if len(s.Slices) > 0 || s.Small > 0 {
		p.Line("")
	}
	if len(s.Slices) > 0 {
		t := s.Table(textSlices)
		p.Add(t.Pick(append([]string{"slice=worst slices", "cases", "micro F1", "interval", "pass rate=pass"}, UsageColumns(t)...)...))
		if more := len(s.Slices) - textSlices; more > 0 {
			p.Line("… and %d better ones", more)
		}
		if s.Approximate(textSlices) {
			p.Line("%s", terminal.ApproximateNote)
		}
		if s.AnyBelow(textSlices) {
			p.Line("%s", BelowNote)
		}
	}
	if s.Small > 0 {
		p.Line("slices with fewer than %d cases, not listed: %d", s.MinCases, s.Small)
	}
	if s.Uncounted > 0 {
		p.Line("the tags have more values than are counted apart")
	}
}

// Table returns the table of the first slices. Columns: slice, cases, micro F1, interval, pass rate, and the [UsageColumns].
// A slice that is below all cases is marked by the remark.
func (s *Slices) Table(first int) view.Table {
	columns, took := s.Usage(first)
	t := view.TableOf([][]string{append([]string{"slice", "cases", "micro F1", "interval", "pass rate"}, columns...)}).Spared(columns, []string{"pass rate"})
	for i, slice := range s.Slices[:min(len(s.Slices), first)] {
		row := view.Row{Cells: append([]view.Cell{view.Name(slice.Name())},
			view.Cells(append([]string{strconv.Itoa(slice.Cases), slice.F1.Value.String(), slice.F1.Interval(), terminal.Percent(slice.PassRate.Value)}, took[i]...)...)...)}
		if slice.Below {
			row.Remark, row.Tone = "below all cases", view.Bad
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// UsageColumns returns the names of the columns of a table of slices that are about the usage of their cases.
func UsageColumns(t view.Table) (names []string) {
	for _, c := range t.Columns[5:] {
		names = append(names, c.Name)
	}
	return names
}

func (p *page) mistakes(f *Findings) {
	all := f.Mistakes
	if len(all) == 0 {
		return
	}
	t := MistakesTable(all, textMistakes)
	t.AddColumn(view.Column{Name: "example", Spare: 1}, func(i int) view.Cell {
		prefix, e, suffix := all[i].Shown()
		if e == nil {
			return view.Cell{}
		}
		shown := words.Values(valueWidth, string(e.Got), string(e.Want))
		return view.Cells(prefix + "got " + cmp.Or(shown[0], "nothing") + ", want " + cmp.Or(shown[1], "nothing") + suffix)[0]
	})
	t.AddColumn(view.Column{Name: "in case", Spare: 2}, func(i int) view.Cell {
		if _, e, _ := all[i].Shown(); e != nil {
			return view.Cells(words.Fit(terminal.Visible(e.Case), idWidth))[0]
		} else if len(all[i].Examples) > 0 {
			return view.Cells(words.Fit(terminal.Visible(all[i].Examples[0].Case), idWidth))[0]
		}
		return view.Cell{}
	})
	p.Line("")
	p.Add(t.Pick("field=mistakes", "kind", "example", "in case", "count", "origin"))
	if more := len(all) - textMistakes; more > 0 {
		p.Line("… and %d less frequent kinds", more)
	}
	if f.Unlisted != "" {
		p.Line("%s", f.Unlisted)
	}
}

// MistakesTable returns the table of the first kinds of mistakes. Columns: field, kind, count and, if any is known, origin.
func MistakesTable(all []Mistake, first int) view.Table {
	t := view.Table{Columns: []view.Column{{Name: "field"}, {Name: "kind"}, {Name: "count", Number: true}}}
	for _, m := range all[:min(len(all), first)] {
		t.Rows = append(t.Rows, view.Row{Cells: []view.Cell{view.Name(m.Attribute), {Text: view.Text{KindOf(m.Class)}}, view.Cells(strconv.Itoa(m.Count))[0]}})
	}
	if HasOrigins(all) {
		t.AddColumn(view.Column{Name: "origin", Spare: 3}, func(i int) view.Cell { return view.Cells(all[i].OriginText())[0] })
	}
	return t
}

// MistakesNote says how many kinds of mistakes come after the shown ones, and how many mistakes have no kind.
func (f *Findings) MistakesNote(shown int) string {
	var notes []string
	if more := len(f.Mistakes) - shown; more > 0 {
		notes = append(notes, fmt.Sprintf("%d less frequent ones not shown.", more))
	}
	if f.Unlisted != "" {
		notes = append(notes, f.Unlisted)
	}
	return strings.Join(notes, " ")
}

// Shown returns the values that a row of the mistake shows: the most frequent pair, else the first example. prefix and
// suffix are the words around them, which say what the count is a count of: "3 pairs, most often " and ": 2". e is nil
// if there is no example, or if its values are not recorded.
func (m *Mistake) Shown() (prefix string, e *Example, suffix string) {
	if len(m.Examples) == 0 {
		return "", nil, ""
	}
	e = &m.Examples[0]
	switch {
	case m.Pairs > maxPairs:
		prefix = fmt.Sprintf("over %d pairs, such as ", maxPairs)
	case m.Pairs > 1 && m.LargestCount > 1:
		e, prefix, suffix = &m.Largest, fmt.Sprintf("%d pairs, most often ", m.Pairs), fmt.Sprintf(": %d", m.LargestCount)
	case m.Pairs > 1:
		prefix = fmt.Sprintf("%d pairs, such as ", m.Pairs)
	}
	if len(e.Got)+len(e.Want) == 0 {
		return "", nil, ""
	}
	return prefix, e, suffix
}

// KindOf returns the words for a class. A record of another version may have a class that we do not know.
func KindOf(c source.Class) view.Span {
	return view.Span{Text: c.String(), Code: !slices.Contains(source.Classes(), c)}
}

func (p *page) calibrations(all []Calibration) {
	if len(all) == 0 {
		return
	}
	t, levels := CalibrationTable(all, textCalibrations)
	p.Line("")
	p.Add(t.Pick(append([]string{"field=confidence", "documents", "values", "right"}, CalibrationTitles...)...))
	p.Line("too sure by: %s", CalibrationNote(all[:len(t.Rows)]))
	p.Line("")
	columns := []string{"field=needs no review"}
	for _, level := range levels {
		columns = append(columns, "no review: "+level+"=for "+level)
	}
	p.Add(t.Pick(columns...))
	if more := len(all) - textCalibrations; more > 0 {
		p.Line("… and %d more fields", more)
	}
	p.Line("for 99%% right: the share of values that needs no review, and from which confidence")
	p.Line("%s", AssuredNote)
	if leftOut := all[0].LeftOut; leftOut > 0 { // of all together
		p.Line("not in it: %s beyond the bound", words.Plural(leftOut, "value"))
	}
}

// CalibrationTable returns the table of the first calibrations. Columns: field, documents, values, right, the
// [CalibrationTitles], and "no review: " before each of the returned levels, such as "99% right".
func CalibrationTable(all []Calibration, first int) (t view.Table, levels []string) {
	titles := append([]string{"field", "documents", "values", "right"}, CalibrationTitles...)
	for _, s := range all[0].StraightThrough {
		levels = append(levels, terminal.Percent(report.RatioOf(s.Accuracy, true))+" right")
		titles = append(titles, "no review: "+levels[len(levels)-1])
	}
	t = view.TableOf([][]string{titles}).Spared([]string{"Brier", "no review: 98% right"}, []string{"AUROC", "no review: 95% right"},
		[]string{"documents"}, []string{"values"}, []string{"ECE"}, []string{"too sure by"})
	for i := range all[:min(len(all), first)] {
		c := &all[i]
		row := []view.Cell{{Text: view.Plain("all fields")}}
		if c.Attribute != "" {
			row[0] = view.Name(c.Attribute)
		}
		row = append(row, view.Cells(append([]string{strconv.Itoa(c.Documents), strconv.Itoa(c.Predictions), terminal.Percent(c.Accuracy())}, c.Cells()...)...)...)
		for _, s := range c.StraightThrough {
			row = append(row, view.Cells(s.String())...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: row})
	}
	return t, levels
}

// AssuredNote says how sure a [StraightThrough] is. Reports print it wherever they print one.
const AssuredNote = "as many are right in other documents like these, at a level of 95% each; values of one document count as one"

// String says which share of the values may be accepted without review, and from which confidence: "61% from 0.970". It
// is "not assured" if no confidence gives the accuracy beyond chance, "needs 59 documents" if there are fewer, and
// "needs 59 documents, effectively 12" if a few documents have most of the values.
func (s StraightThrough) String() string {
	switch {
	case s.Needed > 0 && s.Effective > 0:
		return fmt.Sprintf("needs %d documents, effectively %.0f", s.Needed, s.Effective)
	case s.Needed > 0:
		return fmt.Sprintf("needs %d documents", s.Needed)
	case !s.Reached:
		return "not assured"
	}
	return terminal.Percent(report.RatioOf(s.Point.Coverage, true)) + " from " + strconv.FormatFloat(s.Point.Confidence, 'f', 3, 64)
}
