package grounding_test

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/grounding"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// The right value in the right box of the right page, in a table of tests. The second total was read from another place.
func ExampleMeasure() {
	want := `{"total": {"value": 12, "bbox": [10, 80, 40, 90], "page": 1}}`
	tests := []struct{ name, got string }{
		{"right", `{"total": {"value": 12, "bbox": [10, 80, 40, 90], "page": 1}}`},
		{"elsewhere", `{"total": {"value": 12, "bbox": [10, 20, 40, 30], "page": 1}}`},
	}
	grounded := grounding.Measure[any](grounding.Spec{Claims: []grounding.Claim{{Path: "total", Match: compare.Numeric{}}}})

	innertest.Show("TestTotals", func(t *testing.T) { // func TestTotals(t *testing.T)
		c := evaltest.Collect(t, evaltest.Config{
			Cases:    len(tests),
			Measures: []evaltest.Measure[any]{grounded},
			Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure groundedBoxRate", Is: "at_least", Value: 0.90}}},
		})
		t.Run("case", func(t *testing.T) {
			for _, tt := range tests {
				t.Run(tt.name, func(t *testing.T) { c.FieldAccuracy(t, tt.got, want) })
			}
		})
		t.Run("gate", c.Gate)
	})
	// Output:
	// data set "TestTotals", case "elsewhere": 2/3 fields matched, score 0.667 (partial): total.bbox
	// data set TestTotals: measure groundedBoxRate 0.500 is below 0.900, over 2 cases
	// --- FAIL: TestTotals
	//     --- PASS: TestTotals/case
	//         --- PASS: TestTotals/case/right
	//         --- PASS: TestTotals/case/elsewhere
	//     --- FAIL: TestTotals/gate
}
