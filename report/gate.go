package report

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Gate holds the limits of a data set: the minimum of the usual numbers, each in (0,1] or 0 for no limit, and further
// Limits. The zero Gate lets everything pass except errors.
type Gate struct {
	MicroF1        float64 `json:"micro_f1,omitzero"`
	MacroF1        float64 `json:"macro_f1,omitzero"`
	MicroPrecision float64 `json:"micro_precision,omitzero"`
	MicroRecall    float64 `json:"micro_recall,omitzero"`
	Accuracy       float64 `json:"accuracy,omitzero"`
	MeanScore      float64 `json:"mean_score,omitzero"`
	// FieldF1 limits the F1 of attributes by name: "lines[].amount".
	FieldF1 map[string]float64 `json:"field_f1,omitzero"`
	// Limits are on any number of the summary, each with its direction.
	Limits []Limit `json:"limits,omitzero"`
	// NoWorseThan names a baseline: a file beside the test that has how an earlier run ended, and is committed with the code.
	// The gate fails if the run is worse, see [Baseline]. A relative path is from the folder of the test, and {model} in it
	// is the label of this name. Without the file the gate is not evaluable: EVALTEST_UPDATE=baseline go test writes it, and
	// never if CI is set.
	NoWorseThan string `json:"no_worse_than,omitzero"`
	// MaxFall is how far an average or a field may lie below the baseline: 0.02 is two points of F1. 0 means 0.02, and a
	// negative number sets no limit: only a fall beyond chance fails then.
	MaxFall float64 `json:"max_fall,omitzero"`
	// KeepAnswers keeps truths and answers in the baseline, for data that may be committed. A truth or a rule that changes
	// is then also applied to the old answers. Else the cases or fields that it concerns are left out.
	KeepAnswers bool `json:"keep_answers,omitzero"`
	// MaxErrors is the number of errors allowed over all trials: failed cases, comparisons that could not be made, and
	// invariants that could not be judged. It needs another limit.
	MaxErrors int `json:"max_errors,omitzero"`
}

// Limit is a bound on one number of a data set:
//
//	{Metric: "recall of total", Is: report.AtLeast, Value: 0.95}
//	{Metric: "driftRate", Is: report.AtMost, Value: 0.10}
//	{Metric: "F1 of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.80, Bound: report.BoundLow}
type Limit struct {
	// Metric is one of
	//
	//   - "micro F1", "micro precision", "micro recall", "macro F1", "weighted F1",
	//     "accuracy" and "mean score";
	//   - "F1 of FIELD", "precision of FIELD" and "recall of FIELD", where FIELD is an
	//     attribute: "lines[].amount";
	//   - "F1 of FIELD=CLASS", "precision of FIELD=CLASS" and "recall of FIELD=CLASS", where CLASS is a declared
	//     class of the field, see [Classes]: "recall of type=invoice", `F1 of type="credit note"`;
	//   - "top-K accuracy of FIELD", for a field with scores of its classes, see [Classes]: "top-3 accuracy of type";
	//   - "accuracy of FIELD", "macro F1 of FIELD" and "kappa of FIELD", for a field with declared classes;
	//   - over several trials, the names of [Stability]: "driftRate", "pass^5",
	//     "agreement of FIELD" and so on;
	//   - "cost per case" in US dollars, "tokens per case", "calls per case", "latency p50" and "latency p95" in
	//     seconds, see [Spending]: less is better, so Is is mostly [AtMost]. They are computed over the cases that
	//     report them. If other answered cases are silent (see [Spending]), the known cases can break the limit but not
	//     keep it: the gate fails, or else is not evaluable, as if a case was skipped. Set Free of evaltest.Usage for
	//     an answer that took nothing, such as an answer from a cache. On latency, the gate is not evaluable for
	//     answers from recordings;
	//   - "drafts", the number of truths that are drafts, and "own drafts", the number of those of the system that is
	//     judged, see [Case].OwnDraft: without a limit on "own drafts", a single one makes the gate not evaluable;
	//   - "measure NAME", a number that the test measures itself;
	//   - "rule NAME", the rate at which answers keep an invariant of the spec, of whatever
	//     kind it is.
	//
	// All are ratios from 0 to 1, except drafts, spending, time, kappa, which is from -1 to 1, and measures: a measure may be
	// a count, or negative.
	Metric string `json:"metric"`
	// Slice limits the metric over some of the cases. It works for metrics that can be computed from the records of
	// cases: not for those over several trials, and not for measures of more than single answers. It is a tag and its
	// value, "vendor=acme", or it is computed from the record of a case:
	//
	//   - "rows of PATH" is the number of items of a list, set, map or packet in the truth, without the "[]" or "{}": "rows of lines>=40";
	//   - "pages of document", "length of text" in characters, "size of input" in bytes, see [Shape]: "length of text<3000";
	//   - "latency of answer" in seconds and "retries of answer";
	//   - "presence of FIELD" is yes or no: whether the truth has a value of a field outside of lists;
	//   - "class of FIELD" is the class in the truth, see [Classes]: `class of type="credit note"`;
	//   - "script of text", "layout of numbers", "layout of dates" and "stop of answer", see [Shape]: "script of text=Cyrillic",
	//     "layout of numbers=1.889,00".
	//
	// Numbers are followed by ">=", "<" or "=", the others by "=". A case whose record does not have the number or the
	// word is not in the slice. If no case is in it, the gate is not evaluable. A tag must not have the name of a
	// computed slice.
	Slice string `json:"slice,omitzero"`
	// Is says on which side of Value the metric has to be. It is always written.
	Is Direction `json:"is"`
	// Value is in the unit of the metric. A limit that every value keeps is an error: at least 0, or -1 on kappa and a
	// measure that may be negative, or at most 1 on a ratio.
	Value float64 `json:"value"`
	// Bound judges an end of the metric's interval in place of the metric itself.
	// Default: [BoundValue]. Where the metric has no interval, as with few cases, the gate
	// is not evaluable. Weighted F1, accuracy, mean score, kappa, drafts, spending, time and
	// numbers over several trials never have one: a bound of theirs is an error.
	Bound Bound `json:"bound,omitzero"`
}

