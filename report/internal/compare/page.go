package compare

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
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
