package page

import (
	"cmp"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// pageView is the data of the template of the page.
type pageView struct {
	Policy       string
	Style        template.CSS
	Title, Tone  string
	Failing      bool // there are cases that do not pass
	Head         []view.Block
	Contents     []view.Block
	Blocks       []view.Block // the numbers, above the cases
	Static       []template.HTML
	Included     int
	CaseNote     string
	SetNames     []optionView
	FieldNames   []optionView
	ClassNames   []optionView
	TagNames     []optionView
	OutcomeNames []optionView
	ChangeNames  []optionView
	Footer       string
}

// optionView is an option of a filter: its key in addresses, its number in the index of
// the cases, and its text.
type optionView struct{ Value, Number, Text string }

func newPageView(r *render.Report, cases *packed, comparison *diff.Report) pageView {
	v := pageView{Static: cases.static, Included: cases.included}
	var sets []sections
	for i, set := range r.Sets {
		sets = append(sets, newSections(r, i, cases, render.Compared(comparison, set)))
		v.SetNames = append(v.SetNames, optionView{cases.names.sets[i], strconv.Itoa(i), r.NameOf(set)})
	}
	verdict := r.Verdict()
	v.Tone = toneOf(verdict)
	if render.IsWorse(verdict, comparison) {
		v.Tone = "warn"
	}
	v.Title = headline(r, comparison)
	if len(r.Sets) > 0 {
		v.Footer = "Made by extracteval" + withSpace(strings.TrimSuffix(r.Sets[0].Run.Versions.ExtractEval, "(devel)")) + ". Nothing on this page was loaded from elsewhere."
	}
	v.Failing = cases.failing > 0
	v.Head = head(r, v.Title, sets, cases, comparison)
	look := view.List{Class: "look", Items: lookFirst(r, cases, comparison)}
	if len(look.Items) > 0 {
		v.Blocks = append(v.Blocks, view.Part{ID: "look", Heading: title("Where to look", ""), Blocks: []view.Block{look}})
	}
	v.Blocks = append(v.Blocks, dataSets(sets)...)
	for _, s := range sets {
		v.Blocks = append(v.Blocks, s.fold(comparison))
	}
	v.Blocks = append(v.Blocks, drawComparison(r, cases, comparison)...)
	v.Contents = []view.Block{contents(v.Blocks, sets, v.Failing)}
	v.CaseNote = caseNote(cases)
	same := func(name string) string { return terminal.Excerpt(name, terminal.MaxName) }
	v.FieldNames = optionsOf(&cases.names.fields, same)
	v.ClassNames = optionsOf(&cases.names.classes, func(name string) string { return same(source.Class(name).String()) })
	v.TagNames = optionsOf(&cases.names.tags, same)
	for _, o := range metrics.Outcomes() {
		v.OutcomeNames = append(v.OutcomeNames, optionView{o.String(), strconv.Itoa(int(o)), strings.ReplaceAll(o.String(), "_", " ")})
	}
	if comparison != nil {
		v.ChangeNames = changeOptions
	}
	return v
}

// failingCases is the address of the cases that do not pass.
var failingCases = address{show: "failing"}.href()

// head returns the head of the page: the verdict with its reasons, and links to the first cases that do not pass.
func head(r *render.Report, title string, sets []sections, cases *packed, comparison *diff.Report) []view.Block {
	kind := view.Plain("Extraction report")
	if len(r.Sets) > 0 {
		run := &r.Sets[0].Run
		if text := when(run.Start); text != "" {
			kind[0].Text += " · " + text
		}
		if text := revision(run.VCS); text != "" {
			kind = kind.With(view.Span{Text: "· revision"}, view.Span{Text: text, Code: true})
		}
	}
	blocks := []view.Block{view.Sentence{Text: kind, Tone: "kind"}, view.Heading{Level: 1, Text: view.Plain(title)}}
	blocks = append(blocks, headlineDeltas(r, comparison)...)
	list := reasons(sets)
	if comparison != nil {
		item := against(comparison, "#comparison")
		item[len(item)-1].Tail = ":"
		list.Items = append(list.Items, item.With(view.Span{Text: render.ComparisonVerdict(comparison)}))
	}
	blocks = append(blocks, list)
	if cases.failing == 0 {
		return blocks
	}
	failing := view.Plain("Not passing, the worst first:")
	for i, c := range cases.worst {
		failing = failing.With(view.Span{Text: c.id, Code: true, Link: string(cases.link(c.set, c.id))}, view.Span{Text: c.score, Tone: view.Dim})
		if i < cases.failing-1 {
			failing[len(failing)-1].Tail = " ·"
		}
	}
	if cases.failing > len(cases.worst) {
		failing = failing.With(view.Span{Text: "all " + strconv.Itoa(cases.failing), Link: string(failingCases)})
	}
	return append(blocks, view.Sentence{Text: failing, Tone: "failing"})
}

// contents returns the contents of the page.
func contents(parts []view.Block, sets []sections, failing bool) view.List {
	var list view.List
	add := func(spans ...view.Span) { list.Items = append(list.Items, spans) }
	for _, block := range parts {
		if part, ok := block.(view.Part); ok {
			add(view.Span{Text: part.Heading.Text[0].Text, Link: "#" + part.ID})
			continue
		}
		s := sets[0]
		link := s.link()
		link.Tone = "of"
		item := view.Text{link}
		if !s.alone() {
			item = item.With(s.badge())
		}
		if s.compared != nil && s.compared.Verdict == diff.Regressed {
			item = item.With(view.Span{Text: "worse", Tone: view.Bad})
		}
		add(item...)
		sets = sets[1:]
	}
	add(view.Span{Text: "Cases", Link: "#cases"})
	if failing {
		add(view.Span{Text: "not passing", Tone: "failing", Link: string(failingCases)})
	}
	return list
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
		options = append(options, optionView{key, strconv.Itoa(i), show(names.All[i])})
	}
	return options
}

const (
	maxReasons    = 10   // data sets in the head of the page
	maxSetReasons = 50   // of one data set
	maxOptions    = 1000 // of a filter
)

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
	if n := &cases.names; max(len(n.fields.All), len(n.classes.All), len(n.tags.All)) > maxOptions {
		note += fmt.Sprintf(" Each filter offers %d names; the search for text finds others that a case shows.", maxOptions)
	}
	return note
}

// toneOf returns the class of a verdict.
func toneOf(v verdict.Verdict) string {
	return cmp.Or(map[verdict.Verdict]string{verdict.Passed: "ok", verdict.Failed: "bad"}[v], "warn")
}

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

func revision(v report.VCS) string {
	text := words.Excerpt(terminal.Visible(v.Revision), 12)
	if i := strings.IndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	if v.Modified {
		text += " (modified)"
	}
	return strings.TrimSuffix(text, "…")
}

// headline returns the headline of a report, after the name of a single data set.
func headline(r *render.Report, comparison *diff.Report) string {
	text := r.Headline(comparison)
	if len(r.Sets) == 1 {
		return terminal.Excerpt(r.Sets[0].Dataset.Name, terminal.MaxName) + ": " + text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
