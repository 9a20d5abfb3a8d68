package compare

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

const (
	defaultWidth = 100 // cells
	leastWidth   = 60
	narrow       = 80 // below it names are shorter
	nameWidth    = 28 // cells for the name of a field
	columnWidth  = 20 // for the name of a run
	idWidth      = 64 // for the id of a case
	valueWidth   = 32 // for a value
)

// WriteText prints a report for people: first its [Report.Decisions], then the runs with their labels, and then for
// each data set
//
//   - a table with a column for each run and a row for each number with its interval, "*" after the highest run if it
//     is better than every other beyond chance, else "~" after the runs that are not told apart from the highest;
//   - the spending of cases, and the dominated runs;
//   - the cases on which runs disagree, and the warnings.
//
// A line of a table has up to Width cells, by default 100 and at least 60;
// runs that do not fit are printed in further tables below. If Width is given, other lines are broken.
//
// No line can be mistaken for one that go test prints.
func WriteText(w io.Writer, r Report, screen view.Screen) error {
	p := &textPage{r: &r, width: max(cmp.Or(screen.Width, defaultWidth), leastWidth)}
	for _, c := range r.Columns {
		p.names = append(p.names, terminal.LineStart(c.Name))
	}
	p.names = words.FitAll(p.names, columnWidth) // short, and different
	for _, line := range r.Decisions(func(i int) string { return p.names[i] }, words.Visible) {
		p.Add(view.Sentence{Text: view.Plain(words.Visible(line)), Tone: view.Strong})
	}
	subject := "runs"
	if len(r.By) > 0 {
		subject = words.Visible("values of " + strings.Join(r.By, ", "))
	}
	p.Lines(fmt.Sprintf("%d %s", len(r.Columns), subject))
	p.Add(r.Body(p.names, p.table, p.disagreements)...)
	return p.Write(w, screen)
}

type textPage struct {
	view.Page
	r     *Report
	width int
	names []string // of columns, as they are shown
}

// Name returns the name of the data set for people.
func (s *Set) Name() string {
	return terminal.LineStart(s.Dataset)
}

// Heading returns the number of compared cases and runs: "60 cases in 3 runs".
func (s *Set) Heading() string {
	if s.Why != "" {
		return "not compared: " + s.Why
	}
	return fmt.Sprintf("%s in %s", words.Plural(s.Cases, "case"), words.Plural(len(s.Compared), "run"))
}

// table returns the rows, with as many runs side by side as there is room for.
func (p *textPage) table(s *Set) (parts []view.Block) {
	level := strconv.FormatFloat(100*p.r.Level, 'f', -1, 64) + "%"
	names := append([]string{"F1, " + level + " interval"}, p.rowNames(s)...)
	usage := s.UsageRows()
	for _, row := range usage {
		names = append(names, row.Name)
	}
	left := 0
	for _, name := range names {
		left = max(left, words.Width(name))
	}
	t := s.Table(names[0], p.names)
	widths := make([]int, len(t.Columns))
	for n, row := range t.Rows {
		row.Cells[0].Text = view.Plain(names[1+n])
		for k := range row.Cells[1:] {
			cell := &row.Cells[1+k]
			if len(cell.Text) == 3 { // a value, its mark and its interval
				text := strings.TrimRight(fmt.Sprintf("%s%-1s %s", cell.Text[0].Text, cell.Text[1].Text, cell.Text[2].Text), " ")
				cell.Text = view.Text{{Text: text, Tone: cell.Text[0].Tone}}
			}
			widths[1+k] = max(widths[1+k], words.Width(t.Columns[1+k].Name), words.Width(cell.String()))
		}
	}
	for start := 1; start < len(widths); {
		end, used := start, left
		for end < len(widths) && (end == start || used+2+widths[end] <= p.width) {
			used += 2 + widths[end]
			end++
		}
		part := view.Table{Columns: slices.Concat(t.Columns[:1], t.Columns[start:end])}
		for n, row := range t.Rows {
			// After the averages, before the measures and before the spending of cases.
			if n == 3 && len(s.Rows) > 3 || n == len(s.Rows) || n > 3 && n < len(s.Rows) && !s.Rows[n].Hypothesis() && s.Rows[n-1].Hypothesis() {
				part.Rows = append(part.Rows, view.Row{})
			}
			part.Rows = append(part.Rows, view.Row{Cells: slices.Concat(row.Cells[:1], row.Cells[start:end])})
		}
		parts = append(parts, view.Apart(part)...)
		start = end
	}
	return parts
}

