package rescore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Attempt is one trial of one case: the answer and its evaluation.
type Attempt struct {
	Result eval.Result // its Answer is the missing Value if there was none
	Passed bool
}

// maxFlaky bounds [report.Stability].Flaky.
const maxFlaky = 50

// Totals adds up, over cases, how the attempts at one case agree. It does not keep the answers.
type Totals struct {
	mu       sync.Mutex
	trials   int
	cases    int
	answered int // cases with an answer in at least one trial, right or wrong
	drifted  int
	passAt   []weighted // by k-1
	passHat  []weighted
	fields   map[string]*fieldTotals
	flaky    arithmetic.First[report.FlakyCase]
	unsteady int // flaky cases
	measures []Measured
}

type fieldTotals struct {
	cases, flipped     int
	agreement, jaccard weighted
}

// NewTotals returns totals without cases.
func NewTotals(trials int, measures []Measured) *Totals {
	return &Totals{
		trials: trials, passAt: make([]weighted, trials), passHat: make([]weighted, trials),
		fields: map[string]*fieldTotals{}, measures: measures, flaky: arithmetic.NewFirst(maxFlaky, compareFlaky),
	}
}

// Add adds all attempts at one case. A case without any answer does not count for the agreement of answers. In a case
// with answers in some trials, the trials without an answer count as another answer, which differs from the others.
func (r *Totals) Add(id string, attempts []Attempt, measured []Measured) {
	passed, answered, texts := 0, false, make([]string, len(attempts))
	for i, a := range attempts {
		answered = answered || a.Result.Answer.Exists()
		texts[i] = string(a.Result.Answer.AppendCanonical(nil))
		if a.Passed {
			passed++
		}
	}
	fields := fieldTexts(attempts)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cases++
	if answered {
		r.answered++
	}
	if flipped(texts) {
		r.drifted++
	}
	for i := range r.trials {
		rate, _ := stats.PassAtK(r.trials, passed, i+1)
		hat, _ := stats.PassHatK(r.trials, passed, i+1)
		r.passAt[i].addOne(rate)
		r.passHat[i].addOne(hat)
	}
	for attribute, texts := range fields {
		if f := r.field(attribute); answered { // trials that all failed do not agree
			f.addCase(texts, paths.InItems(attribute))
		}
	}
	if passed > 0 && passed < len(attempts) {
		r.unsteady++
		r.flaky.Add(report.FlakyCase{ID: id, Failed: len(attempts) - passed, Trials: len(attempts)})
	}
	for i := range r.measures {
		r.measures[i].merge(&measured[i])
	}
}

func (w *weighted) addOne(v float64) { w.addSum(v, 1) }

func (r *Totals) field(attribute string) *fieldTotals {
	f := arithmetic.Entry(&r.fields, attribute)
	return f
}

// addCase adds the values of one attribute in all attempts at one case.
func (f *fieldTotals) addCase(values [][]string, list bool) {
	joined := make([]string, len(values))
	for i, v := range values {
		slices.Sort(v)
		joined[i] = strings.Join(v, "\n") // a JSON text has no line end
	}
	f.cases++
	if flipped(joined) {
		f.flipped++
	}
	if agreement, ok := stats.Agreement([][]string{joined}); ok {
		f.agreement.addOne(agreement)
	}
	if list && len(values) > 1 {
		f.jaccard.addOne(stats.MeanPairwiseJaccard(values))
	}
}

// compareFlaky orders cases by how often they fail.
func compareFlaky(a, b report.FlakyCase) int {
	return cmp.Or(cmp.Compare(b.Failed, a.Failed), cmp.Compare(a.ID, b.ID))
}

func flipped(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] })
}

// fieldTexts returns by attribute the texts of each attempt: for a field at most one, for a list one for each item.
func fieldTexts(attempts []Attempt) map[string][][]string {
	texts := map[string][][]string{}
	for i, a := range attempts {
		for _, f := range a.Result.Fields {
			if f.Attribute == metrics.InventedAttribute {
				continue
			}
			owner := texts[f.Attribute]
			if owner == nil {
				owner = make([][]string, len(attempts))
				texts[f.Attribute] = owner
			}
			if v, err := document.Parse(f.Got); err == nil && !v.Empty() {
				owner[i] = append(owner[i], string(v.AppendCanonical(nil)))
			}
		}
	}
	return texts
}

// Complete adds the results over the trials to a summary.
func (r *Totals) Complete(s *report.Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.Stability = &report.Stability{Trials: r.trials, Cases: r.cases, FlakyCases: r.unsteady, Flaky: r.flaky.Sorted()}
	for i := range r.measures {
		s.Put(r.measures[i].result())
	}
	r.putNumbers(s)
}

// Declare adds to a summary the names that Complete will add, without values, so that a gate can check its limits
// before the first case.
func (r *Totals) Declare(s *report.Summary) {
	s.Stability = &report.Stability{Trials: r.trials}
	r.putNumbers(s)
}

