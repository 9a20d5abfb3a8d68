package suites

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestSet(t *testing.T) {
	s := evaltest.Suite[json.RawMessage, json.RawMessage]{
		File:           "set.jsonl",
		PartlyLabelled: os.Getenv("PARTLY") != "",
		NullTruths:     os.Getenv("NULLS") != "",
		Extract:        func(_ context.Context, in json.RawMessage) (json.RawMessage, error) { return in, nil },
		Spec:           evaltest.SpecFile(t, "spec.yaml"),
	}
	if s.PartlyLabelled {
		s.Spec.Invariants = []eval.Invariant{{Name: "checked", Rule: "iban(iban)"}}
	}
	switch os.Getenv("DATA") {
	case "set":
		s.File = "set"
	case "go":
		answer := json.RawMessage(`{"iban": "DE89370400440532013000"}`)
		s.File, s.Cases = "", []evaltest.Case[json.RawMessage]{{ID: "a", Input: answer, Want: answer}, {ID: "b", Input: answer, Want: json.RawMessage("null")}}
	}
	s.Run(t)
}
