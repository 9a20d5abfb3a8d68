package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Surface has the parts of a comparison that a page has, and a text lacks: addresses and pictures. Each may be nil.
type Surface struct {
	// Row returns the address of the documents in which the nth compared run is wrong in a row. Usage returns the address of all
	// its documents, sorted by a quantity. Each returns "" for none.
	Row   func(s *Set, row *Row, n int) string
	Usage func(s *Set, row *UsageRow, n int) string
	// Front returns the chart of macro F1 against the price, and Documents the table of documents and runs.
	Front, Documents func(*Set) []view.Block
	// Width is the width of tables on a terminal, in cells.
	Width int
}

// Body returns a comparison below its decisions. names are those of the columns as they are shown.
func (r *Report) Body(names []string, surface Surface) []view.Block {
	blocks := view.Filled(r.Inputs(names))
	for i := range r.Sets {
		s := &r.Sets[i]
		name, heading := view.Code(s.Name()), view.Plain(s.Heading())
		name[0].Tail, heading[0].Quote = ":", s.Why != "" // it may name fields
		part := view.Part{Heading: view.Heading{Level: 3, Text: name.With(heading...)}, Blocks: view.Filled(r.Outside(s, names))}
		if len(s.Compared) > 0 {
			legend := []view.Block{view.Note("* better than every other run beyond chance; ~ not told apart from the highest")}
			if n := len(s.Compared); n > 2 {
				legend = append(legend, view.Note(fmt.Sprintf("the marks allow for chance among %d runs: among fewer, smaller differences are told apart", n)))
			}
			part.Blocks = slices.Concat(part.Blocks, view.Apart(s.Table(r.Level, names, surface)), view.Apart(legend...), terminal.Footnotes(s.People() != nil, s.Approximate()))
		}
		draw := func(figure func(*Set) []view.Block) {
			if figure != nil {
				part.Blocks = append(part.Blocks, figure(s)...)
			}
		}
		draw(surface.Front)
		part.Blocks = append(part.Blocks, view.Apart(view.Quotes("", r.FrontLines(s)))...)
		draw(surface.Documents)
		part.Blocks = slices.Concat(part.Blocks, s.disputes(names, surface.Documents != nil), view.Apart(Notes(s.Warnings)))
		blocks = append(blocks, part)
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

// Inputs returns the runs, with their paths and labels. If columns are the values of labels, it has only the runs that are not
// compared.
func (r *Report) Inputs(names []string) (list view.List) {
	for _, text := range r.Surplus {
		list.Items = append(list.Items, view.Text{{Text: text, Quote: true, Tone: view.Warning}})
	}
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

// disputes folds the cases on which runs disagree; a page shows them to readers without a script.
func (s *Set) disputes(names []string, open bool) []view.Block {
	if len(s.Disagreements) == 0 {
		return nil
	}
	fold := view.Fold{Class: "disputes", Open: open, Summary: view.Plain(words.Plural(len(s.Disagreements)+s.More, "case") + " on which the runs disagree"), Blocks: []view.Block{s.Disputed(names)}}
	if s.More > 0 {
		fold.Blocks = append(fold.Blocks, view.Note(fmt.Sprintf("… and %s.", words.Plural(s.More, "more case"))))
	}
	return []view.Block{view.Sentence{}, fold}
}

// Disputed returns the table of the cases on which runs disagree. The row of a case names the compared runs in which it
// does not pass. The rows below it say which values are wrong in which run.
func (s *Set) Disputed(names []string) view.Table {
	t := view.Table{Class: "disputed", Untitled: true, Indent: 2, Columns: []view.Column{{Name: "case"}, {Name: "answers"}}}
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		id := view.Code(c.ID)
		if endings := s.endings(c, names); len(endings) > 0 {
			id[0].Tail = ":"
			id = id.With(view.Join(endings, len(endings), "")...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: []view.Cell{{Text: id}}})
		add := func(name string, answers view.Text) {
			t.Rows = append(t.Rows, view.Row{Under: true, Cells: []view.Cell{view.Name(words.Fit(name, nameWidth)), {Text: answers}}})
		}
		for i := range c.Fields {
			f := &c.Fields[i]
			for _, v := range f.Values {
				add(v.Path, s.answers(v, names))
			}
			switch {
			case len(f.Values) == 0:
				var wrong []view.Text
				for _, i := range s.Compared {
					if f.Marks[i] == Mistaken {
						wrong = append(wrong, view.Code(names[i]))
					}
				}
				add(f.Field, view.Plain("wrong:").With(view.Join(wrong, len(wrong), "")...))
			case f.MoreValues > 0:
				add(f.Field, view.Plain(fmt.Sprintf("… and %d more", f.MoreValues)))
			}
		}
		if c.MoreFields > 0 {
			t.Rows = append(t.Rows, view.Row{Under: true, Cells: view.Cells(fmt.Sprintf("… and %s more", words.Plural(c.MoreFields, "field")))})
		}
	}
	return t
}

// answers returns the runs in which a value is wrong, each with its value, then the truth, then the runs in which it is right.
func (s *Set) answers(v CaseValue, names []string) view.Text {
	var wrong, right []view.Text
	for _, i := range s.Compared {
		switch o := v.Got[i].Outcome; {
		case o == 0: // only another run has the leaf
		case o.Hit():
			right = append(right, view.Code(names[i]))
		default:
			wrong = append(wrong, view.Code(names[i]).With(shownValue(GotText(v.Got[i]))))
		}
	}
	want := append(wrong, view.Plain("want").With(shownValue(v.WantText())))
	if len(right) == 0 {
		return view.Join(want, len(want), "")
	}
	return view.Join(want, len(want), ",").With(view.Span{Text: "right:"}).With(view.Join(right, len(right), "")...)
}

// shownValue returns a value in a table of cases.
func shownValue(text string) view.Span {
	return view.Span{Text: words.Clip(words.Visible(text), valueWidth), Quote: true}
}

// endings says how a case ended in each run in which it does not always pass. It returns nil if the case ended in the same
// way in all runs and the extractor failed in none.
func (s *Set) endings(c *Case, names []string) (all []view.Text) {
	different := false
	for _, i := range s.Compared {
		a := &c.Answers[i]
		different = different || a.Text() != c.Answers[s.Compared[0]].Text() || a.Failed > 0
		if text := a.Text(); text != "pass" && text != "-" {
			ending := view.Code(names[i]).With(view.Span{Text: text})
			if a.Failed > 0 && a.Error != "" {
				ending[1].Tail = ":"
				ending = ending.With(shownValue(a.Error))
			}
			all = append(all, ending)
		}
	}
	if !different {
		return nil
	}
	return all
}

// FrontLines says which runs are on the front and, for each other run, which runs dominate it. It returns no lines if
// the cost of fewer than two runs is known.
func (r *Report) FrontLines(s *Set) (lines []string) {
	if s.Cost == "" {
		return nil
	}
	var front, unknown, partial []string
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
		if cases := s.costCoverage(i); cases != "" {
			partial = append(partial, name+", "+cases)
		}
	}
	lines = append([]string{fmt.Sprintf("macro F1 against %s per case: on the front %s", s.Cost, strings.Join(front, ", "))}, lines...)
	if len(unknown) > 0 {
		lines = append(lines, "not placed, as its cost is not known: "+strings.Join(unknown, ", "))
	}
	if len(partial) > 0 {
		lines = append(lines, "placed by a part of the cases: "+strings.Join(partial, "; "))
	}
	return lines
}

// Text says how a case ended in one run: "pass", "not passed", "error", "2 of 3 pass", or "-" if the run was not compared.
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
	return "not passed"
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

// People returns how far people agree on each of the Rows, "" if that is unknown. It returns nil if it is unknown for all rows.
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

// rowGroups are the groups of rows in a table, by the ranks of rows: the averages and the pass rate, then the fields and all else
// on which runs are tested, then other numbers. The last group is the spending.
var rowGroups = [...]int{0, 1, 1, 1, 1, 2}

const spendingGroup = 3

// Table returns the numbers of the data set: a column for each compared run, and a column for people if any row has their
// number. names has the names of all runs. The rows are the averages, the other numbers, the measures, and the spending of
// cases. The cell of a number is its value, its mark and its interval; the best of a row is strong.
func (s *Set) Table(level float64, names []string, surface Surface) view.Table {
	t := view.Table{Class: "sortable compared", Split: surface.Width, Columns: []view.Column{{Name: "F1, " + strconv.FormatFloat(100*level, 'f', -1, 64) + "% interval"}}}
	for _, i := range s.Compared {
		t.Columns = append(t.Columns, view.Column{Name: names[i], Code: true})
	}
	people := s.People()
	if people != nil {
		t.Columns = append(t.Columns, view.Column{Name: "people"})
	}
	group := 0
	add := func(kind int, person string, cells []view.Cell) {
		if kind != group && len(t.Rows) > 0 {
			t.Rows = append(t.Rows, view.Row{})
		}
		group = kind
		if people != nil {
			cells = append(cells, view.Cells(person)...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	for k := range s.Rows {
		row := &s.Rows[k]
		cells := []view.Cell{terminal.FieldName(report.Attribute{Attribute: row.Name, Items: row.Items})}
		for n, i := range s.Compared {
			e := row.Values[i]
			cell := view.Cell{Text: view.Text{{Text: row.Text(i)}, {Text: row.Mark(i), Tone: view.Mark}, {Text: e.Interval(), Tone: view.Range}}, Sort: sortKey(e.Value)}
			if row.Best && row.Top == i {
				cell.Text[0].Tone, cell.Class = view.Strong, "best"
			}
			if surface.Row != nil {
				cell.Text[0].Link = surface.Row(s, row, n)
			}
			cells = append(cells, cell)
		}
		person := ""
		if people != nil {
			person = people[k]
		}
		add(rowGroups[row.rankRow()], person, cells)
	}
	for _, row := range s.UsageRows() {
		cells := view.Cells(row.Name)
		for n, i := range s.Compared {
			cell := view.Cell{Text: view.Plain(row.Cells[i]), Sort: sortKey(row.Values[i])}
			if surface.Usage != nil {
				cell.Text[0].Link = surface.Usage(s, &row, n)
			}
			cells = append(cells, cell)
		}
		add(spendingGroup, "", cells)
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
