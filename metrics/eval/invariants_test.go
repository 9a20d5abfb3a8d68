package eval_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// positive says that the total is above zero.
var positive = eval.Invariant{Name: "positive", Func: func(_ context.Context, answer document.Value) (invariant.State, string, error) {
	total := answer.Get("total")
	switch n, err := strconv.ParseFloat(total.Text(), 64); {
	case total.Empty():
		return invariant.NotApplicable, "", nil
	case err != nil || n <= 0:
		return invariant.Broken, "total " + total.Text(), nil
	}
	return invariant.Holds, "", nil
}}

func TestInvariantsAreCountedApart(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}}}
	plain, err := spec.Compile()
	require.NoError(t, err)
	spec.Invariants = []eval.Invariant{positive}
	with, err := spec.Compile()
	require.NoError(t, err)

	for _, tt := range []struct {
		name string
		got  any
		want []invariant.Result
	}{
		{"holds", `{"total":3}`, []invariant.Result{{Name: "positive", State: invariant.Holds}}},
		{"broken", `{"total":-3}`, []invariant.Result{{Name: "positive", State: invariant.Broken, Note: "total -3"}}},
		{"not applicable", `{}`, []invariant.Result{{Name: "positive", State: invariant.NotApplicable}}},
		{"not JSON", `{"total":`, []invariant.Result{{Name: "positive", State: invariant.Broken, Note: "the answer could not be read: document: invalid JSON at offset 9: unexpected end of JSON input"}}},
		{"another kind", `[3]`, []invariant.Result{{Name: "positive", State: invariant.Broken, Note: "the answer is of another kind: it is an array, want an object"}}},
		{"the extractor failed", errors.New("timeout"), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := with.Evaluate(t.Context(), tt.got, `{"total":3}`)
			require.NoError(t, err)
			assert.Equal(t, tt.want, r.Invariants)
			assert.Equal(t, tt.want, invariantsOf(t, with, tt.got, ""), "without a truth")

			before, err := plain.Evaluate(t.Context(), tt.got, `{"total":3}`)
			require.NoError(t, err)
			r.Invariants = nil
			assert.Equal(t, before, r, "invariants change nothing else")
		})
	}
}

// invariantsOf returns the invariants of an answer to a document without a truth.
func invariantsOf(t *testing.T, e *eval.Evaluator, got any, text string) []invariant.Result {
	t.Helper()
	r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: got, Text: text})
	require.NoError(t, err)
	return r.Invariants
}
