package ledger

import (
	"slices"

	"github.com/extracteval/extracteval/report"
)

// Contribution is the contribution of a case to a measure, with a Sum of -1 where its record does not say it.
type Contribution struct{ Sum, Weight float64 }

var notMeasured = Contribution{Sum: -1}

// measured holds the contributions of the entries of a data set, all of one entry side by side.
type measured struct {
	names    []string
	values   []Contribution // those behind the last one that says any left out
	recorded []report.Metric
	adopted  int // summaries
}

// adopt takes the metrics of a recorded summary. Where there are several summaries, as of shards, it has no value.
func (m *measured) adopt(recorded []report.Metric) {
	if m.adopted++; m.adopted > 1 {
		recorded = nil
	}
	m.recorded = recorded
}

// newMeasured is for the measures that cases have records of.
func newMeasured(all []report.Measure) measured {
	var m measured
	for _, one := range all {
		if !one.OverTrials {
			m.names = append(m.names, one.Name)
		}
	}
	return m
}

// add records the contributions of the entry of that number.
func (m *measured) add(entry int32, all []report.Measured) {
	if len(m.names) == 0 || len(all) == 0 {
		return
	}
	for len(m.values) < (int(entry)+1)*len(m.names) {
		m.values = append(m.values, notMeasured)
	}
	own := m.values[int(entry)*len(m.names):]
	for i, one := range all {
		if i >= len(m.names) || m.names[i] != one.Name { // mostly in the order of the declaration
			i = slices.Index(m.names, one.Name)
		}
		if i >= 0 {
			own[i] = Contribution{one.Sum, one.Weight}
		}
	}
}

// forget deletes the contributions of an entry.
func (m *measured) forget(entry int32) {
	for i := range m.names {
		if at := int(entry)*len(m.names) + i; at < len(m.values) {
			m.values[at] = notMeasured
		}
	}
}

// of returns the contribution of an entry to a measure, by its place among the names.
func (m *measured) of(entry int32, name int) Contribution {
	if at := int(entry)*len(m.names) + name; name >= 0 && at < len(m.values) {
		return m.values[at]
	}
	return notMeasured
}

// appendTo appends the contribution of an entry to each measure that its record has.
func (m *measured) appendTo(all []report.Measured, entry int32) []report.Measured {
	for i, name := range m.names {
		if c := m.of(entry, i); c.Sum >= 0 {
			all = append(all, report.Measured{Name: name, Sum: c.Sum, Weight: c.Weight})
		}
	}
	return all
}

// Measure returns the number by which [Cases.Measured] knows a measure.
func (c *Cases) Measure(name string) int { return slices.Index(c.measures.names, name) }

// Measured returns the contribution of a case to a measure: the means over its trials.
func (c *Cases) Measured(number int32, measure int) Contribution {
	var mean Contribution
	n := 0.0
	for at, e := range c.all(number) {
		if one := c.measures.of(at, measure); one.Sum >= 0 && !e.skipped {
			mean.Sum, mean.Weight = mean.Sum+one.Sum, mean.Weight+one.Weight
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
	for _, m := range c.measures.recorded {
		if m.Name == name {
			return m.Value
		}
	}
	return report.Ratio{}
}
