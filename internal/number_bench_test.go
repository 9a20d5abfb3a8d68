package internal_test

import (
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/internal/number"
)

// BenchmarkWithin compares two JSON numbers: it reads both, subtracts, takes the absolute value,
// and compares it with the limit.
func BenchmarkWithin(b *testing.B) {
	amount, _ := number.FromFloat(0.05)
	tolerance := number.Tolerance{Amount: amount}
	for _, bench := range []struct{ name, got, want string }{
		{"fast", "100.02", "100.00"},
		{"fast-18-digits", "1234567890123456.78", "1234567890123456.79"},
		{"20-digits", "12345678901234567890.12", "12345678901234567890.15"},
		{"10000-digits", strings.Repeat("7", 10_000), strings.Repeat("7", 10_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				got, _ := number.ParseJSON(bench.got)
				want, _ := number.ParseJSON(bench.want)
				if within, _, _ := tolerance.Within(got, want); !within {
					b.Fatal("not within")
				}
			}
		})
	}
	b.Run("apd", func(b *testing.B) {
		b.ReportAllocs()
		limit, _, _ := apd.NewFromString("0.05")
		ctx := apd.BaseContext.WithPrecision(0)
		for b.Loop() {
			var diff apd.Decimal
			got, _, _ := apd.NewFromString("100.02")
			want, _, _ := apd.NewFromString("100.00")
			_, _ = ctx.Sub(&diff, got, want)
			if diff.Abs(&diff).Cmp(limit) > 0 {
				b.Fatal("not within")
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"plain", "1889.50"},
		{"ambiguous", "1.889"},
		{"grouped", "1,889.50"},
		{"euro", "1.889,50 €"},
		{"code", "EUR 1.889,50"},
		{"arabic", "١٬٢٣٤٫٥٦"},
		{"junk", "N/A"},
		{"1MB-of-digits", strings.Repeat("1", 1<<20)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = number.Parse(bench.text, number.Auto)
			}
		})
	}
}

func BenchmarkEqual(b *testing.B) {
	for _, bench := range []struct{ name, a, b string }{
		{"same", "1889.50", "1889.50"},
		{"decimals", "1889.5", "1889.50"},
		{"exponents", "1e999999999", "1e1000000000"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = number.Equal(bench.a, bench.b)
			}
		})
	}
	b.Run("canonical", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = number.Canonical("1889.5")
		}
	})
}
