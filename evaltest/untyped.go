package evaltest

import (
	"context"
	"reflect"

	"github.com/extracteval/extracteval/evaltest/internal/guard"
	"github.com/extracteval/extracteval/metrics/document"
)

// suite is a [Suite] without its types: what runs it is compiled and linked once, not for
// each pair of types and with the package of the user. Inputs are pointers to those of
// the Suite, and functions take and return what they do as any.
type suite struct {
	Suite[any, any]
	in, out reflect.Type
}

// untyped returns the suite without its types: all of its fields.
func (s *Suite[In, Out]) untyped() *suite {
	u := &suite{Suite[any, any]{
		Name: s.Name, File: s.File, ExpectCases: s.ExpectCases, PartlyLabelled: s.PartlyLabelled, Spec: s.Spec, Gate: s.Gate, Trials: s.Trials,
		Workers: s.Workers, Timeout: s.Timeout, Retries: s.Retries, Rate: s.Rate, Labels: s.Labels,
		MaxExamples: s.MaxExamples, Policy: s.Policy, SkipUndefined: s.SkipUndefined, Redaction: s.Redaction,
	}, reflect.TypeFor[In](), reflect.TypeFor[Out]()}
	if s.Cases != nil {
		u.Cases = make([]Case[any], len(s.Cases))
		for i := range s.Cases {
			u.Cases[i] = s.Cases[i].untyped()
		}
	}
	if all := s.Source; all != nil {
		u.Source = func(yield func(Case[any], error) bool) {
			for c, err := range all {
				if !yield(c.untyped(), err) {
					return
				}
			}
		}
	}
	if extract := s.Extract; extract != nil {
		u.Extract = func(ctx context.Context, in any) (any, error) { return guard.Call(ctx, extract, *in.(*In)) }
	}
	if text := s.Text; text != nil {
		u.Text = func(in any) string { return text(*in.(*In)) }
	}
	if sure := s.Confidence; sure != nil {
		u.Confidence = func(answer any, path string) (float64, bool) {
			out, _ := answer.(Out) // not one is a nil Out, which is an interface
			return sure(out, path)
		}
	}
	for _, m := range s.Measures {
		u.Measures = append(u.Measures, m.untyped())
	}
	return u
}

func (c *Case[In]) untyped() Case[any] {
	return Case[any]{c.ID, &c.Input, c.Want, c.Tags, c.Pages, c.Text}
}

// typed is the contrary of untyped.
func typed[In any](c Case[any]) Case[In] {
	return Case[In]{c.ID, *c.Input.(*In), c.Want, c.Tags, c.Pages, c.Text}
}

func (m Measure[In]) untyped() Measure[any] {
	u := Measure[any]{Name: m.Name, Empty: m.Empty, Count: m.Count, ready: m.ready}
	if of := m.Answer; of != nil {
		u.Answer = func(ctx context.Context, c Case[any], answer document.Value) (sum, weight float64, err error) {
			return of(ctx, typed[In](c), answer)
		}
	}
	if of := m.Runs; of != nil {
		u.Runs = func(ctx context.Context, c Case[any], answers []document.Value) (sum, weight float64, err error) {
			return of(ctx, typed[In](c), answers)
		}
	}
	return u
}
