package page

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// Bounds on the parts of one case.
const (
	maxMisses = 200 // rows of values that are not as expected
	maxHits   = 100
	maxBroken = 50 // invariants
	maxBrief  = 3  // paths in the line of the case
	maxTags   = 100
)

// caseView is the data of the template of a case: a line with its worst trial, and all of its trials inside.
type caseView struct {
	ID, Score, Passes string
	Set, SetTitle     string // SetTitle: the full name, if Set is shortened
	Href              template.URL
	Open, Several     bool // Several: the data set has several trials
	Tags              []string
	Changed           view.Text // since the earlier run
	Worst             *answerView
	Trials            []answerView
	LeftOut           string
}

// answerView is one trial of a case.
type answerView struct {
	Case                               string // its id, for the names of the panes
	Trial, Score, Verdict, Tone, Brief string
	Open                               bool
	Error, ErrorLabel                  string
	Misses                             []leafView
	MoreMisses                         string
	Broken                             []view.Block
	Hits                               []leafView
	HitText                            string
	Lists                              []listView
	Document                           documentView
	Packets                            template.HTML
	Warnings                           []view.Block
	Foot                               string
}

// leafView is a value. Leaf is its number within the case, by which the script finds it in the document. Field is the
// number of its attribute in the filter of fields, "" for none.
type leafView struct {
	Leaf                               int
	Field                              string
	Path, Outcome, Class, Kind, Origin string
	Meaning                            string        // of Origin
	Got, Want                          view.Span     // Want is zero where Got says it
	Box                                template.HTML // a picture of both boxes
	Note                               string
}

// Name returns the path as markup. A long path may be broken at its separators.
func (v leafView) Name() template.HTML {
	text := template.HTMLEscapeString(v.Path)
	if utf8.RuneCountInString(v.Path) <= figures.MaxWhole {
		return template.HTML(`<code class="whole">` + text + "</code>")
	}
	return template.HTML("<code>" + separators.Replace(text) + "</code>")
}

var separators = strings.NewReplacer(".", ".<wbr>", "_", "_<wbr>", "[", "<wbr>[")

func newCaseView(r *render.Report, c pageCase, names *filterNames, docs *documents) caseView {
	set, worst := r.Sets[c.set], c.worst()
	v := caseView{ID: terminal.Excerpt(worst.ID, terminal.MaxName), Several: len(set.Summary.Trials) > 1}
	address := names.addressOf(c.set)
	address.id = CaseKey(worst.ID)
	v.Href = address.href()
	if change := docs.changes[c.set][worst.ID].subject; change != nil {
		v.Changed = view.Text{{Text: "Since the last run", Tone: view.Strong}}.With(changedValues(change)...)
	}
	if len(r.Sets) > 1 {
		if v.Set = r.ShortNameOf(set); v.Set != r.NameOf(set) {
			v.SetTitle = r.NameOf(set)
		}
	}
	for i, name := range slices.Sorted(maps.Keys(worst.Tags)) {
		if i == maxTags {
			v.Tags = append(v.Tags, fmt.Sprintf("and %d more", len(worst.Tags)-i))
			break
		}
		v.Tags = append(v.Tags, terminal.Excerpt(render.TagText(name, worst.Tags[name]), terminal.MaxName))
	}
	passes := 0
	var low, high report.Ratio
	views := docs.views(c)
	for i, trial := range c.trials {
		answer := newAnswerView(trial, names, docs.boxes[c.set])
		answer.Case = v.ID
		if v.Several {
			answer.Case += ", " + answer.Trial
		}
		answer.Document, answer.Open, answer.Packets = views[i], i == 0, figures.Strip(trial.Case, set.Dataset.Classes, v.Href)
		v.Trials = append(v.Trials, answer)
		if answer.Verdict == "pass" {
			passes++
		}
		if s := trial.Score; s.Defined {
			if !low.Defined || s.Value < low.Value {
				low = s
			}
			if !high.Defined || s.Value > high.Value {
				high = s
			}
		}
	}
	v.Worst = &v.Trials[0]
	v.Score = v.Worst.Score
	if low.String() != high.String() {
		v.Score = terminal.Between(low, high)
	}
	if n := len(c.trials); v.Several {
		v.Passes = fmt.Sprintf("%d of %s pass", passes, words.Plural(n, "trial"))
		if more := len(set.Summary.Trials) - n; more > 0 && set.LeftOut > 0 {
			v.LeftOut = words.Plural(more, "other trial") + ", with better scores, not in this page"
		}
	}
	return v
}

