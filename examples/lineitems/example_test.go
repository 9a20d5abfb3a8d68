package lineitems

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/eval"
)

// The alignment says which rows were paired, by their index on either side, and
// which found no partner.
func Example() {
	spec, err := eval.SpecOf[Order]()
	if err != nil {
		fmt.Println(err)
		return
	}
	evaluator, err := spec.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	want := `{"number":"7","lines":[
		{"sku":"P-80","description":"Copy paper A4","quantity":10,"amount":45.90},
		{"sku":"T-20","description":"Toner cartridge black","quantity":2,"amount":118.00},
		{"sku":"S-05","description":"Stapler","quantity":1,"amount":12.50}]}`
	got := `{"number":"7","lines":[
		{"sku":"T-20","description":"Toner cartridge, black","quantity":2,"amount":181.00},
		{"sku":"P-80","description":"copy paper A4","quantity":10,"amount":45.90},
		{"sku":"P-80","description":"copy paper A4","quantity":10,"amount":45.90}]}`
	r, err := evaluator.Evaluate(context.Background(), got, want)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := r.Alignments[0]
	for _, p := range a.Pairs {
		fmt.Printf("got %s[%d] is want %s[%d], similarity %.2f\n", a.Path, p.Got, a.Path, p.Want, p.Similarity)
	}
	fmt.Println("want without partner:", a.UnmatchedWant)
	fmt.Println("got without partner:", a.UnmatchedGot)
	fmt.Println("misses:", r.Misses)
	// Output:
	// got lines[1] is want lines[0], similarity 1.00
	// got lines[0] is want lines[1], similarity 0.95
	// want without partner: [2]
	// got without partner: [2]
	// misses: [lines[1].amount (outside tolerance) lines[2] (missing) lines[2] (unexpected item)]
}
