package summarize

import (
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// trialView is one trial with a row for every attribute of the data set.
type trialView struct {
	sums  *trialSums
	table metrics.Table
	slots []int // by row; -1 if the trial does not have the attribute
}

func newTrialView(t *trialSums, names []string, o Options) *trialView {
	v := &trialView{sums: t, slots: make([]int, len(names))}
	rows := make([]metrics.Row, 0, len(names))
	for i, name := range names {
		row := metrics.Row{Attribute: name}
		v.slots[i] = -1
		if index, ok := t.index[name]; ok {
			row = t.rows[index].Row
			v.slots[i] = t.rows[index].slot
		}
		rows = append(rows, row)
	}
	v.table = metrics.Table{Policy: o.Policy, SkipUndefined: o.SkipUndefined, Attributes: rows}
	return v
}

// estimator makes estimates over trials. Since a document weighs the same in
// every trial, the mean over trials has an interval too.
type estimator struct {
	trials   []*trialView
	names    []string
	evidence *sample
}

// metric is a ratio of a confusion matrix.
type metric func(metrics.Confusion) (float64, bool)

// inResample returns the value of a metric in a resample, by the rule of macro averages.
func (m metric) inResample(c metrics.Confusion) (float64, bool) { return metrics.InMean(m, c, false) }

// ofCounts returns a metric of the counts of each trial. A trial in which it is undefined counts 0 if it has
// mistakes, as in macro averages: a trial without a match is not left out, and does not hide the other trials. A
// metric that is undefined in all trials stays undefined.
func (e estimator) ofCounts(m metric, counts func(*trialView) metrics.Confusion) report.Estimate {
	est := e.overTrials(func(t *trialView) (float64, bool) { return m.inResample(counts(t)) })
	if !slices.ContainsFunc(e.trials, func(t *trialView) bool { _, ok := m(counts(t)); return ok }) {
		est.Value = report.Ratio{}
	}
	return est
}

// overTrials returns the mean, lowest and highest value of the trials.
func (e estimator) overTrials(measure func(*trialView) (float64, bool)) report.Estimate {
	values := make([]report.Ratio, len(e.trials))
	for i, t := range e.trials {
		values[i] = report.RatioOf(measure(t))
	}
	var est report.Estimate
	est.Value, est.Min, est.Max = overTrials(values)
	return est
}

// ratio is a metric in the resamples: its value in trial t, and the counts of that
// trial.
type ratio struct {
	value  func(t int, sums []int64) (float64, bool)
	counts func(t int, sums []int64) metrics.Confusion
	wrong  func(metrics.Confusion) int
}

// ratioOver returns the mean over trials, with counts in units of unit.
func (r ratio) ratioOver(trials int, unit int64) estimate.Ratio {
	total := func(count func(metrics.Confusion) int) func([]int64) int64 {
		return func(sums []int64) (n int64) {
			for t := range trials {
				n += int64(count(r.counts(t, sums)))
			}
			return n / unit
		}
	}
	return estimate.Ratio{
		Score: func(sums []int64) (float64, bool) {
			mean := 0.0
			for t := range trials {
				v, ok := r.value(t, sums)
				if !ok {
					return 0, false
				}
				mean += v
			}
			return mean / float64(trials), true
		},
		Right: total(func(c metrics.Confusion) int { return c.TP }),
		Wrong: total(r.wrong),
	}
}

// inSlot returns the counts of trial t for a ratio.
func inSlot(t int, sums []int64) metrics.Confusion { return confusion(sums, t) }

// withInterval adds the interval of the mean over trials.
func (e estimator) withInterval(est report.Estimate, sums *stats.Accumulator, r ratio) report.Estimate {
	if !est.Value.Defined || sums == nil {
		return est
	}
	value := r.ratioOver(len(e.trials), 1)
	value.Units = e.evidence.units
	interval, documents, ok := value.Interval(sums)
	est.Low, est.High = report.RatioOf(interval.Low, ok), report.RatioOf(interval.High, ok)
	est.Approximate = ok && documents < estimate.FewDocuments
	return est
}

func falsePositives(c metrics.Confusion) int { return c.FP }
func falseNegatives(c metrics.Confusion) int { return c.FN }
func mistakes(c metrics.Confusion) int       { return c.FP + c.FN }

// attribute returns row i and its numbers.
func (e estimator) attribute(i int) (report.Attribute, estimates) {
	a := report.Attribute{Attribute: e.names[i]}
	slots := make([]int, len(e.trials))
	for n, t := range e.trials {
		r := t.table.Attributes[i]
		slots[n] = t.slots[i]
		a.Items = a.Items || r.Items
		a.Support += float64(r.Counts.Support()) / float64(len(e.trials))
		a.Origins = plusOrigins(a.Origins, t.origins(e.names[i]))
	}
	sums := e.evidence.sumsOf(slots)
	estimate := func(m metric, wrong func(metrics.Confusion) int) report.Estimate {
		est := e.ofCounts(m, func(t *trialView) metrics.Confusion {
			return t.table.Attributes[i].Counts.Confusion(t.table.Policy)
		})
		value := func(t int, sums []int64) (float64, bool) { return m.inResample(confusion(sums, t)) }
		return e.withInterval(est, sums, ratio{value: value, counts: inSlot, wrong: wrong})
	}
	return a, estimates{
		f1: estimate(metrics.Confusion.F1, mistakes), precision: estimate(metrics.Confusion.Precision, falsePositives),
		recall: estimate(metrics.Confusion.Recall, falseNegatives),
	}
}

func (e estimator) micro(m metric, wrong func(metrics.Confusion) int) report.Estimate {
	est := e.ofCounts(m, func(t *trialView) metrics.Confusion { return t.table.Micro() })
	value := func(t int, sums []int64) (float64, bool) { return m.inResample(e.sumAll(t, sums)) }
	return e.withInterval(est, e.evidence.sums, ratio{value: value, counts: e.sumAll, wrong: wrong})
}

// sumAll returns the sum over the rows of trial t that averages include.
func (e estimator) sumAll(t int, sums []int64) metrics.Confusion {
	var all metrics.Confusion
	e.eachRow(t, func(_ *metrics.Row, slot int) { all = all.Plus(confusion(sums, slot)) })
	return all
}

// eachRow visits the rows of trial t that averages include.
func (e estimator) eachRow(t int, visit func(r *metrics.Row, slot int)) {
	trial := e.trials[t]
	for i, slot := range trial.slots {
		if r := &trial.table.Attributes[i]; slot >= 0 && !r.Items {
			visit(r, slot)
		}
	}
}

// macroF1 returns the mean over the attributes of the data, whose numbers are given.
//
// Its interval comes from the bootstrap over documents, so it allows for attributes that fail together. It is widened
// to the interval that follows from the intervals of the attributes. In that one, an attribute that few documents have
// is as uncertain as by itself; see [estimate.MeanInterval]. It is approximate if the interval of any attribute is.
func (e estimator) macroF1(fields []estimates) report.Estimate {
	est := e.overTrials(func(t *trialView) (float64, bool) { return t.table.MacroF1() })
	value := func(t int, sums []int64) (float64, bool) {
		sum, n := 0.0, 0
		e.eachRow(t, func(r *metrics.Row, slot int) {
			if !r.InMeans() {
				return
			}
			if v, ok := e.inMacro(t, sums, slot); ok {
				sum += v
				n++
			}
		})
		return sum / float64(max(n, 1)), n > 0
	}
	est = e.withInterval(est, e.evidence.sums, ratio{value: value, counts: e.sumAll, wrong: mistakes})
	if !est.Low.Defined {
		return est
	}
	var parts []estimate.Estimated
	for i := range fields {
		part := e.partOfMacro(i, fields[i].f1)
		if !part.Value.Defined {
			continue
		}
		certain := estimate.Estimated{Value: part.Value.Value, Interval: stats.Interval{High: 1}}
		if part.Low.Defined {
			certain.Interval = stats.Interval{Low: part.Low.Value, High: part.High.Value}
		}
		parts = append(parts, certain)
		est.Approximate = est.Approximate || part.Approximate || !part.Low.Defined
	}
	if mean, ok := estimate.MeanInterval(parts); ok {
		interval := estimate.Hull(mean, stats.Interval{Low: est.Low.Value, High: est.High.Value})
		est.Low.Value, est.High.Value = interval.Low, interval.High
	}
	return est
}

// inMacro returns the value of an attribute in the macro average of trial t.
func (e estimator) inMacro(t int, sums []int64, slot int) (float64, bool) {
	return metrics.InMean(metrics.Confusion.F1, confusion(sums, slot), e.trials[t].table.SkipUndefined)
}

// partOfMacro returns the value of attribute i in the macro average, given its F1. A defined F1 is this value. Else it
// is the mean over the trials in which the attribute counts; a trial in which all is wrong counts 0. It is undefined if
// the attribute counts in no trial.
func (e estimator) partOfMacro(i int, f1 report.Estimate) report.Estimate {
	slots := make([]int, len(e.trials))
	sum, n := 0.0, 0
	for t, trial := range e.trials {
		slots[t] = trial.slots[i]
		row := trial.table.Attributes[i]
		if slots[t] < 0 || !row.InMeans() {
			continue
		}
		if v, ok := metrics.InMean(metrics.Confusion.F1, row.Counts.Confusion(trial.table.Policy), trial.table.SkipUndefined); ok {
			sum += v
			n++
		}
	}
	switch {
	case n == 0:
		return report.Estimate{}
	case f1.Value.Defined:
		return f1
	}
	part := report.Estimate{Value: report.RatioOf(sum/float64(n), true)}
	value := func(t int, sums []int64) (float64, bool) { return e.inMacro(t, sums, t) }
	return e.withInterval(part, e.evidence.sumsOf(slots), ratio{value: value, counts: inSlot, wrong: mistakes})
}
