package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/render/internal/say"
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
	say.ComparedFields
	Groups   []changeGroupView
	Warnings []string
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
	v := &comparisonView{Verdict: say.ComparisonVerdict(r), Tone: "ok", Level: say.Percent(r.Level)}
	switch {
	case r.NotEvaluable():
		v.Tone = "warn"
	case r.Regressed():
		v.Tone = "bad"
	}
	var old []string
	for _, name := range r.Old {
		old = append(old, plain.Cut(name, plain.MaxName))
	}
	v.Old = strings.Join(old[:min(len(old), 5)], ", ")
	for i := range r.Sets {
		v.Sets = append(v.Sets, newComparedSetView(&r.Sets[i]))
	}
	v.Warnings = warningTexts(r.Warnings)
	return v
}

func warningTexts(warnings []diff.Warning) []string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, plain.Cut(w.Message, plain.MaxCharacters))
	}
	return texts
}

func newComparedSetView(s *diff.Set) comparedSetView {
	v := comparedSetView{Name: plain.Cut(s.Dataset, plain.MaxName), Verdict: string(s.Verdict), Tone: say.ComparedTone(s.Verdict), Warnings: warningTexts(s.Warnings)}
	if v.Verdict == "" {
		v.Verdict = diff.NoChange
	}
	v.Text = words.Plural(s.Cases, "case") + " in both runs"
	if text := s.LabelText(); text != "" {
		v.Text += ", " + plain.Cut(text, plain.MaxCharacters)
	}
	add := func(what string, texts []string) {
		v.Text += fmt.Sprintf("; %s %s → %s (%s", what, texts[0], texts[1], texts[2])
		if texts[3] != "" {
			v.Text += ", interval " + texts[3]
		}
		v.Text += ")"
	}
	for _, row := range s.Measures[:min(len(s.Measures), maxComparedMeasures)] {
		add(plain.Cut(row.Measure, plain.MaxName), row.Texts())
	}
	for _, row := range s.Usage {
		add(string(row.Quantity)+" per case", row.Texts())
	}
	if s.LatencyNote != "" {
		v.Text += "; " + s.LatencyNote
	}
	v.ComparedFields = say.NewComparedFields(s)
	if s.Approximate() {
		v.Approximate = report.ApproximateNote
	}
	v.changes("Newly broken", s.Broken, true)
	v.changes("Regressed", s.Regressed, true)
	v.changes("Fixed", s.Fixed, false)
	v.changes("Improved", s.Improved, false)
	v.names("Disappeared", s.Disappeared)
	v.names("Appeared", s.Appeared)
	return v
}

const (
	maxComparedMeasures = 50
	maxChangedCases     = 50 // of one kind
)

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
	v := changedCaseView{ID: plain.Cut(c.ID, plain.MaxName)}
	more := c.MoreFields
	for _, f := range c.Fields {
		more += f.MoreValues
		for _, value := range f.Values {
			shown := plain.All(maxExampleCharacters, json.RawMessage(value.Old.Got), json.RawMessage(value.New.Got), json.RawMessage(value.Want))
			changed := changedValueView{Path: plain.Cut(value.Path, plain.MaxName)}
			changed.New.Segments, changed.Want.Segments = difference(shown[1], shown[2])
			changed.Old.Segments = same(shown[0])
			noOld, noWant := withheld(value.Old, value.Want)
			noNew, noWantNow := withheld(value.New, value.Want)
			for _, side := range []struct {
				view     *valueView
				withheld bool
			}{{&changed.Old, noOld}, {&changed.New, noNew}, {&changed.Want, noWant || noWantNow}} {
				if len(side.view.Segments) == 0 {
					side.view.None = plain.None(side.withheld)
				}
			}
			v.Values = append(v.Values, changed)
		}
	}
	if c.New.Status == report.Error {
		v.More = "error: " + plain.Cut(c.New.Error, plain.MaxCharacters)
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
		g.Cases = append(g.Cases, changedCaseView{ID: plain.Cut(name, plain.MaxName)})
	}
	if more := n.Total() - len(g.Cases); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	v.Groups = append(v.Groups, g)
}
