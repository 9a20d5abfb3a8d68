package accept

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// ReadingRules compare documents by the spec of a data set.
type ReadingRules struct {
	// Spec is the spec by which readings are compared with each other: the spec of the data set, in which truths have
	// their values at the paths of answers, without invariants and without a threshold.
	Spec eval.Spec
	// Exact holds the sorted names of the comparators that are Go functions. Fields that use them are compared exactly.
	Exact []string

	readings, truths *eval.Evaluator
}

// NewReadingRules returns the rules of a data set. The error is about its recorded spec.
func NewReadingRules(ds report.Dataset) (*ReadingRules, error) {
	r := &ReadingRules{}
	custom := edlib.Custom()
	for _, name := range slices.Sorted(maps.Keys(rescore.Functions(ds.Spec))) {
		if _, found := custom[name]; found {
			continue
		}
		r.Exact = append(r.Exact, name)
		custom[name] = func(json.RawMessage) (compare.Comparator, error) {
			return compare.Func{Name: name, Judge: compare.Exact{NFC: true, TrimSpace: true}.Compare}, nil
		}
	}
	text, err := rescore.WithoutInvariants(ds.Spec)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec, err := eval.ParseSpec(text, custom)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec.Threshold = 0
	if r.truths, err = spec.Compile(); err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec.Fields = preflight.Changed(spec.Fields, func(f *eval.Field) string { return f.Path }, func(f *eval.Field, _ string) { f.WantPath = "" })
	r.Spec = spec
	if r.readings, err = spec.Compile(); err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	return r, nil
}

// Between evaluates got against want. Both are readings or answers.
func (r *ReadingRules) Between(got, want json.RawMessage) (eval.Result, error) {
	return evaluate(r.readings, got, want)
}

// Against evaluates got, a reading or an answer, against a truth.
func (r *ReadingRules) Against(got, truth json.RawMessage) (eval.Result, error) {
	return evaluate(r.truths, got, truth)
}

func evaluate(e *eval.Evaluator, got, want json.RawMessage) (eval.Result, error) {
	v, err := document.Parse(got)
	if err != nil {
		return eval.Result{}, err
	}
	w, err := document.Parse(want)
	if err != nil {
		return eval.Result{}, err
	}
	return e.Evaluate(context.Background(), v, w)
}

// Differing returns the leaves in which two documents differ, in the order of the spec. Two equal values do not differ,
// even if the comparator of the field accepts neither.
func Differing(r eval.Result) []eval.FieldResult {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f eval.FieldResult) bool {
		return f.Outcome.Hit() || f.Outcome == metrics.Wrong && bytes.Equal(f.Got, f.Want)
	})
}