// Direction is the side of a limit that keeps it.
type Direction string

const (
	AtLeast Direction = "at_least"
	AtMost  Direction = "at_most"
)

// Bound says which number of an [Estimate] a limit is on.
type Bound string

const (
	BoundValue Bound = "value" // the metric itself
	BoundLow   Bound = "low"   // the lower end of its interval
	BoundHigh  Bound = "high"  // the upper end
)

const (
	microMetric = "micro F1"
	macroMetric = "macro F1"
)

const measurePrefix = "measure "

const rulePrefix = "rule "

// RuleMetric returns the metric of a [Limit] on an invariant: "rule adds_up".
func RuleMetric(name string) string { return rulePrefix + name }

func fieldMetric(name string) string { return "F1 of " + name }

// IsZero reports whether g limits nothing but errors.
func (g Gate) IsZero() bool { return !g.limited() && g.MaxErrors == 0 }

func (g *Gate) limited() bool {
	return g.NoWorseThan != "" || len(g.usual()) > 0 || len(g.Limits) > 0
}

// Validate returns, all at once, the errors in g that do not depend on the data set.
func (g Gate) Validate() error {
	err := g.validateLimits()
	if g.MaxErrors > 0 && !g.limited() {
		err = errors.Join(err, fmt.Errorf("report: gate: MaxErrors: %d turns case failures off and limits nothing: set a limit beside it", g.MaxErrors))
	}
	return err
}

func (g Gate) validateLimits() error {
	var errs []error
	for _, l := range g.usual() {
		if !(l.Value > 0 && l.Value <= 1) {
			errs = append(errs, fmt.Errorf("report: gate: %s: limit %v is outside (0,1]", l.Metric, l.Value))
		}
	}
	for _, l := range g.Limits {
		errs = append(errs, l.validate())
	}
	if g.NoWorseThan == "" && (g.MaxFall != 0 || g.KeepAnswers) {
		errs = append(errs, errors.New("report: gate: MaxFall and KeepAnswers are for a baseline: set NoWorseThan"))
	}
	if !(g.MaxFall >= -1 && g.MaxFall <= 1) {
		errs = append(errs, fmt.Errorf("report: gate: MaxFall is %v, want -1 to 1: 0.02 is two points of F1", g.MaxFall))
	}
	if g.MaxErrors < 0 {
		errs = append(errs, fmt.Errorf("report: gate: MaxErrors is %d, want 0 or more", g.MaxErrors))
	}
	return errors.Join(errs...)
}

