package suites

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/detection"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

const (
	got  = `{"a":1,"rows":[{"x":1}]}`
	want = `{"a":2,"rows":[{"x":2}]}`
)

// Each subtest fails at the line that is marked with its name.
func TestLine(t *testing.T) {
	a := eval.Field{Path: "a"}
	spec := eval.Spec{Fields: []eval.Field{a}}
	for name, fail := range map[string]func(*testing.T){
		"Fuzzy":         func(t *testing.T) { assert.Fuzzy(t, "a", "b", compare.Fuzzy{}) },                               // Fuzzy
		"Numeric":       func(t *testing.T) { assert.Numeric(t, 1, 2, compare.Numeric{}) },                               // Numeric
		"Date":          func(t *testing.T) { assert.Date(t, "2026-01-01", "2026-01-02", compare.Date{}) },               // Date
		"Field":         func(t *testing.T) { assert.Field(t, got, want, a) },                                            // Field
		"List":          func(t *testing.T) { assert.Field(t, got, want, eval.Field{Path: "rows", List: &eval.List{}}) }, // List
		"Invalid":       func(t *testing.T) { assert.Field(t, got, want, eval.Field{Path: "a."}) },                       // Invalid
		"Matches":       func(t *testing.T) { assert.Matches(t, got, want, spec) },                                       // Matches
		"FieldAccuracy": func(t *testing.T) { evaltest.FieldAccuracy(t, got, want, evaltest.Config{}) },                  // FieldAccuracy
		"NoWant":        func(t *testing.T) { evaltest.FieldAccuracy(t, got, nil, evaltest.Config{}) },                   // NoWant
		"LineItems":     func(t *testing.T) { evaltest.LineItems(t, "[1]", "[2]", eval.List{}) },                         // LineItems
		"IoU":           func(t *testing.T) { evaltest.IoU(t, "[0,0,1,1]", "[5,5,6,6]", compare.Box{}) },                 // IoU
		"Distance":      func(t *testing.T) { evaltest.Distance(t, "[0,0]", "[5,5]", compare.Point{Max: 1}) },            // Distance
		"SpecFile":      func(t *testing.T) { evaltest.SpecFile(t, "nowhere.yaml") },                                     // SpecFile
		"SpecOf": func(t *testing.T) {
			type document struct {
				A int `eval:"numerik"`
			}
			evaltest.SpecOf[document](t) // SpecOf
		},
		"Collector": func(t *testing.T) {
			c := evaltest.Collect(t, evaltest.Config{Dataset: "line of a row"})
			c.FieldAccuracy(t, got, want) // Collector
		},
		"NoCases": func(t *testing.T) { evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 1}}) }, // NoCases
		"Gate": func(t *testing.T) {
			c := evaltest.Collect(t, evaltest.Config{Dataset: "line of a gate", Cases: 1, Gate: evaltest.Gate{MicroF1: 1}})
			t.Run("gate", c.Gate) // Gate
		},
		"Detections": func(t *testing.T) { detection.Collect(t, detection.Config{Pages: -1}) }, // Detections
		"Page": func(t *testing.T) {
			d := detection.Collect(t, detection.Config{})
			d.Page(t, "1", nil, nil)
			d.Page(t, "1", nil, nil) // Page
		},
		"Truths": func(t *testing.T) {
			d := detection.Collect(t, detection.Config{Pages: 1, Gate: map[detection.Metric]float64{"AP": 1}})
			d.Page(t, "1", nil, nil)
			t.Run("gate", d.Gate) // Truths
		},
		"Suite": func(t *testing.T) {
			evaltest.Suite[string, string]{
				Name:    "line of a suite",
				Cases:   []evaltest.Case[string]{{Input: got, Want: json.RawMessage(want)}},
				Extract: func(_ context.Context, in string) (string, error) { return in, nil },
			}.Run(t) // Suite
		},
		"helper": func(t *testing.T) {
			sameDocument(t, got, want) // helper
		},
	} {
		t.Run(name, fail)
	}
}

// sameDocument is a helper of the user's own.
func sameDocument(t *testing.T, got, want string) {
	t.Helper()
	assert.Field(t, got, want, eval.Field{Path: "a"})
	evaltest.FieldAccuracy(t, got, want, evaltest.Config{})
}

// Each benchmark meets misses only, whose first is logged.
func BenchmarkLine(b *testing.B) {
	b.Run("FieldAccuracy", func(b *testing.B) {
		for b.Loop() {
			evaltest.FieldAccuracy(b, got, want, evaltest.Config{})
		}
	})
	b.Run("table", func(b *testing.B) {
		c := evaltest.Collect(b, evaltest.Config{Dataset: "table", Cases: 1, Gate: evaltest.Gate{MicroF1: 1}})
		for range b.N {
			c.FieldAccuracy(b, got, want)
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				evaltest.LineItems(b, `[{"x":1}]`, `[{"x":2}]`, eval.List{})
				evaltest.IoU(b, "[0,0,1,1]", "[5,5,6,6]", compare.Box{})
				evaltest.Distance(b, "[0,0]", "[5,5]", compare.Point{Max: 1})
			}
		})
	})
}
