package compare_test

import (
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
)

func BenchmarkCompare(b *testing.B) {
	for _, bm := range []struct {
		name      string
		rule      compare.Comparator
		got, want string
	}{
		{"exact/equal", compare.Exact{}, `"INV-2024-001"`, `"INV-2024-001"`},
		{"exact/other", compare.Exact{}, `"INV-2024-002"`, `"INV-2024-001"`},
		{"exact/number", compare.Exact{}, `1889.00`, `1889`},
		{"exact/fold", compare.Exact{FoldCase: true, TrimSpace: true}, `"inv-2024-001"`, `"INV-2024-001"`},
		{"numeric/equal", compare.Numeric{Tolerance: 0.01}, `1889.00`, `1889.00`},
		{"numeric/numbers", compare.Numeric{Tolerance: 0.01}, `1889.00`, `1889.01`},
		{"numeric/relative", compare.Numeric{Tolerance: 0.01, Relative: true}, `1889.00`, `1889.01`},
		{"numeric/text", compare.Numeric{Tolerance: 0.01}, `"1,889.00 €"`, `1889`},
		{"date/equal", compare.Date{}, `"2024-03-01"`, `"2024-03-01"`},
		{"date/formats", compare.Date{}, `"01.03.2024"`, `"2024-03-01"`},
		{"fuzzy/equal", compare.Fuzzy{}, `"Northwind Traders GmbH"`, `"Northwind Traders GmbH"`},
		{"fuzzy/case", compare.Fuzzy{}, `"NORTHWIND TRADERS GMBH"`, `"Northwind Traders GmbH"`},
		{"fuzzy/lower", compare.Fuzzy{}, `"northwind traderz gmbh"`, `"northwind traders gmbh"`},
		{"fuzzy/umlaut", compare.Fuzzy{}, `"MÜLLER & SÖHNE"`, `"Müller & Söhne"`},
		{"fuzzy/greek", compare.Fuzzy{}, `"ΑΘΗΝΑ ΜΟΝΑΣΤΗΡΑΚΙ"`, `"Αθηνα Μοναστηρακι"`},
		{"auto/name", compare.Auto{}, `"NORTHWIND TRADERS GMBH"`, `"Northwind Traders GmbH"`},
		{"auto/code", compare.Auto{}, `"INV-2024-001"`, `"INV-2024-001"`},
		{"box/xyxy", compare.Box{}, `[10,10,30,30]`, `[12,10,30,31]`},
		{"box/object", compare.Box{}, `{"bbox":[10,10,30,30],"page":2}`, `{"bbox":[12,10,30,31],"page":2}`},
		{"box/polygon", compare.Box{Format: "polygon"}, `[10,10,30,11,30,30,10,29]`, `[12,10,30,10,30,31,12,31]`},
		{"point/2d", compare.Point{Max: 5}, `[10,20]`, `[13,24]`},
		{"oneof/second", compare.OneOf{}, `"€"`, `["EUR","€"]`},
		{"exact/object", compare.Exact{}, `{"b":[1,2,3],"a":{"c":"d"}}`, `{"a":{"c":"d"},"b":[1,2,3.0]}`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			got, want := parse(b, bm.got), parse(b, bm.want)
			rule, err := compare.Prepare(bm.rule)
			if err != nil {
				b.Fatal(err)
			}
			ctx := b.Context()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rule.Compare(ctx, got, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFold(b *testing.B) {
	for _, text := range []string{"northwind traders", "Northwind Traders", "Müller & Söhne", "Αθήνα", strings.Repeat("Lorem Ipsum ", 100)} {
		name := text
		if len(name) > 20 {
			name = "1200 bytes"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compare.Fold(text)
			}
		})
	}
}