// rowNames returns the names of all rows, shortened so that they differ.
func (p *textPage) rowNames(s *Set) (names []string) {
	width := nameWidth
	if p.width < narrow {
		width = 20
	}
	for k := range s.Rows {
		name := terminal.LineStart(s.Rows[k].Name)
		if s.Rows[k].Items {
			name += " items"
		}
		names = append(names, name)
	}
	return words.FitAll(names, width)
}

// Approximate reports whether an interval is approximate.
func (s *Set) Approximate() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Values, func(c report.Estimate) bool { return c.Approximate })
	})
}

func (p *textPage) disagreements(s *Set) []view.Block {
	if len(s.Disagreements) == 0 {
		return nil
	}
	var list view.Page
	list.Lines(fmt.Sprintf("cases on which the runs disagree: %d", len(s.Disagreements)+s.More))
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		list.Line("  %s%s", words.Clip(terminal.LineStart(c.ID), idWidth), p.failures(s, c))
		var rows [][]string
		for i := range c.Fields {
			rows = append(rows, p.fieldRows(s, &c.Fields[i])...)
		}
		list.Aligned(4, rows)
		if c.MoreFields > 0 {
			list.Line("    … and %s more", words.Plural(c.MoreFields, "field"))
		}
	}
	if s.More > 0 {
		list.Line("  … and %d more", s.More)
	}
	return list.Blocks
}

func (p *textPage) failures(s *Set, c *Case) string {
	var all []string
	for _, i := range s.Compared {
		if a := c.Answers[i]; a.Failed > 0 {
			all = append(all, p.names[i]+" failed: "+words.Clip(words.Visible(cmp.Or(a.Error, "error")), valueWidth))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "  " + strings.Join(all, "; ")
}

func (p *textPage) fieldRows(s *Set, f *CaseField) (rows [][]string) {
	name := words.Fit(terminal.LineStart(f.Field), nameWidth)
	for _, v := range f.Values {
		row := []string{words.Fit(terminal.LineStart(v.Path), nameWidth)}
		var others []string
		for _, i := range s.Compared {
			switch o := v.Got[i].Outcome; {
			case o == 0: // only another run has the leaf
			case o.Hit():
				others = append(others, p.names[i])
			default:
				row = append(row, p.names[i]+" "+words.Clip(words.Visible(GotText(v.Got[i])), valueWidth))
			}
		}
		row = append(row, "want "+words.Clip(words.Visible(v.WantText()), valueWidth))
		if len(others) > 0 {
			row = append(row, "right: "+strings.Join(others, ", "))
		}
		rows = append(rows, []string{row[0], strings.Join(row[1:], ", ")})
	}
	switch {
	case len(f.Values) == 0:
		var wrong []string
		for _, i := range s.Compared {
			if f.Marks[i] == Mistaken {
				wrong = append(wrong, p.names[i])
			}
		}
		rows = append(rows, []string{name, "wrong: " + strings.Join(wrong, ", ")})
	case f.MoreValues > 0:
		rows = append(rows, []string{name, fmt.Sprintf("… and %d more", f.MoreValues)})
	}
	return rows
}

const (
	nothing  = "nothing"
	withheld = "(not kept)"
)

// GotText returns the text of a run's value of a leaf.
func GotText(v diff.Value) string {
	switch v.Outcome {
	case 0, metrics.CorrectAbsence, metrics.Missing:
		return nothing
	}
	return cmp.Or(v.Got, withheld)
}

// WantText returns the truth of a leaf: "nothing" for none, and "(not kept)" if a run found a truth, or should have
// found it, that the record leaves out.
func (v CaseValue) WantText() string {
	if v.Want == "" && slices.ContainsFunc(v.Got, func(got diff.Value) bool {
		return got.Outcome == metrics.Match || got.Outcome == metrics.Wrong || got.Outcome == metrics.Missing
	}) {
		return withheld
	}
	return cmp.Or(v.Want, nothing)
}
