package suites

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestFlaky(t *testing.T) {
	asked := 0
	evaltest.Suite[string, string]{
		Cases: []evaltest.Case[string]{{ID: "sure", Want: `{"a":1}`}, {ID: "unsure", Input: "?", Want: `{"a":1}`}},
		Extract: func(_ context.Context, in string) (string, error) {
			if in == "?" {
				if asked++; asked == 3 {
					return `{"a":2}`, nil
				}
			}
			return `{"a":1}`, nil
		},
		Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "flakyRate", Is: "at_most", Value: 0.1}}},
	}.Run(t)
}
