package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

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
// within the interval 0.871–0.932: other documents could fail", "cost per case $0.02 (of 57
// of 60 cases) is above $0.01", "F1 of total where vendor=acme 0.500 (of 2 cases) is below
// 0.900", "F1 of po 0.333 (with 3 values in the truths) is below 0.900".
func (c Check) String() string { return c.text(0) }

// text returns the check in words. total is the number of cases of the data set, 0 if it is not to be said.
func (c Check) text(total int) string {
	metric := words.Visible(c.Name())
	if c.Metric == words.Errors {
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
		return fmt.Sprintf("%s is undefined%s, want %s %s", metric, c.basis().Of(total, words.Visible(c.Why)), least, c.number(c.Limit, 3))
	}
	relation := kept
	if !c.Passed {
		relation = broken
	}
	n := 3
	for ; n < 12 && !c.Passed && c.number(c.Value.Value, n) == c.number(c.Limit, n); n++ {
	}
	text := fmt.Sprintf("%s %s%s %s %s", metric, c.number(c.Value.Value, n), c.basis().Of(total, ""), relation, c.number(c.Limit, n))
	if c.WithinChance() {
		text += fmt.Sprintf(", within the interval %s: other documents could fail", between(c.Low, c.High))
	}
	return text
}

func (c Check) basis() words.Basis {
	return words.Basis{Slice: c.Slice, Cases: c.Cases, Silent: c.Silent, Values: c.Values}
}

// number prints a value with n decimals, or, where the metric has a unit, n digits.
func (c Check) number(v float64, n int) string {
	if c.Metric == dataset.DraftsMetric || c.Metric == dataset.OwnDraftsMetric {
		n = 0
	}
	if q := usage.QuantityOf(c.Metric); q != "" {
		return q.Digits(v, n)
	}
	return strconv.FormatFloat(v, 'f', n, 64)
}

// Failed returns the checks that did not pass.
func (r GateResult) Failed() []Check {
	return slices.DeleteFunc(slices.Clone(r.Checks), func(c Check) bool { return c.Passed })
}

// String returns the result in one line: the limits that failed, by how much and over how many cases, and what is worse
// than the baseline. Limits on numbers over some of the cases come last, each with its own number of cases. If mistakes in
// a field explain that a limit failed, the line names the field to look at first.
func (r GateResult) String() string {
	dataset := words.Visible(r.Dataset)
	switch {
	case r.NotEvaluable != "":
		return fmt.Sprintf("%s: gate not evaluable: %s", dataset, r.NotEvaluable)
	case r.Passed:
		text := fmt.Sprintf("%s: gate passed over %s%s", dataset, r.sentence(), r.partly())
		if names := r.withinChance(); len(names) > 0 {
			text += "; within the interval, where other documents could fail: " + strings.Join(names, ", ")
		}
		return text + r.unread() + r.compared()
	}
	if r.worse() && len(r.Failed()) == 0 {
		return dataset + ": " + strings.TrimPrefix(r.unread()+r.compared(), "; ")
	}
	text := dataset + ": " + r.failures()
	switch {
	case r.WidestField != "":
		text += fmt.Sprintf("; widest interval: %s (F1 %s, %s)", words.Visible(r.WidestField), r.WidestF1.Value, r.WidestF1.Interval())
	case r.WorstField != "":
		text += fmt.Sprintf("; look first at %s (%s)", words.Visible(r.WorstField), r.worstF1())
	}
	text += r.unread()
	if r.worse() {
		text += r.compared()
	}
	return text
}

// failures says by how much limits failed, and over how many cases.
func (r GateResult) failures() string {
	var whole, parts []string
	for _, c := range r.Failed() {
		if c.basis().Whole() {
			whole = append(whole, c.String())
		} else {
			parts = append(parts, c.text(r.Cases))
		}
	}
	if len(whole) == 0 {
		return strings.Join(parts, "; ") + r.inTrials(", ")
	}
	return strings.Join(append([]string{strings.Join(whole, "; ") + ", over " + r.sentence()}, parts...), "; ")
}

// partly says how many of the limits that are kept are on numbers over some of the cases, "" for none.
func (r GateResult) partly() string {
	limits, part := 0, 0
	for _, c := range r.Checks {
		if c.Metric != words.Errors {
			limits++
		}
		if c.basis().Some(r.Cases) {
			part++
		}
	}
	switch {
	case part == 0:
		return ""
	case limits == 1:
		return ", the only limit over some of them"
	}
	return fmt.Sprintf(", %d of %d limits over some of them", part, limits)
}

// worse reports whether the run is worse than its baseline.
func (r GateResult) worse() bool { return r.Baseline != nil && !r.Baseline.Passed() }

// compared returns the comparison with the baseline, "" without one. It ends the result, as it may end in a command.
func (r GateResult) compared() string {
	if r.Baseline == nil {
		return ""
	}
	return "; " + r.Baseline.String()
}

// unread says how many answers could not be read.
func (r GateResult) unread() string {
	if r.Unreadable == 0 {
		return ""
	}
	return "; " + words.Unread(r.Unreadable)
}

// withinChance returns the first of the limits that were kept and lie within the interval.
func (r GateResult) withinChance() []string {
	const most = 3
	var names []string
	for _, c := range r.Checks {
		if c.WithinChance() {
			names = append(names, words.Visible(c.Name())+c.basis().Of(r.Cases, ""))
		}
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return names
}

// worstF1 returns the F1 of the field to look at first. If the field explains limits on slices alone, it says that the F1 is over all cases.
func (r GateResult) worstF1() string {
	text := words.F1(r.WorstF1.String())
	if whole := slices.DeleteFunc(r.Failed(), func(c Check) bool { return c.Slice != "" }); !explained(whole, r.WorstField) {
		text += " over all cases"
	}
	return text
}

func (r GateResult) sentence() string {
	text := words.Plural(r.Cases, "case")
	switch labelled := r.Cases - r.Unlabelled; {
	case r.Unlabelled <= 0:
	case labelled <= 0:
		text += " without a truth"
	default:
		text = fmt.Sprintf("%d labelled of %s", labelled, text)
	}
	return text + r.inTrials(" ")
}

// inTrials says that there are several trials, after the text before it.
func (r GateResult) inTrials(before string) string {
	if r.Trials < 2 {
		return ""
	}
	return fmt.Sprintf("%sin each of %d trials", before, r.Trials)
}
