package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Body returns a comparison below its decisions. names are those of the columns as they are shown; table and cases
// return the numbers of a data set, and the cases on which runs disagree, for one surface.
func (r *Report) Body(names []string, table, cases func(*Set) []view.Block) []view.Block {
	blocks := view.Filled(r.Inputs(names))
	for i := range r.Sets {
		s := &r.Sets[i]
		name, heading := view.Code(s.Name()), view.Plain(s.Heading())
		name[0].Tail, heading[0].Quote = ":", s.Why != "" // it may name fields
		blocks = append(append(blocks, view.Heading{Level: 3, Text: name.With(heading...)}), view.Filled(r.Outside(s, names))...)
		if len(s.Compared) > 0 {
			legend := []view.Block{view.Sentence{Text: view.Plain("* better than every other run beyond chance; ~ not told apart from the highest")}}
			if n := len(s.Compared); n > 2 {
				legend = append(legend, view.Sentence{Text: view.Plain(fmt.Sprintf("the marks allow for chance among %d runs: among fewer, smaller differences are told apart", n))})
			}
			blocks = append(append(append(blocks, table(s)...), view.Apart(legend...)...), terminal.Footnotes(s.People() != nil, s.Approximate())...)
		}
		blocks = slices.Concat(blocks, view.Apart(view.Quotes("", r.FrontLines(s))), cases(s), view.Apart(Notes(s.Warnings)))
	}
	return append(blocks, view.Apart(Notes(r.Warnings))...)
}

// Names returns the names of the columns.
func (r *Report) Names() (names []string) {
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	return names
}

// Inputs returns the runs, with their paths and labels. It is empty if columns are the values of labels.
func (r *Report) Inputs(names []string) (list view.List) {
	for i, c := range r.Columns {
		if len(r.By) > 0 {
			break
		}
		item := view.Text{{Text: names[i], Code: true, Tail: ":"}, {Text: c.Source, Code: true}}
		if labels := words.Labels(c.Labels); c.Unreadable != "" {
			item[1].Tail = ","
			item = item.With(view.Span{Text: "not evaluable", Tone: view.Warning, Tail: ":"}, view.Span{Text: c.Unreadable, Quote: true})
		} else if labels != "" {
			item[1].Tail = ","
			item = item.With(view.Span{Text: labels, Code: true})
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// Outside lists the runs that are not compared in a data set, or whose labels changed.
func (r *Report) Outside(s *Set, names []string) view.List {
	list := view.List{Class: "problems"}
	for i, run := range s.Runs {
		item := view.Code(names[i])
		switch {
		case r.Columns[i].Unreadable != "":
			continue
		case !run.Here:
			item = item.With(view.Span{Text: "does not have it"})
		case run.NotEvaluable != "":
			item = item.With(view.Span{Text: "is not evaluable and not compared:"}, view.Span{Text: run.NotEvaluable, Quote: true})
		case run.Relabelled != nil:
			item[0].Tail = ":"
			item = item.With(view.Quote(run.Relabelled.Text())...)
		default:
			continue
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// Notes returns warnings as a list.
func Notes(warnings []string) view.List {
	list := view.Quotes("warnings", warnings)
	list.Mark = "note:"
	return list
}

// Disputed returns the table of the cases on which runs disagree: case, disagreement, and a column for each compared
// run. mistake returns what is said of a field in which a run is wrong.
func (s *Set) Disputed(names []string, mistake func(f *CaseField, run int) view.Text) view.Table {
	t := view.Table{Class: "sortable disputed", Columns: []view.Column{{Name: "case"}, {Name: "disagreement"}}}
	for _, i := range s.Compared {
		t.Columns = append(t.Columns, view.Column{Name: names[i], Code: true})
	}
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		row := []view.Cell{view.Name(c.ID), view.Count(float64(c.Disagreement))}
		for _, i := range s.Compared {
			text := view.Plain(c.Answers[i].Text())
			if a := c.Answers[i]; a.Failed > 0 && a.Error != "" {
				text[0].Tail = ":"
				text = text.With(view.Quote(a.Error)...)
			}
			for n := range c.Fields {
				if c.Fields[n].Marks[i] == Mistaken {
					text = text.With(mistake(&c.Fields[n], i)...)
				}
			}
			row = append(row, view.Cell{Text: text})
		}
		t.Rows = append(t.Rows, view.Row{Cells: row})
	}
	return t
}

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
