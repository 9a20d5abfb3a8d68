package document_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics/document"
)

const invoice = `{"number":"INV-2024-001","po":"PO-77812","vendor":{"name":"Northwind Traders GmbH","tax_id":"DE000000017"},` +
	`"customer":{"name":"Acme Office Supplies","city":"Springfield"},"date":"2024-03-01","currency":"EUR","total":1889.00,"tax":301.60,` +
	`"iban":"XX00 0000 0000 0000 0000 00","terms":"30 days net, two percent discount within ten days","lines":[{"d":"Paper A4","q":10},{"d":"Toner","q":2}]}`

func tenKB() string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range 100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"field_%02d":"%s"`, i, strings.Repeat("lorem ipsum ", 7))
	}
	b.WriteByte('}')
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{"400B": invoice, "10KB": tenKB()} {
		data := []byte(text)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := document.Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/encoding-json-any", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
