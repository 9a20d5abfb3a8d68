package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/render/internal/say"
	"github.com/extracteval/extracteval/report/render/page/internal/marks"
)

// comparisonView is what pages show of a comparison with another run.
type comparisonView struct {
	Verdict, Tone, Old, Level string
	Sets                      []comparedSetView
	New                       []linkView // data sets that the earlier run has not
	Warnings                  []string
}

type comparedSetView struct {
	Approximate               string // says what ≈ means
	Name, Verdict, Tone, Text string
	Href                      template.URL
	Open                      bool
	say.ComparedFields
	Links    []rowLinks // of the rows
	Groups   []changeGroupView
	Warnings []string
}

// rowLinks lead from the numbers of a row to their cases.
type rowLinks struct{ All, Mistakes, Broken, Fixed template.URL }

// Of returns a number of cases with where it leads, nowhere without cases.
func (rowLinks) Of(n int, to template.URL) linkView {
	if n == 0 {
		to = ""
	}
	return linkView{strconv.Itoa(n), to}
}

// Row returns the links of a row.
func (v comparedSetView) Row(i int) rowLinks {
	if i < len(v.Links) {
		return v.Links[i]
	}
	return rowLinks{}
}

type changeGroupView struct {
	Title string
	Href  template.URL // of its cases, "" where none is in the page
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
}

func newComparisonView(of *render.Report, cases *packed, r *diff.Report) *comparisonView {
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
		s := &r.Sets[i]
		at := slices.IndexFunc(of.Sets, func(set *render.Set) bool { return say.IsOf(s, set) })
		if s.Verdict == diff.Appeared && at >= 0 && len(s.Warnings) == 0 && s.NotEvaluable == "" {
			v.New = append(v.New, linkView{say.NameOf(of, of.Sets[at]), cases.names.of(at).href()})
			continue
		}
		v.Sets = append(v.Sets, newComparedSetView(s, at, cases))
	}
	slices.SortStableFunc(v.Sets, func(a, b comparedSetView) int { // what became worse first
		worse := func(v comparedSetView) int {
			if v.Open {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(worse(a), worse(b)), plain.Natural(a.Name, b.Name))
	})
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

// newComparedSetView takes the number of the data set in the page, -1 for one that is not
// in it.
func newComparedSetView(s *diff.Set, at int, cases *packed) comparedSetView {
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
	v.Open = s.Verdict == diff.Regressed || s.Verdict == diff.Disappeared || s.NotEvaluable != ""
	v.ComparedFields = say.NewComparedFields(s)
	c := changes{set: at, cases: cases}
	if at >= 0 {
		v.Href = cases.names.of(at).href()
		for i := range v.Rows {
			v.Links = append(v.Links, c.row(v.Rows[i].Name, v.Rows[i].Attribute, v.Rows[i].Average))
		}
	}
	if s.Approximate() {
		v.Approximate = report.ApproximateNote
	}
	for kind, g := range []struct {
		title string
		diff.Changes
	}{{"Newly broken", s.Broken}, {"Regressed", s.Regressed}, {"Fixed", s.Fixed}, {"Improved", s.Improved}} {
		if g.Total() > 0 {
			v.Groups = append(v.Groups, c.group(g.title, changeKinds[kind], g.Changes))
		}
	}
	if s.Disappeared.Total() > 0 {
		v.Groups = append(v.Groups, c.names("Disappeared", "", s.Disappeared))
	}
	if s.Appeared.Total() > 0 {
		v.Groups = append(v.Groups, c.names("Appeared", "appeared", s.Appeared))
	}
	return v
}

const (
	maxComparedMeasures = 50
	maxChangedCases     = 50 // of one kind
)

// changes are those of the data set of the page with a number, -1 for none.
type changes struct {
	set   int
	cases *packed
}

// row returns the links of the row of a field, of an average or of an invariant. A case that
// does not keep an invariant has its name among its texts.
func (c changes) row(name, attribute string, average bool) (links rowLinks) {
	at := c.cases.names.of(c.set)
	if rule, ok := strings.CutPrefix(name, "rule "); ok && attribute == "" {
		at.text = rule
		links.All, links.Mistakes = at.href(), at.href()
		return links
	}
	if average {
		links.All = at.href()
		at.show = "failing"
		links.Mistakes = at.href()
		return links
	}
	at.byField(attribute, &c.cases.names)
	links.All = at.href()
	broken, fixed := at, at
	at.outcome, broken.change, fixed.change = "mistake", "worse", "better"
	links.Mistakes, links.Broken, links.Fixed = at.href(), broken.href(), fixed.href()
	return links
}

func (c changes) link(id string) template.URL {
	if c.set < 0 {
		return ""
	}
	return c.cases.link(c.set, id)
}

// list returns the address of the cases that changed in one way, "" where none of them
// is in the page.
func (c changes) list(change string, there bool) template.URL {
	if c.set < 0 || change == "" || !there {
		return ""
	}
	at := c.cases.names.of(c.set)
	at.change = change
	return at.href()
}

func (c changes) group(title, kind string, all diff.Changes) changeGroupView {
	g := changeGroupView{Title: fmt.Sprintf("%s: %s", title, words.Plural(all.Total(), "case"))}
	shown := all.Cases[:min(len(all.Cases), maxChangedCases)]
	for _, change := range shown {
		v := newChangedCaseView(change)
		v.Href = c.link(change.ID)
		g.Cases = append(g.Cases, v)
	}
	g.Href = c.list(kind, slices.ContainsFunc(all.Cases, func(change diff.CaseChange) bool { return c.link(change.ID) != "" }))
	if more := all.Total() - len(shown); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	return g
}

func newChangedCaseView(c diff.CaseChange) changedCaseView {
	v := changedCaseView{ID: plain.Cut(c.ID, plain.MaxName)}
	more := c.MoreFields
	for _, f := range c.Fields {
		more += f.MoreValues
		for _, value := range f.Values {
			shown := plain.All(maxExampleCharacters, json.RawMessage(value.Old.Got), json.RawMessage(value.New.Got), json.RawMessage(value.Want))
			changed := changedValueView{Path: plain.Cut(value.Path, plain.MaxName)}
			changed.New.Segments, changed.Want.Segments = marks.Difference(shown[1], shown[2])
			changed.Old.Segments = marks.Same(shown[0])
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

func (c changes) names(title, kind string, all diff.Names) changeGroupView {
	g := changeGroupView{Title: fmt.Sprintf("%s: %s", title, words.Plural(all.Total(), "case"))}
	there := false
	for _, name := range all.Names[:min(len(all.Names), maxChangedCases)] {
		v := changedCaseView{ID: plain.Cut(name, plain.MaxName), Href: c.link(name)}
		there = there || v.Href != ""
		g.Cases = append(g.Cases, v)
	}
	g.Href = c.list(kind, there)
	if more := all.Total() - len(g.Cases); more > 0 {
		g.More = fmt.Sprintf("… and %d more", more)
	}
	return g
}
