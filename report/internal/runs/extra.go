package runs

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// Contribution is the contribution of a case to a measure. Its Weight is -1 if the record does not have it.
type Contribution struct{ Sum, Weight float64 }

var notMeasured = Contribution{Weight: -1}

// contributions returns the contributions of a record to the measures of the data set, nil for none.
func (c *Cases) contributions(record *report.Case) (all []Contribution) {
	if len(c.measures) == 0 || len(record.Measures) == 0 {
		return nil
	}
	all = slices.Repeat([]Contribution{notMeasured}, len(c.measures))
	for _, measured := range record.Measures {
		if i := c.Measure(measured.Name); i >= 0 {
			all[i] = Contribution{measured.Sum, measured.Weight}
		}
	}
	return all
}

// Measure returns the number of a measure for [Cases.Measured], -1 for an unknown measure.
func (c *Cases) Measure(name string) int { return slices.Index(c.measures, name) }

// Measured returns the contribution of a case to a measure: the means over its trials.
func (c *Cases) Measured(number int32, measure int) Contribution {
	var mean Contribution
	n := 0.0
	for _, e := range c.Entries(number) {
		if measures := e.extra.measures; measures != nil && measures[measure].Weight >= 0 {
			mean.Sum, mean.Weight = mean.Sum+measures[measure].Sum, mean.Weight+measures[measure].Weight
			n++
		}
	}
	if n == 0 {
		return notMeasured
	}
	return Contribution{mean.Sum / n, mean.Weight / n}
}

// Recorded returns a summary that has only the numbers over trials of the recorded one. It has none if there is no summary, or
// if there are several, as for shards. Records of cases do not have these numbers.
func (c *Cases) Recorded() report.Summary { return report.Summary{Numbers: c.recorded} }

// Quantity is a quantity of the spending of cases, kept as integers.
type Quantity struct {
	usage.Quantity
	unit float64 // of the integers
}

// Quantities are the quantities of [Spent].
var Quantities = [...]Quantity{{usage.Cost, 1e-9}, {usage.Tokens, 1e-3}, {usage.Latency, 1e-6}}

// Amount converts a number of units to the quantity itself, rounded to a thousandth of a unit.
func (q Quantity) Amount(units float64) float64 {
	const digits = 1e3 // of a unit
	return math.Round(units*digits) / (digits * math.Round(1/q.unit))
}

// Spent is the spending of one trial of a case, as integers in the units of [Quantities]: 0 if the record does not
// report the quantity, else the amount plus 1. An amount from a recording is negative.
type Spent [len(Quantities)]int64

const mostSpent = 1e15 // units: 1 million dollars, 30 years

func (s *Spent) setAmount(i int, v float64) {
	s[i] = int64(math.Round(min(v/Quantities[i].unit, mostSpent))) + 1
}

// spentOf returns the spending of a case. It keeps the latency if the case states it or another quantity, or if the data
// set asks for latency. It drops the latency of recordings, which is not the latency of a model, and of answers from an
// earlier run, which was measured then.
func (c *Cases) spentOf(record *report.Case) (s Spent) {
	if v, ok := record.Cost[usage.Cost.Unit()]; ok && v >= 0 {
		s.setAmount(0, v)
	}
	input, ok := record.Cost[usage.InputTokens.Unit()]
	output, more := record.Cost[usage.OutputTokens.Unit()]
	if (ok || more) && input >= 0 && output >= 0 {
		s.setAmount(1, input+output)
	}
	_, stated := record.Cost[usage.StatedLatency]
	asked := stated || asksForLatency(&c.Dataset) || s != Spent{}
	if asked && !record.Replayed && record.Taken == "" && record.Duration > 0 && (record.Status == report.OK || record.TimedOut) {
		s.setAmount(2, record.Duration.Seconds())
	}
	if record.Replayed || record.Cost[usage.ReplayedCalls.Unit()] > 0 {
		s[0], s[1] = -s[0], -s[1]
	}
	return s
}

// asksForLatency reports whether a data set says how its extractor was asked, or limits the spending of its cases.
func asksForLatency(ds *report.Dataset) bool {
	return ds.Runner != nil || ds.Gate != nil && slices.ContainsFunc(ds.Gate.Limits, func(l report.Limit) bool { return usage.QuantityOf(l.Metric) != "" })
}

// Spent returns the mean spending over the trials of a case that report it, plus 1; 0 if no trial reports it. recorded
// says that the amount of some trial came from a recording.
func (c *Cases) Spent(number int32) (mean Spent, recorded [len(Quantities)]bool) {
	var n Spent
	for _, e := range c.Entries(number) {
		for i, v := range e.extra.spent {
			if v < 0 {
				v, recorded[i] = -v, true
			}
			if v > 0 {
				mean[i] += v - 1
				n[i]++
			}
		}
	}
	for i := range mean {
		if n[i] > 0 {
			mean[i] = mean[i]/n[i] + 1
		}
	}
	return mean, recorded
}
