package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

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
	//   - over several trials, the names that [Stability.Metrics] returns: "driftRate", "pass^5",
	//     "agreement of FIELD" and so on;
	//   - "cost per case" in US dollars, "tokens per case", "calls per case", "latency p50"
	//     and "latency p95" in seconds, see [Spending]: less is better, so Is is mostly
	//     [AtMost]. They are taken over the cases that say it. Where other answered cases
	//     are silent (see [Amount]), the known cases can break the limit but not keep it:
	//     the gate fails, or else is not evaluable, as where a case was skipped.
	//     Free of evaltest.Usage says that an answer took nothing, such as an answer from a cache. For answers
	//     from recordings the gate is not evaluable on latency;
	//   - "measure NAME", a number that the test measures itself;
	//   - "rule NAME", the rate at which answers keep an invariant of the spec, of whatever
	//     kind it is.
	//
	// All are ratios from 0 to 1, except spending, time and measures that are counts.
	Metric string `json:"metric"`
	// Slice judges the cases with one tag alone: "vendor=acme". It is for the metrics
	// that records of cases are enough for: all but those over several trials and measures
	// of more than single answers.
	Slice string `json:"slice,omitzero"`
	// Is says on which side of Value the metric has to be. It is always written.
	Is Direction `json:"is"`
	// Value is in the unit of the metric. A limit that every value would keep is an error: at least 0, or a ratio of
	// at most 1.
	Value float64 `json:"value"`
	// Bound judges an end of the metric's interval in place of the metric itself.
	// Default: [BoundValue]. Where the metric has no interval, as with few cases, the gate
	// is not evaluable.
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

// Kept reports whether a value keeps the limit, give or take [compare.Slack]. An undefined value does not.
func (l Limit) Kept(v Ratio) bool {
	if l.Is == AtMost {
		return v.Defined && v.Value <= l.Value+compare.Slack
	}
	return v.Reaches(l.Value)
}

// ofCases reports whether the records of the cases are enough to judge the limit.
// They are not for how far trials agree, and need not be for measures.
func (l Limit) ofCases() bool {
	return !strings.HasPrefix(l.Metric, measurePrefix) && !overTrials(l.Metric)
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

// where names the limit in errors: `recall of total (vendor=acme)`.
func (l Limit) where() string {
	if l.Slice == "" {
		return l.Metric
	}
	return l.Metric + " (" + l.Slice + ")"
}

// validate returns, all at once, the errors in a limit that do not depend on the data set.
func (l Limit) validate() error {
	if l.Metric == "" {
		return errors.New("report: gate: a limit has no Metric")
	}
	var errs []error
	wrong := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("report: gate: limit on %s: %s", l.where(), fmt.Sprintf(format, args...)))
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
	switch {
	case !(l.Value >= 0 && l.Value <= maxValue):
		wrong("Value is %v, want a number from 0", l.Value)
	case l.Is == AtLeast && l.Value == 0:
		wrong("every value is at least 0")
	}
	if key, _, ok := strings.Cut(l.Slice, "="); l.Slice != "" && (!ok || key == "") {
		wrong("Slice is %q, want a tag and its value: %q", l.Slice, "vendor=acme")
	}
	return errors.Join(errs...)
}

const maxValue = 1e15

// A quantity is a number of a summary that a limit can be on.
type quantity struct {
	name string
	// estimate lacks an interval where the run made none.
	estimate Estimate
	count    bool // a number of things from 0, not a ratio
	sliced   bool // slices have it, too
	truth    bool // it is of cases with a truth alone
	less     bool // less is better; see Gate.recorded
	why      string
	unjudged string // why the gate is not evaluable where estimate is undefined
	// cases and silent are copied from the [Amount] of the number.
	cases, silent int
}

const measurePrefix = "measure "

