package page

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

// lookView is one of the things to look at first.
type lookView struct{ What, Name, Why, Filter string }

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

func newFilter(r *render.Report, set int) filter {
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
		f.text = plain.Cut(class.String(), plain.MaxName)
	}
}

// byTag asks for a tag, by its text without an option for it.
func (f *filter) byTag(tag string, names filterNames) {
	if f.tag = numberOf(tag, names.tag); f.tag == "" {
		f.text = plain.Cut(tag, plain.MaxName)
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
func lookFirst(r *render.Report, names filterNames) []lookView {
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
		in = " of " + say.NameOf(r, set)
	}
	var look []lookView
	if a, counts, ok := say.WorstField(set); ok {
		f := newFilter(r, worst)
		f.outcome = "mistake"
		f.byField(a.Attribute, names)
		look = append(look, lookView{"worst field" + in, plain.Cut(a.Attribute, plain.MaxName), f1Words(a, counts) + ": " + say.MistakesIn(set, counts), f.String()})
	}
	if k, ok := mostFrequentKind(set.Mistakes); ok {
		f := newFilter(r, worst)
		f.byClass(k.class, names)
		where := plain.Cut(k.attribute, plain.MaxName)
		if k.attributes == 1 {
			f.byField(k.attribute, names)
		} else {
			where = fmt.Sprintf("%d fields, such as %s", k.attributes, where)
		}
		look = append(look, lookView{"most frequent kind of mistake" + in, plain.Cut(k.class.String(), plain.MaxName), fmt.Sprintf("%s in %s", times(k.count), where), f.String()})
	}
	if i, ok := mostBroken(&set.Summary); ok {
		f := newFilter(r, worst)
		f.text = plain.Cut(i.Name, plain.MaxName)
		look = append(look, lookView{"most broken invariant" + in, f.text, "holds in " + i.Rate.String() + " of what it applies to", f.String()})
	}
	for _, s := range set.Slices.Slices {
		if !s.Below {
			continue
		}
		f := newFilter(r, worst)
		f.byTag(say.TagText(s.Tag, s.Value), names)
		look = append(look, lookView{"worst slice" + in, plain.Cut(say.TagText(s.Tag, s.Value), plain.MaxName), fmt.Sprintf("micro F1 %s over %s, below that of all", s.F1.Value, words.Plural(s.Cases, "case")), f.String()})
		break
	}
	if len(set.Cases) > 0 && plain.Rank(set.Cases[0].Case) < 2 {
		c := set.Cases[0]
		f := newFilter(r, worst)
		f.text = plain.Cut(c.ID, plain.MaxName)
		why := plain.Status(c.Case)
		if c.Score.Defined {
			why += ", score " + c.Score.String()
		}
		look = append(look, lookView{"worst case" + in, plain.Cut(c.ID, plain.MaxName), why, f.String()})
	}
	return look
}

// mostBroken returns the invariant with the lowest rate of those that are broken.
func mostBroken(s *report.Summary) (worst report.Invariant, ok bool) {
	for _, i := range s.Invariants {
		if i.Broken > 0 && i.Rate.Defined && (!ok || i.Rate.Value < worst.Rate.Value) {
			worst, ok = i, true
		}
	}
	return worst, ok
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
func badness(s *render.Set) float64 {
	b := 1 - s.Summary.MacroF1.Value.Value
	switch s.Judgement.Verdict {
	case artifact.Failed:
		b += 20
	case artifact.NotEvaluable:
		b += 10
	}
	return b
}
