package suites

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/grounding"
	"github.com/extracteval/extracteval/evaltest/quality"
	"github.com/extracteval/extracteval/metrics/eval"
)

func answer(a, b int) string { return fmt.Sprintf(`{"a":%d,"b":%d,"at":[0,0,10,10]}`, a, b) }

func TestQuality(t *testing.T) {
	wrong, _ := strconv.Atoi(os.Getenv("WRONG"))
	limit, _ := strconv.ParseFloat(cmp.Or(os.Getenv("LIMIT"), "0.75"), 64)
	var cases []evaltest.Case[int]
	for i := range 30 {
		kind := "even"
		if i%2 == 1 {
			kind = "odd"
		}
		cases = append(cases, evaltest.Case[int]{ID: fmt.Sprint("d-", i), Input: i, Want: answer(i+1, i+2), Tags: map[string]string{"kind": kind}})
	}
	evaltest.Suite[int, string]{
		Name:  "quality",
		Cases: cases,
		Extract: func(_ context.Context, i int) (string, error) {
			switch {
			case i == 0:
				return "I could not read this.", nil
			case i <= wrong:
				return answer(i+1, 0), nil
			}
			return answer(i+1, i+2), nil
		},
		Spec: eval.Spec{Fields: []eval.Field{{Path: "a"}, {Path: "b"}}},
		Measures: []evaltest.Measure[int]{
			quality.Measure[int](quality.Config{}),
			grounding.Measure[int](grounding.Spec{Claims: []grounding.Claim{{Value: "a", Box: "at"}}}),
		},
		Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: limit}}},
	}.Run(t)
}
