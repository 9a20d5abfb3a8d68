package source_test

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func ExampleText_Find() {
	text := source.New("Rechnung vom 5. Januar 2024\nGesamt 1.889,00 €\nIBAN DE89 3704 0044 0532 0130 00\n")
	answer, _ := document.Of(`{"date": "2024-01-05", "total": 1889, "iban": "DE89370400440532013000", "tax": 301.61, "paid": false}`)
	for _, field := range []struct {
		path string
		c    compare.Comparator
	}{{"date", compare.Date{}}, {"total", compare.Numeric{}}, {"iban", compare.Code{}}, {"tax", compare.Numeric{}}, {"paid", compare.Exact{}}} {
		place, standing := text.Find(field.c, answer.Get(field.path))
		fmt.Printf("%s: %s %q\n", field.path, standing, place.Quote)
	}
	// Output:
	// date: stands "5. Januar 2024"
	// total: stands "1.889,00"
	// iban: stands "DE89 3704 0044 0532 0130 00"
	// tax: nowhere ""
	// paid: not applicable ""
}

func ExampleText_OriginOf() {
	text := source.New("Netto 1.587,39  MwSt. 301,61  Gesamt 1.889,00")
	truth, _ := document.Of(`1889`)
	for _, got := range []string{`1839`, `1587.39`, `1234.56`, `null`} {
		answer, _ := document.Of(got)
		fmt.Println(got, text.OriginOf(compare.Numeric{}, answer, truth))
	}
	// Output:
	// 1839 misread
	// 1587.39 picked
	// 1234.56 made up
	// null overlooked
}