func newAnswerView(c render.Record, names *filterNames, boxes map[string]compare.Box) answerView {
	v := answerView{Trial: "trial " + strconv.Itoa(c.Trial), Verdict: render.Status(c.Case)}
	v.Tone = tones[v.Verdict]
	if c.Score.Defined {
		v.Score = c.Score.String()
	}
	if c.Unlabelled {
		v.Score = "not labelled"
	}
	if c.Error != "" {
		v.Error, v.ErrorLabel = terminal.Excerpt(c.Error, 2*terminal.MaxCharacters), "error"
		if c.Status == report.Skipped {
			v.ErrorLabel = "why"
		}
	}
	v.fields(c, leafWriter{names, boxes})
	v.Broken, v.Warnings = view.Filled(brokenList(c.Case)), view.Filled(view.Quotes("warnings", c.Warnings))
	v.Foot = foot(c.Case)
	return v
}

// brokenList returns the first broken invariants of a case.
func brokenList(c *report.Case) view.List {
	l := view.List{Class: "warnings"}
	broken := c.Broken()
	for _, r := range broken[:min(len(broken), maxBroken)] {
		text := terminal.Excerpt(terminal.Invariant(r), 2*terminal.MaxCharacters)
		l.Items = append(l.Items, view.Text{{Text: text, Tone: view.Strong}, {Text: strings.Join(r.Paths, ", "), Code: true}})
	}
	return l.And(len(broken) - len(l.Items))
}

func (v *answerView) fields(c render.Record, w leafWriter) {
	var brief []string
	more, hits := c.MoreFields, 0
	lists := newLists(c, w)
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			hits++
			if len(v.Hits) < maxHits {
				v.Hits = append(v.Hits, w.hit(f, i))
			}
			continue
		}
		if len(brief) < maxBrief {
			brief = append(brief, terminal.Excerpt(f.Path, terminal.MaxName))
		}
		switch {
		case lists.has(i):
		case len(v.Misses) == maxMisses:
			more++
		default:
			v.Misses = append(v.Misses, w.miss(f, c.Classes[i], i))
		}
	}
	v.Lists = lists.views()
	all := len(c.Misses) + c.MoreMisses
	v.Brief = strings.Join(brief, ", ")
	if all > len(brief) && len(brief) > 0 {
		v.Brief += fmt.Sprintf(" and %d more", all-len(brief))
	}
	if more > 0 {
		v.MoreMisses = words.Plural(more, "more value") + " not shown"
	}
	v.HitText = words.Plural(hits, "value") + " as expected"
	if hits > len(v.Hits) {
		v.HitText += fmt.Sprintf(", %d of them shown", len(v.Hits))
	}
}

// leafWriter makes the views of values.
type leafWriter struct {
	names *filterNames
	boxes map[string]compare.Box
}

func (w leafWriter) leaf(f *report.Field, number int) leafView {
	v := leafView{Leaf: number, Path: terminal.Excerpt(f.Path, terminal.MaxName), Outcome: strings.ReplaceAll(f.Outcome.String(), "_", " "), Class: f.Outcome.String()}
	if n, ok := w.names.fields.Number[f.Attribute]; ok {
		v.Field = strconv.Itoa(n)
	}
	return v
}

