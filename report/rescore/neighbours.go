package rescore

import (
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
			changed := f
			changed.List = &v.list
			all = append(all, variant{name + "[]", true, v.rule, changed})
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
			set := *f.Set
			set.Match = r.match
			changed := f
			changed.Set = &set
			all = append(all, variant{name + "[]", false, r.text, changed})
		}
	default:
		for _, r := range rules(f.Match) {
			changed := f
			changed.Match = r.match
			all = append(all, variant{name, false, r.text, changed})
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
		changed := *l
		change(&changed)
		all = append(all, changedList{rule, changed})
	}
	if l.Assign != eval.ByKey && l.Assign != eval.InOrder {
		now := l.Threshold
		if now == 0 {
			now = 0.8
		}
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

// rules returns the neighbours of a comparator: none of one that calls something of the
// user's.
func rules(now compare.Comparator) (all []rule) {
	add := func(text string, c compare.Comparator) { all = append(all, rule{text, c}) }
	toggle := func(option string, on bool) string { return fmt.Sprintf("%s: %t", option, !on) }
	thresholds := func(now, otherwise float64, with func(v float64) compare.Comparator) {
		if now == 0 {
			now = otherwise
		}
		for _, v := range around(now) {
			add(fmt.Sprintf("threshold: %s (now %s)", number(v), number(now)), with(v))
		}
	}
	switch c := now.(type) {
	case nil, compare.Auto:
		add("match: exact", compare.Exact{})
		add("match: fuzzy", compare.Fuzzy{})
	case compare.Exact:
		to := c
		to.FoldCase = !c.FoldCase
		add(toggle("fold_case", c.FoldCase), to)
		to = c
		to.Fold = !c.Fold
		add(toggle("fold", c.Fold), to)
		to = c
		to.Loose = !c.Loose
		add(toggle("loose", c.Loose), to)
		add("match: code", compare.Code{})
		add("match: fuzzy", compare.Fuzzy{})
	case compare.Fuzzy:
		thresholds(c.Threshold, 0.85, func(v float64) compare.Comparator {
			to := c
			to.Threshold = v
			return to
		})
		to := c
		to.Verbatim = !c.Verbatim
		add(toggle("verbatim", c.Verbatim), to)
		if c.Algorithm != "token_sort" {
			to = c
			to.Algorithm = "token_sort"
			add("algorithm: token_sort", to)
		}
		add("match: exact, fold: true", compare.Exact{Fold: true})
	case compare.Numeric:
		for _, v := range tolerances(c) {
			to := c
			to.Tolerance = v
			add(fmt.Sprintf("tolerance: %s (now %s)", number(v), number(c.Tolerance)), to)
		}
		to := c
		to.HalfDigit = !c.HalfDigit
		add(toggle("half_digit", c.HalfDigit), to)
		to = c
		to.AnyCurrency = !c.AnyCurrency
		add(toggle("any_currency", c.AnyCurrency), to)
		for _, format := range []string{"auto", "us", "eu"} {
			if format == c.Format || format == "auto" && c.Format == "" {
				continue
			}
			to = c
			to.Format = format
			add("format: "+format, to)
		}
	case compare.Date:
		for _, order := range []string{"dmy", "mdy"} {
			if c.Order != order {
				to := c
				to.Order = order
				add("order: "+order, to)
			}
		}
		if len(c.Formats) > 0 {
			to := c
			to.OnlyFormats = !c.OnlyFormats
			add(toggle("only_formats", c.OnlyFormats), to)
		}
		if c.Precision == "" || c.Precision == "day" {
			to := c
			to.Precision = "month"
			add("precision: month", to)
			to = c
			to.Tolerance = c.Tolerance + 1
			add(fmt.Sprintf("tolerance: %s (now %s)", number(to.Tolerance), number(c.Tolerance)), to)
		}
	case compare.Code:
		add("match: exact", compare.Exact{})
	case compare.Box:
		thresholds(c.Threshold, 0.5, func(v float64) compare.Comparator {
			to := c
			to.Threshold = v
			return to
		})
	case compare.Point:
		for _, v := range []float64{c.Max / 2, c.Max * 2} {
			if v > 0 {
				to := c
				to.Max = v
				add(fmt.Sprintf("max: %s (now %s)", number(v), number(c.Max)), to)
			}
		}
	case compare.OneOf:
		for _, r := range rules(c.Each) {
			to := c
			to.Each = r.match
			add("each: "+r.text, to)
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
