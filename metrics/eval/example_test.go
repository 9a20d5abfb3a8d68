package eval_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

func ExampleEvaluator_Evaluate() {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "invoice.number"},
		{Path: "invoice.date", Match: compare.Date{}},
		{Path: "invoice.total", Match: compare.Numeric{Tolerance: 0.01}, Weight: 2},
		{Path: "invoice.iban"},
	}}
	e, err := spec.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	got := `{"invoice": {"date": "1 March 2024", "total": "1,889.00", "iban": "DE00"}}`
	want := `{"invoice": {"number": "INV-1", "date": "2024-03-01", "total": 1889, "iban": null}}`
	r, err := e.Evaluate(context.Background(), got, want)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f %s: %s\n", r.Score, r.Verdict, r.Reasoning)
	for _, miss := range r.Misses {
		fmt.Println("-", miss)
	}
	// Output:
	// 0.60 partial: 2/4 fields matched
	// - invoice.number (required, missing)
	// - invoice.iban (unexpected value)
}

func ExampleList() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{
		By:     []string{"description"},
		Fields: []eval.Field{{Path: "description", Match: compare.Fuzzy{}}, {Path: "amount", Match: compare.Numeric{}}},
	}}}}
	e, err := spec.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	got := `{"lines": [{"description": "TONER BLACK", "amount": 80}, {"description": "Paper A4, 5 reams", "amount": 12}]}`
	want := `{"lines": [{"description": "Paper A4, 5 reams", "amount": 21}, {"description": "Toner, black", "amount": 80}, {"description": "Shipping", "amount": 5}]}`
	r, err := e.Evaluate(context.Background(), got, want)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range r.Alignments[0].Pairs {
		fmt.Printf("want %d is got %d, similarity %.2f\n", p.Want, p.Got, p.Similarity)
	}
	for _, row := range r.Table.Attributes {
		fmt.Printf("%-20s %d right, %d wrong, %d missing\n", row.Attribute, row.Counts.Match, row.Counts.Wrong, row.Counts.Missing)
	}
	fmt.Println(r.Misses)
	// Output:
	// want 0 is got 1, similarity 1.00
	// want 1 is got 0, similarity 0.92
	// lines[]              2 right, 0 wrong, 1 missing
	// lines[].description  2 right, 0 wrong, 1 missing
	// lines[].amount       1 right, 1 wrong, 1 missing
	// [lines[0].amount lines[2] (missing)]
}

func ExampleSpec_With() {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "total"},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}},
	}}
	spec, err := spec.With("lines[].sku", compare.Exact{FoldCase: true})
	fmt.Printf("%+v %v\n", spec.Fields[1].List.Fields[0].Match, err)
	_, err = spec.With("lines[].number", compare.Numeric{})
	fmt.Println(err)
	// Output:
	// {FoldCase:true TrimSpace:false NFC:false Fold:false Loose:false} <nil>
	// eval: field "lines[].number": With found no such attribute; the spec has "total", "lines[].sku"
}

func ExampleSpec_Compile() {
	_, err := eval.Spec{Threshold: 80, Fields: []eval.Field{
		{Path: "vendor"},
		{Path: "vendor.name"},
		{Path: "lines[].amount"},
	}}.Compile()
	fmt.Println(err)
	// Output:
	// eval: threshold 80 is not in (0,1]; leave it 0 for none
	// eval: field "lines[].amount": invalid path at offset 5: [] names all items, not one; give a field Path "lines" and a List with the field "amount"
	// eval: fields "vendor" and "vendor.name" overlap; compare either the whole value or its parts
}

func ExampleParseSpecFile() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"spec.yaml": `
fields: [{path: total, match: numeric}]
invariants:
  - {name: positive, rule: total > 0}
  - {name: shape, schema: schema.json}`,
		"schema.json": `{"properties": {"total": {"type": "number"}}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	path := filepath.Join(dir, "spec.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	spec, _, err := eval.ParseSpecFile(path, text, nil)
	if err != nil {
		panic(err)
	}
	e, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	result, err := e.EvaluateDocument(context.Background(), eval.Document{Got: `{"total": "-3"}`})
	if err != nil {
		panic(err)
	}
	for _, r := range result.Invariants {
		fmt.Println(r.Name, r.State, r.Note)
	}
	// Output:
	// positive broken total "-3", want > 0
	// shape broken total: got string, want number
}
