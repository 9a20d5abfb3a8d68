package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
)

// A quantity is a number of a summary that a limit can be on.
type quantity struct {
	name string
	// plain is the name of a number of a class without quotes, "" for others.
	plain string
	// estimate lacks an interval where the run made none.
	estimate Estimate
	count    bool // a number of things from 0, not a ratio
	sliced   bool // slices have it, too
	truth    bool // it is of cases with a truth alone
	less     bool // less is better; see Gate.Metrics
	why      string
	unjudged string // why the gate is not evaluable where estimate is undefined
	// cases and silent are copied from the entry of [Spending].
	cases, silent int
}

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
	for i := range s.Classes {
		all = append(all, s.Classes[i].quantities()...)
	}
	all = append(append(all, s.draftQuantities()...), s.spending()...)
	if s.Stability != nil {
		for _, m := range s.Stability.Metrics() {
			all = append(all, quantity{name: m.Name, estimate: m.Estimate, less: m.LessIsBetter, why: s.Stability.whyUndefined()})
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
		all = append(all, quantity{name: measurePrefix + m.Name, estimate: m.Estimate, count: m.Count, sliced: !m.OverTrials, less: m.LessIsBetter})
	}
	return all
}

// quantities returns the numbers of declared classes: limits cannot be on recognised ones, which other truths may not have.
func (c *Classes) quantities() (all []quantity) {
	if !c.Declared {
		return nil
	}
	for _, n := range c.TopK {
		all = append(all, quantity{name: fmt.Sprintf("top-%d accuracy of %s", n.K, c.Attribute), estimate: n.Accuracy, sliced: true, truth: true, why: "no truth is of a class"})
	}
	for i := range c.Classes {
		row := &c.Classes[i]
		for _, n := range []struct {
			of       string
			estimate Estimate
		}{{"F1", row.F1}, {"precision", row.Precision}, {"recall", row.Recall}} {
			q := quantity{name: n.of + " of " + ClassName(c.Attribute, row.Attribute), plain: n.of + " of " + c.Attribute + "=" + row.Attribute, estimate: n.estimate, sliced: true, truth: true}
			if !n.estimate.Value.Defined {
				q.why = "no truth or no answer is of the class"
			}
			all = append(all, q)
		}
	}
	return all
}

// spending returns the numbers that limits can be on.
func (s *Summary) spending() (all []quantity) {
	for _, m := range usage.Metrics() {
		q := quantity{name: m.Name, count: true, sliced: true, less: true}
		q.estimate.Value = RatioOf(m.Of(s.Usage))
		switch {
		case q.estimate.Value.Defined:
			a, _ := s.Usage.Amount(m.Quantity)
			q.cases, q.silent = a.Cases, a.Silent
		case m.Quantity != usage.Latency:
			q.why = "no case says what it used; extractors do by evaltest.AddUsage"
		case s.Usage != nil && s.Usage.Replayed > 0:
			q.unjudged = m.Name + " cannot be judged: the answers are from recordings, and their time is not that of the model; set this limit only where the model is asked"
		default:
			q.why = "no case has a time"
		}
		all = append(all, q)
	}
	return all
}

// whyUndefined says why the F1 of a field is undefined. It returns "" when a trial has a match or a comparison failed
// with an error.
func (s Summary) whyUndefined(attribute string) string {
	n := 0
	for i, a := range s.Attributes {
		if a.Attribute != attribute || a.Items {
			continue
		}
		c := s.CountsOf(i)
		if c.Match+c.Errored > 0 {
			return ""
		}
		n = c.Mistakes()
	}
	if n == 0 {
		return "no value in any truth or answer"
	}
	return "no match in " + words.Plural(n, "value")
}

// whyNotApplicable says why the rate of an invariant is undefined.
func (s *Summary) whyNotApplicable() string {
	if len(s.Trials) > 1 {
		return "it applies to no answer of a trial"
	}
	return "it applies to none of " + words.Plural(s.Cases().Scored(), "case")
}

func find(all []quantity, name string) (quantity, bool) {
	if q, ok := first(all, func(q quantity) bool { return q.name == name }); ok {
		return q, true
	}
	plain := unquoted(name)
	return first(all, func(q quantity) bool { return plain != "" && q.plain == plain })
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
		if l.validate() == nil {
			errs = append(errs, s.unknownSlice(l, open))
		}
		switch {
		case l.validate() != nil: // Validate says so
		case s.unlabelled() && (q.truth || !ok && ofTruth(l.Metric)): // needTruths says so
		case ok:
			errs = append(errs, q.check(l))
		case !open || !s.mayHave(l.Metric) || s.undeclared(l.Metric) != nil:
			errs = append(errs, cmp.Or(s.tooFewTrials(l.Metric), s.unknownMetric(l.Metric, all)))
		case l.Value > 1 || l.Is == AtMost && l.Value == 1:
			errs = append(errs, quantity{sliced: true}.check(l))
		}
	}
	return errors.Join(errs...)
}

// needTruths returns an error for each limit that needs truths, when all cases lack one.
func (g Gate) needTruths(s *Summary) (errs []error) {
	if !s.unlabelled() {
		return nil
	}
	wrong := func(metric string) {
		errs = append(errs, fmt.Errorf("report: gate: limit on %s: no case of data set %q has a truth; limit an invariant: %q", metric, s.Dataset, rulePrefix+"NAME"))
	}
	for _, l := range g.usual() {
		wrong(l.Metric)
	}
	all := s.quantities()
	for _, l := range g.Limits {
		if q, ok := find(all, l.Metric); ok && q.truth || !ok && ofTruth(l.Metric) {
			wrong(l.where())
		}
	}
	return errs
}

// unlabelled reports whether there are cases and all lack a truth.
func (s *Summary) unlabelled() bool {
	c := s.Cases()
	return c.Scored() > 0 && c.Labelled() == 0
}

func (s Summary) names() []string {
	var names []string
	for _, a := range s.Attributes {
		names = append(names, a.Attribute)
	}
	return names
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
	for _, row := range []string{"pages", "starts"} { // of a packet
		list, ok := strings.CutSuffix(field, row)
		if ok && slices.ContainsFunc(s.Attributes, func(a Attribute) bool { return strings.HasPrefix(a.Attribute, strings.TrimSuffix(list, ".")+"[].") }) {
			return true
		}
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

// unknownMetric lists the metrics that there are, and metrics of many fields by their form, or says what a spec has to declare.
func (s *Summary) unknownMetric(name string, all []quantity) error {
	if err := s.undeclared(name); err != nil {
		return err
	}
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
	return fmt.Errorf("report: gate: data set %q has no metric %q%s (there are %s)", s.Dataset, name, hint, list)
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

// directed returns the limits that an artifact holds without a direction: more is better, unless the metric says that
// less is.
func (g Gate) directed(all []quantity) []Limit {
	var limits []Limit
	for _, name := range slices.Sorted(maps.Keys(g.Metrics)) {
		l := Limit{Metric: measurePrefix + name, Is: AtLeast, Value: g.Metrics[name]}
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
