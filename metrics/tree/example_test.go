package tree_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/tree"
)

func ExampleANLSStar() {
	want, _ := document.Parse([]byte(`{
		"number": "R-1", "unit": {"$any": ["kg", "kilogram"]}, "paid": null,
		"lines": [{"text": "Apples", "amount": 3}, {"text": "Pears", "amount": 4}]
	}`))
	got, _ := document.Parse([]byte(`{
		"number": "R-1", "unit": "kilogram",
		"lines": [{"text": "Pears", "amount": 4}, {"text": "Appels", "amount": 5}]
	}`))
	score, err := tree.ANLSStar(got, want)
	// number 1, unit 1, paid 1, Apples 4/6, its amount 0, Pears 1, its amount 1: 5 2/3 of 7
	fmt.Printf("%.4f %v\n", score, err)
	// Output: 0.8095 <nil>
}

func ExampleNTED() {
	want, _ := document.Parse([]byte(`{"menu": [{"name": "cake", "count": "2"}, {"name": "juice", "count": "1"}]}`))
	got, _ := document.Parse([]byte(`{"menu": [{"name": "cakes", "count": "2"}]}`))
	accuracy, ok, err := tree.NTED(got, want)
	// One letter and a row of 9 (its node, two keys, juice and 1) of the 18 that the truth takes to build.
	fmt.Printf("%.4f %v %v\n", accuracy, ok, err)
	// Output: 0.4444 true <nil>
}

func ExampleFieldConfusion() {
	var sum metrics.Confusion
	for _, pair := range [][2]string{
		{`{"total": "12.50", "date": "2024-01-31"}`, `{"total": "12.50", "date": "2024-01-30"}`},
		{`{"total": "7.00"}`, `{"total": "7.00", "date": "2024-02-01"}`},
	} {
		got, _ := document.Parse([]byte(pair[0]))
		want, _ := document.Parse([]byte(pair[1]))
		sum = sum.Plus(tree.FieldConfusion(got, want))
	}
	f1, _ := sum.F1()
	fmt.Printf("%+v %.4f\n", sum, f1)
	// Output: {TP:2 TN:0 FP:1 FN:2} 0.5714
}
