package report

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics"
)

// trialView is one trial with a row for every attribute of the data set.
type trialView struct {
	sums  *trialSums
	table metrics.Table
	rows  []*attributeSums // nil where the trial has no such attribute
}

func newTrialView(t *trialSums, names []string, o SummaryOptions) *trialView {
	v := &trialView{sums: t, rows: make([]*attributeSums, len(names))}
	v.table.Policy, v.table.SkipUndefined = o.Policy, o.SkipUndefined
	for i, name := range names {
		row := metrics.Row{Attribute: name}
		if at, ok := t.index[name]; ok {
			v.rows[i] = t.rows[at]
			row = t.rows[at].Row
		}
		v.table.AddRow(row)
	}
	return v
}

// confusion returns the counts of attribute i in resample b.
func (v *trialView) confusion(i, b int) metrics.Confusion {
	if v.rows[i] == nil {
		return metrics.Confusion{}
	}
	return v.rows[i].resamples.confusion(b)
}

// average reports whether row i enters micro averages, and whether macro ones.
func (v *trialView) average(i int) (micro, macro bool) {
	r := v.table.At(i)
	return !r.Items, !r.Items && r.Attribute != metrics.InventedAttribute
}

// estimator makes estimates over trials. A resample has the same weight for a
// document in each trial, so that the mean over trials has an interval too.
type estimator struct {
	trials    []*trialView
	level     float64
	documents int
}

// overTrials returns the mean, lowest and highest value of the trials.
func (e estimator) overTrials(of func(*trialView) Ratio) Estimate {
	var est Estimate
	if len(e.trials) == 0 {
		return est
	}
	sum, defined := 0.0, 0
	for _, t := range e.trials {
		v, ok := of(t).Get()
		if !ok {
			continue
		}
		if defined == 0 {
			est.Min, est.Max = RatioOf(v, true), RatioOf(v, true)
		}
		est.Min.Value, est.Max.Value = min(est.Min.Value, v), max(est.Max.Value, v)
		sum += v
		defined++
	}
	if defined == len(e.trials) {
		est.Value = RatioOf(sum/float64(defined), true)
	}
	if len(e.trials) == 1 {
		est.Min, est.Max = Ratio{}, Ratio{}
	}
	return est
}

// withInterval adds the percentile interval of resampled values. A value that is
// undefined counts as it does in a macro average: 0 where anything was wrong
// (bad), else it is left out.
func (e estimator) withInterval(est Estimate, of func(t *trialView, b int) (value float64, ok, bad bool)) Estimate {
	if !est.Value.Defined || e.documents < 2 {
		return est
	}
	n := e.trials[0].resamples()
	values := make([]float64, 0, n)
resample:
	for b := range n {
		sum := 0.0
		for _, t := range e.trials {
			v, ok, bad := of(t, b)
			if !ok && !bad {
				continue resample
			}
			sum += v
		}
		values = append(values, sum/float64(len(e.trials)))
	}
	if 2*len(values) <= n { // too few to speak of
		return est
	}
	slices.Sort(values)
	tail := (1 - e.level) / 2
	est.Low = RatioOf(percentile(values, tail), true)
	est.High = RatioOf(percentile(values, 1-tail), true)
	return est
}

func (v *trialView) resamples() int {
	for _, r := range v.rows {
		if r != nil {
			return r.resamples.len()
		}
	}
	return 0
}

// percentile returns the smallest of the sorted values that at least the share p
// of them does not exceed.
func percentile(sorted []float64, p float64) float64 {
	i := int(math.Ceil(p*float64(len(sorted))-1e-9)) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

type metric func(metrics.Confusion) (float64, bool)

func (of metric) resampled(c metrics.Confusion) (value float64, ok, bad bool) {
	value, ok = of(c)
	return value, ok, c.FP+c.FN > 0
}

func (e estimator) attribute(name string, i int) Attribute {
	a := Attribute{Attribute: name}
	for _, t := range e.trials {
		r := t.table.At(i)
		a.Items = a.Items || r.Items
		a.Support += float64(r.Counts.Support()) / float64(len(e.trials))
	}
	estimate := func(of metric) Estimate {
		est := e.overTrials(func(t *trialView) Ratio {
			return RatioOf(of(t.table.At(i).Counts.Confusion(t.table.Policy)))
		})
		return e.withInterval(est, func(t *trialView, b int) (float64, bool, bool) {
			return of.resampled(t.confusion(i, b))
		})
	}
	a.Precision = estimate(metrics.Confusion.Precision)
	a.Recall = estimate(metrics.Confusion.Recall)
	a.F1 = estimate(metrics.Confusion.F1)
	return a
}

func (e estimator) micro(of metric) Estimate {
	est := e.overTrials(func(t *trialView) Ratio { return RatioOf(of(t.table.Micro())) })
	return e.withInterval(est, func(t *trialView, b int) (float64, bool, bool) {
		var sum metrics.Confusion
		for i := range t.rows {
			if micro, _ := t.average(i); micro {
				sum = sum.Plus(t.confusion(i, b))
			}
		}
		return of.resampled(sum)
	})
}

func (e estimator) macro(skipUndefined bool) Estimate {
	est := e.overTrials(func(t *trialView) Ratio { return RatioOf(t.table.MacroF1()) })
	return e.withInterval(est, func(t *trialView, b int) (value float64, ok, bad bool) {
		sum, n := 0.0, 0
		for i := range t.rows {
			if _, macro := t.average(i); !macro {
				continue
			}
			f1, ok, bad := metric(metrics.Confusion.F1).resampled(t.confusion(i, b))
			if ok || bad && !skipUndefined {
				sum += f1
				n++
			}
		}
		if n == 0 {
			return 0, false, false
		}
		return sum / float64(n), true, false
	})
}
