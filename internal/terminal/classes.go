package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const (
	maxClassFields = 10
	maxClassRows   = 10
	maxConfusions  = 5

	pairedClasses = 20 // the most classes with pairs of their own; see [report.Classes].Pairs
)

// classes prints the largest confusions of each field with declared classes, and a table of the classes, or of the classes
// with the lowest F1 if there are many. A field with recognised classes has one line, or none without confusions.
func (p *textPage) classes() {
	shown, more, dense := 0, 0, false
	show := func(name string) string { return words.Fit(Visible(name), valueWidth) }
	for i := range p.s.Classes {
		c := &p.s.Classes[i]
		if !HasClasses(c) {
			continue
		}
		if shown++; shown > maxClassFields {
			more++
			continue
		}
		if !dense || c.Declared {
			p.Line("")
		}
		if dense = !c.Declared; dense {
			p.Line("classes of %s: %s", p.short(c.Attribute), RecognisedClasses(c, p.number, show))
			continue
		}
		p.Line("classes of %s: %s", p.short(c.Attribute), ClassNumbers(c, p.number))
		if top := TopNumbers(c, p.number); top != "" {
			p.Line("  %s", top)
		}
		table := ClassTable(c, p.number, maxClassRows).Pick("class", "support", "precision=P", "recall=R", "F1", "interval")
		table.Indent = 2
		p.Add(table, view.List{Mark: " ", Items: Confusions(c, maxConfusions, show)})
	}
	if more > 0 {
		p.Line("… and %s with classes", words.Plural(more, "more field"))
	}
}

// HasClasses reports whether reports show the classes of a field: it has values, and it has confusions or its classes are declared.
func HasClasses(c *report.Classes) bool {
	return len(c.Pairs) > 0 && (c.Declared || len(c.Confusions()) > 0)
}

// ClassNumbers returns "accuracy 0.808, macro F1 0.792 (0.701–0.855), Cohen's kappa 0.740".
func ClassNumbers(c *report.Classes, number func(string) report.Number) string {
	macro := number("macro F1 of " + c.Attribute)
	text := fmt.Sprintf("accuracy %s, macro F1 %s", number("accuracy of "+c.Attribute).Value, macro.Value)
	if interval := macro.Interval(); interval != "" {
		text += " (" + interval + ")"
	}
	text += ", Cohen's kappa " + number("kappa of "+c.Attribute).Value.String()
	if more := len(c.Classes) - pairedClasses; more > 0 {
		text += fmt.Sprintf("; (other) has the %d of least support, too", more)
	}
	if !c.Declared {
		text += "; recognised in the truths"
	}
	return text
}

// RecognisedClasses returns the numbers of a field whose classes nobody declared, with its largest confusion. fit is as in
// [Confusions].
func RecognisedClasses(c *report.Classes, number func(string) report.Number, fit func(string) string) view.Text {
	return view.Plain(ClassNumbers(c, number) + "; most often").With(Confusions(c, 1, fit)[0]...)
}

// TopNumbers returns "top-1 accuracy 0.808 (0.701–0.855), top-2 0.923 (0.840–0.966)", "" without scores.
func TopNumbers(c *report.Classes, number func(string) report.Number) string {
	var all []string
	for k := 1; k <= 5; k++ {
		n := number(report.TopMetric(k, c.Attribute))
		if n.Name == "" {
			continue
		}
		name := fmt.Sprintf("top-%d ", k)
		if len(all) == 0 {
			name += "accuracy "
		}
		text := name + n.Value.String()
		if interval := n.Interval(); interval != "" {
			text += " (" + interval + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// Confusions returns the largest confusions of a field: "want invoice, got receipt: 12". fit cuts the name of a class.
func Confusions(c *report.Classes, most int, fit func(string) string) (items []view.Text) {
	all := c.Confusions()
	for _, pair := range all[:min(len(all), most)] {
		items = append(items, view.Text{
			{Text: "want"}, {Text: fit(pair.Want), Code: true, Tail: ","}, {Text: "got"}, {Text: fit(pair.Got), Code: true, Tail: ": " + mean(pair.Values)},
		})
	}
	if more := len(all) - len(items); more > 0 {
		items = append(items, view.Plain("… and "+words.Plural(more, "smaller pair")))
	}
	return items
}

// ClassTable returns the table of the classes in their order or, if there are more than most, of those with the lowest F1,
// and a row with the number of the others. A class that no truth and no answer has comes last.
func ClassTable(c *report.Classes, number func(string) report.Number, most int) view.Table {
	all := c.Classes
	measure := func(measure string, a report.Attribute) report.Number {
		return number(measure + " of " + report.ClassName(c.Attribute, a.Attribute))
	}
	more := len(all) - most
	if more > 0 {
		rank := func(a report.Attribute) float64 {
			if f1 := measure("F1", a).Value; f1.Defined || measure("precision", a).Value.Defined || measure("recall", a).Value.Defined {
				return f1.Value
			}
			return 2
		}
		all = slices.Clone(all)
		slices.SortStableFunc(all, func(a, b report.Attribute) int { return cmp.Compare(rank(a), rank(b)) })
		all = all[:most]
	}
	t := view.TableOf([][]string{{"class", "support", "precision", "recall", "F1", "interval"}}).Spared([]string{"interval"}, []string{"support"})
	for _, a := range all {
		f1 := measure("F1", a)
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(a.Attribute), view.Count(a.Support)},
			view.Cells(measure("precision", a).Value.String(), measure("recall", a).Value.String(), f1.Value.String(), f1.Interval())...)})
	}
	if more > 0 {
		t.Rows = append(t.Rows, view.Row{Cells: view.Cells(fmt.Sprintf("and %d with better F1", more))})
	}
	return t
}
