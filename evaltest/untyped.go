package evaltest

import (
	"context"
	"fmt"
	"reflect"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// suite is a [Suite] without its type parameters, so that the code that runs suites is compiled once, not for each pair
// of types in the user's package. Inputs are pointers to the inputs of the user's Suite. The conversions are functions,
// not methods of Case or Measure: the user's package would compile such methods, and the code that they call, for each
// of its types.
type suite struct {
	Suite[any, any]
	input, output reflect.Type  // of the user's Suite
	policy        *cases.Policy // set when the cases run
}

// suiteOf converts all fields of a Suite.
func suiteOf[In, Out any](s *Suite[In, Out]) *suite {
	u := &suite{input: reflect.TypeFor[In](), output: reflect.TypeFor[Out]()}
	u.Suite = Suite[any, any]{
		Name: s.Name, File: s.File, Gate: s.Gate, Spec: s.Spec,
		ExpectCases: s.ExpectCases, PartlyLabelled: s.PartlyLabelled, NullTruths: s.NullTruths, Skip: s.Skip, Split: s.Split,
		Trials: s.Trials, Workers: s.Workers, Timeout: s.Timeout, Retries: s.Retries, Rate: s.Rate,
		Labels: s.Labels, Cluster: s.Cluster, MaxExamples: s.MaxExamples, Policy: s.Policy, SkipUndefined: s.SkipUndefined, Redaction: s.Redaction,
	}
	if s.Cases != nil {
		u.Cases = make([]Case[any], len(s.Cases))
		for i := range s.Cases {
			u.Cases[i] = untypedCase(&s.Cases[i])
		}
	}
	if all := s.Source; all != nil {
		u.Source = func(yield func(Case[any], error) bool) {
			all(func(c Case[In], err error) bool { return yield(untypedCase(&c), err) })
		}
	}
	if extract := s.Extract; extract != nil {
		u.Extract = func(ctx context.Context, input any) (any, error) { return cases.Guarded(ctx, extract, *input.(*In)) }
	}
	if text := s.Text; text != nil {
		u.Text = func(input any) string { return text(*input.(*In)) }
	}
	if sure := s.Confidence; sure != nil {
		u.Confidence = func(answer any, path string) (float64, bool) {
			output, _ := answer.(Out) // ok is false only for a nil Out of interface type
			return sure(output, path)
		}
	}
	for i := range s.Measures {
		u.Measures = append(u.Measures, untypedMeasure(&s.Measures[i]))
	}
	return u
}

func untypedCase[In any](c *Case[In]) Case[any] {
	return Case[any]{c.ID, &c.Input, c.Want, c.Tags, c.Pages, c.Text, c.Label}
}

// typed converts a case back: it is the inverse of untypedCase.
func typed[In any](c *Case[any]) Case[In] {
	return Case[In]{c.ID, *c.Input.(*In), c.Want, c.Tags, c.Pages, c.Text, c.Label}
}

func untypedMeasure[In any](m *Measure[In]) Measure[any] {
	u := Measure[any]{Name: m.Name, Numbers: m.Numbers, Empty: m.Empty, Count: m.Count, Invalid: m.Invalid}
	if score := m.Answer; score != nil {
		u.Answer = func(ctx context.Context, c Case[any], answer document.Value) (sum, weight float64, err error) {
			return score(ctx, typed[In](&c), answer)
		}
	}
	if score := m.Runs; score != nil {
		u.Runs = func(ctx context.Context, c Case[any], answers []document.Value) (sum, weight float64, err error) {
			return score(ctx, typed[In](&c), answers)
		}
	}
	if score := m.Joint; score != nil {
		u.Joint = func(ctx context.Context, c Case[any], truth document.Value, result eval.Result) ([]report.Measured, error) {
			return score(ctx, typed[In](&c), truth, result)
		}
	}
	return u
}

// begin opens a data set of Collect at its first answer. Without a Spec it takes the
// rules from the answer's type. An answer of a type with other rules is an error, since
// its tags would be ignored.
func (d *dataset) begin(got, want any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.awaitsFirst {
		d.awaitsFirst = false
		d.beginErr = d.beginAs(got, want)
	}
	if d.beginErr != nil || d.gate.State != gotest.GateWaits { // a late row is refused for that alone
		return d.beginErr
	}
	if err := d.checkTags(got); err != nil {
		return err
	}
	return d.checkTags(want)
}

// beginEmpty opens a data set that ended without an answer.
func (d *dataset) beginEmpty() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.awaitsFirst {
		return nil
	}
	d.awaitsFirst = false
	d.beginErr = d.beginAs(nil, nil)
	return d.beginErr
}

func (d *dataset) beginAs(got, want any) error {
	set, err := gotest.Environment()
	if err != nil {
		return err
	}
	if d.types, err = cases.RulesFor(got, want); err != nil {
		return err
	}
	if d.types != nil {
		if err := d.applySpec(d.types.In(d.cfg.Spec), set); err != nil {
			return err
		}
	}
	return d.create(set)
}

// checkTags returns an error if a value has eval tags that the data set would ignore: it has
// no Spec and began without tags or with another type's tags, or only the dynamic type
// of an interface value has them.
func (d *dataset) checkTags(v any) error {
	if d.types == nil && len(d.cfg.Spec.Fields) > 0 {
		if d.cfg.Spec.OfType {
			return d.checkHiddenTags(v)
		}
		return nil
	}
	r := cases.RulesOfValue(v)
	same := r == nil
	if r != nil && d.types != nil {
		var err error
		if same, err = r.Same(d.types); err != nil {
			return err
		}
	}
	if !same {
		return fmt.Errorf("data set %q: nothing would read the eval tags of %v: give it a Spec, by evaltest.SpecOf, or the values of each type a data set of their own", d.name, r.Type)
	}
	return d.checkHiddenTags(v)
}

func (d *dataset) checkHiddenTags(v any) error {
	if err := cases.Hidden(v); err != nil {
		return fmt.Errorf("data set %q: %w", d.name, err)
	}
	return nil
}
