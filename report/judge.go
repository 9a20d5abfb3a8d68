package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
)

// Check judges a summary. A limit is kept when the mean over trials is on its side of
// the limit, give or take 1e-9 for rounding; an undefined metric fails its limit.
// Errors are always checked.
//
// Check returns an error if a limit is invalid (see Validate and CheckLimits), or if s has no attribute of a name in
// FieldF1 or no metric of a name in Limits: such a limit would always be kept. All such errors are returned at once.
// The result is not evaluable, without an error, if the numbers mean nothing (see [Summary.Nonsense]), or if a limit
// cannot be judged:
//
//   - its slice has no case, or it is on an end of an interval and there is no interval;
//   - its number is declared as a ratio, and is outside of [0,1], or of [-1,1] for a measure and kappa;
//   - it is on what the extractor used, would be kept, and some cases do not say what they used;
//   - it is on time, and all answers are from recordings.
func (g Gate) Check(s Summary) (GateResult, error) {
	result := GateResult{Dataset: s.Dataset, Trials: len(s.Trials)}
	if err := errors.Join(g.validateLimits(), g.CheckLimits(s, false)); err != nil {
		return result, err
	}
	all := s.limited()
	result.Cases, result.Unlabelled = s.fewest()
	for _, t := range s.Trials {
		result.Unreadable = max(result.Unreadable, t.Cases.Unreadable)
	}
	result.WorstField, result.WorstF1 = g.worstField(s, nil)
	s.OwnDraftsLimited = s.OwnDraftsLimited || slices.ContainsFunc(g.Limits, func(l Limit) bool { return dataset.AllowsDrafts(l.Metric, l.Slice, string(l.Is)) })
	if result.NotEvaluable = s.Nonsense(); result.NotEvaluable != "" {
		return result, nil
	}
	rows := make(map[string]int, len(s.Attributes)) // rows of the table; 0 for an average
	for i, a := range s.Attributes {
		rows[fieldMetric(a.Attribute)] = i + 1
	}
	usual := g.usual()
	slices.SortStableFunc(usual, func(a, b Limit) int { return cmp.Compare(rows[a.Metric], rows[b.Metric]) })
	lookup := s.Lookup()
	var reasons []string
	for _, l := range slices.Concat(usual, g.Limits) {
		n := lookup(l.Metric)
		if n.Name == "" {
			n, _ = findNumber(all, l.Metric) // the name of a class, with quotes or without
		}
		check, notEvaluable := l.judge(&s, n)
		result.Checks = append(result.Checks, check)
		if notEvaluable != "" {
			reasons = append(reasons, notEvaluable)
		}
	}
	errs := s.Errors()
	result.Checks = append(result.Checks, Check{
		Metric: words.Errors, Value: RatioOf(float64(errs), true), Limit: float64(g.MaxErrors), Passed: errs <= g.MaxErrors,
	})
	result.WorstField, result.WorstF1 = g.worstField(s, result.Failed())
	result.WidestField, result.WidestF1 = widestField(s, result.Failed())
	result.NotEvaluable = strings.Join(reasons, "; ")
	result.Passed = len(reasons) == 0 && len(result.Failed()) == 0
	return result, nil
}

// judge compares a limit with the measured value. notEvaluable says why it cannot.
func (l Limit) judge(s *Summary, n Number) (c Check, notEvaluable string) {
	c = Check{Metric: l.Metric, Slice: l.Slice, Limit: l.Value, AtMost: l.Is == AtMost}
	if l.Bound != BoundValue {
		c.Bound = l.Bound
	}
	if l.Slice != "" {
		part, ok := s.Slice(l.Slice)
		if !ok || part.Cases().Scored() == 0 {
			return c, l.nothingIn(s)
		}
		s = &part
		n, _ = findNumber(s.limited(), l.Metric) // undefined where none of these cases has the field
	}
	least := 0.0
	if l.signed() {
		least = -1 - compare.Slack
	}
	if v := n.Value; v.Defined && !n.Count && !(v.Value >= least && v.Value <= 1+compare.Slack) {
		return c, fmt.Sprintf("%s is %v, outside of [0,1]: it is not a ratio; a measure of a number of things has Count", l.where(), v.Value)
	}
	c.Value, notEvaluable = l.bounded(s, n)
	if c.Bound == "" {
		c.Low, c.High, c.Approximate = n.Low, n.High, n.Approximate
	}
	if !c.Value.Defined && !n.Unjudged {
		c.Why = n.Reason
	}
	c.Passed = l.Kept(c.Value)
	c.setCases(s, &n)
	switch {
	case !n.Value.Defined && n.Unjudged:
		notEvaluable = cmp.Or(notEvaluable, n.Reason)
	case c.Passed && n.Silent > 0:
		notEvaluable = fmt.Sprintf("%s, and what the others took is not known: extractors say it by evaltest.AddUsage, Free where it is nothing, lines of answers by usage", c)
	}
	return c, notEvaluable
}

