package breakdown

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
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
// leaves out, and omits an empty table. It uses the options NameWidth, Width and Colour. It makes text from documents
// visible (see [terminal.Visible]); no line can be mistaken for one that go test prints.
func (f Findings) WriteText(w io.Writer, o terminal.Options) error {
	p := page{o: o}
	p.patterns(f.Patterns)
	p.slices(&f.Slices)
	p.mistakes(&f)
	p.calibrations(f.Calibrations)
	if _, err := io.WriteString(w, p.String()); err != nil {
		return fmt.Errorf("breakdown: printing the findings: %w", err)
	}
	return nil
}

type page struct {
	strings.Builder
	o terminal.Options
}

// table prints an empty line, a table, and the names of the columns for which the page is too narrow.
func (p *page) table(t terminal.Table) {
	p.WriteByte('\n')
	if leftOut := p.o.LeftOut(t.Write(&p.Builder, p.o)); leftOut != "" {
		p.line("%s", leftOut)
	}
}

// line prints a line, broken where it is too wide.
func (p *page) line(format string, args ...any) {
	p.WriteString(terminal.Broken(fmt.Sprintf(format, args...), p.o.Width) + "\n")
}

func (p *page) slices(s *Slices) {
	switch {
	case len(s.Slices) > 0:
		p.worstSlices(s)
		if s.Approximate(textSlices) {
			p.line("%s", terminal.ApproximateNote)
		}
		if s.AnyBelow(textSlices) {
			p.line("%s", BelowNote)
		}
	case s.Small > 0:
		p.WriteByte('\n')
	default:
		return
	}
	if s.Small > 0 {
		p.line("slices with fewer than %d cases, not listed: %d", s.MinCases, s.Small)
	}
	if s.Uncounted > 0 {
		p.line("the tags have more values than are counted apart")
	}
}

func (p *page) worstSlices(s *Slices) {
	columns, took := s.Usage(textSlices)
	rows := [][]string{append([]string{"worst slices", "cases", "micro F1", "interval", "pass"}, columns...)}
	for i, slice := range s.Slices[:min(len(s.Slices), textSlices)] {
		row := append([]string{
			terminal.LineStart(slice.Name()), strconv.Itoa(slice.Cases), slice.F1.Value.String(),
			slice.F1.Interval(), terminal.Percent(slice.PassRate.Value),
		}, took[i]...)
		if slice.Below {
			row = append(row, "below all cases")
		}
		rows = append(rows, row)
	}
	p.table(terminal.Table{Rows: rows, Spare: [][]string{columns, {"pass"}}})
	if more := len(s.Slices) - textSlices; more > 0 {
		p.line("… and %d better ones", more)
	}
}

func (p *page) mistakes(f *Findings) {
	all := f.Mistakes
	if len(all) == 0 {
		return
	}
	rows := [][]string{{"mistakes", "kind", "example", "in case", "count"}}
	origins := HasOrigins(all)
	if origins {
		rows[0] = append(rows[0], "origin")
	}
	for i := range all[:min(len(all), textMistakes)] {
		m := &all[i]
		example, id := "", ""
		if len(m.Examples) > 0 {
			id = m.Examples[0].Case
		}
		if before, e, after := m.Shown(); e != nil {
			shown := words.Values(valueWidth, string(e.Got), string(e.Want))
			id, example = e.Case, before+"got "+cmp.Or(shown[0], "nothing")+", want "+cmp.Or(shown[1], "nothing")+after
		}
		row := []string{terminal.LineStart(m.Attribute), terminal.Visible(m.Class.String()), example, words.Fit(terminal.Visible(id), idWidth), strconv.Itoa(m.Count)}
		if origins {
			row = append(row, m.OriginText())
		}
		rows = append(rows, row)
	}
	p.table(terminal.Table{Rows: rows, Left: []string{"kind", "example", "in case"}, Spare: [][]string{{"example"}, {"in case"}, {"origin"}}})
	if more := len(all) - textMistakes; more > 0 {
		p.line("… and %d less frequent kinds", more)
	}
	if f.Unlisted != "" {
		p.line("%s", f.Unlisted)
	}
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

// Shown returns the values that a row of the mistake shows: the most frequent pair, else the first example. before and
// after are the words around them, which say what the count is a count of: "3 pairs, most often " and ": 2". e is nil
// if there is no example, or if its values are not recorded.
func (m *Mistake) Shown() (before string, e *Example, after string) {
	if len(m.Examples) == 0 {
		return "", nil, ""
	}
	e = &m.Examples[0]
	switch {
	case m.Pairs > maxPairs:
		before = fmt.Sprintf("over %d pairs, such as ", maxPairs)
	case m.Pairs > 1 && m.LargestCount > 1:
		e, before, after = &m.Largest, fmt.Sprintf("%d pairs, most often ", m.Pairs), fmt.Sprintf(": %d", m.LargestCount)
	case m.Pairs > 1:
		before = fmt.Sprintf("%d pairs, such as ", m.Pairs)
	}
	if len(e.Got)+len(e.Want) == 0 {
		return "", nil, ""
	}
	return before, e, after
}

func (p *page) calibrations(all []Calibration) {
	if len(all) == 0 {
		return
	}
	shown := all[:min(len(all), textCalibrations)]
	worth := [][]string{append([]string{"confidence", "documents", "values", "right"}, CalibrationTitles...)}
	assured := [][]string{{"needs no review"}}
	for _, s := range all[0].StraightThrough {
		assured[0] = append(assured[0], "for "+terminal.Percent(report.RatioOf(s.Accuracy, true))+" right")
	}
	for i := range shown {
		c := &shown[i]
		name := "all fields"
		if c.Attribute != "" {
			name = terminal.LineStart(c.Attribute)
		}
		worth = append(worth, append([]string{name, strconv.Itoa(c.Documents), strconv.Itoa(c.Predictions), terminal.Percent(c.Accuracy())}, c.Cells()...))
		row := []string{name}
		for _, s := range c.StraightThrough {
			row = append(row, s.String())
		}
		assured = append(assured, row)
	}
	p.table(terminal.Table{Rows: worth, Spare: [][]string{{"Brier"}, {"AUROC"}, {"documents"}, {"values"}, {"ECE"}, {"too sure by"}}})
	p.line("too sure by: %s", CalibrationNote(shown))
	p.table(terminal.Table{Rows: assured, Spare: [][]string{{"for 98% right"}, {"for 95% right"}}})
	if more := len(all) - textCalibrations; more > 0 {
		p.line("… and %d more fields", more)
	}
	p.line("for 99%% right: the share of values that needs no review, and from which confidence")
	p.line("%s", AssuredNote)
	if leftOut := all[0].LeftOut; leftOut > 0 { // of all together
		p.line("not in it: %s beyond the bound", words.Plural(leftOut, "value"))
	}
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
