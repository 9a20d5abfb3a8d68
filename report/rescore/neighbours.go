package rescore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// variant is a field of a spec with one rule changed.
type variant struct {
	attribute string // whose rule it is
	list      bool   // it is of the pairing of a list: all attributes of the list change
	rule      string // what a spec says instead: "threshold: 0.8 (now 0.85)"
	field     eval.Field
}

// variants returns the neighbours of the rules of a field, and of those in it, in the order
// of the spec. prefix is of the list that it is in.
func variants(f eval.Field, prefix string) (all []variant) {
	name := prefix + f.Path
	switch {
	case f.List != nil:
		for _, v := range lists(f.List) {
			all = append(all, variant{name + "[]", true, v.rule, changed(f, func(to *eval.Field) { to.List = &v.list })})
		}
		for i := range f.List.Fields {
			for _, v := range variants(f.List.Fields[i], name+"[].") {
				list := *f.List
				list.Fields = slices.Clone(list.Fields)
				list.Fields[i] = v.field
				v.field = f
				v.field.List = &list
				all = append(all, v)
			}
		}
	case f.Set != nil:
		for _, r := range rules(f.Set.Match) {
			set := changed(*f.Set, func(to *eval.Set) { to.Match = r.match })
			all = append(all, variant{name + "[]", false, r.text, changed(f, func(to *eval.Field) { to.Set = &set })})
		}
	default:
		for _, r := range rules(f.Match) {
			all = append(all, variant{name, false, r.text, changed(f, func(to *eval.Field) { to.Match = r.match })})
		}
	}
	return all
}

type changedList struct {
	rule string
	list eval.List
}

// lists returns the neighbours of how a list pairs its items.
func lists(l *eval.List) (all []changedList) {
	add := func(rule string, change func(*eval.List)) {
		all = append(all, changedList{rule, changed(*l, change)})
	}
	if l.Assign != eval.ByKey && l.Assign != eval.InOrder {
		now := cmp.Or(l.Threshold, 0.8)
		for _, to := range around(now) {
			add(fmt.Sprintf("threshold: %s (now %s)", number(to), number(now)), func(c *eval.List) { c.Threshold = to })
		}
	}
	for i := range l.Fields {
		f := &l.Fields[i]
		if f.List != nil || f.Set != nil || f.Match != nil && compare.Name(f.Match) == "ignore" || slices.Equal(l.By, []string{f.Path}) {
			continue
		}
		add("by: "+f.Path, func(c *eval.List) { c.By = []string{f.Path} })
	}
	switch l.Assign {
	case "", eval.Greedy:
		add("assign: optimal", func(c *eval.List) { c.Assign = eval.Optimal })
	case eval.Optimal:
		add("assign: greedy", func(c *eval.List) { c.Assign = eval.Greedy })
	case eval.InOrder, eval.ByKey:
		add("assign: greedy (now "+string(l.Assign)+")", func(c *eval.List) { c.Assign = eval.Greedy })
	}
	return all
}

