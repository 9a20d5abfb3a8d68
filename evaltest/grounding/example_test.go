package grounding_test

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/grounding"
	"github.com/extracteval/extracteval/metrics/compare"
)

// The right value in the right box of the right page, in a table of tests.
func ExampleMeasure() {
	tests := []struct{ name, got, want string }{
		{"one", `{"total": {"value": 12, "bbox": [10, 80, 40, 90], "page": 1}}`, `{"total": {"value": 12, "bbox": [10, 80, 40, 90], "page": 1}}`},
	}
	_ = func(t *testing.T) { // func TestTotals(t *testing.T)
		c := evaltest.Collect(t, evaltest.Config{
			Cases:    len(tests),
			Measures: []evaltest.Measure[any]{grounding.Measure[any](grounding.Spec{Claims: []grounding.Claim{{Path: "total", Match: compare.Numeric{}}}})},
			Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure groundedBoxRate", Is: "at_least", Value: 0.90}}},
		})
		t.Run("case", func(t *testing.T) {
			for _, tt := range tests {
				t.Run(tt.name, func(t *testing.T) { c.FieldAccuracy(t, tt.got, tt.want) })
			}
		})
		t.Run("gate", c.Gate)
	}
}
