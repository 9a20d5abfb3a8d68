package regression

import (
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/regression"
	"github.com/extracteval/extracteval/evaltest/replay"
)

// set is the regression set. Its offsets count as in JavaScript, as the model was told.
var set = regression.Suite{File: "testdata/regression.jsonl", Unit: "utf16"}

// TestRegression answers from the recorded responses: the same numbers every time.
// One document has a date that the model does not know, "March 3rd, 2026".
func TestRegression(t *testing.T) {
	s := set
	s.Provider = provider(t)
	s.Gate = evaltest.Gate{
		Accuracy: 0.95,
		FieldF1:  map[string]float64{"emptyResultKind": 0.95},
		Limits: []evaltest.Limit{
			{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.95},
			{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 1},
			{Metric: "measure groundingStrictF1", Is: "at_least", Value: 0.95},
			{Metric: "measure failureRate", Is: "at_most", Value: 0.2},
			{Metric: "measure uniqueExtractionStability", Is: "at_least", Value: 1},
			{Metric: "measure cases", Is: "at_least", Value: 40},
			{Metric: "measure categories", Is: "at_least", Value: 5},
		},
	}
	s.Run(t)
}

// TestVariance asks a noisy model five times for each document. The noise has a
// seed, so that this test, too, is offline and repeatable.
func TestVariance(t *testing.T) {
	t.Setenv("EVALTEST_PROVIDER", string(replay.Real))
	s := set
	s.Provider = Noisy(Model, 0.05, 1)
	s.Trials = 5
	s.Gate = evaltest.Gate{
		Accuracy: 0.90,
		Limits: []evaltest.Limit{
			{Metric: "measure uniqueExtractionStability", Is: "at_least", Value: 0.90},
			{Metric: "agreement", Is: "at_least", Value: 0.90},
			{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 0.95},
			{Metric: "pass^5", Is: "at_least", Value: 0.70},
			{Metric: "driftRate", Is: "at_most", Value: 0.30},
		},
	}
	s.Run(t)
}

// provider is asked with EVALTEST_PROVIDER=record and real. In a service of your own
// it calls the API, and is nil without a key. NOISE=0.1 spoils one answer in ten.
func provider(t *testing.T) replay.Provider[regression.Request] {
	noise := os.Getenv("NOISE")
	if noise == "" {
		return Model
	}
	share, err := strconv.ParseFloat(noise, 64)
	if err != nil {
		t.Fatal(err)
	}
	return Noisy(Model, share, 1)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
