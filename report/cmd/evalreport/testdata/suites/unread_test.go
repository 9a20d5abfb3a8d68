package suites

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestUnread(t *testing.T) {
	evaltest.Suite[string, string]{
		Name:    "set",
		Cases:   []evaltest.Case[string]{{ID: "a", Input: "a", Want: `{"date":"2018-01-01"}`}, {ID: "b", Input: "b", Want: `{"date":"2018-02-02"}`}},
		Extract: func(_ context.Context, in string) (string, error) { return "{}", nil },
		Spec:    eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Numeric{}}}},
	}.Run(t)
}
