package page

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// classesView is the confusion table of a field.
type classesView struct {
	Name, Numbers string
	Columns       []string
	Rows          []classView
	More          int // classes without a row
}

type classView struct {
	Name                           string
	Class                          bool // not missing or other values
	Cells                          []classCell
	Support, Precision, Recall, F1 string
	Bar                            figures.Bar
}

// classCell leads to the cases whose truth and answer it counts, where they differ.
type classCell struct {
	Text   string
	Right  bool
	Filter template.URL
}

const maxClassFields = 30

// newClassesViews returns the tables of the declared fields, and of the others with a confusion.
func newClassesViews(r *render.Report, at int, names *filterNames) (views []classesView) {
	all := r.Sets[at].Summary.Classes
	for i := range all {
		c := &all[i]
		if len(c.Pairs) == 0 || !c.Declared && len(c.Confusions()) == 0 || len(views) == maxClassFields {
			continue
		}
		views = append(views, newClassesView(c, names.of(at), names))
	}
	return views
}

func newClassesView(c *report.Classes, of address, names *filterNames) classesView {
	v := classesView{Name: terminal.Excerpt(c.Attribute, terminal.MaxName), Numbers: terminal.ClassNumbers(c)}
	cells := map[[2]string]float64{}
	seen := map[string]bool{}
	for _, p := range c.Pairs {
		cells[[2]string{p.Want, p.Got}] = p.Values
		seen[p.Want], seen[p.Got] = true, true
	}
	var columns []string
	rows := append(slices.Clone(c.Classes), report.Attribute{Attribute: report.ClassOther}, report.Attribute{Attribute: report.ClassEmpty})
	for _, a := range rows {
		if seen[a.Attribute] {
			columns = append(columns, a.Attribute)
			v.Columns = append(v.Columns, terminal.Excerpt(a.Attribute, terminal.MaxName))
		}
	}
	for i, a := range rows {
		if !seen[a.Attribute] {
			if i < len(c.Classes) {
				v.More++
			}
			continue
		}
		row := classView{Name: terminal.Excerpt(a.Attribute, terminal.MaxName), Class: i < len(c.Classes), Bar: figures.Whole.Bar(a.F1, 0, false)}
		row.Precision, row.Recall, row.F1 = a.Precision.Value.String(), a.Recall.Value.String(), a.F1.Value.String()
		for _, got := range columns {
			cell := classCell{Right: got == a.Attribute}
			if n := cells[[2]string{a.Attribute, got}]; n > 0 {
				cell.Text = render.Mean(n)
				if to, ok := confused(c.Attribute, a.Attribute, got, of, names); ok && !cell.Right {
					cell.Filter = to
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		row.Support = render.Mean(a.Support)
		v.Rows = append(v.Rows, row)
	}
	return v
}

// confusionTag is the entry of the filter by tags for the cases with a confusion.
func confusionTag(attribute, want, got string) string {
	return render.TagText(attribute, fmt.Sprintf("want %s, got %s", want, got))
}

// confused returns the address of the cases with a confusion. It is false where no case is in the page, or the filter has no
// entry for it.
func confused(attribute, want, got string, of address, names *filterNames) (template.URL, bool) {
	key, ok := names.tags.key(confusionTag(attribute, want, got))
	of.tag = key
	return of.href(), ok
}
