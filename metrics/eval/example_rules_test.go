package eval_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Of three fields the total, which has the weight of the two others, is wrong.
func ExampleAggregation() {
	got := `{"number": "A-1", "date": "2024-03-01", "total": 12}`
	want := `{"number": "A-1", "date": "2024-03-01", "total": 21}`
	for _, aggregation := range []eval.Aggregation{eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1} {
		r := evaluateBy(eval.Spec{
			Fields:      []eval.Field{{Path: "number"}, {Path: "date"}, {Path: "total", Weight: 2}},
			Aggregation: aggregation,
		}, got, want)
		fmt.Printf("%s %.3f %s\n", aggregation, r.Score, r.Verdict)
	}
	// Output:
	// weighted_average 0.500 partial
	// all_or_nothing 0.000 fail
	// macro_f1 0.667 partial
}

// People labelled the number alone. With UnlabelledSkip, what the answer says of the vendor is neither right nor wrong.
func ExampleUnlabelled() {
	for _, treatment := range []eval.Unlabelled{"", eval.UnlabelledSkip} {
		r := evaluateBy(eval.Spec{
			Fields:     []eval.Field{{Path: "number"}, {Path: "vendor"}},
			Unlabelled: treatment,
		}, `{"number": "A-1", "vendor": "Acme"}`, `{"number": "A-1"}`)
		fmt.Println(r.Verdict, r.Reasoning, r.Misses)
	}
	// Output:
	// partial 1/2 fields matched [vendor (unexpected value)]
	// pass 1/1 fields matched []
}

// Rules need no truth. The InvariantResult of each has an InvariantState, and a note with the operands.
func ExampleInvariant() {
	e, err := eval.Spec{
		Fields: []eval.Field{{Path: "net"}, {Path: "tax"}, {Path: "total"}, {Path: "iban"}},
		Invariants: []eval.Invariant{
			{Name: "adds_up", Rule: "total == net + tax", Tolerance: 0.01},
			{Name: "valid", Rule: "iban(iban)"},
			{Name: "few_pages", Func: func(_ context.Context, answer document.Value) (eval.InvariantState, string, error) {
				if n := answer.Member("pages").Len(); n > 2 {
					return eval.Broken, fmt.Sprintf("%d pages", n), nil
				}
				return eval.Holds, "", nil
			}},
		},
	}.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.EvaluateDocument(context.Background(), eval.Document{
		Got: `{"net": 100, "tax": 18, "total": 119, "pages": [1, 2, 3]}`,
	})
	if err != nil {
		panic(err)
	}
	for _, i := range r.Invariants {
		fmt.Println(i.Name, i.State, i.Note)
	}
	// Output:
	// adds_up broken total 119, net + tax 118
	// valid not_applicable iban is empty
	// few_pages broken 3 pages
}

// A program that keeps answers can judge them by another spec later, without a call of the model. Each Miss of a Result has a path.
func ExampleResult_Kept() {
	r := evaluateBy(eval.Spec{Fields: []eval.Field{{Path: "total", Match: compare.Numeric{}}}}, `{"total": "12.01"}`, `{"total": 12}`)
	fmt.Println(r.Verdict, r.Misses[0].Path)

	answer, _, truth := r.Kept()
	r = evaluateBy(eval.Spec{Fields: []eval.Field{{Path: "total", Match: compare.Numeric{Tolerance: 0.01}}}}, answer, truth)
	fmt.Println(r.Verdict, string(answer))
	// Output:
	// fail total
	// pass {"total": "12.01"}
}

// A service that is told at run time which type its answers have.
func ExampleSpecOfType() {
	type Receipt struct {
		Shop  string  `json:"shop" eval:"fuzzy"`
		Total float64 `json:"total" eval:"numeric"`
	}
	spec, err := eval.SpecOfType(reflect.TypeFor[*Receipt]())
	for path, match := range spec.Leaves() {
		fmt.Println(path, compare.Name(match))
	}
	fmt.Println(err)
	// Output:
	// shop fuzzy
	// total numeric
	// <nil>
}

// The SpecSource has the lines of the file, for messages about a field, and a SpecError the place of a mistake, for an editor.
func ExampleParseSpecFile_lines() {
	_, source, err := eval.ParseSpecFile("invoice.yaml", []byte("fields:\n- number\n- {path: total, match: numeric}\n"), nil)
	fmt.Println(source.Name, source.Lines["total"], err)

	_, _, err = eval.ParseSpecFile("invoice.yaml", []byte("fields:\n- number\n- {path: total, match: numbr}\n"), nil)
	var mistake *eval.SpecError
	fmt.Println(errors.As(err, &mistake), mistake.Line, mistake.Column)
	// Output:
	// invoice.yaml 3 <nil>
	// true 3 24
}
