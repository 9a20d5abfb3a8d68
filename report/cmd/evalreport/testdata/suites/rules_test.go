package suites

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestRules(t *testing.T) {
	file := os.Getenv("DATA")
	if file == "" {
		file = "labelled.jsonl"
	}
	s := evaltest.Suite[json.RawMessage, json.RawMessage]{
		File:           file,
		PartlyLabelled: file != "labelled.jsonl",
		Extract:        func(_ context.Context, in json.RawMessage) (json.RawMessage, error) { return in, nil },
		Spec:           evaltest.SpecFile(t, "spec.yaml"),
	}
	if os.Getenv("OPTIONAL") != "" {
		s.Spec.Invariants[0].Optional = true
	}
	if limit, err := strconv.ParseFloat(os.Getenv("GATE"), 64); err == nil {
		s.Gate.Limits = []evaltest.Limit{{Metric: "rule adds_up", Is: "at_least", Value: limit}}
	}
	s.Run(t)
}
