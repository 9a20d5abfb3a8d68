package page

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// sections makes the blocks of a data set. It is the [render.Surface] of its page.
type sections struct {
	r      *render.Report
	set    *render.Set
	number int // of the set in the page
	cases  *packed
	names  *filterNames
	changes
}

// newSections returns the sections of a data set. compared is nil if it was not compared with an earlier run.
func newSections(r *render.Report, number int, cases *packed, compared *diff.Set) sections {
	return sections{r, r.Sets[number], number, cases, &cases.names, newChanges(compared, number, cases)}
}

// maxRows is how many rows tables of fields, limits and metrics have.
const maxRows = 1000

// shared makes the blocks that a comment also has.
func (s sections) shared() render.Sections {
	return render.Sections{Report: s.r, Set: s.set, Most: terminal.Most{Rows: maxRows, Classes: 30, Slices: 50, Mistakes: 30, Calibrations: 60, Flaky: 50}, Surface: s}
}

// all returns the blocks of the data set, in order.
func (s sections) all() []view.Block {
	shared := s.shared()
	return slices.Concat(shared.Problems(), []view.Block{shared.Cards()}, slices.Concat(shared.First()...), slices.Concat(shared.Rest()...), s.history())
}

func (s sections) Cases(selection render.Selection) string {
	f := s.names.addressOf(s.number)
	f.outcome = selection.Outcome
	if selection.Slice != "" {
		f.byTag(selection.Slice, s.names)
	}
	if selection.Field != "" {
		f.byField(selection.Field, s.names)
	}
	if selection.Class != "" {
		f.byClass(selection.Class, s.names)
	}
	return string(f.href())
}

func (s sections) Case(id string) string { return string(s.cases.link(s.number, id)) }

func (s sections) Average(name string) *view.Delta {
	switch {
	case s.compared == nil:
	case name == "macro F1":
		return s.delta(&s.compared.Macro, "")
	case name == "micro F1":
		return s.delta(&s.compared.Micro, "")
	}
	return nil
}

func (s sections) Field(a report.Attribute) *view.Delta {
	return s.delta(rowOf(s.compared, a.Attribute, a.Items), a.Attribute)
}

func (s sections) Outcomes(c metrics.Counts) any   { return draw("stack", figures.OfOutcomes(c)) }
func (s sections) Verdicts(c report.CaseCount) any { return draw("stack", figures.OfCases(c)) }
func (s sections) Legend() any                     { return draw("legend", legend(s.set)) }
func (s sections) Calibration(c *breakdown.Calibration) any {
	return draw("charts", struct {
		Reliability figures.Reliability
		Curve       figures.Curve
		Name        string
	}{figures.NewReliability(c.Bins), figures.NewCurve(c.Curve), terminal.Excerpt(cmp.Or(c.Attribute, "all fields"), terminal.MaxName)})
}

func (s sections) Confusions(c *report.Classes) []view.Block {
	return []view.Block{view.Note("Rows are truths, columns answers; a number beside the diagonal leads to its cases."), s.confusions(c)}
}

// draw returns the markup that a template of the page makes of some data.
func draw(name string, data any) template.HTML {
	var b bytes.Buffer
	if err := page().ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // our own templates and types
	}
	return template.HTML(b.String())
}

func title(text, note string) view.Heading {
	h := view.Heading{Text: view.Plain(text)}
	if note != "" {
		h.Note = view.Plain(note)
	}
	return h
}

// confusions returns a table with a row for each class of the truths and a column for each of the answers.
func (s sections) confusions(c *report.Classes) view.Table {
	counts := map[[2]string]float64{}
	seen, truths := map[string]bool{}, map[string]bool{}
	for _, p := range c.Pairs {
		counts[[2]string{p.Want, p.Got}] = p.Values
		seen[p.Want], seen[p.Got], truths[p.Want] = true, true, true
	}
	all := append(slices.Clone(c.Classes), report.Attribute{Attribute: report.ClassOther}, report.Attribute{Attribute: report.ClassEmpty})
	all = slices.DeleteFunc(all, func(a report.Attribute) bool { return !seen[a.Attribute] })
	t := view.Table{Class: "classes", Columns: []view.Column{{Name: "truth"}}}
	for _, a := range all {
		t.Columns = append(t.Columns, view.Column{Name: a.Attribute, Number: true, Code: true})
	}
	for _, name := range []string{"support", "precision", "recall", "F1"} {
		t.Columns = append(t.Columns, view.Column{Name: name, Number: true})
	}
	t.Columns = append(t.Columns, view.Column{Name: terminal.Level(s.set.Summary) + " interval"})
	for _, a := range all {
		if a.Attribute[0] == '(' && !truths[a.Attribute] {
			continue // a column alone
		}
		row := view.Row{Cells: []view.Cell{view.Name(a.Attribute)}}
		for _, got := range all {
			cell := view.Cell{}
			right := got.Attribute == a.Attribute && a.Attribute != report.ClassOther // other values may differ from each other
			if right {
				cell.Class = "right"
			}
			if n := counts[[2]string{a.Attribute, got.Attribute}]; n > 0 {
				cell.Text = view.Count(n).Text
				if key, ok := s.names.tags.key(confusionTag(c.Attribute, a.Attribute, got.Attribute)); ok && !right {
					f := s.names.addressOf(s.number)
					f.tag = key
					cell.Text[0].Link = string(f.href())
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		if name := report.ClassName(c.Attribute, a.Attribute); a.Attribute[0] != '(' {
			f1 := s.set.F1(name)
			numbers := view.Cells(view.Count(a.Support).String(), s.set.Number("precision of "+name).Value.String(), s.set.Number("recall of "+name).Value.String(), f1.Value.String())
			numbers[3].Text[0].Tone = view.Strong
			row.Cells = append(append(row.Cells, numbers...), terminal.Interval(f1.Estimate))
		} else {
			row.Cells = append(row.Cells, make([]view.Cell, 5)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// confusionTag returns the entry of the filter by tags for the cases with a confusion.
func confusionTag(attribute, want, got string) string {
	return render.TagText(attribute, fmt.Sprintf("want %s, got %s", want, got))
}
