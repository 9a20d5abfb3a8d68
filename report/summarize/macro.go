package summarize

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// macroF1 returns the mean over the attributes of the data, whose numbers are given.
//
// Its interval comes from the bootstrap over documents, in which attributes that fail together do so. It is widened to
// the interval that the own intervals of the attributes give, in which an attribute that few documents have is as
// uncertain as by itself; see [estimate.MeanInterval]. It is approximate if the interval of any attribute is.
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

// partOfMacro returns the value of attribute i in the macro average, given its F1. A defined F1 is this value. Else
// it is the mean over the trials in which the attribute counts, 0 where all is wrong, and undefined where it counts
// in none.
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