// quantities returns the numbers of a data set that a limit can be on.
func (s *Summary) quantities() []quantity {
	ratio := func(name string, e Estimate) quantity {
		return quantity{name: name, estimate: e, sliced: true, truth: true}
	}
	all := []quantity{
		ratio("micro F1", s.MicroF1), ratio("micro precision", s.MicroPrecision), ratio("micro recall", s.MicroRecall),
		ratio(macroMetric, s.MacroF1), ratio("weighted F1", s.WeightedF1), ratio("accuracy", s.Accuracy), ratio("mean score", s.MeanScore),
	}
	for _, a := range s.Attributes {
		f1 := ratio(fieldMetric(a.Attribute), a.F1)
		if !a.F1.Value.Defined {
			f1.why = s.whyUndefined(a.Attribute)
		}
		all = append(all, f1, ratio("precision of "+a.Attribute, a.Precision), ratio("recall of "+a.Attribute, a.Recall))
	}
	all = append(all, s.spending()...)
	if s.Stability != nil {
		for _, m := range s.Stability.Metrics() {
			all = append(all, quantity{name: m.Name, estimate: Estimate{Value: m.Value}, less: m.LessIsBetter, why: s.Stability.whyUndefined()})
		}
	}
	for _, i := range s.Invariants {
		rule := quantity{name: RuleMetric(i.Name), estimate: i.Estimate(), sliced: true}
		if !i.Rate.Defined {
			rule.why = s.whyNotApplicable()
		}
		all = append(all, rule)
	}
	for _, m := range s.Metrics {
		all = append(all, quantity{name: measurePrefix + m.Name, estimate: m.Estimate(), count: m.Count, sliced: !m.OverTrials, less: m.LessIsBetter})
	}
	return all
}

func find(all []quantity, name string) (quantity, bool) {
	return first(all, func(q quantity) bool { return q.name == name })
}

// check returns why l cannot be a limit on q.
func (q quantity) check(l Limit) error {
	switch {
	case !q.count && l.Value > 1:
		return fmt.Errorf("report: gate: limit on %s: Value is %v, and a ratio is at most 1", l.where(), l.Value)
	case !q.count && l.Is == AtMost && l.Value == 1:
		return fmt.Errorf("report: gate: limit on %s: every ratio is at most 1", l.where())
	case l.Slice != "" && !q.sliced:
		return fmt.Errorf("report: gate: limit on %s: it is only known over all cases, not by Slice", l.where())
	}
	return nil
}

// CheckLimits returns, all at once, the limits on numbers that a data set does not have, those outside of the range
// of their number, and those that every value would keep. s names the numbers of the data set; it need not have any
// value yet. With open, which is for the time before the first case was compared, a limit may name a field that the
// spec does not name: such a field may still come, below or beside the fields of the spec.
func (g Gate) CheckLimits(s Summary, open bool) error {
	errs := g.needTruths(&s)
	for _, name := range slices.Sorted(maps.Keys(g.FieldF1)) {
		if _, ok := s.Attribute(name); !ok && !s.unlabelled() && !(open && s.mayHave(fieldMetric(name))) {
			names := s.names()
			errs = append(errs, fmt.Errorf("report: gate: data set %q has no field %q%s (there %s)", s.Dataset, name, words.Hint(name, names), thereAre(names)))
		}
	}
	all := s.quantities()
	for _, l := range g.Limits {
		q, ok := find(all, l.Metric)
		switch {
		case l.validate() != nil: // Validate says so
		case s.unlabelled() && (q.truth || !ok && ofTruth(l.Metric)): // needTruths says so
		case ok:
			errs = append(errs, q.check(l))
		case !open || !s.mayHave(l.Metric):
			errs = append(errs, cmp.Or(s.tooFewTrials(l.Metric), unknownMetric(s.Dataset, l.Metric, all)))
		case l.Value > 1 || l.Is == AtMost && l.Value == 1:
			errs = append(errs, quantity{sliced: true}.check(l))
		}
	}
	return errors.Join(errs...)
}

