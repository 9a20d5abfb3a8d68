package breakdown

import (
	"cmp"
	"fmt"
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

const exampleCharacters = 60 // of one value

// PatternList returns the first patterns as a list. links returns the addresses of the cases of a pattern and of its first
// case.
func PatternList(all []Pattern, links func(*Pattern) (cases, first string)) view.List {
	l := view.List{Class: "preflight"}
	for i := range all[:min(len(all), ShownPatterns)] {
		p := &all[i]
		item := view.Quote(p.Text)
		cases, first := links(p)
		item[0].Link = cases
		if p.Case != "" {
			item[0].Tail = ","
			item = item.With(view.Span{Text: "first in"}, view.Span{Text: p.Case, Code: true, Link: first})
		}
		l.Items = append(l.Items, item)
	}
	return l.And(len(all) - len(l.Items))
}

// Table returns the table of the first slices. Columns: slice, cases, micro F1, interval, pass rate, pass interval, and those of the usage.
// A slice that is below all cases is marked by the remark.
func (s *Slices) Table(first int) view.Table {
	columns, took := s.Usage(first)
	t := view.TableOf([][]string{append([]string{"slice", "cases", "micro F1", "interval", "pass rate", "pass interval"}, columns...)}).Spared(append(columns, "pass interval"), []string{"pass rate"})
	t.Class, t.Columns[5].Title, t.Columns[5].Optional = "sortable", "interval", true
	for i, slice := range s.Slices[:min(len(s.Slices), first)] {
		row := view.Row{Cells: append([]view.Cell{view.Name(slice.Name())}, view.Cells(strconv.Itoa(slice.Cases), slice.F1.Value.String())...)}
		row.Cells = append(append(row.Cells, terminal.Interval(slice.F1)), view.Cells(append([]string{terminal.Percent(slice.PassRate.Value), passInterval(slice.PassRate)}, took[i]...)...)...)
		if slice.Below {
			row.Remark, row.Tone = "below all cases", view.Bad
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func passInterval(rate report.Estimate) string {
	if !rate.Low.Defined {
		return ""
	}
	return terminal.Percent(rate.Low) + "–" + terminal.Percent(rate.High)
}

// MistakesTable returns the table of the first kinds of mistakes. Columns: field, kind, count, origin (if any is known),
// example, and in case. cells is the greatest width of a value on a terminal. For 0, values may be longer, and their
// difference is marked.
func MistakesTable(all []Mistake, first, cells int) view.Table {
	t := view.Table{Class: "sortable", Columns: []view.Column{{Name: "field"}, {Name: "kind"}, {Name: "count", Number: true}}}
	for _, m := range all[:min(len(all), first)] {
		t.Rows = append(t.Rows, view.Row{Cells: []view.Cell{view.Name(m.Attribute), {Text: view.Text{KindOf(m.Class)}}, view.Cells(strconv.Itoa(m.Count))[0]}})
	}
	if HasOrigins(all) {
		legend := source.Legend(func(o source.Origin) bool {
			return slices.ContainsFunc(all, func(m Mistake) bool {
				return slices.ContainsFunc(m.Origins, func(c OriginCount) bool { return c.Origin == o })
			})
		})
		t.AddColumn(view.Column{Name: "origin", Spare: 3, Unsorted: true, Tip: legend}, func(i int) view.Cell { return view.Cells(all[i].OriginText())[0] })
	}
	t.AddColumn(view.Column{Name: "example", Spare: 1, Optional: true, Unsorted: true, Class: "example"}, func(i int) view.Cell { return view.Cell{Text: all[i].example(cells)} })
	t.AddColumn(view.Column{Name: "in case", Spare: 2, Optional: true, Unsorted: true, Class: "ids"}, func(i int) view.Cell {
		if _, e, _ := all[i].Shown(); e != nil {
			return view.Name(e.Case)
		} else if len(all[i].Examples) > 0 {
			return view.Name(all[i].Examples[0].Case)
		}
		return view.Cell{}
	})
	return t
}

// example returns the values that a row of the mistake shows: "3 pairs, most often 1 for 2: 2".
func (m *Mistake) example(cells int) view.Text {
	prefix, e, suffix := m.Shown()
	if e == nil {
		return nil
	}
	shown := terminal.ShowValues(exampleCharacters, e.Got, e.Want)
	got, want := shown[0].Span(false), shown[1].Span(false)
	if cells > 0 {
		texts := words.Values(cells, string(e.Got), string(e.Want))
		got, want = view.Span{Text: cmp.Or(texts[0], terminal.NoValue(false))}, view.Span{Text: cmp.Or(texts[1], terminal.NoValue(false))}
	} else if m.Class != source.Missing && m.Class != source.CutOff && m.Class != source.Hallucinated && m.Class != source.Invented {
		got, want = terminal.Difference(shown[0], shown[1], false, false)
	}
	want.Tail = suffix
	if want.Segments != nil {
		want.Tone = "want"
	}
	return view.Text{{Text: strings.TrimSuffix(prefix, " "), Tone: view.Dim}, got, {Text: "for", Tone: view.Dim}, want}
}

// Notes returns the notes below a table of the first slices: which slices it leaves out, which of its intervals are
// approximate, and that chance alone makes some slices look bad.
func (s *Slices) Notes(shown int) []view.Block {
	notes := make([]string, 6)
	if more := len(s.Slices) - shown; more > 0 {
		notes[0] = words.Plural(more, "slice") + " with better F1 not shown."
	}
	if s.Small > 0 {
		notes[1] = fmt.Sprintf("%s with fewer than %d cases not listed.", words.Plural(s.Small, "slice"), s.MinCases)
	}
	if s.Uncounted > 0 {
		notes[2] = "The tags have more values than are counted apart."
	}
	if s.Approximate(shown) {
		notes[3] = terminal.ApproximateNote + "."
	}
	if s.AnyBelow(shown) {
		notes[4] = belowNote
	}
	if shown > 1 {
		notes[5] = "Of twenty slices that are like all others, one lies outside of its interval by chance."
	}
	return view.Notes(notes...)
}

// MistakesNotes say how many kinds of mistakes come after the shown ones, and how many mistakes have no kind.
func (f *Findings) MistakesNotes(shown int) []view.Block {
	more := ""
	if n := len(f.Mistakes) - shown; n > 0 {
		more = fmt.Sprintf("%d less frequent ones not shown.", n)
	}
	return view.Notes(more, f.Unlisted)
}

// CalibrationNotes returns the notes below a table of the first calibrations.
func CalibrationNotes(all []Calibration, shown int) []view.Block {
	if len(all) == 0 {
		return nil
	}
	more, leftOut := "", ""
	if n := len(all) - shown; n > 0 {
		more = fmt.Sprintf("and %d more fields.", n)
	}
	if n := all[0].LeftOut; n > 0 { // the first row counts all fields
		leftOut = fmt.Sprintf("Left out: %s beyond the bound.", words.Plural(n, "value"))
	}
	return view.Notes(more, "Too sure by: "+CalibrationNote(all[:shown])+".",
		"“No review: 99% right” is the share of values that needs no review, and from which confidence: "+AssuredNote+".", leftOut)
}

// Shown returns the values that a row of the mistake shows: the most frequent pair, else the first example. prefix and
// suffix are the words around them, which say what is counted: "3 pairs, most often " and ": 2". e is nil if there is
// no example, or if its values are not recorded.
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

// CalibrationTable returns the table of the first calibrations. Columns: field, documents, values, right, the
// [CalibrationTitles], and "no review: " before each level, such as "99% right". On a terminal it goes on below.
func CalibrationTable(all []Calibration, first int) view.Table {
	titles := append([]string{"field", "documents", "values", "right"}, CalibrationTitles...)
	for _, s := range all[0].StraightThrough {
		titles = append(titles, "no review: "+terminal.Percent(report.RatioOf(s.Accuracy, true))+" right")
	}
	t := view.TableOf([][]string{titles}).Spared([]string{"Brier", "no review: 98% right"}, []string{"AUROC", "no review: 95% right"},
		[]string{"documents"}, []string{"values"}, []string{"ECE"}, []string{"too sure by"})
	t.Class, t.Split = "sortable", 130
	for i := range t.Columns[4:] {
		c := &t.Columns[4+i]
		c.Unsorted = true
		if strings.HasPrefix(c.Name, "no review") {
			c.Class = "wraps"
		}
	}
	for i := range all[:min(len(all), first)] {
		c := &all[i]
		row := []view.Cell{{Text: view.Plain("all fields")}}
		if c.Attribute != "" {
			row[0] = view.Name(c.Attribute)
		}
		row = append(row, view.Cells(strconv.Itoa(c.Documents), strconv.Itoa(c.Predictions), terminal.Percent(c.Accuracy()))...)
		for _, text := range c.Cells() {
			number, interval, found := strings.Cut(text, " (")
			cell := view.Cell{Text: view.Plain(number), Class: "wraps"}
			if found { // a line may break between the two
				cell.Text = cell.With(view.Span{Text: "(" + interval, Tone: view.Whole})
			}
			row = append(row, cell)
		}
		for _, s := range c.StraightThrough {
			row = append(row, view.Cells(s.String())...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: row})
	}
	return t
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

// Pattern is what many mistakes have in common, in one line.
type Pattern struct {
	Kind PatternKind `json:"kind"`
	// Text is the line without its case, "rows of lines>=40: 9 of 60 documents, F1 0.38, the rest 0.99". It has
	// excerpts of names and values, see [terminal.Excerpt].
	Text string `json:"text"`
	// Mistakes is how many mistakes the pattern covers.
	Mistakes int `json:"mistakes"`
	// Case is the first case to look at, by its id.
	Case string `json:"case,omitzero"`
	// Slice, Attribute and Class select the cases of the pattern, as far as a filter can: the cases in Slice, "lang=de"
	// or "rows of lines>=40" as package dataset reads it, with mistakes of Class in Attribute. Each may be "".
	Slice     string       `json:"slice,omitzero"`
	Attribute string       `json:"attribute,omitzero"`
	Class     source.Class `json:"class,omitzero"`
}

// PatternKind is the kind of a [Pattern].
type PatternKind string

// PatternSlice is a slice of the documents that is worse than the rest.
const PatternSlice PatternKind = "slice"

// ShownPatterns is how many patterns a report shows.
const ShownPatterns = 15

// SortedPatterns returns all patterns, those with the most mistakes first; equal ones by text.
func SortedPatterns(all ...[]Pattern) []Pattern {
	return slices.SortedFunc(slices.Values(slices.Concat(all...)), func(a, b Pattern) int {
		return cmp.Or(cmp.Compare(b.Mistakes, a.Mistakes), cmp.Compare(a.Text, b.Text))
	})
}