// around returns what is .05 below and above a threshold.
func around(now float64) (all []float64) {
	for _, to := range []float64{now - 0.05, now + 0.05} {
		to, _ = strconv.ParseFloat(strconv.FormatFloat(to, 'f', 6, 64), 64)
		if to > 0 && to <= 1 {
			all = append(all, to)
		}
	}
	return all
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

type rule struct {
	text  string
	match compare.Comparator
}

// changed returns a copy of a rule with a change.
func changed[Rule any](of Rule, change func(*Rule)) Rule {
	change(&of)
	return of
}

// rules returns the neighbours of a comparator: none of one that calls something of the
// user's.
func rules(now compare.Comparator) (all []rule) {
	add := func(text string, c compare.Comparator) { all = append(all, rule{text, c}) }
	toggle := func(option string, on bool) string { return fmt.Sprintf("%s: %t", option, !on) }
	thresholds := func(now, otherwise float64, with func(v float64) compare.Comparator) {
		now = cmp.Or(now, otherwise)
		for _, v := range around(now) {
			add(fmt.Sprintf("threshold: %s (now %s)", number(v), number(now)), with(v))
		}
	}
	switch c := now.(type) {
	case nil, compare.Auto:
		add("match: exact", compare.Exact{})
		add("match: fuzzy", compare.Fuzzy{})
	case compare.Exact:
		add(toggle("fold_case", c.FoldCase), changed(c, func(to *compare.Exact) { to.FoldCase = !c.FoldCase }))
		add(toggle("fold", c.Fold), changed(c, func(to *compare.Exact) { to.Fold = !c.Fold }))
		add(toggle("loose", c.Loose), changed(c, func(to *compare.Exact) { to.Loose = !c.Loose }))
		add("match: code", compare.Code{})
		add("match: fuzzy", compare.Fuzzy{})
	case compare.Fuzzy:
		thresholds(c.Threshold, 0.85, func(v float64) compare.Comparator {
			return changed(c, func(to *compare.Fuzzy) { to.Threshold = v })
		})
		add(toggle("verbatim", c.Verbatim), changed(c, func(to *compare.Fuzzy) { to.Verbatim = !c.Verbatim }))
		if c.Algorithm != "token_sort" {
			add("algorithm: token_sort", changed(c, func(to *compare.Fuzzy) { to.Algorithm = "token_sort" }))
		}
		add("match: exact, fold: true", compare.Exact{Fold: true})
	case compare.Numeric:
		for _, v := range tolerances(c) {
			add(fmt.Sprintf("tolerance: %s (now %s)", number(v), number(c.Tolerance)), changed(c, func(to *compare.Numeric) { to.Tolerance = v }))
		}
		add(toggle("half_digit", c.HalfDigit), changed(c, func(to *compare.Numeric) { to.HalfDigit = !c.HalfDigit }))
		add(toggle("any_currency", c.AnyCurrency), changed(c, func(to *compare.Numeric) { to.AnyCurrency = !c.AnyCurrency }))
		for _, format := range []string{"auto", "us", "eu"} {
			if format != cmp.Or(c.Format, "auto") {
				add("format: "+format, changed(c, func(to *compare.Numeric) { to.Format = format }))
			}
		}
	case compare.Date:
		for _, order := range []string{"dmy", "mdy"} {
			if c.Order != order {
				add("order: "+order, changed(c, func(to *compare.Date) { to.Order = order }))
			}
		}
		if len(c.Formats) > 0 {
			add(toggle("only_formats", c.OnlyFormats), changed(c, func(to *compare.Date) { to.OnlyFormats = !c.OnlyFormats }))
		}
		if c.Precision == "" || c.Precision == "day" {
			add("precision: month", changed(c, func(to *compare.Date) { to.Precision = "month" }))
			add(fmt.Sprintf("tolerance: %s (now %s)", number(c.Tolerance+1), number(c.Tolerance)), changed(c, func(to *compare.Date) { to.Tolerance++ }))
		}
	case compare.Code:
		add("match: exact", compare.Exact{})
	case compare.Box:
		thresholds(c.Threshold, 0.5, func(v float64) compare.Comparator {
			return changed(c, func(to *compare.Box) { to.Threshold = v })
		})
	case compare.Point:
		for _, v := range []float64{c.Max / 2, c.Max * 2} {
			if v > 0 {
				add(fmt.Sprintf("max: %s (now %s)", number(v), number(c.Max)), changed(c, func(to *compare.Point) { to.Max = v }))
			}
		}
	case compare.OneOf:
		for _, r := range rules(c.Each) {
			add("each: "+r.text, changed(c, func(to *compare.OneOf) { to.Each = r.match }))
		}
	}
	return all
}

// tolerances returns the neighbours of one: a tenth and ten times, or, of none, a cent and
// one, and as a fraction one in a hundred.
func tolerances(n compare.Numeric) []float64 {
	switch {
	case n.Tolerance > 0:
		times := func(by float64) float64 {
			v, _ := strconv.ParseFloat(strconv.FormatFloat(n.Tolerance*by, 'g', 12, 64), 64)
			return v
		}
		return []float64{times(0.1), times(10)}
	case n.Relative:
		return []float64{0.01}
	}
	return []float64{0.01, 1}
}