// validate returns, all at once, the errors in a limit that do not depend on the data set.
func (l Limit) validate() error {
	if l.Metric == "" {
		return errors.New("report: gate: a limit has no Metric")
	}
	var errs []error
	wrong := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("report: gate: limit on %s: %w", l.where(), fmt.Errorf(format, args...)))
	}
	switch l.Is {
	case AtLeast, AtMost:
	case "":
		wrong("Is is missing, want %q or %q", AtLeast, AtMost)
	default:
		wrong("Is is %q, want %q or %q", l.Is, AtLeast, AtMost)
	}
	if !slices.Contains([]Bound{"", BoundValue, BoundLow, BoundHigh}, l.Bound) {
		wrong("Bound is %q, want %q, %q or %q", l.Bound, BoundValue, BoundLow, BoundHigh)
	}
	signed := l.signed()
	switch {
	case signed && !(l.Value >= -maxValue && l.Value <= maxValue):
		wrong("Value is %v, want a number", l.Value)
	case !signed && !(l.Value >= 0 && l.Value <= maxValue):
		wrong("Value is %v, want a number from 0", l.Value)
	case !signed && l.Is == AtLeast && l.Value == 0:
		wrong("every value is at least 0")
	}
	if _, err := dataset.ParseCondition(l.Slice); l.Slice != "" && err != nil {
		wrong("Slice is %q, %w", l.Slice, err)
	}
	return errors.Join(errs...)
}

const maxValue = 1e15

// signed reports whether the metric may be negative: a measure, such as a correlation, and the kappa of a field.
func (l Limit) signed() bool {
	return strings.HasPrefix(l.Metric, measurePrefix) || strings.HasPrefix(l.Metric, "kappa of ")
}

// where names the limit in errors: `recall of total (vendor=acme)`.
func (l Limit) where() string {
	if l.Slice == "" {
		return l.Metric
	}
	return l.Metric + " (" + l.Slice + ")"
}

// usual returns the limits that are set outside of Limits: the limits on averages, in the order of the struct, then the
// limits on fields, by name.
func (g *Gate) usual() []Limit {
	all := slices.DeleteFunc([]Limit{
		{Metric: microMetric, Value: g.MicroF1}, {Metric: macroMetric, Value: g.MacroF1},
		{Metric: "micro precision", Value: g.MicroPrecision}, {Metric: "micro recall", Value: g.MicroRecall},
		{Metric: "accuracy", Value: g.Accuracy}, {Metric: "mean score", Value: g.MeanScore},
	}, func(l Limit) bool { return l.Value == 0 })
	for _, name := range slices.Sorted(maps.Keys(g.FieldF1)) {
		all = append(all, Limit{Metric: fieldMetric(name), Value: g.FieldF1[name]})
	}
	for i := range all {
		all[i].Is = AtLeast
	}
	return all
}

// OfCases reports whether the records of the cases are enough to judge all limits. They are not for how far trials agree,
// and need not be for measures.
func (g Gate) OfCases() bool {
	return !slices.ContainsFunc(g.Limits, func(l Limit) bool { return strings.HasPrefix(l.Metric, measurePrefix) || overTrials(l.Metric) })
}

// overTrials reports whether a metric is one that compares the trials of a case.
func overTrials(metric string) bool {
	return slices.Contains([]string{"driftRate", "flakyRate", "agreement", "flipRate"}, metric) ||
		strings.HasPrefix(metric, "pass@") || strings.HasPrefix(metric, "pass^") || ofField(metric, stability...)
}

// stability are the metrics that compare the values of a field in the trials.
var stability = []string{"agreement", "flipRate", "jaccard"}

// ofField reports whether a metric is one of the names of a field: "recall of total".
func ofField(metric string, names ...string) bool {
	name, _, ok := strings.Cut(metric, " of ")
	return ok && slices.Contains(names, name)
}

// ofTruth reports whether a metric is one of a field of the truth.
func ofTruth(metric string) bool { return ofField(metric, "F1", "precision", "recall") }