func (w leafWriter) miss(f *report.Field, class source.Class, number int) leafView {
	v := w.leaf(f, number)
	origin := source.Origin(f.Origin)
	v.Kind, v.Origin, v.Meaning, v.Note = kindOf(f, class), terminal.Excerpt(origin.String(), terminal.MaxName), origin.Meaning(), noteOf(f)
	v.Got, v.Want = pairOfValues(f)
	if rule, ok := w.boxes[f.Attribute]; ok {
		v.Box = template.HTML(figures.SmallOverlay(f, rule)) // numbers only
	}
	return v
}

// kindOf returns the class if it says more than the outcome, else the tag of the field.
func kindOf(f *report.Field, class source.Class) string {
	switch class {
	case source.Missing, source.Hallucinated, source.Invented, "":
		// "required, missing" repeats the outcome.
		tag := strings.TrimSuffix(strings.TrimSuffix(f.Tag, f.Outcome.String()), ", ")
		return terminal.Excerpt(tag, terminal.MaxName)
	}
	return terminal.Excerpt(class.String(), terminal.MaxName)
}

func noteOf(f *report.Field) string {
	var parts []string
	if f.Note != "" {
		parts = append(parts, terminal.Excerpt(f.Note, terminal.MaxCharacters))
	}
	if f.Similarity > 0 && f.Similarity < 1 {
		parts = append(parts, "similarity "+render.Decimals(f.Similarity))
	}
	if confidence, ok := f.Confidence.Value, f.Confidence.Defined; ok {
		parts = append(parts, "confidence "+render.Decimals(confidence))
	}
	if f.Cut {
		parts = append(parts, "the record holds only a part")
	}
	return strings.Join(parts, "; ")
}

func pairOfValues(f *report.Field) (got, want view.Span) {
	shown := terminal.ShowValues(terminal.MaxCharacters, f.Got, f.Want)
	noGot, noWant := f.Withheld()
	if f.Outcome == metrics.Wrong {
		return terminal.Difference(shown[0], shown[1], noGot, noWant)
	}
	return shown[0].Span(noGot), shown[1].Span(noWant)
}

// hit returns the view of a value that is as expected. It shows want only if its text differs from that of got.
func (w leafWriter) hit(f *report.Field, number int) leafView {
	v := w.leaf(f, number)
	if string(f.Got) == string(f.Want) {
		noGot, _ := f.Withheld()
		v.Got = terminal.ShowValue(f.Got, terminal.MaxCharacters).Span(noGot)
	} else {
		v.Got, v.Want = pairOfValues(f)
	}
	if noGot, _ := f.Withheld(); v.Got.Segments == nil && !noGot && f.Outcome.Hit() && len(f.Want) == 0 {
		v.Got.Text = "nothing, as wanted"
	}
	return v
}

func foot(c *report.Case) string {
	var parts []string
	if c.Reasoning != "" {
		reasoning := terminal.Excerpt(c.Reasoning, terminal.MaxCharacters)
		if slices.ContainsFunc(c.Fields, func(f report.Field) bool { return f.Weight == 0 || paths.InItems(f.Attribute) }) {
			reasoning += " (fields of the score; a list is one)" // above, values are counted
		}
		parts = append(parts, reasoning)
	}
	if c.Label != nil {
		parts = append(parts, "truth: "+terminal.Excerpt(c.Label.String(), terminal.MaxCharacters))
	}
	if c.Duration > 0 {
		parts = append(parts, c.Duration.Round(time.Microsecond).String())
	}
	for _, unit := range slices.Sorted(maps.Keys(c.Cost)) {
		parts = append(parts, strconv.FormatFloat(c.Cost[unit], 'g', 6, 64)+" "+terminal.Excerpt(unit, terminal.MaxName))
	}
	return strings.Join(parts, " · ")
}

// tones are the colours of the words of status. A case that was skipped or not judged has none.
var tones = map[string]string{"error": "bad", "fail": "bad", "partial": "warn", "broken": "warn", "pass": "ok"}
