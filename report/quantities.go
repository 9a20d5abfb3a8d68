package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
)

// A quantity is a number of a summary that a limit can be on.
type quantity struct {
	name string
	// plain is the name of a number of a class without quotes, "" for others.
	plain string
	// estimate lacks an interval where the run made none.
	estimate Estimate
	count    bool // a number of things from 0, not a ratio
	sliced   bool // slices have it, too
	truth    bool // it is of cases with a truth alone
	less     bool // less is better; see Gate.Metrics
	more     bool // more is better; both are unset where that depends on the user, as for rules
	why      string
	unjudged string // why the gate is not evaluable where estimate is undefined
	// cases and silent are copied from the entry of [Spending].
	cases, silent int
}

// quantities returns the numbers of a data set that a limit can be on.
func (s *Summary) quantities() []quantity {
	ratio := func(name string, e Estimate) quantity {
		return quantity{name: name, estimate: e, sliced: true, truth: true, more: true}
	}
	all := []quantity{
		ratio("micro F1", s.MicroF1), ratio("micro precision", s.MicroPrecision), ratio("micro recall", s.MicroRecall),
		ratio(macroMetric, s.MacroF1), ratio("weighted F1", s.WeightedF1), ratio("accuracy", s.Accuracy), ratio("mean score", s.MeanScore),
	}
	for _, a := range s.Attributes {
		f1 := ratio(fieldMetric(a.Attribute), a.F1)
		if !a.F1.Value.Defined {
			f1.why = s.whyUndefined(a.Attribute)
		}
		all = append(all, f1, ratio("precision of "+a.Attribute, a.Precision), ratio("recall of "+a.Attribute, a.Recall))
	}
	for i := range s.Classes {
		all = append(all, s.Classes[i].quantities()...)
	}
	all = append(append(all, s.draftQuantities()...), s.spending()...)
	if s.Stability != nil {
		for _, m := range s.Stability.Metrics() {
			all = append(all, quantity{name: m.Name, estimate: m.Estimate, less: m.LessIsBetter, more: !m.LessIsBetter, why: s.Stability.whyUndefined()})
		}
	}
	for _, i := range s.Invariants {
		rule := quantity{name: RuleMetric(i.Name), estimate: i.Estimate(), sliced: true}
		if !i.Rate.Defined {
			rule.why = s.whyNotApplicable()
		}
		all = append(all, rule)
	}
	for _, m := range s.Metrics {
		all = append(all, quantity{name: measurePrefix + m.Name, estimate: m.Estimate, count: m.Count, sliced: !m.OverTrials, less: m.LessIsBetter})
	}
	return all
}

// quantities returns the numbers of declared classes: limits cannot be on recognised ones, which other truths may not have.
func (c *Classes) quantities() (all []quantity) {
	if !c.Declared {
		return nil
	}
	for _, n := range c.TopK {
		all = append(all, quantity{name: fmt.Sprintf("top-%d accuracy of %s", n.K, c.Attribute), estimate: n.Accuracy, sliced: true, truth: true, more: true, why: "no truth is of a class"})
	}
	for i := range c.Classes {
		row := &c.Classes[i]
		for _, n := range []struct {
			of       string
			estimate Estimate
		}{{"F1", row.F1}, {"precision", row.Precision}, {"recall", row.Recall}} {
			q := quantity{name: n.of + " of " + ClassName(c.Attribute, row.Attribute), plain: n.of + " of " + c.Attribute + "=" + row.Attribute, estimate: n.estimate, sliced: true, truth: true, more: true}
			if !n.estimate.Value.Defined {
				q.why = "no truth or no answer is of the class"
			}
			all = append(all, q)
		}
	}
	return all
}

// spending returns the numbers that limits can be on.
func (s *Summary) spending() (all []quantity) {
	for _, m := range usage.Metrics() {
		q := quantity{name: m.Name, count: true, sliced: true, less: true}
		q.estimate.Value = RatioOf(m.Of(s.Usage))
		switch {
		case q.estimate.Value.Defined:
			a, _ := s.Usage.Amount(m.Quantity)
			q.cases, q.silent = a.Cases, a.Silent
		case m.Quantity != usage.Latency:
			q.why = "no case says what it used; extractors do by evaltest.AddUsage"
		case s.Usage != nil && s.Usage.Replayed > 0:
			q.unjudged = m.Name + " cannot be judged: the answers are from recordings, and their time is not that of the model; set this limit only where the model is asked"
		default:
			q.why = "no case has a time"
		}
		all = append(all, q)
	}
	return all
}

// whyUndefined says why the F1 of a field is undefined. It returns "" when a trial has a match or a comparison failed
// with an error.
func (s Summary) whyUndefined(attribute string) string {
	n := 0
	for i, a := range s.Attributes {
		if a.Attribute != attribute || a.Items {
			continue
		}
		c := s.CountsOf(i)
		if c.Match+c.Errored > 0 {
			return ""
		}
		n = c.Mistakes()
	}
	if n == 0 {
		return "no value in any truth or answer"
	}
	return "no match in " + words.Plural(n, "value")
}

// whyNotApplicable says why the rate of an invariant is undefined.
func (s *Summary) whyNotApplicable() string {
	if len(s.Trials) > 1 {
		return "it applies to no answer of a trial"
	}
	return "it applies to none of " + words.Plural(s.Cases().Scored(), "case")
}

func find(all []quantity, name string) (quantity, bool) {
	if q, ok := first(all, func(q quantity) bool { return q.name == name }); ok {
		return q, true
	}
	plain := unquoted(name)
	return first(all, func(q quantity) bool { return plain != "" && q.plain == plain })
}

// unquoted returns the name of a metric on a class without quotes, "" for other metrics.
func unquoted(metric string) string {
	field, class, ok := strings.Cut(metric, "=")
	if !ok || !ofTruth(metric) {
		return ""
	}
	if text, err := strconv.Unquote(class); err == nil {
		class = text
	}
	return field + "=" + class
}

// truths counts the truths of the cases of the first trial; those of other trials are the same.
func (s *Summary) truths() (of labels.Count) {
	if len(s.Trials) > 0 {
		c := s.Trials[0].Cases
		of = labels.Count{Truths: c.Labelled(), Drafts: c.Drafts, Own: c.OwnDrafts}
	}
	return of
}

// ownDrafts says that the system is judged by its own drafts, "" where it is not, or where a limit is on that.
func (s *Summary) ownDrafts() string {
	if s.OwnDraftsLimited {
		return ""
	}
	return s.truths().Trouble()
}

// draftQuantities returns the numbers of drafts that limits can be on.
func (s *Summary) draftQuantities() []quantity {
	number := func(name string, n int) quantity {
		return quantity{name: name, estimate: Estimate{Value: RatioOf(float64(n), len(s.Trials) > 0)}, count: true, sliced: true, truth: true, less: true, why: "no case was scored"}
	}
	of := s.truths()
	return []quantity{number(labels.DraftsMetric, of.Drafts), number(labels.OwnDraftsMetric, of.Own)}
}