// mayHave reports whether a metric of a field may come with the documents: the spec
// names no field, or one that the field is or lies below.
func (s *Summary) mayHave(metric string) bool {
	_, field, ok := strings.Cut(metric, " of ")
	if !ok || !ofTruth(metric) && (s.Stability == nil || !ofField(metric, stability...)) {
		return false
	}
	if len(s.Attributes) == 0 || strings.HasSuffix(field, "[]") || strings.HasPrefix(field, "(") {
		return true // rows of items and invented keys are in no spec
	}
	return slices.ContainsFunc(s.Attributes, func(a Attribute) bool {
		below, ok := strings.CutPrefix(field, a.Attribute)
		return ok && (below == "" || below[0] == '.' || below[0] == '[')
	})
}

// tooFewTrials is the error of a metric over more trials than there are, nil for others.
func (s *Summary) tooFewTrials(metric string) error {
	if s.Stability == nil {
		if !overTrials(metric) {
			return nil
		}
		return fmt.Errorf("report: gate: data set %q has no metric %q: it compares trials of a case, which only a Suite knows", s.Dataset, metric)
	}
	trials := len(s.Stability.PassAtK)
	for _, prefix := range []string{"pass@", "pass^"} {
		text, ok := strings.CutPrefix(metric, prefix)
		if k, err := strconv.Atoi(text); ok && err == nil && k > trials {
			return fmt.Errorf("report: gate: limit on %s: it takes %d trials of each case, and %s: set Suite.Trials or EVALTEST_TRIALS", metric, k, thereAreTrials(trials))
		}
	}
	return nil
}

// unknownMetric lists the metrics that there are, and metrics of many fields by their form.
func unknownMetric(dataset, name string, all []quantity) error {
	var names, shown []string
	fields := 0
	for _, q := range all {
		names = append(names, q.name)
		if _, _, of := strings.Cut(q.name, " of "); of && !strings.HasPrefix(q.name, measurePrefix) && !strings.HasPrefix(q.name, rulePrefix) {
			if fields++; fields > 12 {
				continue
			}
		}
		shown = append(shown, q.name)
	}
	list := words.Quoted(shown, 40, "")
	if fields > 12 {
		list += fmt.Sprintf(" and %d more of fields", fields-12)
	}
	hint := words.Hint(name, names)
	for _, prefix := range []string{measurePrefix, rulePrefix} {
		if i := slices.Index(names, prefix+name); i >= 0 {
			hint = fmt.Sprintf("; did you mean %q?", names[i])
		}
	}
	return fmt.Errorf("report: gate: data set %q has no metric %q%s (there are %s)", dataset, name, hint, list)
}

func thereAreTrials(n int) string {
	if n == 1 {
		return "there is one"
	}
	return fmt.Sprintf("there are %d", n)
}

func thereAre(fields []string) string {
	switch len(fields) {
	case 0:
		return "are no fields: no case was scored"
	case 1:
		return "is " + words.Quoted(fields, 1, "")
	}
	return "are " + words.Quoted(fields, 20, "")
}

// LimitsOn returns the limits on a measure.
func (g Gate) LimitsOn(m Metric) []Limit {
	var all []Limit
	for _, l := range slices.Concat(g.recordedLimits([]quantity{{name: measurePrefix + m.Name, less: m.LessIsBetter}}), g.Limits) {
		if l.Metric == measurePrefix+m.Name {
			all = append(all, l)
		}
	}
	return all
}

// recordedLimits returns the limits of an artifact in which they have no direction:
// more is better, unless the metric says that less is.
func (g Gate) recordedLimits(all []quantity) []Limit {
	var limits []Limit
	for _, name := range slices.Sorted(maps.Keys(g.recorded)) {
		l := Limit{Metric: measurePrefix + name, Is: AtLeast, Value: g.recorded[name]}
		q, ok := find(all, l.Metric)
		if stable, is := find(all, name); !ok && is {
			q, l.Metric = stable, name
		}
		if q.less {
			l.Is = AtMost
		}
		limits = append(limits, l)
	}
	return limits
}
