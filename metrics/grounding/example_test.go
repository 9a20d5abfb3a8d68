package grounding_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/grounding"
)

// The Result of an answer has a Finding for each claim.
func ExampleGrader_Grade() {
	grader, err := grounding.Spec{
		Claims: []grounding.Claim{{Path: "number"}, {Path: "total", Match: compare.Numeric{}}},
	}.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := grader.Grade(context.Background(),
		`{"number": {"value": "INV-7", "bbox": [10, 10, 60, 20], "page": 1}, "total": {"value": "119.00", "bbox": [10, 80, 40, 90], "page": 1}}`,
		`{"number": {"value": "INV-7", "bbox": [10, 10, 60, 20], "page": 1}, "total": {"value": 119, "bbox": [70, 80, 100, 90], "page": 1}}`)
	for _, f := range r.Findings {
		fmt.Printf("%s %s %q\n", f.Claim, f.Grade, f.Note)
	}
	grounded, ok := r.Counts.BoxRate()
	fmt.Println(grounded, ok, err)
	// Output:
	// number box_right ""
	// total page_right "IoU 0, want at least 0.5"
	// 0.5 true <nil>
}

func ExampleOfResult() {
	evaluator, err := eval.Spec{Fields: []eval.Field{
		{Path: "total.value"},
		{Path: "total.bbox", Match: compare.Box{}},
	}}.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	document := `{"total": {"value": 119, "bbox": [10, 80, 40, 90]}}`
	result, err := evaluator.Evaluate(context.Background(), document, document)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := grounding.OfResult(result, grounding.Attributes{Value: "total.value", Box: "total.bbox"})
	fmt.Println(r.Findings[0].Grade, err)
	// Output:
	// box_right <nil>
}

func ExampleCounts() {
	monday := grounding.Counts{Gradeable: 2, Value: 2, Page: 2, Box: 1}
	tuesday := grounding.Counts{Gradeable: 1, NotLocated: 1}
	both := monday.Plus(tuesday)
	text, _ := json.Marshal(both)
	value, _ := both.ValueRate()
	fmt.Printf("%s %.2f\n", text, value)
	// Output:
	// {"gradeable":3,"value":2,"page":2,"box":1,"not_located":1} 0.67
}
