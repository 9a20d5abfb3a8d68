package render

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
)

// pageView is what the template of the page shows.
type pageView struct {
	Policy         string
	Style          template.CSS
	Title          string
	Tone           string
	Sign, Headline string
	When, Revision string
	Reasons        []reasonView
	Look           []lookView
	Sets           []setView
	Comparison     *comparisonView
	Static         []template.HTML
	Included       int
	CaseNote       string
	FieldNames     []string
	ClassNames     []string
	TagNames       []string
	OutcomeNames   []optionView
	Footer         string
}

type optionView struct{ Value, Text string }

// reasonView is why the verdict is what it is, for all data sets or for one by name.
type reasonView struct{ Name, Anchor, Text string }

// lookView is one of the things to look at first.
type lookView struct{ What, Name, Why, Filter string }

func newPageView(r *Report, cases *packed, against *diff.Report) pageView {
	v := pageView{Static: cases.static, Included: cases.included}
	for i := range r.Sets {
		v.Sets = append(v.Sets, newSetView(r, i, cases.names))
	}
	verdict := r.Verdict()
	v.Tone = toneOf(verdict)
	v.Comparison = newComparisonView(against)
	worse := isWorse(verdict, against)
	if worse {
		v.Tone = "warn"
	}
	v.Sign = map[string]string{"ok": "✓", "bad": "✕", "warn": "!"}[v.Tone]
	v.Headline = headline(r, worse)
	v.Title = v.Headline
	if len(r.Sets) > 0 {
		run := &r.Sets[0].Run
		v.When, v.Revision = when(run.Start), revision(run.VCS)
		v.Footer = "Made by extracteval" + withSpace(run.Versions.ExtractEval) + ". Nothing on this page was loaded from elsewhere."
	}
	v.Reasons = reasonsOf(v.Sets)
	v.Look = lookFirst(r, cases.names)
	v.CaseNote = caseNote(cases)
	v.FieldNames = optionsOf(cases.names.fields)
	for _, name := range cases.names.classes[:min(len(cases.names.classes), maxOptions)] {
		v.ClassNames = append(v.ClassNames, cut(errorclass.Class(name).String(), maxName))
	}
	v.TagNames = optionsOf(cases.names.tags)
	for _, o := range metrics.Outcomes() {
		v.OutcomeNames = append(v.OutcomeNames, optionView{strconv.Itoa(int(o)), strings.ReplaceAll(o.String(), "_", " ")})
	}
	return v
}

func optionsOf(names []string) []string {
	var options []string
	for _, name := range names[:min(len(names), maxOptions)] {
		options = append(options, cut(name, maxName))
	}
	return options
}

const maxReasons = 10 // data sets in the head of the page

// verdictRank is 0 for what is looked at before what has no gate.
func verdictRank(set setView) int {
	if set.Verdict == string(artifact.NoGate) {
		return 1
	}
	return 0
}

