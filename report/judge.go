package report

import (
	"cmp"
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

// bounded returns the number that a limit is on, or why there is none to judge.
func (l Limit) bounded(s *Summary, e Estimate) (Ratio, string) {
	if l.Bound == "" || l.Bound == BoundValue || !e.Value.Defined {
		return e.Value, ""
	}
	if !e.Low.Defined || !e.High.Defined {
		return Ratio{}, fmt.Sprintf("%s has no interval over %s, and the limit is on its %s end", l.where(), words.Plural(s.Cases().Scored(), "case"), l.Bound)
	}
	if l.Bound == BoundLow {
		return e.Low, ""
	}
	return e.High, ""
}

// judge compares a limit with the measured value. notEvaluable says why it cannot.
func (l Limit) judge(s *Summary, q quantity) (c Check, notEvaluable string) {
	c = Check{Metric: l.Metric, Slice: l.Slice, Limit: l.Value, AtMost: l.Is == AtMost}
	if l.Bound != BoundValue {
		c.Bound = l.Bound
	}
	if l.Slice != "" {
		part, ok := s.Slice(l.Slice)
		if !ok || part.Cases().Scored() == 0 {
			return c, fmt.Sprintf("no case that was scored has the tag %s, on which %s is limited", l.Slice, l.Metric)
		}
		s = &part
		q, _ = find(s.quantities(), l.Metric) // undefined where none of these cases has the field
	}
	if v := q.estimate.Value; v.Defined && !q.count && !(v.Value >= 0 && v.Value <= 1+compare.Slack) {
		return c, fmt.Sprintf("%s is %v, outside of [0,1]: it is not a ratio; a measure of a number of things has Count", l.where(), v.Value)
	}
	c.Value, notEvaluable = l.bounded(s, q.estimate)
	if c.Bound == "" {
		c.Low, c.High, c.Approximate = q.estimate.Low, q.estimate.High, q.estimate.Approximate
	}
	if c.Why = q.why; c.Value.Defined {
		c.Why = ""
	}
	c.Passed = l.Kept(c.Value)
	if q.silent > 0 {
		c.Cases, c.Silent = q.cases, q.silent
	}
	switch {
	case !q.estimate.Value.Defined:
		notEvaluable = cmp.Or(notEvaluable, q.unjudged)
	case c.Passed && q.silent > 0:
		notEvaluable = fmt.Sprintf("%s, and what the others took is not known: extractors say it by evaltest.AddUsage, Free where it is nothing", c)
	}
	return c, notEvaluable
}
