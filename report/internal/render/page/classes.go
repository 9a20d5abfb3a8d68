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
	Name, Numbers, Top string
	Recognised         bool // nobody asked for the table
	Columns            []string
	Rows               []classView
}

type classView struct {
	Name                  string
	Class                 bool // a class, not the row of missing or of other values
	Cells                 []classCell
	Support               string
	Precision, Recall, F1 report.Ratio
	Bar                   figures.Bar
}

// classCell is a count of pairs of truth and answer. It links to their cases if the two differ.
type classCell struct {
	Text   string
	Right  bool
	Filter template.URL
}

const maxClassFields = 30

// newClassesViews returns the confusion tables of the fields with classes. It leaves out a field with recognised
// classes that has no confusions.
func newClassesViews(r *render.Report, at int, names *filterNames) (views []classesView) {
	all := r.Sets[at].Summary.Classes
	for i := range all {
		c := &all[i]
		if !terminal.HasClasses(c) || len(views) == maxClassFields {
			continue
		}
		views = append(views, newClassesView(r.Sets[at], c, names.addressOf(at), names))
	}
	return views
}

func newClassesView(set *render.Set, c *report.Classes, of address, names *filterNames) classesView {
	v := classesView{Name: terminal.Excerpt(c.Attribute, terminal.MaxName), Numbers: terminal.ClassNumbers(c, set.Number), Top: terminal.TopNumbers(c, set.Number), Recognised: !c.Declared}
	cells := map[[2]string]float64{}
	seen, truths := map[string]bool{}, map[string]bool{}
	for _, p := range c.Pairs {
		cells[[2]string{p.Want, p.Got}] = p.Values
		seen[p.Want], seen[p.Got], truths[p.Want] = true, true, true
	}
	rows := append(slices.Clone(c.Classes), report.Attribute{Attribute: report.ClassOther}, report.Attribute{Attribute: report.ClassEmpty})
	rows = slices.DeleteFunc(rows, func(a report.Attribute) bool { return !seen[a.Attribute] })
	for _, a := range rows {
		v.Columns = append(v.Columns, terminal.Excerpt(a.Attribute, terminal.MaxName))
		if a.Attribute[0] == '(' && !truths[a.Attribute] {
			continue // a column alone
		}
		name := report.ClassName(c.Attribute, a.Attribute)
		f1 := set.F1(name)
		row := classView{
			Name: terminal.Excerpt(a.Attribute, terminal.MaxName), Class: a.Attribute[0] != '(', Bar: figures.Whole.Bar(f1.Estimate, 0, false), Support: render.Mean(a.Support),
			Precision: set.Number("precision of " + name).Value, Recall: set.Number("recall of " + name).Value, F1: f1.Value,
		}
		for _, got := range rows {
			cell := classCell{Right: got.Attribute == a.Attribute && a.Attribute != report.ClassOther} // other values may differ from each other
			if n := cells[[2]string{a.Attribute, got.Attribute}]; n > 0 {
				cell.Text = render.Mean(n)
				if key, ok := names.tags.key(confusionTag(c.Attribute, a.Attribute, got.Attribute)); ok && !cell.Right {
					of.tag = key
					cell.Filter = of.href()
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// confusionTag returns the entry of the filter by tags for the cases with a confusion.
func confusionTag(attribute, want, got string) string {
	return render.TagText(attribute, fmt.Sprintf("want %s, got %s", want, got))
}