// reasonsOf returns the reasons of the only data set one by one, of several what is
// wrong with each that has not passed.
func reasonsOf(sets []setView) []reasonView {
	var views []reasonView
	if len(sets) == 1 {
		for _, reason := range sets[0].Reasons {
			views = append(views, reasonView{Text: reason})
		}
		return views
	}
	more := 0
	sets = slices.Clone(sets)
	slices.SortStableFunc(sets, func(a, b setView) int { // what has no gate comes last
		return cmp.Compare(verdictRank(a), verdictRank(b))
	})
	for _, set := range sets {
		switch {
		case set.Verdict == string(artifact.Passed):
		case len(views) == maxReasons:
			more++
		default:
			views = append(views, reasonView{Name: set.Name, Anchor: set.Anchor, Text: strings.Join(set.Reasons, "; ")})
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
	return " " + cut(text, maxName)
}

func caseNote(cases *packed) string {
	note := fmt.Sprintf("%s, those that failed first.", words.Plural(cases.included, "case"))
	switch cases.leftOut {
	case 0:
	case 1:
		note += " 1 other, with a better score, is not in this page; every number above counts it."
	default:
		note += fmt.Sprintf(" %d others, with better scores, are not in this page; every number above counts them.", cases.leftOut)
	}
	if n := &cases.names; max(len(n.fields), len(n.classes), len(n.tags)) > maxOptions {
		note += fmt.Sprintf(" Each filter offers %d names; the search for text finds others that a case shows.", maxOptions)
	}
	return note
}

func toneOf(v artifact.Verdict) string {
	switch v {
	case artifact.Passed:
		return "ok"
	case artifact.Failed:
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
	text := cut(v.Revision, 12)
	if i := strings.IndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	if v.Modified {
		text += " (modified)"
	}
	return strings.TrimSuffix(text, "…")
}

// filter is one of the list of cases. String writes it as page.js reads it.
type filter struct {
	set                        int
	field, outcome, class, tag string
	text                       string
	none                       bool // what it asks for is not among the options
}

func (f filter) String() string {
	if f.none {
		return ""
	}
	values := url.Values{}
	for _, pair := range [][2]string{{"field", f.field}, {"outcome", f.outcome}, {"class", f.class}, {"tag", f.tag}, {"text", f.text}} {
		if pair[1] != "" {
			values.Set(pair[0], pair[1])
		}
	}
	if f.set >= 0 {
		values.Set("set", strconv.Itoa(f.set))
	}
	return values.Encode()
}

func newFilter(r *Report, set int) filter {
	if len(r.Sets) == 1 {
		set = -1
	}
	return filter{set: set}
}

// byField asks for an attribute. Without an option for it there is no filter: the text
// of a case has its paths, which are others.
func (f *filter) byField(attribute string, names filterNames) {
	f.field = numberOf(attribute, names.field)
	f.none = f.field == ""
}

// byClass asks for a kind of mistake, by its text without an option for it.
func (f *filter) byClass(class errorclass.Class, names filterNames) {
	if f.class = numberOf(string(class), names.class); f.class == "" {
		f.text = cut(class.String(), maxName)
	}
}

// byTag asks for a tag, by its text without an option for it.
func (f *filter) byTag(tag string, names filterNames) {
	if f.tag = numberOf(tag, names.tag); f.tag == "" {
		f.text = cut(tag, maxName)
	}
}

// numberOf returns the number of the option of a name, "" for none.
func numberOf(name string, numbers map[string]int) string {
	n, ok := numbers[name]
	if !ok || n >= maxOptions {
		return ""
	}
	return strconv.Itoa(n)
}

// lookFirst names the worst of each kind, over all data sets, those that failed
// before others.
func lookFirst(r *Report, names filterNames) []lookView {
	worst := -1
	for i, set := range r.Sets {
		if worst < 0 || badness(set) > badness(r.Sets[worst]) {
			worst = i
		}
	}
	if worst < 0 {
		return nil
	}
	set := r.Sets[worst]
	in := ""
	if len(r.Sets) > 1 {
		in = " of " + nameOf(r, set)
	}
	var look []lookView
	if a, counts, ok := worstField(set); ok {
		f := newFilter(r, worst)
		f.outcome = "mistake"
		f.byField(a.Attribute, names)
		look = append(look, lookView{"worst field" + in, cut(a.Attribute, maxName), f1Words(a, counts) + ": " + mistakesIn(set, counts), f.String()})
	}
	if k, ok := mostFrequentKind(set.Mistakes); ok {
		f := newFilter(r, worst)
		f.byClass(k.class, names)
		where := cut(k.attribute, maxName)
		if k.attributes == 1 {
			f.byField(k.attribute, names)
		} else {
			where = fmt.Sprintf("%d fields, such as %s", k.attributes, where)
		}
		look = append(look, lookView{"most frequent kind of mistake" + in, cut(k.class.String(), maxName), fmt.Sprintf("%s in %s", times(k.count), where), f.String()})
	}
	for _, s := range set.Slices.Slices {
		if !s.Below {
			continue
		}
		f := newFilter(r, worst)
		f.byTag(tagText(s.Tag, s.Value), names)
		look = append(look, lookView{"worst slice" + in, cut(tagText(s.Tag, s.Value), maxName), fmt.Sprintf("micro F1 %s over %s, below that of all", s.F1.Value, words.Plural(s.Cases, "case")), f.String()})
		break
	}
	if len(set.Cases) > 0 && rank(set.Cases[0].Case) < 2 {
		c := set.Cases[0]
		f := newFilter(r, worst)
		f.text = cut(c.ID, maxName)
		why := status(c.Case)
		if c.Score.Defined {
			why += ", score " + c.Score.String()
		}
		look = append(look, lookView{"worst case" + in, cut(c.ID, maxName), why, f.String()})
	}
	return look
}

// f1Words returns "F1 0.871"; "-" would read as if there were no data.
func f1Words(a report.Attribute, counts metrics.Counts) string {
	switch {
	case a.F1.Value.Defined:
		return "F1 " + a.F1.Value.String()
	case counts.Match > 0:
		return "no match in a trial"
	}
	return "no match"
}

// kind is one kind of mistake over all attributes.
type kind struct {
	class             errorclass.Class
	count, attributes int
	attribute         string // that with the most of it
}

// mostFrequentKind returns the kind with the most mistakes over all attributes; of
// equal ones the one that comes first in all, which is sorted by count.
func mostFrequentKind(all []breakdown.Mistake) (kind, bool) {
	var kinds []kind
	for _, m := range all {
		at := slices.IndexFunc(kinds, func(k kind) bool { return k.class == m.Class })
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds, kind{class: m.Class, attribute: m.Attribute})
		}
		kinds[at].count += m.Count
		kinds[at].attributes++
	}
	if len(kinds) == 0 {
		return kind{}, false
	}
	most := kinds[0]
	for _, k := range kinds[1:] {
		if k.count > most.count {
			most = k
		}
	}
	return most, true
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

// badness orders data sets for the eye: by verdict, then by what they lack.
func badness(s *Set) float64 {
	b := 1 - s.Summary.MacroF1.Value.Value
	switch s.Judgement.Verdict {
	case artifact.Failed:
		b += 20
	case artifact.NotEvaluable:
		b += 10
	}
	return b
}

// countOf returns how many data sets have a verdict.
func countOf(r *Report, v artifact.Verdict) int {
	n := 0
	for _, set := range r.Sets {
		if set.Judgement.Verdict == v {
			n++
		}
	}
	return n
}

// nameOf tells a data set from others: those of the same name have their package
// with them.
func nameOf(r *Report, set *Set) string {
	name := cut(set.Dataset.Name, maxName)
	if slices.ContainsFunc(r.Sets, func(s *Set) bool {
		return s.Dataset.Name == set.Dataset.Name && s.Run.Package != set.Run.Package
	}) {
		name += " in " + cut(set.Run.Package, maxName)
	}
	if set.Run.Repetition > 1 {
		name += fmt.Sprintf(" (repetition %d)", set.Run.Repetition)
	}
	return name
}

// isWorse reports whether what passed is worse than the last run was: a gate keeps
// what is bad out, and a comparison what has become worse.
func isWorse(v artifact.Verdict, against *diff.Report) bool {
	return v == artifact.Passed && against != nil && against.Regressed()
}

// headline says whether to merge, in one sentence. What passed may be worse than it
// was. What has no gate is neither to be merged nor not.
func headline(r *Report, worse bool) string {
	n := len(r.Sets)
	if n == 0 {
		return "not evaluable: there is no data set"
	}
	name := ""
	if n == 1 {
		name = cut(r.Sets[0].Dataset.Name, maxName) + ": "
	}
	verdict := r.Verdict()
	some := fmt.Sprintf("%d of %s", countOf(r, verdict), words.Plural(n, "data set"))
	switch verdict {
	case artifact.Failed:
		if n > 1 {
			return "Do not merge: " + some + " failed"
		}
		return name + "do not merge, the gate failed"
	case artifact.NotEvaluable:
		if n > 1 {
			return "Not evaluable: " + some
		}
		return name + "not evaluable"
	case artifact.NoGate:
		return name + ungated(r)
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

// ungated says how the data sets without a gate went: "no gate: 243 of 300 cases do not
// pass".
func ungated(r *Report) string {
	if len(r.Sets) == 1 {
		return "no gate: " + r.Sets[0].Judgement.Passing()
	}
	none, bad, all := countOf(r, artifact.NoGate), 0, 0
	for _, set := range r.Sets {
		if set.Judgement.Verdict == artifact.NoGate {
			cases := set.Summary.Cases()
			bad += cases.Scored() - cases.Pass
			all += cases.Scored()
		}
	}
	text := fmt.Sprintf("no gate in %d of %d data sets", none, len(r.Sets))
	if bad == 0 {
		return text + fmt.Sprintf(": all %s pass there", words.Plural(all, "case"))
	}
	return text + fmt.Sprintf(": %d of %s do not pass there", bad, words.Plural(all, "case"))
}
