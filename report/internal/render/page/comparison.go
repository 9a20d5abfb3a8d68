package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// rowLinks are the links from the numbers of a row to their cases; numbers of the comparison link to all cases that
// changed. Name is the name of the row, for screen readers.
type rowLinks struct {
	Name                                  string
	All, Mistakes, Changed, Worse, Better template.URL
}

// number returns a number of the row with its link. name is the name of its column, and cases describes the cases of the
// link.
func (l rowLinks) number(text string, target template.URL, name, cases string) view.Text {
	return view.Text{{Text: text, Link: string(target), Label: fmt.Sprintf("%s %s: cases in which %s %s", name, text, l.Name, cases)}}
}

const anything = "anything" // any field of the cases of an average

// against returns "Against the last run" with the system of the earlier run.
func against(r *diff.Report, link string) view.Text {
	text := view.Text{{Text: "Against the last run", Link: link}}
	if system := r.OldSystem(); system != "" {
		text[0].Tail = ","
		text = text.With(view.Code(system)...)
	}
	return text
}

// drawComparison returns the comparison with an earlier run, nothing without one.
func drawComparison(report *render.Report, cases *packed, r *diff.Report) []view.Block {
	if r == nil {
		return nil
	}
	tone := view.Good
	switch {
	case r.NotEvaluable():
		tone = view.Warning
	case r.Regressed():
		tone = view.Bad
	}
	var old []string
	for _, name := range r.Old[:min(len(r.Old), 5)] {
		old = append(old, terminal.Excerpt(name, terminal.MaxName))
	}
	text := fmt.Sprintf("Compared with %s on the same cases; “~” is no significant change. The level of all tests together is %s.", strings.Join(old, ", "), render.Percent(r.Level))
	var added []view.Text // data sets that the earlier run does not have
	var folds []view.Fold
	for i := range r.Sets {
		s := &r.Sets[i]
		index := slices.IndexFunc(report.Sets, func(set *render.Set) bool { return render.IsOf(s, set) })
		if s.Verdict == diff.Appeared && index >= 0 && len(s.Warnings) == 0 && s.NotEvaluable == "" {
			added = append(added, view.Text{{Text: report.NameOf(report.Sets[index]), Link: string(cases.names.addressOf(index).href())}})
			continue
		}
		folds = append(folds, newChanges(s, index, cases).fold())
	}
	slices.SortStableFunc(folds, func(a, b view.Fold) int { // data sets that became worse first
		return cmp.Or(arithmetic.TrueFirst(a.Open, b.Open), terminal.Natural(a.Heading.Text.String(), b.Heading.Text.String()))
	})
	blocks := append([]view.Block{view.Sentence{Text: view.Plain(text), Tone: "meta"}}, render.Notes(r.Warnings)...)
	if len(added) > 0 {
		blocks = append(blocks, view.Sentence{Text: view.Plain("Only in this run:").With(view.Join(added, len(added), ".")...), Tone: view.Dim})
	}
	for _, fold := range folds {
		blocks = append(blocks, fold)
	}
	return []view.Block{view.Part{ID: "comparison", Heading: view.Heading{Level: 2, Text: against(r, "").With(badge(render.ComparisonVerdict(r), tone))}, Blocks: blocks}}
}

// fold returns a compared data set.
func (c changes) fold() view.Fold {
	s := c.compared
	text := words.Plural(s.Cases, "case") + " in both runs"
	if labels := s.LabelText(); labels != "" {
		text += ", " + terminal.Excerpt(labels, terminal.MaxCharacters)
	}
	blocks := render.Notes(s.Warnings)
	if s.Verdict != diff.Appeared && s.Verdict != diff.Disappeared {
		blocks = append(blocks, c.rows()...)
	}
	cases := func(kind string) string {
		address := c.cases.names.addressOf(c.set)
		address.change = kind
		return string(address.href())
	}
	changed := render.ChangedCases{Set: s, Most: maxChangedCases, Values: changedValues, Case: func(id string) string { return string(c.cases.link(c.set, id)) }, Cases: cases}
	verdict := badge(cmp.Or(string(s.Verdict), diff.NoChange), s.Verdict.Tone())
	return view.Fold{
		Class: "compared", Open: s.Verdict == diff.Regressed || s.Verdict == diff.Disappeared || s.NotEvaluable != "",
		Heading: view.Heading{Level: 3, Text: view.Plain(terminal.Excerpt(s.Dataset, terminal.MaxName)).With(verdict)}, Summary: view.Text{{Text: text, Tone: view.Dim}},
		Blocks: append(blocks, changed.Blocks()...),
	}
}

