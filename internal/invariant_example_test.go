package internal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
)

func ExampleCompile() {
	set, err := invariant.Compile([]invariant.Invariant{
		{Name: "adds_up", Rule: "total == net + tax", Tolerance: 0.01},
		{Name: "lines", Rule: "all(lines, .qty * .price == .amount)"},
		{Name: "paid_later", Rule: "due_date >= date and due_date - date <= 60"},
		{Name: "account", Rule: "not has(iban) or iban(iban)"},
		{Name: "vat", Rule: "vat_rate in [0, 0.07, 0.19]"},
		{Name: "shape", Schema: json.RawMessage(`{"required": ["number", "total"]}`)},
	}, nil)
	if err != nil {
		panic(err)
	}
	answer, err := document.Parse([]byte(`{
		"date": "31 January 2024", "due_date": "2024-03-01", "total": "119,00 €", "net": 100.00, "tax": 18.00,
		"lines": [{"qty": 2, "price": 10, "amount": 20}, {"qty": 4, "price": 20, "amount": 90}]
	}`))
	if err != nil {
		panic(err)
	}
	for _, r := range set.Check(context.Background(), answer, "", nil) {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.Name, " ", r.State, " ", r.Note)))
	}
	// Output:
	// adds_up broken total "119,00 €", net + tax 118.00
	// lines broken lines[1]: .qty * .price 80, .amount 90
	// paid_later holds
	// account holds
	// vat not_applicable vat_rate is empty
	// shape broken missing property 'number'
}