// putNumbers adds the numbers that say how far the trials agree, see [report.Stability].
func (r *Totals) putNumbers(s *report.Summary) {
	reason := ""
	switch {
	case r.trials < 2:
		reason = "it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS"
	case r.cases > 0:
		reason = "no case was answered in any trial"
	}
	s.Numbers = slices.DeleteFunc(s.Numbers, func(n report.Number) bool { return n.Kind == report.KindStability })
	number := func(name string, better string, value report.Ratio, cases int) {
		n := report.Number{
			Name: name, Kind: report.KindStability, Estimate: report.Estimate{Value: value}, Support: float64(cases), Unit: "cases",
			Better: better, OverTrials: true, Secondary: true,
		}
		if !value.Defined {
			n.Reason = reason
		}
		s.Numbers = append(s.Numbers, n)
	}
	share := func(n, total int) report.Ratio {
		return report.RatioOf(float64(n)/float64(max(total, 1)), r.trials > 1 && total > 0)
	}
	var agreement, flips weighted
	fields := make([]fieldTotals, len(s.Attributes))
	for i, a := range s.Attributes {
		f := r.fields[a.Attribute]
		if f == nil || a.Items {
			continue
		}
		fields[i] = *f
		if r.trials > 1 && f.cases > 0 {
			agreement.addOne(f.agreement.average().Value)
			flips.addOne(share(f.flipped, f.cases).Value)
		}
	}
	number("driftRate", "less", share(r.drifted, r.answered), r.answered)
	number("flakyRate", "less", share(r.unsteady, r.cases), r.cases)
	number("agreement", "more", agreement.average(), r.answered)
	number("flipRate", "less", flips.average(), r.answered)
	for k := range r.passAt {
		number(fmt.Sprintf("pass@%d", k+1), "more", r.passAt[k].average(), r.cases)
	}
	for k := range r.passHat {
		number(fmt.Sprintf("pass^%d", k+1), "more", r.passHat[k].average(), r.cases)
	}
	for i, a := range s.Attributes {
		if a.Items {
			continue // their values are in the fields of the items
		}
		f := &fields[i]
		number("agreement of "+a.Attribute, "more", f.agreement.average(), f.cases)
		number("flipRate of "+a.Attribute, "less", share(f.flipped, f.cases), f.cases)
		if paths.InItems(a.Attribute) || f.jaccard.average().Defined {
			number("jaccard of "+a.Attribute, "more", f.jaccard.average(), f.cases)
		}
	}
}

// Measured is one measure over all trials of the cases so far: Σ sum / Σ weight.
type Measured struct {
	measure report.Measure
	total   weighted
}

// NewMeasured returns a measure without cases.
func NewMeasured(own report.Measure) Measured { return Measured{measure: own} }

// Add adds the contribution of a case: a sum, which may be negative, and a weight of at least 0. The error says why a
// contribution is not valid. Add does not add such a contribution, nor one of weight 0.
func (m *Measured) Add(sum, weight float64) error {
	if err := (report.Measured{Name: m.measure.Name, Sum: sum, Weight: weight}).Validate(); err != nil {
		return err
	}
	if weight != 0 {
		m.total.addSum(sum, weight)
	}
	return nil
}

func (m *Measured) merge(o *Measured) {
	m.total.sum, m.total.weight = m.total.sum.Plus(o.total.sum), m.total.weight.Plus(o.total.weight)
}

func (m *Measured) result() report.Number {
	r := m.measure.Number()
	if r.Value = m.total.average(); !r.Value.Defined {
		r.Value = m.measure.Empty
	}
	return r
}

// weighted adds up a weighted mean.
type weighted struct{ sum, weight estimate.ExactSum }

// addSum adds a sum from -2^40 to 2^40 and a weight from 0 to 2^40.
func (w *weighted) addSum(sum, weight float64) { _, _ = w.sum.AddSigned(sum), w.weight.Add(weight) }

func (w weighted) average() report.Ratio {
	if w.weight.IsZero() {
		return report.Ratio{}
	}
	return report.RatioOf(w.sum.Float()/w.weight.Float(), true)
}

// KeptAnswer returns the answer in a form that [eval.Evaluator.Evaluate] takes. ok is false if the record does not keep
// an answer. For an unreadable answer that is too long, or may have fields that the spec ignores, it returns the
// reason, a [words.Unreadable], although a spec with another Lenient may read the answer.
func KeptAnswer(c *report.Case) (answer any, ok bool) {
	if c.AnswerText != "" {
		return c.AnswerText, true
	}
	if len(c.Answer) == 0 && (c.Unlabelled || len(c.Truth) > 0) {
		reason := words.UnreadableReason(c.Warnings)
		return words.Unreadable(reason), reason != ""
	}
	v, err := document.Parse(c.Answer)
	return v, err == nil
}

// IgnoredFields returns the attributes that the spec ignores. The truths and kept answers of its cases lack their
// values.
func IgnoredFields(d report.Dataset) []string { return ignoredIn(gjson.GetBytes(d.Spec, "fields"), "") }

func ignoredIn(fields gjson.Result, prefix string) (all []string) {
	fields.ForEach(func(_, f gjson.Result) bool {
		path := paths.Join(prefix, f.Get("path").Str)
		if f.Get("match").Str == "ignore" || f.Get("match.match").Str == "ignore" {
			all = append(all, path)
		}
		all = append(all, ignoredIn(f.Get("fields"), path+paths.Mark(f.Get("match").Str == "map"))...)
		return true
	})
	return all
}

// KeptConfidences returns the recorded confidences of the leaves, by their paths in the answer.
func KeptConfidences(c *report.Case) map[string]float64 {
	confidences := map[string]float64{}
	for _, f := range c.Fields {
		leaf := eval.FieldResult{Path: f.Path, Attribute: f.Attribute, GotIndex: f.GotIndex, GotKeys: f.GotKeys, WantIndex: f.WantIndex}
		if path, ok := leaf.GotPath(); ok && f.Confidence.Defined {
			confidences[path.String()] = f.Confidence.Value
		}
	}
	return confidences
}
