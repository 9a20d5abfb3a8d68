package internal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/document"
)

// plainInvoice is a document of an ordinary size, and shape its schema.
const (
	plainInvoice = `{"number":"INV-7","date":"2024-01-31","due_date":"2024-03-01","currency":"EUR","net":100.00,"tax":19.00,"total":119.00,
		"vendor":{"name":"Acme GmbH","country":"DE","iban":"DE89370400440532013000"},
		"lines":[{"description":"bolts","qty":2,"price":10.00,"amount":20.00},{"description":"nuts","qty":4,"price":20.00,"amount":80.00}]}`
	shape = `{"type":"object","required":["number","total","lines"],"properties":{"number":{"type":"string"},"date":{"type":"string"},"due_date":{"type":"string"},
		"currency":{"enum":["EUR","USD"]},"net":{"type":"number"},"tax":{"type":"number"},"total":{"type":"number"},
		"vendor":{"$ref":"#/$defs/party"},"lines":{"type":"array","items":{"$ref":"#/$defs/line"}}},
		"$defs":{"party":{"type":"object","properties":{"name":{"type":"string"},"iban":{"type":"string","pattern":"^[A-Z]{2}"}}},
		"line":{"type":"object","required":["amount"],"properties":{"description":{"type":"string"},"amount":{"type":"number"}}}}}`
)

// BenchmarkCheck checks one invariant on one document.
func BenchmarkCheck(b *testing.B) {
	for _, one := range []invariant.Invariant{
		{Name: "total", Rule: "total == net + tax"},
		{Name: "lines", Rule: "net == sum(lines, .qty * .price)"},
		{Name: "dates", Rule: "due_date >= date and due_date - date <= 30"},
		{Name: "iban", Rule: "iban(vendor.iban)"},
		{Name: "schema", Schema: json.RawMessage(shape)},
		{Name: "in_source", InSource: true, Paths: []string{"number", "date", "due_date", "net", "tax", "total", "vendor.name", "vendor.iban", "lines[].amount"}},
	} {
		b.Run(one.Name, func(b *testing.B) {
			set, err := invariant.Compile([]invariant.Invariant{one}, nil)
			require.NoError(b, err)
			v, err := document.Parse([]byte(plainInvoice))
			require.NoError(b, err)
			page := printed + strings.Repeat("\nAll goods remain the property of the seller until they are paid in full, see 4.2.", (4096-len(printed))/82)
			b.ReportAllocs()
			for b.Loop() {
				if r := set.Check(b.Context(), v, "", source.New(page)); r[0].State != invariant.Holds {
					b.Fatal(r[0])
				}
			}
		})
	}
}
