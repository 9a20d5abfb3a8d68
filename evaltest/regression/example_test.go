package regression_test

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/regression"
)

// A set is replayed unless EVALTEST_PROVIDER says otherwise; the provider is asked with
// record and real.
func ExampleSuite_Run() {
	ask := func(_ context.Context, r regression.Request) (string, error) {
		return `{"extractions":[]}`, nil // calls the model with r.Instructions and r.DocumentText
	}

	_ = func(t *testing.T) { // func TestRegression(t *testing.T)
		regression.Suite{
			File:     "testdata/regression.jsonl",
			Unit:     "utf16",
			Provider: ask,
			Gate: evaltest.Gate{
				Accuracy: 0.95,
				Limits: []evaltest.Limit{
					{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.95},
					{Metric: "measure failureRate", Is: "at_most", Value: 0.05},
				},
			},
		}.Run(t)
	}
}
