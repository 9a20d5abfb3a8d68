package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// comparisonView is a comparison with another run, as pages show it.
type comparisonView struct {
	System                    string // of the earlier run
	Verdict, Tone, Old, Level string
	Sets                      []comparedSetView
	New                       []linkView // data sets that the earlier run does not have
	Warnings                  []view.Block
}

type comparedSetView struct {
	Name, Verdict, Tone, Text string
	Href                      template.URL
	Open                      bool
	Rows                      []view.Block // warnings, the table and the notes below it
	Groups                    []changeGroupView
}

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

type changeGroupView struct {
	Title string
	Href  template.URL // of its cases, "" if none is in the page
	Cases []changedCaseView
	More  string
}

type changedCaseView struct {
	ID     string
	Href   template.URL
	Values []changedValueView
	More   string
}

type changedValueView struct {
	Path           string
	Old, New, Want valueView
	Instead        string // "better" or "worse", if the values are not known
}

func newComparisonView(report *render.Report, cases *packed, r *diff.Report) *comparisonView {
	if r == nil {
		return nil
	}
	v := &comparisonView{System: terminal.Excerpt(r.OldSystem(), terminal.MaxName), Verdict: render.ComparisonVerdict(r), Tone: "ok", Level: render.Percent(r.Level)}
	switch {
	case r.NotEvaluable():
		v.Tone = "warn"
	case r.Regressed():
		v.Tone = "bad"
	}
	var old []string
	for _, name := range r.Old {
		old = append(old, terminal.Excerpt(name, terminal.MaxName))
	}
	v.Old = strings.Join(old[:min(len(old), 5)], ", ")
	for i := range r.Sets {
		s := &r.Sets[i]
		index := slices.IndexFunc(report.Sets, func(set *render.Set) bool { return render.IsOf(s, set) })
		if s.Verdict == diff.Appeared && index >= 0 && len(s.Warnings) == 0 && s.NotEvaluable == "" {
			v.New = append(v.New, linkView{Text: report.NameOf(report.Sets[index]), Filter: cases.names.addressOf(index).href()})
			continue
		}
		v.Sets = append(v.Sets, newComparedSetView(s, index, cases))
	}
	slices.SortStableFunc(v.Sets, func(a, b comparedSetView) int { // data sets that became worse first
		worse := func(v comparedSetView) int {
			if v.Open {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(worse(a), worse(b)), terminal.Natural(a.Name, b.Name))
	})
	v.Warnings = warningsOf(r.Warnings)
	return v
}

// warningsOf returns the warnings of a comparison, each in a line.
func warningsOf(warnings []diff.Warning) (blocks []view.Block) {
	for _, w := range warnings {
		blocks = append(blocks, view.Sentence{Text: view.Plain(terminal.Excerpt(w.Message, terminal.MaxCharacters)), Tone: "warnings"})
	}
	return blocks
}

// newComparedSetView returns the view of a compared data set. index is its number in the page, -1 if it is not there.
func newComparedSetView(s *diff.Set, index int, cases *packed) comparedSetView {
	v := comparedSetView{Name: terminal.Excerpt(s.Dataset, terminal.MaxName), Verdict: string(s.Verdict), Tone: render.ComparedTone(s.Verdict), Rows: warningsOf(s.Warnings)}
	if v.Verdict == "" {
		v.Verdict = diff.NoChange
	}
	v.Text = words.Plural(s.Cases, "case") + " in both runs"
	if text := s.LabelText(); text != "" {
		v.Text += ", " + terminal.Excerpt(text, terminal.MaxCharacters)
	}
	add := func(name string, texts []string) {
		v.Text += fmt.Sprintf("; %s %s → %s (%s", name, texts[0], texts[1], texts[2])
		if texts[3] != "" {
			v.Text += ", interval " + texts[3]
		}
		v.Text += ")"
	}
	for _, row := range s.Measures[:min(len(s.Measures), maxComparedMeasures)] {
		add(terminal.Excerpt(row.Name, terminal.MaxName), row.Texts())
	}
	for _, row := range s.Usage {
		add(row.Name+" per case", row.Texts())
	}
	if s.LatencyNote != "" {
		v.Text += "; " + s.LatencyNote
	}
	v.Open = s.Verdict == diff.Regressed || s.Verdict == diff.Disappeared || s.NotEvaluable != ""
	c := newChanges(s, index, cases)
	if index >= 0 {
		v.Href = cases.names.addressOf(index).href()
	}
	if s.Verdict != diff.Appeared && s.Verdict != diff.Disappeared {
		v.rows(s, c)
	}
	for kind, g := range []struct {
		title string
		diff.Changes
	}{{"Newly broken", s.Broken}, {"Regressed", s.Regressed}, {"Fixed", s.Fixed}, {"Improved", s.Improved}} {
		if g.Total() > 0 {
			var ids []string
			for _, caseChange := range g.Cases {
				ids = append(ids, caseChange.ID)
			}
			v.Groups = append(v.Groups, c.group(g.title, changeKinds[kind], g.Total(), ids, func(i int) changedCaseView { return newChangedCaseView(&g.Cases[i]) }))
		}
	}
	for _, g := range []struct {
		title, kind string
		diff.Names
	}{{"Disappeared", "", s.Disappeared}, {"Appeared", "appeared", s.Appeared}} {
		if g.Total() > 0 {
			names := g.Names.Names[:min(len(g.Names.Names), maxChangedCases)]
			v.Groups = append(v.Groups, c.group(g.title, g.kind, g.Total(), names, func(i int) changedCaseView {
				return changedCaseView{ID: terminal.Excerpt(names[i], terminal.MaxName)}
			}))
		}
	}
	return v
}

// rows sets the rows: the averages, and the fields in which anything changed.
func (v *comparedSetView) rows(s *diff.Set, c changes) {
	t := view.TableOf([][]string{{"field", "old F1", "new F1", "change", "interval", "p", "broken", "fixed", "verdict"}}).Left("verdict").Unsorted(4)
	t.Class = "sortable"
	t.Rows = append(t.Rows, c.rowView(&s.Micro, true), c.rowView(&s.Macro, true))
	var changed []*diff.Row
	for i := range s.Fields {
		if s.Fields[i].Changed() {
			changed = append(changed, &s.Fields[i])
		}
	}
	for _, i := range render.RowsOf(len(changed), func(i int) bool { return changed[i].Verdict == diff.Regressed }) {
		t.Rows = append(t.Rows, c.rowView(changed[i], false))
	}
	same := ""
	if n := len(s.Fields) - len(changed); n > 0 {
		same = words.Plural(n, "field") + " without any change not listed."
	}
	v.Rows = slices.Concat(v.Rows, []view.Block{t}, terminal.Footnotes(false, s.Approximate()), view.Notes(render.MoreRows(len(changed), "field", "that regressed"), same))
}

// rowView returns an average or a field in two runs.
func (c changes) rowView(r *diff.Row, average bool) view.Row {
	texts := render.Row(r)
	var target rowLinks
	if c.set >= 0 {
		attribute := r.Name
		if r.Kind == report.KindInvariant {
			attribute = ""
		}
		target = c.row(texts.Name, attribute, average)
	}
	row := view.Row{Tone: map[string]view.Tone{"bad": view.Bad, "ok": view.Good}[render.ComparedTone(r.Verdict)]}
	if average && row.Tone == "" {
		row.Tone = view.Current
	}
	change := target.number(texts.Delta, target.Changed, "change", "changed")
	if change[0].Tone = view.Strong; texts.Reason != "" {
		change[0].Tone = view.Dim
	}
	numbers := []view.Text{
		{{Text: texts.Name, Code: true, Link: string(target.All)}},
		target.number(texts.Old, target.Changed, "old F1", "changed"), target.number(texts.New, target.Mistakes, "new F1", "is wrong"), change,
		target.number(texts.Interval, target.Changed, "interval", "changed"), target.number(texts.P, target.Changed, "p", "changed"), nil, nil,
		{{Text: string(r.Verdict)}, {Text: texts.Reason, Tone: view.Dim}},
	}
	if !average {
		numbers[6], numbers[7] = target.number(strconv.Itoa(r.Broken), target.Worse, "broken", "is worse"), target.number(strconv.Itoa(r.Fixed), target.Better, "fixed", "is better")
	}
	for _, text := range numbers {
		row.Cells = append(row.Cells, view.Cell{Text: text})
	}
	return row
}

const (
	maxComparedMeasures = 50
	maxChangedCases     = 50 // of one kind
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

// group returns a group of changed cases. ids are the first of total cases, and view returns the text of one.
func (c changes) group(title, kind string, total int, ids []string, view func(i int) changedCaseView) changeGroupView {
	g := changeGroupView{Title: fmt.Sprintf("%s: %s", title, words.Plural(total, "case"))}
	for i, id := range ids {
		href := c.cases.link(c.set, id)
		if href != "" && kind != "" {
			address := c.cases.names.addressOf(c.set)
			address.change = kind
			g.Href = address.href()
		}
		if i < maxChangedCases {
			v := view(i)
			v.Href = href
			g.Cases = append(g.Cases, v)
		}
	}
	if more := total - len(g.Cases); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	return g
}

func newChangedCaseView(c *diff.CaseChange) changedCaseView {
	v := changedCaseView{ID: terminal.Excerpt(c.ID, terminal.MaxName)}
	more := c.MoreFields
	for _, f := range c.Fields {
		more += f.MoreValues
		if len(f.Values) == 0 {
			opposite := map[bool]string{false: "better", true: "worse"}[f.Worse]
			v.Values = append(v.Values, changedValueView{Path: terminal.Excerpt(f.Field, terminal.MaxName), Instead: opposite})
		}
		for _, value := range f.Values {
			shown := terminal.ShowValues(maxExampleCharacters, json.RawMessage(value.Old.Got), json.RawMessage(value.New.Got), json.RawMessage(value.Want))
			changed := changedValueView{Path: terminal.Excerpt(value.Path, terminal.MaxName)}
			changed.New.Segments, changed.Want.Segments = figures.Difference(shown[1], shown[2])
			changed.Old.Segments = figures.Same(shown[0])
			noOld, noWant := withheld(value.Old, value.Want)
			noNew, noWantNow := withheld(value.New, value.Want)
			for _, side := range []struct {
				view     *valueView
				withheld bool
			}{{&changed.Old, noOld}, {&changed.New, noNew}, {&changed.Want, noWant || noWantNow}} {
				if len(side.view.Segments) == 0 {
					side.view.None = terminal.NoValue(side.withheld)
				}
			}
			v.Values = append(v.Values, changed)
		}
	}
	if c.New.Status == report.Error {
		v.More = "error: " + terminal.Excerpt(c.New.Error, terminal.MaxCharacters)
	} else if more > 0 {
		v.More = fmt.Sprintf("… and %d more", more)
	}
	return v
}

// withheld reports whether the record of a run leaves out the value of the answer or of the truth.
func withheld(v diff.Value, want string) (noGot, noWant bool) {
	f := report.Field{Outcome: v.Outcome, Got: json.RawMessage(v.Got), Want: json.RawMessage(want)}
	return f.Withheld()
}
