package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// lookAt returns a thing to look at: what it is, its name, the reason, and the address of its cases.
func lookAt(what, name, reason string, to address) view.Text {
	return view.Text{{Text: what, Tone: "what"}, {Text: name, Tone: view.Strong, Link: string(to.href())}, {Text: reason, Tone: "why"}}
}

// lookFirst names the things to look at first: the greatest loss since the earlier run, and the worst of each kind in
// the worst data set.
func lookFirst(r *render.Report, cases *packed, comparison *diff.Report) []view.Text {
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
	prefix := ""
	if len(r.Sets) > 1 {
		prefix = " of " + r.ShortNameOf(set)
	}
	look := slices.Concat(causes(set, prefix, names.addressOf(worst), names), errorFirst(set, prefix, names.addressOf(worst)), regressedFirst(r, names, comparison))
	if a, ok := worstField(set); ok {
		f := names.addressOf(worst)
		f.outcome = "mistake"
		f.byField(a.Attribute.Attribute, names)
		field := lookAt("field to look at first"+prefix, terminal.Excerpt(a.Attribute.Attribute, terminal.MaxName), words.F1(set.F1(a.Attribute.Attribute).Value.String())+": "+terminal.MistakesOf(set.Summary, a.Attribute.Attribute), f)
		if a.Cause { // the cause of the verdict comes first
			look = slices.Insert(look, 0, field)
		} else {
			if len(set.OtherCauses()) > 0 {
				field[0].Text = "field with the lowest F1" + prefix
			}
			look = append(look, field)
		}
	}
	if k, ok := breakdown.MostFrequent(set.Mistakes); ok {
		f := names.addressOf(worst)
		f.byClass(k.Class, names)
		location := terminal.Excerpt(k.Attribute, terminal.MaxName)
		if k.Attributes == 1 {
			f.byField(k.Attribute, names)
		} else {
			location = fmt.Sprintf("%d fields, such as %s", k.Attributes, location)
		}
		look = append(look, lookAt("most frequent kind of mistake"+prefix, terminal.Excerpt(k.Class.String(), terminal.MaxName), fmt.Sprintf("%s in %s", times(k.Count), location), f))
	}
	if i, ok := mostBroken(set); ok {
		f := names.addressOf(worst)
		f.text = terminal.Excerpt(i.Name, terminal.MaxName)
		look = append(look, lookAt("most broken invariant"+prefix, f.text, "holds in "+set.Number(report.RuleMetric(i.Name)).Value.String()+" of what it applies to", f))
	}
	for _, s := range set.Slices.Slices {
		if !s.Below {
			continue
		}
		f := names.addressOf(worst)
		f.byTag(s.Name(), names)
		look = append(look, lookAt("worst slice"+prefix, terminal.Excerpt(s.Name(), terminal.MaxName), fmt.Sprintf("micro F1 %s over %s, below that of all", s.F1.Value, words.Plural(s.Cases, "case")), f))
		break
	}
	return look
}

// causes returns the failed limits that no field explains, with the cases that each is about.
func causes(set *render.Set, prefix string, place address, names *filterNames) (look []view.Text) {
	for _, c := range set.OtherCauses() {
		f := place
		rule, ofRule := strings.CutPrefix(c.Metric, report.RuleMetric(""))
		switch {
		case c.Slice != "":
			f.byTag(c.Slice, names)
		case ofRule:
			f.text = terminal.Excerpt(rule, terminal.MaxName)
		case c.Metric == words.Errors:
			f = errorsAt(set, place)
		default:
			f.none = true
		}
		look = append(look, lookAt("limit that is not kept"+prefix, terminal.Excerpt(c.Name(), terminal.MaxName), terminal.Excerpt(c.String(), terminal.MaxCharacters), f))
	}
	return look
}

// errorFirst returns the most frequent cause of errors.
func errorFirst(set *render.Set, prefix string, place address) []view.Text {
	if len(set.Summary.Warnings) == 0 || !set.Summary.Warnings[0].Error {
		return nil
	}
	cause, noun := set.Summary.Warnings[0], strings.TrimSuffix(set.Trials(), "s")
	return []view.Text{lookAt("most frequent error"+prefix, words.Plural(cause.Cases, noun), terminal.Excerpt(cause.Text, terminal.MaxCharacters), errorsAt(set, place))}
}

// errorsAt returns the address of the cases that failed or, without any, of those with a value that could not be compared.
func errorsAt(set *render.Set, place address) address {
	if set.Summary.Cases().Error > 0 {
		place.show = "error"
	} else {
		place.outcome = "errored"
	}
	return place
}

// regressedFirst returns the field that lost most, of the fields that lost beyond chance.
func regressedFirst(r *render.Report, names *filterNames, comparison *diff.Report) []view.Text {
	var worst *diff.Row
	total := 0
	for i, set := range r.Sets {
		s := render.Compared(comparison, set)
		if s == nil {
			continue
		}
		for k := range s.Fields {
			if f := &s.Fields[k]; f.Verdict == diff.Regressed && f.Kind == report.KindField && !f.Items && (worst == nil || f.Drop() > worst.Drop()) {
				worst, total = f, i
			}
		}
	}
	if worst == nil {
		return nil
	}
	address := names.addressOf(total)
	address.change = "worse"
	address.byField(worst.Name, names)
	label := "greatest loss"
	if len(r.Sets) > 1 {
		label += " of " + r.ShortNameOf(r.Sets[total])
	}
	old, new := worst.Counted()
	reason := fmt.Sprintf("F1 %s → %s, %s: worse in %s", old, new, render.Points(worst.Delta.Value), words.Plural(worst.Broken, "case"))
	return []view.Text{lookAt(label, terminal.Excerpt(worst.Name, terminal.MaxName), reason, address)}
}

// worstField returns the field to look at first: the one that the gate names. But that field may miss no limit of the
// gate, and have an F1 that may be nearly anything. worstField then returns the field that is most surely bad: the
// field whose interval has the least upper end.
func worstField(s *render.Set) (render.Worst, bool) {
	worst, ok := s.WorstField()
	if !ok || !vague(s.F1(worst.Attribute.Attribute).Estimate) || s.BelowLimit(worst.Attribute.Attribute) {
		return worst, ok
	}
	for i, a := range s.Summary.Attributes {
		if c, high := s.Summary.CountsOf(i), s.F1(a.Attribute).High; !a.Items && c.Mistakes() > 0 && high.Defined && high.Value < s.F1(worst.Attribute.Attribute).High.Value {
			worst.Attribute = a
		}
	}
	return worst, true
}

// vague reports whether an interval covers nearly all possible values.
func vague(e report.Estimate) bool {
	return e.Low.Defined && e.High.Defined && e.High.Value-e.Low.Value > 0.9
}

// mostBroken returns the broken invariant with the lowest rate.
func mostBroken(s *render.Set) (worst report.Invariant, ok bool) {
	rate := func(i report.Invariant) report.Ratio { return s.Number(report.RuleMetric(i.Name)).Value }
	for _, i := range s.Summary.Invariants {
		if i.Broken > 0 && rate(i).Defined && (!ok || rate(i).Value < rate(worst).Value) {
			worst, ok = i, true
		}
	}
	return worst, ok
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
	f1 := s.Number("macro F1").Estimate
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
func rank(s *render.Set, comparison *diff.Report) int {
	compared := render.Compared(comparison, s)
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
