package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// invoice is the text of an invoice of about 4 KB.
func invoice() string {
	var b strings.Builder
	b.WriteString("Müller & Söhne GmbH\nHauptstraße 15, 12345 Musterstadt\nUSt-IdNr. DE 129 273 398\n\n" +
		"Rechnung Nr. RE-2024-00817\nRechnungsdatum: 5. Januar 2024\nLieferdatum 29.12.2023\n\n" +
		"Kunde: Bäckerei Sonnenschein Inh. Petra Vogel, Lindenallee 7, 54321 Beispielhausen\n\nPos  Artikel  Menge  Einzelpreis  Gesamt\n")
	for i := 1; b.Len() < 3900; i++ {
		fmt.Fprintf(&b, "%3d  Schrauben verzinkt M%d x %d, Karton zu 100 Stück  %3d  %d,%02d  %d,%02d\n", i, 3+i%5, 10+i%7*5, i*3%17+1, 4+i%9, i*7%100, 20+i*13%80, i*31%100)
	}
	b.WriteString("\nNetto 1.587,39 €\nMwSt. 19 % 301,61 €\nGesamtbetrag 1.889,00 €\n\nZahlbar bis 19.01.2024 auf IBAN DE89 3704 0044 0532 0130 00\n")
	return b.String()
}

type wanted struct {
	c    compare.Comparator
	v    document.Value
	want source.Standing
}

func invoiceFields() []wanted {
	f := func(c compare.Comparator, v string, s source.Standing) wanted {
		value, err := document.Of(v)
		if err != nil {
			panic(err)
		}
		return wanted{c, value, s}
	}
	return []wanted{
		f(compare.Exact{}, `"RE-2024-00817"`, source.Stands),
		f(compare.Date{}, `"2024-01-05"`, source.Stands),
		f(compare.Date{}, `"2024-01-19"`, source.Stands),
		f(compare.Numeric{}, `1889`, source.Stands),
		f(compare.Numeric{}, `301.61`, source.Stands),
		f(compare.Fuzzy{}, `"Müller & Söhne GmbH"`, source.Stands),
		f(compare.Fuzzy{}, `"Bäckerei Sonnenschein"`, source.Stands),
		f(compare.Code{}, `"DE89370400440532013000"`, source.Stands),
		f(compare.Code{}, `"DE129273398"`, source.Stands),
		f(compare.Numeric{}, `1587.93`, source.Nowhere), // digits exchanged
	}
}

// BenchmarkTenFields searches a document of 4 KB for ten fields; one field stands nowhere.
func BenchmarkTenFields(b *testing.B) {
	text, fields := invoice(), invoiceFields()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		t := source.New(text)
		for _, f := range fields {
			if _, s := t.Find(f.c, f.v); s != f.want {
				b.Fatalf("%s: %v", f.v, s)
			}
		}
	}
}

// BenchmarkFirst is a text and the first value that is looked for in it.
func BenchmarkFirst(b *testing.B) {
	text, first := invoice(), invoiceFields()[0]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, s := source.New(text).Find(first.c, first.v); s != first.want {
			b.Fatal(s)
		}
	}
}

// BenchmarkFind is one value at a time, in a text that is ready.
func BenchmarkFind(b *testing.B) {
	fields := append(invoiceFields(), wanted{compare.Fuzzy{}, document.Value{}, source.Nowhere})
	fields[len(fields)-1].v, _ = document.Of(`"Schreinerei Mondschein"`)
	for _, f := range fields {
		b.Run(fmt.Sprintf("%T %s", f.c, f.v.Text()), func(b *testing.B) {
			var t *source.Text
			for i := 0; b.Loop(); i++ {
				if i%10_000 == 0 { // a text takes so many searches and no more
					b.StopTimer()
					t = source.New(invoice())
					t.Find(f.c, f.v)
					b.StartTimer()
				}
				if _, s := t.Find(f.c, f.v); s != f.want {
					b.Fatalf("%s: %v", f.v, s)
				}
			}
		})
	}
}
