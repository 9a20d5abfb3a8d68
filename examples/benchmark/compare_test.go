package benchmark

import (
	"fmt"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

const (
	want = `{"number":"INV-2024-001","order":"PO-77812","vendor":"Northwind Traders GmbH","tax_id":"DE000000017",
		"customer":"Acme Office Supplies","currency":"EUR","terms":"30 days net","date":"2024-03-01","total":1889.00,"tax":301.60}`
	got = `{"number":"INV-2024-001","order":"PO-77812","vendor":"Northwind Traders GmbH","tax_id":"DE000000017",
		"customer":"Acme Office Supply","currency":"EUR","terms":"30 days net","date":"01.03.2024","total":"1.889,00 €","tax":301.61}`
)

var spec = eval.Spec{Fields: []eval.Field{
	{Path: "number"}, {Path: "order"}, {Path: "vendor"}, {Path: "tax_id"},
	{Path: "customer", Match: compare.Fuzzy{}}, {Path: "currency"}, {Path: "terms"},
	{Path: "date", Match: compare.Date{}},
	{Path: "total", Match: compare.Numeric{Tolerance: 0.01}},
	{Path: "tax", Match: compare.Numeric{Tolerance: 0.01}},
}}

// BenchmarkInvoice compares one answer with its truth, as a test does. A wrong answer does
// not fail a benchmark: the first one is logged, as those below are.
func BenchmarkInvoice(b *testing.B) {
	var table metrics.Table
	b.ReportAllocs()
	for b.Loop() {
		table = evaltest.FieldAccuracy(b, got, want, evaltest.Config{Spec: spec}).Table
	}
	report(b, table)
}

// BenchmarkAlgorithm scores a set of misspelled names under each similarity at
// one threshold: which algorithm tells them apart is a number that benchstat can
// compare, like time.
func BenchmarkAlgorithm(b *testing.B) {
	pairs := [][2]string{
		{"Microsoft Corp", "Microsoft Corporation"},
		{"Nothwind Tarders", "Northwind Traders"},
		{"GmbH Sonne, Bäckerei", "Bäckerei Sonne GmbH"},
		{"ACME 0ffice Supp1ies", "Acme Office Supplies"},
	}
	for _, algorithm := range []string{"levenshtein", "jaro_winkler", "token_sort", "dice"} {
		b.Run("algorithm="+algorithm, func(b *testing.B) {
			cfg := evaltest.Config{Dataset: b.Name(), Spec: eval.Spec{Fields: []eval.Field{{Path: "name", Match: compare.Fuzzy{Algorithm: algorithm}}}}}
			var table metrics.Table
			for b.Loop() {
				table = metrics.Table{}
				for _, p := range pairs {
					table.Merge(evaltest.FieldAccuracy(b, map[string]string{"name": p[0]}, map[string]string{"name": p[1]}, cfg).Table)
				}
			}
			report(b, table)
		})
	}
}

// report puts the micro F1 beside the time. An undefined F1 is not reported.
func report(b *testing.B, table metrics.Table) {
	if f1, ok := table.Micro().F1(); ok {
		b.ReportMetric(f1, "F1")
	}
}

// TestMain tells benchstat which way is better.
func TestMain(m *testing.M) {
	fmt.Println("Unit F1 better=higher assume=exact")
	os.Exit(m.Run())
}