// rows returns the table of the averages and of the fields in which anything changed, and the notes below it.
func (c changes) rows() []view.Block {
	s, rows := c.compared, []*diff.Row{&c.compared.Micro, &c.compared.Macro}
	var changed []*diff.Row
	for i := range s.Fields {
		if s.Fields[i].Changed() {
			changed = append(changed, &s.Fields[i])
		}
	}
	for _, i := range terminal.RowsOf(len(changed), maxRows, func(i int) bool { return changed[i].Verdict == diff.Regressed }) {
		rows = append(rows, changed[i])
	}
	t := diff.RowTable(rows, func(change report.Ratio) string { return fmt.Sprintf("%+.3f", change.Value) }, " … ")
	t = t.Pick("name=field", "old=old F1", "new=new F1", "delta=change", "interval", "p", "broken", "fixed", "verdict").Unsorted(4)
	t.Class = "sortable"
	for i, r := range rows {
		c.link(&t, i, r)
	}
	same := ""
	if n := len(s.Fields) - len(changed); n > 0 {
		same = words.Plural(n, "field") + " without any change not listed."
	}
	return slices.Concat([]view.Block{t}, terminal.Footnotes(false, s.Approximate()), view.Notes(terminal.MoreRows(len(changed), maxRows, "field", "that regressed"), same))
}

// link adds links to the row of an average or a field, and writes the reason beside the verdict.
func (c changes) link(t *view.Table, i int, r *diff.Row) {
	row, change, verdict := &t.Rows[i], &t.Cell(i, "delta").Text[0], t.Cell(i, "verdict")
	average := r.Kind == report.KindAverage
	if average {
		row.Tone = cmp.Or(row.Tone, view.Current)
	}
	change.Tone = view.Strong
	if row.Remark != "" {
		change.Tone = view.Dim
		verdict.Text, row.Remark = verdict.With(view.Span{Text: row.Remark, Tone: view.Dim}), ""
	}
	if c.set < 0 {
		return
	}
	attribute := r.Name
	if r.Kind == report.KindInvariant {
		attribute = ""
	}
	to := c.row(render.Name(r), attribute, average)
	t.Cell(i, "name").Text[0].Link = string(to.All)
	for _, link := range []struct {
		column string
		target template.URL
		cases  string
	}{
		{"old", to.Changed, "changed"}, {"new", to.Mistakes, "is wrong"}, {"delta", to.Changed, "changed"}, {"interval", to.Changed, "changed"},
		{"p", to.Changed, "changed"}, {"broken", to.Worse, "is worse"}, {"fixed", to.Better, "is better"},
	} {
		number := &t.Cell(i, link.column).Text[0]
		linked := to.number(number.Text, link.target, t.Column(link.column).Heading().String(), link.cases)
		number.Link, number.Label = linked[0].Link, linked[0].Label
	}
}

const (
	maxChangedCases      = 50 // of one kind
	maxChangedCharacters = 60 // of one value
)

// changes are the changes in a data set. set is its number in the page, -1 for none.
type changes struct {
	compared *diff.Set // nil if nothing was compared
	set      int
	cases    *packed
	// in counts the cases of the page that changed, by field, "" for all of them.
	input map[string]changed
}

type changed struct{ worse, better int }

