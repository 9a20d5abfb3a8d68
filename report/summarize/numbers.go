package summarize

import (
	"fmt"
	"math"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// estimates are the numbers of a row of counts.
type estimates struct{ f1, precision, recall report.Estimate }

// putNumbers makes the list of all numbers of a summary, which has its trials, in the order of [report.Summary].Numbers.
func (s *Summarizer) putNumbers(sum *report.Summary, e estimator) {
	sum.Numbers = []report.Number{}
	fields := make([]estimates, len(e.names))
	for i := range e.names {
		a, own := e.attribute(i)
		sum.Attributes, fields[i] = append(sum.Attributes, a), own
	}
	s.putAverages(sum, e, fields)
	for i, a := range sum.Attributes {
		s.putField(sum, i, a, fields[i])
	}
	s.putClasses(sum, e)
	s.putDrafts(sum)
	putUsage(sum)
	s.putInvariants(sum, e)
	s.putMeasures(sum, e)
	s.recall(sum)
}

// putAverages adds the numbers over all fields and all cases.
func (s *Summarizer) putAverages(sum *report.Summary, e estimator, fields []estimates) {
	support := 0.0
	for _, a := range sum.Attributes {
		if !a.Items {
			support += a.Support
		}
	}
	number := func(name string, est report.Estimate, subject string, support float64) *report.Number {
		sum.Numbers = append(sum.Numbers, report.Number{
			Name: name, Kind: report.KindAverage, Estimate: est, Support: support, Unit: subject, Better: "more", Secondary: true,
		})
		return &sum.Numbers[len(sum.Numbers)-1]
	}
	number("micro F1", e.micro(metrics.Confusion.F1, mistakes), "values", support).Secondary = false
	number("micro precision", e.micro(metrics.Confusion.Precision, falsePositives), "values", support)
	number("micro recall", e.micro(metrics.Confusion.Recall, falseNegatives), "values", support)
	number("macro F1", e.macroF1(fields), "values", support).Secondary = false
	number("weighted F1", e.overTrials(func(t *trialView) (float64, bool) { return t.table.WeightedF1() }), "values", support)
	accuracy := number("accuracy", e.overTrials(func(t *trialView) (float64, bool) { return t.table.Total().Accuracy() }), "values", support)
	accuracy.Null = e.overTrials(func(t *trialView) (float64, bool) { return t.table.Total().NullFloor() }).Value
	cases := 0.0
	for _, t := range sum.Trials {
		cases += float64(t.Cases.Labelled()) / float64(len(sum.Trials))
	}
	score := number("mean score", e.overTrials(func(t *trialView) (float64, bool) { return t.sums.score.average() }), "cases", cases)
	score.Null = e.overTrials(func(t *trialView) (float64, bool) { return t.sums.nullScore.average() }).Value
}

// putField adds the numbers of Attributes[i].
func (s *Summarizer) putField(sum *report.Summary, i int, a report.Attribute, own estimates) {
	number := report.Number{Kind: report.KindField, Support: a.Support, Unit: "values", Better: "more"}
	f1 := number
	if !own.f1.Value.Defined {
		f1.Reason = whyUndefined(sum.CountsOf(i))
	}
	f1.Name, f1.Estimate = "F1 of "+a.Attribute, own.f1
	number.Secondary = true
	precision, recall := number, number
	precision.Name, precision.Estimate = "precision of "+a.Attribute, own.precision
	recall.Name, recall.Estimate = "recall of "+a.Attribute, own.recall
	sum.Numbers = append(sum.Numbers, f1, precision, recall)
	if people := s.o.Agreement.Of(a.Attribute); people != nil {
		number.Name, number.Estimate = words.PeopleOn+a.Attribute, report.Estimate{Value: people.Share, Low: people.Low, High: people.High}
		number.Support, number.Unit = float64(people.Documents), "documents"
		sum.Numbers = append(sum.Numbers, number)
	}
}

// whyUndefined says why the F1 of a field is undefined, by its counts over all trials. It returns "" when a trial has a
// match or a comparison failed with an error.
func whyUndefined(c metrics.Counts) string {
	switch {
	case c.Match+c.Errored > 0:
		return ""
	case c.Mistakes() == 0:
		return "no value in any truth or answer"
	}
	return "no match in " + words.Plural(c.Mistakes(), "value")
}

// putDrafts adds the numbers of truths that are drafts.
func (s *Summarizer) putDrafts(sum *report.Summary) {
	var c report.CaseCount
	if len(sum.Trials) > 0 {
		c = sum.Trials[0].Cases
	}
	number := func(name string, n int) {
		number := report.Number{Name: name, Kind: report.KindTruths, Support: float64(c.Labelled()), Unit: "cases", Better: "less", Count: true, Secondary: true}
		if number.Value = report.RatioOf(float64(n), len(sum.Trials) > 0); !number.Value.Defined {
			number.Reason = "no case was scored"
		}
		sum.Numbers = append(sum.Numbers, number)
	}
	number(dataset.DraftsMetric, c.Drafts)
	number(dataset.OwnDraftsMetric, c.OwnDrafts)
}

// putUsage adds the numbers of what the extractor used.
func putUsage(sum *report.Summary) {
	trials := float64(max(len(sum.Trials), 1))
	for _, m := range usage.Metrics() {
		n := report.Number{Name: m.Name, Kind: report.KindUsage, Unit: "answers", Better: "less", Count: true}
		n.Value = report.RatioOf(m.Of(sum.Usage))
		switch {
		case n.Value.Defined:
			a, _ := sum.Usage.Amount(m.Quantity)
			n.Support = float64(a.Cases) / trials
			n.Silent = int(math.Ceil(float64(a.Silent) / trials))
		case m.Quantity != usage.Latency:
			n.Reason = "no case says what it used; extractors do by evaltest.AddUsage, lines of answers by usage"
		case sum.Usage != nil && sum.Usage.Replayed > 0:
			n.Unjudged, n.Reason = true, m.Name+" cannot be judged: the answers are from recordings, and their time is not that of the model; set this limit only where the model is asked"
		default:
			n.Reason = "no case has a time"
		}
		sum.Numbers = append(sum.Numbers, n)
	}
}

// putClasses adds the confusions of the fields that have classes, and their numbers.
func (s *Summarizer) putClasses(sum *report.Summary, e estimator) {
	for _, list := range s.o.Classes {
		row, own, sums := s.classesOf(list, e)
		sum.Classes = append(sum.Classes, row)
		number := func(name string, est report.Estimate, support float64, reason string) *report.Number {
			n := report.Number{
				Name: name, Kind: report.KindClass, Estimate: est, Support: support, Unit: "values", Better: "more",
				Secondary: true, Recognised: !list.Declared,
			}
			if !est.Value.Defined {
				n.Reason = reason
			}
			sum.Numbers = append(sum.Numbers, n)
			return &sum.Numbers[len(sum.Numbers)-1]
		}
		support := 0.0
		for _, a := range row.Classes {
			support += a.Support
		}
		number("accuracy of "+list.Attribute, sums.accuracy, support, "no truth or answer has a value")
		number("macro F1 of "+list.Attribute, sums.macro, support, "no truth or answer is of a class")
		number("kappa of "+list.Attribute, report.Estimate{Value: sums.kappa}, support, "all values are of one class")
		for i, k := range list.TopK() {
			number(report.TopMetric(k, list.Attribute), sums.top[i], support, "no truth is of a class")
		}
		const neither = "no truth or no answer is of the class"
		for i, a := range row.Classes {
			name := report.ClassName(list.Attribute, a.Attribute)
			number("F1 of "+name, own[i].f1, a.Support, neither).Secondary = !list.Declared
			number("precision of "+name, own[i].precision, a.Support, neither)
			number("recall of "+name, own[i].recall, a.Support, neither)
		}
	}
}

// whyNotApplicable says why the rate of an invariant is undefined.
func whyNotApplicable(sum *report.Summary) string {
	if len(sum.Trials) > 1 {
		return "it applies to no answer of a trial"
	}
	return fmt.Sprintf("it applies to none of %s", words.Plural(sum.Cases().Scored(), "case"))
}
