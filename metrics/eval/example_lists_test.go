package eval_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// evaluateBy compares an answer with a truth. A program compiles its spec once, for all documents.
func evaluateBy(spec eval.Spec, got, want any) eval.Result {
	e, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(), got, want)
	if err != nil {
		panic(err)
	}
	return r
}

// The answer has the lines of an order in another order. By default an Assign pairs the most similar ones; with InOrder, the
// first line of the one is compared with the first line of the other.
func ExampleAssign() {
	got := `{"lines": [{"sku": "B"}, {"sku": "A"}]}`
	want := `{"lines": [{"sku": "A"}, {"sku": "B"}]}`
	for _, assign := range []eval.Assign{eval.Greedy, eval.InOrder} {
		spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Assign: assign, Fields: []eval.Field{{Path: "sku"}}}}}}
		fmt.Println(assign, evaluateBy(spec, got, want).Score)
	}
	// Output:
	// greedy 1
	// in_order 0
}

// An Alignment has each Pair of items, and the Nearest candidate of an item that has no partner: one answer has two lines in one.
func ExampleNearest() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{
		By:     []string{"text"},
		Fields: []eval.Field{{Path: "text", Match: compare.Fuzzy{}}, {Path: "amount", Match: compare.Numeric{}}},
	}}}}
	r := evaluateBy(spec,
		`{"lines": [{"text": "Paper A4", "amount": 12}, {"text": "Toner black Delivery", "amount": 70}]}`,
		`{"lines": [{"text": "Paper A4", "amount": 12}, {"text": "Toner black", "amount": 65}, {"text": "Delivery", "amount": 5}]}`)
	a := r.Alignments[0]
	for _, pair := range a.Pairs {
		fmt.Println("paired:", pair.Got, pair.Want)
	}
	for _, nearest := range a.NearestToGot {
		fmt.Println(nearest.Note(true))
	}
	// Output:
	// paired: 0 0
	// item 1 of got is items 1 and 2 of the truth
}

// The rates of a price list, by currency. A Map pairs them by their keys.
func ExampleMap() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "rates", Map: &eval.Map{
		Fields: []eval.Field{{Path: "amount", Match: compare.Numeric{}}},
		Fold:   true,
	}}}}
	r := evaluateBy(spec,
		`{"rates": {"eur": {"amount": 1}, "USD": {"amount": 1.80}}}`,
		`{"rates": {"EUR": {"amount": 1}, "USD": {"amount": 1.08}, "JPY": {"amount": 160}}}`)
	for _, row := range r.Table.Attributes {
		fmt.Printf("%s: %d right, %d wrong, %d missing\n", row.Attribute, row.Counts.Match, row.Counts.Wrong, row.Counts.Missing)
	}
	fmt.Println(r.Misses)
	// Output:
	// rates{}: 2 right, 0 wrong, 1 missing
	// rates{}.amount: 1 right, 1 wrong, 1 missing
	// [rates.JPY (missing) rates.USD.amount]
}

// The tags of a photo, in any order. A Set compares them as a multiset.
func ExampleSet() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "tags", Set: &eval.Set{Match: compare.Exact{Fold: true}}}}}
	r := evaluateBy(spec, `{"tags": ["urgent", "Paid"]}`, `{"tags": ["paid", "urgent", "copy"]}`)
	fmt.Println(r.Table.Attributes[0].Counts.Match, r.Misses)
	// Output:
	// 2 [tags[2] (missing)]
}

// A scan of an invoice and a letter. The answer gives page 3, which is of the letter, to the invoice, and reads the total right.
// The Packet of the result says how the scan was divided.
func ExampleSections() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "documents", Sections: &eval.Sections{Classes: map[string][]eval.Field{
		"invoice": {{Path: "total", Match: compare.Numeric{}}},
		"letter":  {},
	}}}}}
	r := evaluateBy(spec,
		`{"documents": [{"class": "invoice", "pages": "1-3", "total": "12.00"}, {"class": "letter", "pages": [4]}]}`,
		`{"documents": [{"class": "invoice", "pages": "1-2", "total": 12}, {"class": "letter", "pages": "3-4"}]}`)
	p := r.Packets[0]
	fmt.Println(p.Answered(), p.Sections, "sections,", p.Right, "right")
	for _, leaf := range r.Fields {
		if leaf.Weight > 0 {
			fmt.Println(leaf.Path, leaf.Outcome)
		}
	}
	// Output:
	// true 2 sections, 0 right
	// documents[0].class match
	// documents[0].pages wrong
	// documents[0].total match
	// documents[1].class match
	// documents[1].pages wrong
}

// The names of the values that a spec compares, as a program that exports them would list them.
func ExampleField_Items() {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "total"},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}, {Path: "amount"}}}},
		{Path: "rates", Map: &eval.Map{Fields: []eval.Field{{Path: "amount"}}}},
	}}
	for _, f := range spec.Fields {
		items, mark := f.Items()
		if mark == "" {
			fmt.Println(f.Path)
		}
		for _, item := range items {
			fmt.Println(f.Path + mark + "." + item.Path)
		}
	}
	// Output:
	// total
	// lines[].sku
	// lines[].amount
	// rates{}.amount
}

// The value to be marked in the answer: a FieldResult has the path in the truth, and GotPath finds the line of the answer.
func ExampleFieldResult_GotPath() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{
		By:     []string{"sku"},
		Fields: []eval.Field{{Path: "sku"}, {Path: "amount", Match: compare.Numeric{}}},
	}}}}
	r := evaluateBy(spec,
		`{"lines": [{"sku": "B", "amount": 7}, {"sku": "A", "amount": 5}]}`,
		`{"lines": [{"sku": "A", "amount": 6}, {"sku": "B", "amount": 7}]}`)
	for _, leaf := range r.Fields {
		if path, ok := leaf.GotPath(); ok && leaf.Score == 0 {
			fmt.Printf("%s: got %s at %s, want %s\n", leaf.Path, leaf.Got, path, leaf.Want)
		}
	}
	// Output:
	// lines[0].amount: got 5 at lines[1].amount, want 6
}