// setCases sets the number of cases and of values on which the judged number rests. s is the summary of the slice.
func (c *Check) setCases(s *Summary, n *Number) {
	if n.Silent > 0 {
		c.Cases, c.Silent = int(n.Support), n.Silent
		return
	}
	all, labelled := s.casesOf(n), s.casesOf(&Number{Kind: KindTruths})
	cases := all
	switch count := int(math.Ceil(n.Support)); {
	case count == 0: // unknown, or there are none
	case n.Unit != "values":
		cases = min(cases, count)
	case 2*count < cases: // few, where the cases alone would mislead
		c.Values = count
	}
	if c.Slice != "" || cases < all || labelled > 0 && labelled < all {
		c.Cases = cases
	}
}

// casesOf returns how many cases of s a number can be over: those with a truth if it needs one.
func (s *Summary) casesOf(n *Number) int {
	scored, unlabelled := s.fewest()
	if n.ofTruths() {
		return scored - unlabelled
	}
	return scored
}

// bounded returns the number that a limit is on, or why there is none to judge.
func (l Limit) bounded(s *Summary, n Number) (Ratio, string) {
	e := n.Estimate
	if l.Bound == "" || l.Bound == BoundValue || !e.Value.Defined {
		return e.Value, ""
	}
	if !e.Low.Defined || !e.High.Defined {
		return Ratio{}, fmt.Sprintf("%s has no interval over %s, and the limit is on its %s end", l.where(), words.Plural(s.casesOf(&n), "case"), l.Bound)
	}
	if l.Bound == BoundLow {
		return e.Low, ""
	}
	return e.High, ""
}

// Kept reports whether a value keeps the limit, give or take [compare.Slack]. An undefined value does not.
func (l Limit) Kept(v Ratio) bool {
	if l.Is == AtMost {
		return v.Defined && v.Value <= l.Value+compare.Slack
	}
	return v.Reaches(l.Value)
}

// worstField returns the first of [Gate.WorstFields] that a failed limit names or, if none is named, the first that
// explains a failed limit. Without failed limits it returns the first of all. An undefined F1 is the zero Ratio.
func (g Gate) worstField(s Summary, failed []Check) (name string, f1 Ratio) {
	worst := g.WorstFields(s, len(s.Attributes))
	first := slices.IndexFunc(worst, func(a Attribute) bool {
		return slices.ContainsFunc(failed, func(c Check) bool { return words.MetricNames(c.Metric, a.Attribute) })
	})
	if first < 0 {
		first = slices.IndexFunc(worst, func(a Attribute) bool { return len(failed) == 0 || explained(failed, a.Attribute) })
	}
	if first < 0 {
		return "", Ratio{}
	}
	return worst[first].Attribute, s.Number(fieldMetric(worst[first].Attribute)).Value
}

// explained reports whether mistakes in an attribute can be the cause of a failed limit: one that names the attribute, or
// one on an average over fields.
func explained(failed []Check, attribute string) bool {
	return slices.ContainsFunc(failed, func(c Check) bool {
		field, ofFields := words.MetricField(c.Metric)
		return ofFields && field == "" || words.MetricNames(c.Metric, attribute)
	})
}

// WorstFields returns the n attributes with mistakes to look at first: those below their limit of FieldF1 come before
// others, then those with the lowest F1. Attributes with equal F1 keep their order. An undefined F1 is taken as 0. So a
// gate without limits gives the fields with the lowest F1. Item rows and invented keys are not fields.
func (g Gate) WorstFields(s Summary, n int) []Attribute {
	var bad []Attribute
	for i, a := range s.Attributes {
		if !a.Items && a.Attribute != metrics.InventedAttribute && s.CountsOf(i).Mistakes() > 0 {
			bad = append(bad, a)
		}
	}
	lookup := s.Lookup()
	f1 := func(a Attribute) Ratio { return lookup(fieldMetric(a.Attribute)).Value }
	kept := func(a Attribute) int {
		if limit, ok := g.FieldF1[a.Attribute]; ok && !f1(a).Reaches(limit) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(bad, func(a, b Attribute) int {
		return cmp.Or(cmp.Compare(kept(a), kept(b)), cmp.Compare(f1(a).Value, f1(b).Value))
	})
	return bad[:min(n, len(bad))]
}

// widestField returns the attribute whose interval of F1 reaches furthest below its F1. It returns "" unless only the
// lower end of the macro F1 failed, and the macro F1 itself keeps its limit.
func widestField(s Summary, failed []Check) (name string, f1 Estimate) {
	for _, c := range failed {
		if c.Metric != macroMetric || c.Bound != BoundLow || c.Slice != "" || !s.Number(macroMetric).Value.Reaches(c.Limit) {
			return "", Estimate{}
		}
	}
	if len(failed) == 0 {
		return "", Estimate{}
	}
	lookup := s.Lookup()
	for _, a := range s.Attributes {
		n := lookup(fieldMetric(a.Attribute))
		if a.Items || a.Attribute == metrics.InventedAttribute || !n.Value.Defined || !n.Low.Defined {
			continue
		}
		if name == "" || n.Value.Value-n.Low.Value > f1.Value.Value-f1.Low.Value {
			name, f1 = a.Attribute, n.Estimate
		}
	}
	return name, f1
}
