package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

const invoiceText = `{"number":"INV-2024-001","po":"PO-77812","vendor":{"name":"Northwind Traders GmbH","tax_id":"DE000000017"},` +
	`"customer":{"name":"Acme Office Supplies","city":"Springfield"},"date":"2024-03-01","currency":"EUR","total":1889.00,"tax":301.60,` +
	`"note":"30 days net, two percent discount within ten days, goods remain ours until paid in full; please quote the number of this invoice"}`

// invoiceSpec has seven exact fields, a date and two numbers.
var invoiceSpec = eval.Spec{Fields: []eval.Field{
	{Path: "number"}, {Path: "po"}, {Path: "vendor.name"}, {Path: "vendor.tax_id"},
	{Path: "customer.name"}, {Path: "customer.city"},
	{Path: "date", Match: compare.Date{}}, {Path: "currency"},
	{Path: "total", Match: compare.Numeric{Tolerance: 0.01}}, {Path: "tax", Match: compare.Numeric{Tolerance: 0.01}},
	{Path: "note", Match: compare.Ignore{}},
}}

func hundredFields() (eval.Spec, string) {
	var spec eval.Spec
	var b strings.Builder
	b.WriteByte('{')
	for i := range 100 {
		if i > 0 {
			b.WriteByte(',')
		}
		name := fmt.Sprintf("field_%02d", i)
		spec.Fields = append(spec.Fields, eval.Field{Path: name})
		fmt.Fprintf(&b, "%q:%q", name, strings.Repeat("lorem ipsum ", 7))
	}
	b.WriteByte('}')
	return spec, b.String()
}

func parse(tb testing.TB, text string) document.Value {
	tb.Helper()
	v, err := document.Parse([]byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func BenchmarkEvaluate(b *testing.B) {
	hundred, tenKB := hundredFields()
	for _, bm := range []struct {
		name      string
		spec      eval.Spec
		got, want any
	}{
		{"invoice-value", invoiceSpec, []byte(invoiceText), parse(b, invoiceText)},
		{"invoice-bytes", invoiceSpec, []byte(invoiceText), []byte(invoiceText)},
		{"invoice-wrong", invoiceSpec, []byte(strings.NewReplacer("0", "1", "o", "e").Replace(invoiceText)), parse(b, invoiceText)},
		{"100-fields", hundred, []byte(tenKB), []byte(tenKB)},
		{"no-spec", eval.Spec{}, []byte(invoiceText), parse(b, invoiceText)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			e, err := bm.spec.Compile()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Evaluate(context.Background(), bm.got, bm.want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// lineRows makes rows with descriptions of 20 characters; a share of those in
// got is like the truth, the others differ in some characters and in the amount.
func lineRows(n int, damaged float64, seed uint64) (got, want json.RawMessage) {
	type row struct {
		Description string  `json:"description"`
		Quantity    int     `json:"quantity"`
		Amount      float64 `json:"amount"`
	}
	r := rand.New(rand.NewPCG(seed, 0))
	text := func() string {
		var b strings.Builder
		for b.Len() < 20 {
			for range 3 + r.IntN(5) {
				b.WriteByte("etaoinshrdlucmfwypvbgk"[min(r.IntN(22), r.IntN(22))])
			}
			b.WriteByte(' ')
		}
		return b.String()[:19] + "x"
	}
	wants := make([]row, n)
	gots := make([]row, n)
	for i, p := range r.Perm(n) {
		wants[i] = row{text(), 1 + r.IntN(20), float64(r.IntN(100000)) / 100}
		gots[p] = wants[i]
		if r.Float64() < damaged {
			d := []byte(gots[p].Description)
			d[r.IntN(20)], d[r.IntN(20)] = 'x', 'q'
			gots[p].Description = string(d)
			gots[p].Amount++
		}
	}
	got, _ = json.Marshal(map[string]any{"lines": gots})
	want, _ = json.Marshal(map[string]any{"lines": wants})
	return got, want
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 2000} {
		for _, damaged := range []float64{1, 0.05} {
			got, want := lineRows(n, damaged, uint64(n))
			for _, assign := range []eval.Assign{eval.Greedy, eval.Optimal} {
				b.Run(fmt.Sprintf("rows=%d/damaged=%v/%s", n, damaged, assign), func(b *testing.B) {
					spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Assign: assign, Fields: []eval.Field{
						{Path: "description", Match: compare.Fuzzy{Threshold: 0.8}},
						{Path: "quantity", Match: compare.Numeric{}},
						{Path: "amount", Match: compare.Numeric{Tolerance: 0.01}},
					}}}}}
					e, err := spec.Compile()
					if err != nil {
						b.Fatal(err)
					}
					b.ReportAllocs()
					for b.Loop() {
						if _, err := e.Evaluate(context.Background(), got, want); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkTies pairs rows that all have one description, so that their other values decide, and
// rows that are matched by numbers alone.
func BenchmarkTies(b *testing.B) {
	rows := func(n, shift int) json.RawMessage {
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(`{"description":"shipping","amount":%d.5,"qty":%d}`, (i*7+shift)%n, i%10))
		}
		return json.RawMessage(`{"lines":[` + strings.Join(items, ",") + `]}`)
	}
	for _, n := range []int{100, 1000} {
		for _, by := range []string{"description", "amount"} {
			for _, assign := range []eval.Assign{eval.Greedy, eval.Optimal} {
				b.Run(fmt.Sprintf("rows=%d/by=%s/%s", n, by, assign), func(b *testing.B) {
					e, err := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{By: []string{by}, Assign: assign, Fields: []eval.Field{
						{Path: "description"}, {Path: "amount", Match: compare.Numeric{Tolerance: 0.01}}, {Path: "qty", Match: compare.Numeric{}},
					}}}}}.Compile()
					if err != nil {
						b.Fatal(err)
					}
					got, want := rows(n, 1), rows(n, 0)
					for b.Loop() {
						if _, err := e.Evaluate(context.Background(), got, want); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkNested pairs pages that have nothing but lines: by the match of their lines, or by their share of values.
func BenchmarkNested(b *testing.B) {
	spec, err := eval.ParseSpec([]byte(`fields: [{path: pages, match: list, fields: [{path: lines, match: list, fields: [{path: code}, {path: amount, match: numeric}]}]}]`), nil)
	if err != nil {
		b.Fatal(err)
	}
	e, err := spec.Compile()
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []struct{ pages, lines int }{{5, 20}, {40, 50}, {300, 300}} {
		var got, want strings.Builder
		for i := range size.pages {
			for j := range size.lines {
				fmt.Fprintf(&want, `,{"code":"K-%d","amount":%d.50}`, i*size.lines+j, j)
				fmt.Fprintf(&got, `,{"code":"K-%d","amount":"%d.5"}`, (size.pages-1-i)*size.lines+j, j)
			}
			want.WriteString(`]},{"lines":[`)
			got.WriteString(`]},{"lines":[`)
		}
		document := func(b *strings.Builder) string {
			return strings.ReplaceAll(`{"pages":[{"lines":[`+strings.TrimSuffix(b.String(), `,{"lines":[`)+`]}`, `[,`, `[`)
		}
		b.Run(fmt.Sprintf("%dx%d", size.pages, size.lines), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Evaluate(context.Background(), document(&got), document(&want)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
