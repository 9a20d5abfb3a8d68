package compare

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// UsageRow is one number of the spending of cases, as texts, one for each column.
type UsageRow struct {
	Name  string
	Cells []string
	// Values are the numbers, undefined if a run has none.
	Values   []report.Ratio
	Quantity usage.Quantity
}

// UsageRows returns the spending of cases, without the numbers that all runs lack.
func (s *Set) UsageRows() (rows []UsageRow) {
	for _, m := range usage.Metrics() {
		row := UsageRow{Name: m.Name, Quantity: m.Quantity, Cells: make([]string, len(s.Runs)), Values: make([]report.Ratio, len(s.Runs))}
		any := false
		for _, i := range s.Compared {
			run := &s.Runs[i]
			row.Values[i], row.Cells[i] = report.RatioOf(m.Of(run.Spending)), cmp.Or(m.Text(run.Spending), "-")
			old := run.Untimed()
			switch found := row.Values[i].Defined; {
			case found:
				any = true
				if m.Quantity == usage.Latency && old != "" {
					row.Cells[i] += " (" + old + ")"
				}
			case m.Quantity != usage.Latency:
			case run.Replayed > 0:
				row.Cells[i] = "replayed"
			case run.Taken > 0:
				row.Cells[i] = "taken"
			}
		}
		if any {
			rows = append(rows, row)
		}
	}
	return rows
}

// Untimed says how many answers have no latency of this run: "2 replayed, 3 taken".
func (r *Run) Untimed() string {
	var parts []string
	if r.Replayed > 0 {
		parts = append(parts, fmt.Sprintf("%d replayed", r.Replayed))
	}
	if r.Taken > 0 {
		parts = append(parts, fmt.Sprintf("%d taken", r.Taken))
	}
	return strings.Join(parts, ", ")
}

// FrontLines says which runs are on the front, and which are dominated by which others. It returns no lines if the cost
// of fewer than two runs is known.
func (r *Report) FrontLines(s *Set) (lines []string) {
	if s.Cost == "" {
		return nil
	}
	var front, unknown []string
	for _, i := range s.Compared {
		run, name := &s.Runs[i], r.Columns[i].Name
		switch {
		case run.OnFront:
			front = append(front, name)
		case len(run.DominatedBy) > 0:
			var labels []string
			for _, j := range run.DominatedBy {
				labels = append(labels, r.Columns[j].Name)
			}
			lines = append(lines, fmt.Sprintf("%s is dominated by %s: no cheaper, and no better in macro F1", name, strings.Join(labels, ", ")))
		default:
			unknown = append(unknown, name)
		}
	}
	lines = append([]string{fmt.Sprintf("macro F1 against %s per case: on the front %s", s.Cost, strings.Join(front, ", "))}, lines...)
	if len(unknown) > 0 {
		lines = append(lines, "not placed, as its cost is not known: "+strings.Join(unknown, ", "))
	}
	return lines
}

// Text says how a case ended in one run: "pass", "fail", "error", "2 of 3 pass", or "-" if the run was not compared.
func (a Answer) Text() string {
	switch {
	case !a.Compared || a.Trials == 0:
		return "-"
	case a.Trials > 1 && a.Passed > 0 && a.Passed < a.Trials:
		return fmt.Sprintf("%d of %s pass", a.Passed, words.Plural(a.Trials, "trial"))
	case a.Passed == a.Trials:
		return "pass"
	case a.Failed == a.Trials:
		return "error"
	}
	return "fail"
}

// Wrong returns those of the Fields in which a run has a mistake.
func (c *Case) Wrong(column int) (fields []string) {
	for _, f := range c.Fields {
		if f.Marks[column] == Mistaken {
			fields = append(fields, f.Field)
		}
	}
	return fields
}

// People returns how far people agree on each of the Rows, "" if that is unknown. It returns nil if it is unknown for
// all rows.
func (s *Set) People() []string {
	cells, any := make([]string, len(s.Rows)), false
	for k := range s.Rows {
		if people := s.Rows[k].People.Value; people.Defined {
			cells[k], any = people.String(), true
		}
	}
	if !any {
		return nil
	}
	return cells
}

// Table returns the numbers of the data set: a column for each compared run, by the names of all runs, and one for people
// if that is known for any row; the rows of the numbers, and then of the spending of cases. The cell of a number is its
// value, its mark and its interval; the best of a row is strong.
func (s *Set) Table(title string, names []string) view.Table {
	t := view.Table{Columns: []view.Column{{Name: title}}}
	for _, i := range s.Compared {
		t.Columns = append(t.Columns, view.Column{Name: names[i], Code: true})
	}
	for k := range s.Rows {
		row := &s.Rows[k]
		cells := []view.Cell{terminal.FieldName(report.Attribute{Attribute: row.Name, Items: row.Items})}
		for _, i := range s.Compared {
			e := row.Values[i]
			text := view.Text{{Text: row.Text(i)}, {Text: row.Mark(i), Tone: view.Mark}, {Text: e.Interval(), Tone: view.Range}}
			if row.Best && row.Top == i {
				text[0].Tone = view.Strong
			}
			cells = append(cells, view.Cell{Text: text, Sort: sortKey(e.Value)})
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	for _, row := range s.UsageRows() {
		cells := view.Cells(row.Name)
		for _, i := range s.Compared {
			cells = append(cells, view.Cell{Text: view.Plain(row.Cells[i]), Sort: sortKey(row.Values[i])})
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	if people := s.People(); people != nil {
		people = append(people, make([]string, len(t.Rows)-len(people))...)
		t.AddColumn(view.Column{Name: "people"}, func(i int) view.Cell { return view.Cells(people[i])[0] })
	}
	return t
}

// sortKey returns the key by which a column is sorted.
func sortKey(v report.Ratio) string {
	if !v.Defined {
		return ""
	}
	return strconv.FormatFloat(v.Value, 'g', -1, 64)
}
