package suites

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

var shared = evaltest.Config{Dataset: "shared"}

func FuzzExtract(f *testing.F) {
	f.Add("1")
	f.Add("2")
	f.Fuzz(func(t *testing.T, text string) {
		evaltest.FieldAccuracy(t, map[string]string{"a": text}, map[string]string{"a": text}, shared)
	})
}

func BenchmarkExtract(b *testing.B) {
	for b.Loop() {
		evaltest.FieldAccuracy(b, `{"a":1}`, `{"a":1}`, shared)
	}
}

func TestGated(t *testing.T) {
	evaltest.Suite[string, string]{
		Cases:   []evaltest.Case[string]{{ID: "a", Input: `{"a":1}`, Want: `{"a":1}`}},
		Extract: func(_ context.Context, in string) (string, error) { return in, nil },
		Gate:    evaltest.Gate{MicroF1: 1},
	}.Run(t)
}
