package report

import (
	"errors"
	"fmt"
)

// Measure declares a number of a data set beside the numbers of its fields, such as the share of records that a
// schema accepts: Σ sum / Σ weight over the cases.
type Measure struct {
	Name string `json:"name"`
	// LessIsBetter says which way is up. A limit says itself which side it is on.
	LessIsBetter bool `json:"less_is_better,omitzero"`
	// Count: a number of things, not a ratio in [0,1].
	Count bool `json:"count,omitzero"`
	// Attainable is the value of perfect answers, where that is not 1.
	Attainable Ratio `json:"attainable,omitzero"`
	// Empty is the value when all weights are 0, undefined by default.
	Empty Ratio `json:"empty,omitzero"`
	// OverTrials: it is measured over all trials of a case together, and no record of a
	// case has it.
	OverTrials bool `json:"over_trials,omitzero"`
}

// Measured is the contribution of one answer to a [Measure]: for a rate the hits and the total, for a mean over cases
// the value and 1. An answer of weight 0 is left out.
type Measured struct {
	Name   string  `json:"name"`
	Sum    float64 `json:"sum"`
	Weight float64 `json:"weight"`
}

// maxMeasured is the most that one answer can contribute.
const maxMeasured = 1 << 40

// Validate returns an error when m cannot be added up: it has no name, or numbers that
// are not from 0 to maxMeasured.
func (m Measured) Validate() error {
	if m.Name == "" {
		return errors.New("a measure has no name")
	}
	inRange := func(v float64) bool { return v >= 0 && v <= maxMeasured }
	if !(inRange(m.Sum) && inRange(m.Weight)) {
		return fmt.Errorf("measure %q: got %v of weight %v, want numbers from 0 to %d", m.Name, m.Sum, m.Weight, int64(maxMeasured))
	}
	return nil
}

// Metric is the value of a [Measure] over a data set.
type Metric struct {
	Name string `json:"name"`
	// Value is the mean over trials, from 0; undefined when it is so in any trial.
	Value Ratio `json:"value,omitzero"`
	// Low and High are the interval of Summary.Level, undefined where none was made: of
	// counts, of measures over trials, and where an answer contributes more than its weight.
	Low         Ratio `json:"low,omitzero"`
	High        Ratio `json:"high,omitzero"`
	Approximate bool  `json:"approximate,omitzero"` // see FewDocuments of package stats
	// Min and Max are the lowest and highest value of the trials, when there are
	// several and each has a value of its own.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
	// The rest is as in Measure.
	LessIsBetter bool  `json:"less_is_better,omitzero"`
	Count        bool  `json:"count,omitzero"`
	Attainable   Ratio `json:"attainable,omitzero"`
	OverTrials   bool  `json:"over_trials,omitzero"`
}

// Metric returns the metric of m, without a value.
func (m Measure) Metric() Metric {
	return Metric{Name: m.Name, LessIsBetter: m.LessIsBetter, Count: m.Count, Attainable: m.Attainable, OverTrials: m.OverTrials}
}

// Estimate returns the value with its interval.
func (m Metric) Estimate() Estimate {
	return Estimate{Value: m.Value, Low: m.Low, High: m.High, Approximate: m.Approximate, Min: m.Min, Max: m.Max}
}
