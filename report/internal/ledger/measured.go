package ledger

import (
	"slices"

	"github.com/extracteval/extracteval/report"
)

// Contribution is the contribution of a case to a measure, with a Sum of -1 where its record does not say it.
type Contribution struct{ Sum, Weight float64 }

var notMeasured = Contribution{Sum: -1}

// contributions returns the contributions of a record to the measures of the data set, nil for none.
func (c *Cases) contributions(record *report.Case) (all []Contribution) {
	if len(c.measures) == 0 || len(record.Measures) == 0 {
		return nil
	}
	all = slices.Repeat([]Contribution{notMeasured}, len(c.measures))
	for _, one := range record.Measures {
		if i := c.Measure(one.Name); i >= 0 {
			all[i] = Contribution{one.Sum, one.Weight}
		}
	}
	return all
}

// Measure returns the number by which [Cases.Measured] knows a measure.
func (c *Cases) Measure(name string) int { return slices.Index(c.measures, name) }

// Measured returns the contribution of a case to a measure: the means over its trials.
func (c *Cases) Measured(number int32, measure int) Contribution {
	var mean Contribution
	n := 0.0
	for _, e := range c.Entries(number) {
		if of := e.beside.measures; of != nil && of[measure].Sum >= 0 {
			mean.Sum, mean.Weight = mean.Sum+of[measure].Sum, mean.Weight+of[measure].Weight
			n++
		}
	}
	if n == 0 {
		return notMeasured
	}
	return Contribution{mean.Sum / n, mean.Weight / n}
}

// RecordedMetric returns the value of a measure in the recorded summary, undefined where there is no summary, or
// several as of shards. A measure over trials has its value there alone.
func (c *Cases) RecordedMetric(name string) report.Ratio {
	for _, m := range c.recorded {
		if m.Name == name {
			return m.Value
		}
	}
	return report.Ratio{}
}
