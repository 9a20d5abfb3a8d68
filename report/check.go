package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
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
	// Cases and Silent are copied from the entry of [Spending] that was judged, where some cases are silent, else 0.
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
	if c.Metric == labels.DraftsMetric || c.Metric == labels.OwnDraftsMetric {
		n = 0
	}
	if q := usage.QuantityOf(c.Metric); q != "" {
		return q.Digits(v, n)
	}
	return strconv.FormatFloat(v, 'f', n, 64)
}

// GateResult is the judgement of a gate.
type GateResult struct {
	Dataset string `json:"dataset"`
	// Passed: every limit was kept.
	Passed bool `json:"passed"`
	// NotEvaluable says why the gate could not judge, when it could not: then it
	// has not passed.
	NotEvaluable string `json:"not_evaluable,omitzero"`
	// Cases is the number of scored cases, in the trial with the fewest, and Unlabelled how many
	// of them have no truth.
	Cases      int `json:"cases"`
	Unlabelled int `json:"unlabelled,omitzero"`
	// Trials is the number of trials whose mean was judged.
	Trials int `json:"trials"`
	// Checks has one entry per limit: averages, fields in the order of the table,
	// Limits as they are written, errors.
	Checks []Check `json:"checks,omitzero"`
	// WorstField is the field to look at first, by [Gate.WorstFields]: of the fields below their
	// limit, or else of all, the one with the lowest F1. WorstF1 is its F1, undefined where it never
	// matched.
	WorstField string `json:"worst_field,omitzero"`
	WorstF1    Ratio  `json:"worst_f1,omitzero"`
	// WidestField is the attribute whose F1 is known least toward 0, WidestF1 that F1, where the
	// lower end of the macro F1 alone is below its limit: a field that few documents have makes
	// the interval wide, however right it is.
	WidestField string   `json:"widest_field,omitzero"`
	WidestF1    Estimate `json:"widest_f1,omitzero"`
}

func (GateResult) Type() string { return "gate" }

// Failed returns the checks that did not pass.
func (r GateResult) Failed() []Check {
	var failed []Check
	for _, c := range r.Checks {
		if !c.Passed {
			failed = append(failed, c)
		}
	}
	return failed
}

// String returns the result in one line: the limits that failed, by how much, over how many cases, and the field to
// look at first.
func (r GateResult) String() string {
	dataset := words.Visible(r.Dataset)
	switch {
	case r.NotEvaluable != "":
		return fmt.Sprintf("%s: gate not evaluable: %s", dataset, r.NotEvaluable)
	case r.Passed:
		text := fmt.Sprintf("%s: gate passed over %s", dataset, r.over())
		if names := r.withinChance(); len(names) > 0 {
			text += "; within the interval, where a repeat could fail: " + strings.Join(names, ", ")
		}
		return text
	}
	var parts []string
	for _, c := range r.Failed() {
		parts = append(parts, c.String())
	}
	text := fmt.Sprintf("%s: %s, over %s", dataset, strings.Join(parts, "; "), r.over())
	switch {
	case r.WidestField != "":
		text += fmt.Sprintf("; widest interval: %s (F1 %s, %s)", words.Visible(r.WidestField), r.WidestF1.Value, r.WidestF1.Interval())
	case r.WorstField != "":
		text += fmt.Sprintf("; look first at %s (%s)", words.Visible(r.WorstField), r.worstF1())
	}
	return text
}

// withinChance returns the first of the limits that were kept and lie within the interval.
func (r GateResult) withinChance() []string {
	const most = 3
	var names []string
	for _, c := range r.Checks {
		if c.WithinChance() {
			names = append(names, words.Visible(c.Name()))
		}
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return names
}

// worstF1 returns "F1 0.871", or "no match" for a field with mistakes whose F1 is undefined: the word "undefined"
// would read as if there were no data.
func (r GateResult) worstF1() string {
	if r.WorstF1.Defined {
		return "F1 " + r.WorstF1.String()
	}
	return "no match"
}

func (r GateResult) over() string {
	text := words.Plural(r.Cases, "case")
	switch labelled := r.Cases - r.Unlabelled; {
	case r.Unlabelled <= 0:
	case labelled <= 0:
		text += " without a truth"
	default:
		text = fmt.Sprintf("%d labelled of %s", labelled, text)
	}
	if r.Trials > 1 {
		text += fmt.Sprintf(" in each of %d trials", r.Trials)
	}
	return text
}
