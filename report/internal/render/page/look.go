package page

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// lookView is one of the things to look at first.
type lookView struct {
	What, Name, Why string
	Href            template.URL
}

// lookFirst names the things to look at first: the greatest loss since the earlier run, and the worst of each kind in
// the worst data set.
func lookFirst(r *render.Report, cases *packed, against *diff.Report) []lookView {
	names := &cases.names
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
		in = " of " + r.NameOf(set)
	}
	look := regressedFirst(r, names, against)
	if a, counts, ok := worstField(set); ok {
		f := names.addressOf(worst)
		f.outcome = "mistake"
		f.byField(a.Attribute, names)
		look = append(look, lookView{"field to look at first" + in, terminal.Excerpt(a.Attribute, terminal.MaxName), f1Words(a) + ": " + set.MistakesIn(counts), f.href()})
	}
	if k, ok := mostFrequentKind(set.Mistakes); ok {
		f := names.addressOf(worst)
		f.byClass(k.class, names)
		where := terminal.Excerpt(k.attribute, terminal.MaxName)
		if k.attributes == 1 {
			f.byField(k.attribute, names)
		} else {
			where = fmt.Sprintf("%d fields, such as %s", k.attributes, where)
		}
		look = append(look, lookView{"most frequent kind of mistake" + in, terminal.Excerpt(k.class.String(), terminal.MaxName), fmt.Sprintf("%s in %s", times(k.count), where), f.href()})
	}
	if i, ok := mostBroken(&set.Summary); ok {
		f := names.addressOf(worst)
		f.text = terminal.Excerpt(i.Name, terminal.MaxName)
		look = append(look, lookView{"most broken invariant" + in, f.text, "holds in " + i.Rate.String() + " of what it applies to", f.href()})
	}
	for _, s := range set.Slices.Slices {
		if !s.Below {
			continue
		}
		f := names.addressOf(worst)
		f.byTag(s.Name(), names)
		look = append(look, lookView{"worst slice" + in, terminal.Excerpt(s.Name(), terminal.MaxName), fmt.Sprintf("micro F1 %s over %s, below that of all", s.F1.Value, words.Plural(s.Cases, "case")), f.href()})
		break
	}
	return look
}

// regressedFirst returns the field that lost most, of the fields that lost beyond chance.
func regressedFirst(r *render.Report, names *filterNames, against *diff.Report) []lookView {
	var worst *diff.Row
	of := 0
	for i, set := range r.Sets {
		s := render.Compared(against, set)
		if s == nil {
			continue
		}
		for k := range s.Fields {
			if f := &s.Fields[k]; f.Verdict == diff.Regressed && !f.Rule && !f.Items && !f.Class && (worst == nil || f.Drop() > worst.Drop()) {
				worst, of = f, i
			}
		}
	}
	if worst == nil {
		return nil
	}
	at := names.addressOf(of)
	at.change = "worse"
	at.byField(worst.Field, names)
	label := "greatest loss"
	if len(r.Sets) > 1 {
		label += " of " + r.NameOf(r.Sets[of])
	}
	why := fmt.Sprintf("F1 %s → %s, %s: worse in %s", worst.Old, worst.New, render.Points(worst.Delta.Value), words.Plural(worst.Broken, "case"))
	return []lookView{{label, terminal.Excerpt(worst.Field, terminal.MaxName), why, at.href()}}
}

// worstField returns the field to look at first: the one that the gate names. But if that field misses no limit of the
// gate, and its F1 may be nearly anything, worstField returns the field that is most surely bad: the one whose interval
// has the least upper end.
func worstField(s *render.Set) (report.Attribute, metrics.Counts, bool) {
	worst, counts, ok := s.WorstField()
	if !ok || !vague(worst.F1) || s.BelowLimit(worst) {
		return worst, counts, ok
	}
	least := worst
	for i, a := range s.Summary.Attributes {
		if c := s.Summary.CountsOf(i); !a.Items && c.Mistakes() > 0 && a.F1.High.Defined && a.F1.High.Value < least.F1.High.Value {
			least, counts = a, c
		}
	}
	return least, counts, true
}

// vague reports whether an interval covers nearly all possible values.
func vague(e report.Estimate) bool {
	return e.Low.Defined && e.High.Defined && e.High.Value-e.Low.Value > 0.9
}

// mostBroken returns the broken invariant with the lowest rate.
func mostBroken(s *report.Summary) (worst report.Invariant, ok bool) {
	for _, i := range s.Invariants {
		if i.Broken > 0 && i.Rate.Defined && (!ok || i.Rate.Value < worst.Rate.Value) {
			worst, ok = i, true
		}
	}
	return worst, ok
}

// f1Words returns "F1 0.871", or "no match" if F1 is undefined: "-" would read as if there were no data.
func f1Words(a report.Attribute) string {
	if a.F1.Value.Defined {
		return "F1 " + a.F1.Value.String()
	}
	return "no match"
}

// kind is one kind of mistake over all attributes.
type kind struct {
	class             source.Class
	count, attributes int
	attribute         string // the attribute with the most such mistakes
}

// mostFrequentKind returns the kind with the most mistakes over all attributes. Of kinds with the same number, it
// returns the first in all, which is sorted by count.
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

// badness orders data sets by verdict, then by the macro F1 that they surely lack: 1 minus the upper end of the
// interval. With few cases, the interval is wide and this number small.
func badness(s *render.Set) float64 {
	f1 := s.Summary.MacroF1
	b := 1 - f1.Value.Value
	if f1.High.Defined {
		b = 1 - f1.High.Value
	} else if f1.Value.Defined {
		b = 0
	}
	switch s.Judgement.Verdict {
	case verdict.Failed:
		b += 20
	case verdict.NotEvaluable:
		b += 10
	}
	return b
}

// rank orders data sets: failed, not evaluable, worse than in the earlier run, without a gate, and the others.
func rank(s *render.Set, against *diff.Report) int {
	compared := render.Compared(against, s)
	switch v := s.Judgement.Verdict; {
	case v == verdict.Failed:
		return 0
	case v == verdict.NotEvaluable:
		return 1
	case compared != nil && compared.Verdict == diff.Regressed:
		return 2
	case v == verdict.NoGate:
		return 3
	}
	return 4
}
