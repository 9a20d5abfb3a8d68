package report

import (
	"fmt"
	"strconv"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

// Check is one limit and the value that was compared with it.
type Check struct {
	// Metric is "micro F1", "F1 of total", "errors" and so on, see [Limit].
	Metric string `json:"metric"`
	// Slice and Bound are copied from the limit; Bound is "" for the value itself.
	Slice string `json:"slice,omitzero"`
	Bound Bound  `json:"bound,omitzero"`
	// Value is undefined when the metric is: then the limit is not kept.
	Value Ratio `json:"value,omitzero"`
	// Low and High are the interval of Value, where there is one and the limit is not
	// on an end of it.
	Low  Ratio `json:"low,omitzero"`
	High Ratio `json:"high,omitzero"`
	// Approximate is copied from the [Estimate] whose interval was compared.
	Approximate bool `json:"approximate,omitzero"`
	// Why says why Value is undefined, where that is known: "no match in 60 values".
	Why string `json:"why,omitzero"`
	// Cases and Silent are copied from the [Amount] that was judged, where some cases are silent, else 0.
	Cases  int     `json:"cases,omitzero"`
	Silent int     `json:"silent,omitzero"`
	Limit  float64 `json:"limit"`
	// AtMost: the limit is a maximum.
	AtMost bool `json:"at_most,omitzero"`
	Passed bool `json:"passed"`
}

// Name names the number that was compared: "recall of total", "lower end of F1 of total where vendor=acme".
func (c Check) Name() string {
	name := c.Metric
	switch c.Bound {
	case BoundLow:
		name = "lower end of " + name
	case BoundHigh:
		name = "upper end of " + name
	}
	if c.Slice != "" {
		name += " where " + c.Slice
	}
	return name
}

// WithinChance reports whether the limit was kept and lies within the interval of the
// value: over other documents of the same kind it might not have been kept.
func (c Check) WithinChance() bool {
	if !c.Passed || !c.Low.Defined || !c.High.Defined {
		return false
	}
	if c.AtMost {
		return c.High.Value > c.Limit+compare.Slack
	}
	return !c.Low.Reaches(c.Limit)
}

// String returns the check in words, with as many decimals as it takes to tell
// value and limit apart: "macro F1 0.871 is below 0.900", "macro F1 0.905 reaches 0.900,
// within the interval 0.871–0.932: a repeat could fail", "cost per case $0.02 (of 57
// of 60 cases) is above $0.01".
func (c Check) String() string {
	metric := words.Visible(c.Name())
	if c.Metric == errorsMetric {
		relation := "within"
		if !c.Passed {
			relation = "more than"
		}
		return fmt.Sprintf("%s, %s the %d allowed", words.Plural(int(c.Value.Value), "error"), relation, int(c.Limit))
	}
	least, kept, broken := "at least", "reaches", "is below"
	if c.AtMost {
		least, kept, broken = "at most", "is within", "is above"
	}
	if !c.Value.Defined {
		why := ""
		if c.Why != "" {
			why = " (" + words.Visible(c.Why) + ")"
		}
		return fmt.Sprintf("%s is undefined%s, want %s %s", metric, why, least, c.number(c.Limit, 3))
	}
	relation := kept
	if !c.Passed {
		relation = broken
	}
	n := 3
	for ; n < 12 && !c.Passed && c.number(c.Value.Value, n) == c.number(c.Limit, n); n++ {
	}
	of := usage.Amount{Cases: c.Cases, Silent: c.Silent}.OfCases()
	text := fmt.Sprintf("%s %s%s %s %s", metric, c.number(c.Value.Value, n), of, relation, c.number(c.Limit, n))
	if c.WithinChance() {
		text += fmt.Sprintf(", within the interval %s: a repeat could fail", between(c.Low, c.High))
	}
	return text
}

// number prints a value with n decimals, or, where the metric has a unit, n digits.
func (c Check) number(v float64, n int) string {
	if q := usage.QuantityOf(c.Metric); q != "" {
		return q.Digits(v, n)
	}
	return decimals(v, n)
}

func decimals(v float64, n int) string { return strconv.FormatFloat(v, 'f', n, 64) }
