package page

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// pageView is the data of the template of the page.
type pageView struct {
	Policy         string
	Style          template.CSS
	Title          string
	Tone           string
	Sign, Headline string
	Deltas         []string // of the macro F1
	When, Revision string
	Reasons        []reasonView
	Failing        *failingView
	Look           []lookView
	Sets           []setView
	Comparison     *comparisonView
	Static         []template.HTML
	Included       int
	CaseNote       string
	FieldNames     []optionView
	ClassNames     []optionView
	TagNames       []optionView
	OutcomeNames   []optionView
	ChangeNames    []optionView
	Footer         string
}

// optionView is an option of a filter: its key in addresses, its number in the index of
// the cases, and its text.
type optionView struct{ Value, Number, Text string }

// reasonView is a reason of the verdict, for all data sets or for one by name.
type reasonView struct {
	Name, Text string
	Href       template.URL
}

// failingView links from the head of the page to the cases that do not pass.
type failingView struct {
	Href  template.URL
	All   string // "all 48", "" if Worst has each of them
	Worst []linkView
}

// newFailingView returns nil if every case passes.
func newFailingView(cases *packed) *failingView {
	if cases.failing == 0 {
		return nil
	}
	v := &failingView{Href: address{show: "failing"}.href()}
	for _, c := range cases.worst {
		v.Worst = append(v.Worst, linkView{terminal.Excerpt(c.id, terminal.MaxName), c.score, cases.link(c.set, c.id)})
	}
	if cases.failing > len(v.Worst) {
		v.All = "all " + strconv.Itoa(cases.failing)
	}
	return v
}

func newPageView(r *render.Report, cases *packed, comparison *diff.Report) pageView {
	v := pageView{Static: cases.static, Included: cases.included}
	for i := range r.Sets {
		v.Sets = append(v.Sets, newSetView(r, i, cases, comparison))
	}
	verdict := r.Verdict()
	v.Tone = toneOf(verdict)
	v.Comparison = newComparisonView(r, cases, comparison)
	worse := render.IsWorse(verdict, comparison)
	if worse {
		v.Tone = "warn"
	}
	v.Sign = map[string]string{"ok": "✓", "bad": "✕", "warn": "!"}[v.Tone]
	v.Headline = headline(r, worse)
	v.Deltas = headlineDeltas(r, comparison)
	v.Title = v.Headline
	if len(r.Sets) > 0 {
		run := &r.Sets[0].Run
		v.When, v.Revision = when(run.Start), revision(run.VCS)
		v.Footer = "Made by extracteval" + withSpace(strings.TrimSuffix(run.Versions.ExtractEval, "(devel)")) + ". Nothing on this page was loaded from elsewhere."
	}
	v.Reasons = reasonsOf(v.Sets)
	v.Failing = newFailingView(cases)
	v.Look = lookFirst(r, cases, comparison)
	v.CaseNote = caseNote(cases)
	same := func(name string) string { return terminal.Excerpt(name, terminal.MaxName) }
	v.FieldNames = optionsOf(&cases.names.fields, same)
	v.ClassNames = optionsOf(&cases.names.classes, func(name string) string { return same(source.Class(name).String()) })
	v.TagNames = optionsOf(&cases.names.tags, same)
	for _, o := range metrics.Outcomes() {
		v.OutcomeNames = append(v.OutcomeNames, optionView{o.String(), strconv.Itoa(int(o)), strings.ReplaceAll(o.String(), "_", " ")})
	}
	if v.Comparison != nil {
		v.ChangeNames = changeOptions
	}
	return v
}

// changeOptions are the options of the filter by the change of cases since the earlier run; the
// first ones are changeKinds.
var changeOptions = []optionView{
	{"broken", "0", "broken"}, {"regressed", "1", "regressed"}, {"fixed", "2", "fixed"}, {"improved", "3", "improved"}, {"appeared", "4", "appeared"},
	{"worse", "", "worse in any field"}, {"better", "", "better in any field"}, {"both", "", "worse or better"},
}

func optionsOf(names *nameList, show func(string) string) []optionView {
	var options []optionView
	for i, key := range names.keys {
		options = append(options, optionView{key, strconv.Itoa(i), show(names.all[i])})
	}
	return options
}

const (
	maxReasons    = 10   // data sets in the head of the page
	maxSetReasons = 50   // of one data set
	maxOptions    = 1000 // of a filter
)

// reasonsOf returns the reasons of a single data set one by one. For several data sets it returns a line for each,
// except for data sets that passed and have no further reason.
func reasonsOf(sets []setView) []reasonView {
	var views []reasonView
	if len(sets) == 1 {
		for _, reason := range sets[0].Reasons {
			views = append(views, reasonView{Text: reason})
		}
		return views
	}
	more := 0
	for _, set := range sets {
		switch {
		case set.Verdict == string(verdict.Passed) && len(set.Reasons) == 1:
		case len(views) == maxReasons:
			more++
		default:
			views = append(views, reasonView{Name: set.Name, Href: set.Href, Text: strings.Join(set.Reasons, "; ")})
		}
	}
	if more > 0 {
		views = append(views, reasonView{Text: words.Plural(more, "more data set") + ", below"})
	}
	return views
}

func withSpace(text string) string {
	if text == "" {
		return ""
	}
	return " " + terminal.Excerpt(text, terminal.MaxName)
}

func caseNote(cases *packed) string {
	note := "The worst first."
	switch cases.leftOut {
	case 0:
	case 1:
		note += " 1 other, with a better score, is not in this page; every number above counts it."
	default:
		note += fmt.Sprintf(" %d others, with better scores, are not in this page; every number above counts them.", cases.leftOut)
	}
	if n := &cases.names; max(len(n.fields.all), len(n.classes.all), len(n.tags.all)) > maxOptions {
		note += fmt.Sprintf(" Each filter offers %d names; the search for text finds others that a case shows.", maxOptions)
	}
	return note
}

func toneOf(v verdict.Verdict) string {
	switch v {
	case verdict.Passed:
		return "ok"
	case verdict.Failed:
		return "bad"
	}
	return "warn"
}

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

func revision(v report.VCS) string {
	text := terminal.Excerpt(v.Revision, 12)
	if i := strings.IndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	if v.Modified {
		text += " (modified)"
	}
	return strings.TrimSuffix(text, "…")
}

// headline says in one sentence whether to merge. worse says that the run is worse than the earlier one. A run without
// a gate gives no advice.
func headline(r *render.Report, worse bool) string {
	n := len(r.Sets)
	if n == 0 {
		return "not evaluable: there is no data set"
	}
	name := ""
	if n == 1 {
		name = terminal.Excerpt(r.Sets[0].Dataset.Name, terminal.MaxName) + ": "
	}
	v := r.Verdict()
	some := fmt.Sprintf("%d of %s", r.CountOf(v), words.Plural(n, "data set"))
	switch v {
	case verdict.Failed:
		if n > 1 {
			return "Do not merge: " + some + " failed"
		}
		return name + "do not merge, the gate failed"
	case verdict.NotEvaluable:
		if n > 1 {
			return "Not evaluable: " + some
		}
		return name + "not evaluable"
	case verdict.NoGate:
		return name + r.Ungated()
	}
	switch {
	case worse && n > 1:
		return fmt.Sprintf("Look before you merge: all %d data sets passed, and are worse than in the last run", n)
	case worse:
		return name + "look before you merge, the gate passed, and it is worse than in the last run"
	case n > 1:
		return fmt.Sprintf("Ready to merge: all %d data sets passed", n)
	}
	return name + "ready to merge, the gate passed"
}
