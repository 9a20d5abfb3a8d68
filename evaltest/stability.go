package evaltest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/terminal"
)

// attempt is one trial of one case: the answer, and what became of it.
type attempt struct {
	result eval.Result // its Answer is missing where there was none
	passed bool
}

// runTotals adds up how the attempts at one case compare, case by case: what they
// answered is not kept.
type runTotals struct {
	mu       sync.Mutex
	trials   int
	cases    int
	drifted  int
	passAt   []weighted // by k-1
	passHat  []weighted
	fields   map[string]*fieldTotals
	flaky    []report.FlakyCase // at least the report.MaxFlaky that fail most often
	unsteady int                // flaky cases
	measures []measureTotals
}

type fieldTotals struct {
	cases, flipped     int
	agreement, jaccard weighted
}

func newRunTotals(trials int, measures []measureTotals) *runTotals {
	return &runTotals{
		trials: trials, passAt: make([]weighted, trials), passHat: make([]weighted, trials),
		fields: map[string]*fieldTotals{}, measures: measures,
	}
}

// add takes all attempts at one case.
func (r *runTotals) add(id string, attempts []attempt, measured []measureTotals) {
	passed, texts := 0, make([]string, len(attempts))
	for i, a := range attempts {
		texts[i] = string(a.result.Answer.AppendCanonical(nil))
		if a.passed {
			passed++
		}
	}
	fields := fieldTexts(attempts)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cases++
	if flipped(texts) {
		r.drifted++
	}
	for i := range r.trials {
		at, _ := stats.PassAtK(r.trials, passed, i+1)
		hat, _ := stats.PassHatK(r.trials, passed, i+1)
		r.passAt[i].one(at)
		r.passHat[i].one(hat)
	}
	for attribute, texts := range fields {
		r.field(attribute).add(texts, isList(attribute))
	}
	if passed > 0 && passed < len(attempts) {
		r.addFlaky(report.FlakyCase{ID: id, Failed: len(attempts) - passed, Trials: len(attempts)})
	}
	for i := range r.measures {
		r.measures[i].plus(&measured[i])
	}
}

func (w *weighted) one(v float64) {
	w.sum.add(v)
	w.weight.add(1)
}

func (r *runTotals) field(attribute string) *fieldTotals {
	f := r.fields[attribute]
	if f == nil {
		f = &fieldTotals{}
		r.fields[attribute] = f
	}
	return f
}

// add takes the values of one attribute in all attempts at one case.
func (f *fieldTotals) add(values [][]string, list bool) {
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
		f.agreement.one(agreement)
	}
	if list && len(values) > 1 {
		f.jaccard.one(stats.MeanPairwiseJaccard(values))
	}
}

func (r *runTotals) addFlaky(c report.FlakyCase) {
	r.unsteady++
	r.flaky = append(r.flaky, c)
	if len(r.flaky) >= 4*report.MaxFlaky {
		r.flaky = slices.Clone(worstFlaky(r.flaky))
	}
}

// worstFlaky sorts cases and returns those that a report keeps.
func worstFlaky(cases []report.FlakyCase) []report.FlakyCase {
	slices.SortFunc(cases, func(a, b report.FlakyCase) int {
		return cmp.Or(cmp.Compare(b.Failed, a.Failed), cmp.Compare(a.ID, b.ID))
	})
	return cases[:min(len(cases), report.MaxFlaky)]
}

func flipped(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] })
}

func isList(attribute string) bool { return strings.Contains(attribute, "[]") }

// fieldTexts returns by attribute what each attempt has there: of a field one text
// or none, of a list one for each item.
func fieldTexts(attempts []attempt) map[string][][]string {
	texts := map[string][][]string{}
	for i, a := range attempts {
		for _, f := range a.result.Fields {
			if f.Attribute == metrics.InventedAttribute {
				continue
			}
			of := texts[f.Attribute]
			if of == nil {
				of = make([][]string, len(attempts))
				texts[f.Attribute] = of
			}
			if v, err := document.Parse(f.Got); err == nil && !v.Empty() {
				of[i] = append(of[i], string(v.AppendCanonical(nil)))
			}
		}
	}
	return texts
}