func newChanges(s *diff.Set, set int, cases *packed) changes {
	c := changes{s, set, cases, map[string]changed{}}
	for id, change := range changesOf(s) {
		if c.cases.link(c.set, id) == "" {
			continue
		}
		count := func(field string, worse, better int) {
			c.input[field] = changed{c.input[field].worse + worse, c.input[field].better + better}
		}
		for _, f := range change.worse {
			count(f, 1, 0)
		}
		for _, f := range change.better {
			count(f, 0, 1)
		}
		count("", 1, 1)
	}
	return c
}

// changed returns the address of the cases that changed in a field, a rule or, for "", in anything. change is worse,
// better or both. The address is "" if no such case is in the page.
func (c changes) changed(field string, rule bool, change string) template.URL {
	n := map[string]int{"worse": c.input[field].worse, "better": c.input[field].better, "both": c.input[field].worse + c.input[field].better}[change]
	if n == 0 {
		return ""
	}
	address := c.cases.names.addressOf(c.set)
	switch address.change = change; {
	case rule:
		address.text = terminal.Excerpt(field, terminal.MaxName) // the text of a case names the rules that changed in it
	case field != "":
		address.byField(field, &c.cases.names)
	}
	return address.href()
}

// row returns the links of the row of a field, an average or an invariant. The text of a case that breaks an invariant
// has the name of the invariant.
func (c changes) row(name, attribute string, average bool) rowLinks {
	rule, isRule := strings.CutPrefix(name, "rule ")
	isRule = isRule && attribute == ""
	all := c.cases.names.addressOf(c.set)
	mistakes := all
	subject, field := name, attribute
	switch {
	case isRule:
		field, all.text, mistakes.text = name, rule, rule
	case average:
		subject, field, mistakes.show = anything, "", "failing"
	default:
		all.byField(attribute, &c.cases.names)
		mistakes = all
		mistakes.outcome = "mistake"
	}
	return rowLinks{subject, all.href(), mistakes.href(), c.changed(field, isRule, "both"), c.changed(field, isRule, "worse"), c.changed(field, isRule, "better")}
}

// changedValues returns the values of a case that changed, each on a line.
func changedValues(c *diff.CaseChange) (text view.Text) {
	line := func(path string, spans ...view.Span) {
		text = text.With(view.Span{Text: path, Code: true, Break: true, Tail: ":"}).With(spans...)
	}
	more := c.MoreFields
	for _, f := range c.Fields {
		more += f.MoreValues
		if len(f.Values) == 0 {
			line(f.Field, view.Span{Text: map[bool]string{false: "better", true: "worse"}[f.Worse]})
		}
		for _, v := range f.Values {
			shown := terminal.ShowValues(maxChangedCharacters, json.RawMessage(v.Old.Got), json.RawMessage(v.New.Got), json.RawMessage(v.Want))
			noOld, noWant := withheld(v.Old, v.Want)
			noNew, noWantNow := withheld(v.New, v.Want)
			old := shown[0].Span(noOld)
			got, want := terminal.Difference(shown[1], shown[2], noNew, noWant || noWantNow)
			old.Tail, got.Tail = ",", ","
			if want.Segments != nil {
				want.Tone = "want"
			}
			line(v.Path, view.Span{Text: "was", Tone: view.Dim}, old, view.Span{Text: "is", Tone: view.Dim}, got, view.Span{Text: "want", Tone: view.Dim}, want)
		}
	}
	last := ""
	if c.New.Status == report.Error {
		last = "error: " + terminal.Excerpt(c.New.Error, terminal.MaxCharacters)
	} else if more > 0 {
		last = fmt.Sprintf("… and %d more", more)
	}
	return text.With(view.Span{Text: last, Tone: view.Dim, Break: true})
}

// withheld reports whether the record of a run leaves out the value of the answer or of the truth.
func withheld(v diff.Value, want string) (noGot, noWant bool) {
	f := report.Field{Outcome: v.Outcome, Got: json.RawMessage(v.Got), Want: json.RawMessage(want)}
	return f.Withheld()
}
