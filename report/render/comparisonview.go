package render

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
)

// comparisonView is what pages show of a comparison with another run.
type comparisonView struct {
	Verdict, Tone, Old, Level string
	Sets                      []comparedSetView
	Warnings                  []string
}

type comparedSetView struct {
	Approximate               string // says what ≈ means
	Name, Verdict, Tone, Text string
	Rows                      []comparedRowView
	More                      string
	Unchanged                 string
	Groups                    []changeGroupView
	Warnings                  []string
}

type comparedRowView struct {
	Name, Old, New, Delta, Interval, P, Tone, Verdict string
	// Reason says why a change is not significant.
	Reason        string
	Broken, Fixed int
	Average       bool
}

type changeGroupView struct {
	Title string
	Open  bool
	Cases []changedCaseView
	More  string
}

type changedCaseView struct {
	ID     string
	Values []changedValueView
	More   string
}

type changedValueView struct {
	Path           string
	Old, New, Want valueView
}

func newComparisonView(r *diff.Report) *comparisonView {
	if r == nil {
		return nil
	}
	v := &comparisonView{Verdict: comparisonVerdict(r), Tone: "ok", Level: percent(r.Level)}
	switch {
	case r.NotEvaluable():
		v.Tone = "warn"
	case r.Regressed():
		v.Tone = "bad"
	}
	var old []string
	for _, name := range r.Old {
		old = append(old, cut(name, maxName))
	}
	v.Old = strings.Join(old[:min(len(old), 5)], ", ")
	for i := range r.Sets {
		v.Sets = append(v.Sets, newComparedSetView(&r.Sets[i]))
	}
	v.Warnings = warningTexts(r.Warnings)
	return v
}

// comparisonVerdict is the headline of a comparison.
func comparisonVerdict(r *diff.Report) string {
	return cut(strings.Join(r.Headline(), "; "), maxCharacters)
}

func warningTexts(warnings []diff.Warning) []string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, cut(w.Message, maxCharacters))
	}
	return texts
}

func comparedTone(v diff.Verdict) string {
	switch v {
	case diff.Regressed, diff.Disappeared:
		return "bad"
	case diff.Improved:
		return "ok"
	}
	return ""
}

func newComparedSetView(s *diff.Set) comparedSetView {
	v := comparedSetView{Name: cut(s.Dataset, maxName), Verdict: string(s.Verdict), Tone: comparedTone(s.Verdict), Warnings: warningTexts(s.Warnings)}
	if v.Verdict == "" {
		v.Verdict = diff.NoChange
	}
	v.Text = words.Plural(s.Cases, "case") + " in both runs"
	if s.Approximate() {
		v.Approximate = report.ApproximateNote
	}
	v.rows(s)
	v.changes("Newly broken", s.Broken, true)
	v.changes("Regressed", s.Regressed, true)
	v.changes("Fixed", s.Fixed, false)
	v.changes("Improved", s.Improved, false)
	v.names("Disappeared", s.Disappeared)
	v.names("Appeared", s.Appeared)
	return v
}

// rows shows the averages and the fields in which anything changed.
func (v *comparedSetView) rows(s *diff.Set) {
	if s.Verdict == diff.Appeared || s.Verdict == diff.Disappeared {
		return
	}
	for _, row := range []diff.Row{s.Micro, s.Macro} {
		average := newComparedRowView(row)
		average.Average = true
		v.Rows = append(v.Rows, average)
	}
	var changed []diff.Row
	for _, row := range s.Fields {
		if row.Changed() {
			changed = append(changed, row)
		}
	}
	for _, i := range rowsOf(len(changed), func(i int) bool { return changed[i].Verdict == diff.Regressed }) {
		v.Rows = append(v.Rows, newComparedRowView(changed[i]))
	}
	v.More = moreRows(len(changed), "field", "that regressed")
	if unchanged := len(s.Fields) - len(changed); unchanged > 0 {
		v.Unchanged = words.Plural(unchanged, "field") + " without any change not listed."
	}
}

func newComparedRowView(r diff.Row) comparedRowView {
	v := comparedRowView{
		Name: cut(r.Field, maxName), Old: r.Old.String(), New: r.New.String(), Delta: "~",
		Broken: r.Broken, Fixed: r.Fixed, Tone: comparedTone(r.Verdict), Verdict: string(r.Verdict),
	}
	if r.Items {
		v.Name += " items"
	}
	if !r.Changed() {
		return v
	}
	v.Reason = r.Reason
	if r.Delta.Defined {
		v.Delta = fmt.Sprintf("%+.3f", r.Delta.Value)
	}
	if r.Low.Defined && r.High.Defined {
		v.Interval = fmt.Sprintf("%+.3f … %+.3f", r.Low.Value, r.High.Value)
		if r.Approximate {
			v.Interval = "≈ " + v.Interval
		}
	}
	if p, ok := r.P(); ok {
		v.P = strconv.FormatFloat(p, 'f', 3, 64)
		if p < 0.001 {
			v.P = "<0.001"
		}
	}
	return v
}

const maxChangedCases = 50 // of one kind

func (v *comparedSetView) changes(title string, c diff.Changes, open bool) {
	if c.Total() == 0 {
		return
	}
	g := changeGroupView{Title: fmt.Sprintf("%s: %s", title, words.Plural(c.Total(), "case")), Open: open}
	shown := c.Cases[:min(len(c.Cases), maxChangedCases)]
	for _, change := range shown {
		g.Cases = append(g.Cases, newChangedCaseView(change))
	}
	if more := c.Total() - len(shown); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	v.Groups = append(v.Groups, g)
}

func newChangedCaseView(c diff.CaseChange) changedCaseView {
	v := changedCaseView{ID: cut(c.ID, maxName)}
	more := c.MoreFields
	for _, f := range c.Fields {
		more += f.MoreValues
		for _, value := range f.Values {
			shown := showAll(maxExampleCharacters, json.RawMessage(value.Old.Got), json.RawMessage(value.New.Got), json.RawMessage(value.Want))
			changed := changedValueView{Path: cut(value.Path, maxName)}
			changed.New.Segments, changed.Want.Segments = difference(shown[1], shown[2])
			changed.Old.Segments = same(shown[0])
			noOld, noWant := withheld(value.Old, value.Want)
			noNew, noWantNow := withheld(value.New, value.Want)
			for _, side := range []struct {
				view     *valueView
				withheld bool
			}{{&changed.Old, noOld}, {&changed.New, noNew}, {&changed.Want, noWant || noWantNow}} {
				if len(side.view.Segments) == 0 {
					side.view.None = none(side.withheld)
				}
			}
			v.Values = append(v.Values, changed)
		}
	}
	if c.New.Status == report.Error {
		v.More = "error: " + cut(c.New.Error, maxCharacters)
	} else if more > 0 {
		v.More = fmt.Sprintf("… and %d more", more)
	}
	return v
}

// withheld reports which values one run had and its record has not.
func withheld(v diff.Value, want string) (noGot, noWant bool) {
	f := report.Field{Outcome: v.Outcome, Got: json.RawMessage(v.Got), Want: json.RawMessage(want)}
	return f.Withheld()
}

func (v *comparedSetView) names(title string, n diff.Names) {
	if n.Total() == 0 {
		return
	}
	g := changeGroupView{Title: fmt.Sprintf("%s: %s", title, words.Plural(n.Total(), "case"))}
	for _, name := range n.Names[:min(len(n.Names), maxChangedCases)] {
		g.Cases = append(g.Cases, changedCaseView{ID: cut(name, maxName)})
	}
	if more := n.Total() - len(g.Cases); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	v.Groups = append(v.Groups, g)
}