// complete adds to a summary what was found over the runs.
func (r *runTotals) complete(s *report.Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.measures {
		s.Metrics = append(s.Metrics, r.measures[i].result())
	}
	t := &report.Stability{Trials: r.trials, Cases: r.cases, FlakyCases: r.unsteady, Flaky: slices.Clone(worstFlaky(r.flaky))}
	for i := range r.trials {
		t.PassAtK = append(t.PassAtK, r.passAt[i].mean())
		t.PassHatK = append(t.PassHatK, r.passHat[i].mean())
	}
	var agreement, flips weighted
	for _, a := range s.Attributes {
		f := r.fields[a.Attribute]
		if f == nil {
			continue
		}
		field := report.FieldStability{Attribute: a.Attribute, Agreement: f.agreement.mean(), Jaccard: f.jaccard.mean()}
		if r.trials > 1 {
			field.FlipRate = report.RatioOf(float64(f.flipped)/float64(f.cases), true)
			agreement.one(field.Agreement.Value)
			flips.one(field.FlipRate.Value)
		}
		t.Fields = append(t.Fields, field)
	}
	t.Agreement, t.FlipRate = agreement.mean(), flips.mean()
	if r.trials > 1 && r.cases > 0 {
		t.DriftRate = report.RatioOf(float64(r.drifted)/float64(r.cases), true)
	}
	s.Stability = t
}

// runsOf returns what adds up the runs of a suite, nil when nobody asks for it, or what
// is wrong with the measures.
func (s Suite[In, Out]) runsOf(trials int) (*runTotals, error) {
	if _, ofCases := s.Gate.OfCases(); trials < 2 && len(s.Measures) == 0 && ofCases {
		return nil, nil
	}
	var errs []error
	named := map[string]bool{}
	for _, m := range s.Measures {
		if err := m.validate(); err != nil {
			errs = append(errs, err)
		} else if named[m.Name] {
			errs = append(errs, fmt.Errorf("measure %q: two measures have this name", m.Name))
		}
		named[m.Name] = true
	}
	return newRunTotals(trials, s.measureTotals(trials)), errors.Join(errs...)
}

// declared returns a summary without values: what limits there may be before the first
// case was compared.
func declared(head report.Dataset, runs *runTotals) report.Summary {
	s := report.Summary{Dataset: head.Name}
	for _, name := range head.Attributes {
		s.Attributes = append(s.Attributes, report.Attribute{Attribute: name})
	}
	if runs == nil {
		return s
	}
	s.Stability = &report.Stability{PassAtK: make([]report.Ratio, runs.trials), PassHatK: make([]report.Ratio, runs.trials)}
	for _, name := range head.Attributes {
		s.Stability.Fields = append(s.Stability.Fields, report.FieldStability{Attribute: name})
	}
	for i := range runs.measures {
		s.Metrics = append(s.Metrics, runs.measures[i].metric)
	}
	return s
}

func (s Suite[In, Out]) measureTotals(trials int) []measureTotals {
	totals := make([]measureTotals, len(s.Measures))
	for i, m := range s.Measures {
		n := trials
		if m.Runs != nil {
			n = 1
		}
		totals[i] = measureTotals{
			metric: report.Metric{Name: m.Name, Count: m.Count},
			empty:  m.Empty, trials: make([]weighted, n),
		}
	}
	return totals
}

// measure compares the attempts at a case with one another.
func (s Suite[In, Out]) measure(ctx context.Context, t TB, d *dataset, c Case[In], attempts []attempt) {
	t.Helper()
	answers := make([]document.Value, len(attempts))
	for i, a := range attempts {
		answers[i] = a.result.Answer
	}
	measured := s.measureTotals(d.trials)
	for i, m := range s.Measures {
		if err := m.of(ctx, c, answers, &measured[i]); err != nil {
			if d.private() {
				err = fmt.Errorf("measure %q: %w", m.Name, errWithheld)
			}
			d.fail(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, c.ID, terminal.Visible(err.Error())))
		}
	}
	d.runs.add(c.ID, attempts, measured)
}
