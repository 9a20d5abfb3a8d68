package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Gate holds the limits that a data set has to keep: the least that the usual numbers
// have to reach, each in (0,1], where 0 sets no limit, and further Limits. The zero
// Gate lets everything pass but errors.
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
	// MaxErrors is how many errors are allowed: failed cases and comparisons that
	// could not be made, over all trials. It needs a limit beside it.
	MaxErrors int `json:"max_errors,omitzero"`

	// recorded are the "metrics" of artifacts that were written before limits had a
	// direction.
	recorded map[string]float64
}

// IsZero reports whether g limits nothing but errors.
func (g Gate) IsZero() bool { return !g.limited() && g.MaxErrors == 0 }

func (g *Gate) limited() bool {
	return len(g.usual()) > 0 || len(g.Limits) > 0 || len(g.recorded) > 0
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
	if g.MaxErrors < 0 {
		errs = append(errs, fmt.Errorf("report: gate: MaxErrors is %d, want 0 or more", g.MaxErrors))
	}
	return errors.Join(errs...)
}

// plainGate is Gate without methods.
type plainGate Gate

// UnmarshalJSON reads a gate from a record. Older records have limits without a direction under "metrics": they are
// judged as they were then.
func (g *Gate) UnmarshalJSON(data []byte) error {
	var read struct {
		plainGate
		Metrics map[string]float64 `json:"metrics"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*g = Gate(read.plainGate)
	g.recorded = read.Metrics
	return nil
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (g Gate) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		plainGate
		Metrics map[string]float64 `json:"metrics,omitzero"`
	}{plainGate(g), g.recorded})
}

// OfCases returns g with only those limits that the records of the cases are enough
// to judge, and whether these are all: they are not for how far trials agree, and need not
// be for measures.
func (g Gate) OfCases() (kept Gate, all bool) {
	kept = g
	kept.Limits, kept.recorded = nil, nil
	for _, l := range g.Limits {
		if l.ofCases() {
			kept.Limits = append(kept.Limits, l)
		}
	}
	return kept, len(kept.Limits) == len(g.Limits) && len(g.recorded) == 0
}

// usual returns the limits that are set of those that are not among Limits: on averages,
// in the order of the struct, and on fields, by name.
func (g *Gate) usual() []Limit {
	all := slices.DeleteFunc([]Limit{
		{Metric: "micro F1", Value: g.MicroF1}, {Metric: macroMetric, Value: g.MacroF1},
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

func fieldMetric(name string) string { return "F1 of " + name }

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
	// WorstField is the attribute with the lowest F1, WorstF1 that F1: undefined
	// where it never matched.
	WorstField string `json:"worst_field,omitzero"`
	WorstF1    Ratio  `json:"worst_f1,omitzero"`
	// WidestField is the attribute whose F1 is known least toward 0, WidestF1 that F1, where the
	// lower end of the macro F1 alone is below its limit: a field that few documents have makes
	// the interval wide, however right it is.
	WidestField string   `json:"widest_field,omitzero"`
	WidestF1    Estimate `json:"widest_f1,omitzero"`
}

// Check judges a summary. A limit is kept when the mean over trials is on its side of
// the limit, give or take 1e-9 for rounding; an undefined metric fails its limit.
// Errors are always checked.
//
// Check returns an error when a limit is invalid (see Validate and CheckLimits), and when s has no attribute of a
// name in FieldF1 or no metric of a name in Limits: such a limit would always be kept. All such errors are returned
// at once. The result is not evaluable, without an error, when a slice has no case, when a limit is on an end of an
// interval and there is no interval, when a number that is said to be a ratio is outside of [0,1], or when the
// numbers mean nothing (see [Summary.Nonsense]).
func (g Gate) Check(s Summary) (GateResult, error) {
	result := GateResult{Dataset: s.Dataset, Trials: len(s.Trials)}
	if err := errors.Join(g.validateLimits(), g.CheckLimits(s, false)); err != nil {
		return result, err
	}
	all := s.quantities()
	recorded := g.recordedLimits(all)
	for _, l := range recorded {
		if _, ok := find(all, l.Metric); !ok {
			return result, unknownMetric(s.Dataset, l.Metric, all)
		}
	}
	for i, t := range s.Trials {
		if n := t.Cases.Scored(); i == 0 || n < result.Cases {
			result.Cases, result.Unlabelled = n, t.Cases.Unlabelled
		}
	}
	result.WorstField, result.WorstF1 = g.worstField(s)
	if result.NotEvaluable = s.Nonsense(); result.NotEvaluable != "" {
		return result, nil
	}
	rows := make(map[string]int, len(s.Attributes)) // rows of the table; 0 for an average
	for i, a := range s.Attributes {
		rows[fieldMetric(a.Attribute)] = i + 1
	}
	usual := g.usual()
	sort.SliceStable(usual, func(i, j int) bool { return rows[usual[i].Metric] < rows[usual[j].Metric] })
	of := make(map[string]quantity, len(all)) // as find has them
	for _, q := range slices.Backward(all) {
		of[q.name] = q
	}
	var why []string
	for _, l := range slices.Concat(usual, recorded, g.Limits) {
		check, notEvaluable := l.judge(&s, of[l.Metric])
		result.Checks = append(result.Checks, check)
		if notEvaluable != "" {
			why = append(why, notEvaluable)
		}
	}
	n := s.Errors()
	result.Checks = append(result.Checks, Check{
		Metric: errorsMetric, Value: RatioOf(float64(n), true), Limit: float64(g.MaxErrors), Passed: n <= g.MaxErrors,
	})
	result.WidestField, result.WidestF1 = widestField(s, result.Failed())
	result.NotEvaluable = strings.Join(why, "; ")
	result.Passed = len(why) == 0 && len(result.Failed()) == 0
	return result, nil
}

const (
	errorsMetric = "errors"
	macroMetric  = "macro F1"
)

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
		text += fmt.Sprintf("; worst field %s (%s)", words.Visible(r.WorstField), r.worstF1())
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
