package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// counted lists the outcomes that have a column.
var counted = []struct {
	title   string
	outcome metrics.Outcome
}{
	{"match", metrics.Match}, {"wrong", metrics.Wrong}, {"missing", metrics.Missing},
	{"halluc.", metrics.Hallucinated}, {"invented", metrics.Invented}, {"errored", metrics.Errored},
}

// Fields returns the table of the attributes, with all columns that a surface may show: field, support, the outcomes
// (match, wrong, missing, halluc., invented, errored), precision, recall, F1, interval, people, min–max over trials, and the
// [FurtherMeasures].
func Fields(s report.Summary) view.Table {
	further := FurtherMeasures(s)
	t := view.Table{Columns: []view.Column{{Name: "field"}, {Name: "support", Number: true, Spare: 4}}}
	for _, c := range counted {
		t.Columns = append(t.Columns, view.Column{Name: c.title, Number: true})
	}
	t.Columns[2].Spare = 2 // match
	t.Columns = append(t.Columns,
		view.Column{Name: "precision", Number: true, Spare: 1}, view.Column{Name: "recall", Number: true, Spare: 1}, view.Column{Name: "F1", Number: true},
		view.Column{Name: "interval", Number: true}, view.Column{Name: "people", Number: true, Spare: 5, Optional: true},
		view.Column{Name: "min–max", Number: true, Spare: 3, Optional: true})
	for _, measure := range further {
		t.Columns = append(t.Columns, view.Column{Name: measure, Number: true})
	}
	number := s.Lookup()
	for i, a := range s.Attributes {
		row, counts := view.Row{Cells: []view.Cell{FieldName(a), view.Count(a.Support)}}, s.CountsOf(i)
		for _, c := range counted {
			row.Cells = append(row.Cells, view.Count(MeanOf(s, counts.Of(c.outcome))))
		}
		f1 := number("F1 of " + a.Attribute)
		row.Cells = append(row.Cells, view.Cells(number("precision of "+a.Attribute).Value.String(), number("recall of "+a.Attribute).Value.String(), f1.Value.String())...)
		row.Cells = append(append(row.Cells, Interval(f1.Estimate)), view.Cells(blank(number(words.PeopleOn+a.Attribute).Value), Between(f1.Min, f1.Max))...)
		for _, measure := range further {
			row.Cells = append(row.Cells, view.Cells(number(measure+" of "+a.Attribute).Value.String())...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Interval returns the cell of an interval, which HTML draws as a bar.
func Interval(e report.Estimate) view.Cell {
	text := e.Interval()
	return view.Cell{Text: view.Plain(text), Interval: &view.Interval{Label: text, Value: view.Ratio(e.Value), Low: view.Ratio(e.Low), High: view.Ratio(e.High), Approximate: e.Approximate && text != ""}}
}

// FieldName returns the name of an attribute, with a mark on the items of a list.
func FieldName(a report.Attribute) view.Cell {
	name := view.Name(a.Attribute)
	if a.Items {
		name.Text = name.With(view.Span{Text: "items", Tone: view.Dim})
	}
	return name
}

// averages adds an empty line and the averages to a table of [Fields].
func (p *textPage) averages(t *view.Table) {
	t.Rows = append(t.Rows, view.Row{})
	for _, average := range []struct{ name, measure string }{
		{"micro average: every value counts the same", "micro"}, {"macro average: every field counts the same", "macro"},
		{"weighted average: every field by its support", "weighted"},
	} {
		f1 := p.Number(average.measure + " F1")
		t.Rows = append(t.Rows, view.Row{Sentence: true, Cells: make([]view.Cell, len(t.Columns))})
		for column, text := range map[string]string{
			"field": average.name, "F1": f1.Value.String(), "interval": f1.Interval(), "min–max": Between(f1.Min, f1.Max),
			"precision": blank(p.Number(average.measure + " precision").Value), "recall": blank(p.Number(average.measure + " recall").Value),
		} {
			t.Cell(len(t.Rows)-1, column).Text = view.Plain(text)
		}
	}
}

// table prints the attributes, their averages, and the notes on them.
func (p *textPage) table() {
	if len(p.Summary.Attributes) == 0 {
		p.Add(p.Unscored())
		return
	}
	t := Fields(p.Summary)
	p.averages(&t)
	t = t.Pick(append([]string{
		"field", "support", "match", "wrong", "missing", "halluc.?", "invented?", "errored?", "precision=P", "recall=R", "F1",
		p.Interval(), "people", "min–max",
	}, FurtherMeasures(p.Summary)...)...)
	t.Quiet = true // the footnotes tell
	p.Line("")
	p.Add(t)
	leftOut, names := t.LeftOut(p.o.Screen())
	for i, a := range p.Summary.Attributes {
		p.names[a.Attribute] = strings.TrimSuffix(names[i], " items")
	}
	p.Add(view.Apart(append(view.Notes(p.o.Screen().TooNarrow(leftOut)), p.FieldNotes()...)...)...)
}

// FurtherMeasures returns the measures of fields for which tables have no column of their own, as "F1" in "F1 of total", in
// the order of the numbers.
func FurtherMeasures(s report.Summary) (all []string) {
	own := []string{"F1", "precision", "recall"} // and people
	for _, n := range s.Numbers {
		measure, _, ok := strings.Cut(n.Name, " of ")
		if n.Kind == report.KindField && ok && !strings.HasPrefix(n.Name, words.PeopleOn) && !slices.Contains(own, measure) && !slices.Contains(all, measure) {
			all = append(all, measure)
		}
	}
	return all
}

// PeopleNote explains the column of the agreement of people.
const PeopleNote = "people: the F1 of one person judged by another, on documents that both read blind"

// Footnotes returns the notes on the column of people and on the mark of approximate intervals, if a table has them.
func Footnotes(people, approximate bool) (notes []view.Block) {
	if people {
		notes = append(notes, view.Note(PeopleNote+"."))
	}
	if approximate {
		notes = append(notes, view.Note(ApproximateNote+"."))
	}
	return notes
}

// HasPeople reports whether the agreement of people is known for any field.
func HasPeople(s report.Summary) bool {
	return slices.ContainsFunc(s.Numbers, func(n report.Number) bool {
		return n.Value.Defined && n.Kind == report.KindField && strings.HasPrefix(n.Name, words.PeopleOn)
	})
}

// MeanOf returns the mean over trials of a number that was counted over all trials.
func MeanOf(s report.Summary, n int) float64 { return float64(n) / float64(max(len(s.Trials), 1)) }

// Kinds counts mistakes by outcome, each the mean over trials: "3 wrong, 1 missing". link returns the address of an outcome.
func Kinds(s report.Summary, c metrics.Counts, link func(outcome string) string) view.Text {
	var all []view.Text
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 && !o.Hit() {
			all = append(all, view.Text{{Text: view.Count(MeanOf(s, n)).String() + " " + o.String(), Link: link(o.String())}})
		}
	}
	return view.Join(all, len(all), "")
}

// MistakesOf counts the mistakes of a field as [Kinds] does.
func MistakesOf(s report.Summary, field string) string {
	i := slices.IndexFunc(s.Attributes, func(a report.Attribute) bool { return a.Attribute == field && !a.Items })
	return Kinds(s, s.CountsOf(i), func(string) string { return "" }).String()
}

// mean returns a count as text, with one decimal if it is not whole, and "·" for 0.
func mean(n float64) string {
	if n == 0 {
		return "·"
	}
	return view.Count(n).String()
}

// Level returns the level of the intervals of a summary: "95%".
func Level(s report.Summary) string { return strconv.FormatFloat(100*s.Level, 'f', -1, 64) + "%" }

// blank returns a ratio, "" where it is undefined.
func blank(r report.Ratio) string {
	if !r.Defined {
		return ""
	}
	return r.String()
}

const (
	maxClassRows  = 10
	maxConfusions = 5

	pairedClasses = 20 // the most classes with pairs of their own; see [report.Classes].Pairs
)

// classes returns the numbers and the largest confusions of the fields with classes. A field with recognised classes is
// folded, and left out without confusions.
func (s Sections) classes() (blocks []view.Block) {
	shown, dense := 0, false
	for i := range s.Summary.Classes {
		c := &s.Summary.Classes[i]
		if !HasClasses(c) {
			continue
		}
		shown++
		if shown > s.Classes {
			continue
		}
		heading := s.Title("Classes of", "in", "")
		heading.Text = heading.Text.With(view.Code(s.Short(c.Attribute))...)
		confusions := s.Confusions(c)
		if !c.Declared {
			heading.Text[1].Tail = ":"
			if !dense {
				blocks = append(blocks, view.Sentence{})
			}
			dense = true
			blocks = append(blocks, view.Fold{Summary: heading.Text.With(RecognisedClasses(c, s.Number, s.Short)...), Blocks: confusions})
			continue
		}
		dense = false
		numbers := ClassNumbers(c, s.Number)
		if top := TopNumbers(c, s.Number); top != "" {
			numbers += ", " + top
		}
		if confusions == nil {
			confusions = view.Filled(ClassTable(c, s.Number, maxClassRows), view.List{Items: Confusions(c, maxConfusions, s.Short), Mark: " "})
		}
		blocks = slices.Concat(blocks, []view.Block{heading, view.Note(strings.ToUpper(numbers[:1]) + numbers[1:] + ".")}, confusions)
	}
	if more := shown - s.Classes; more > 0 {
		blocks = append(blocks, view.Note(words.Plural(more, "more field")+" with classes not shown."))
	}
	return blocks
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
