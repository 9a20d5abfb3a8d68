package date_test

import (
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/internal/date"
)

func BenchmarkParse(b *testing.B) {
	p, err := date.Compile(date.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct{ name, text string }{
		{"iso", "2024-03-01"},
		{"rfc3339", "2024-03-01T23:30:00-05:00"},
		{"ambiguous", "03/04/2024"},
		{"points", "3.4.2024"},
		{"month", "March 1, 2024"},
		{"receipt", "24 MAR 18 10:30 PM"},
		{"german", "Freitag, 1. März 2024"},
		{"japanese", "2024年3月1日"},
		{"junk", "not a date at all"},
		{"1MB", strings.Repeat("2024-03-01", 100_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = p.Parse(bench.text)
			}
		})
	}
	b.Run("time.Parse-one-layout", func(b *testing.B) {
		for b.Loop() {
			_, _ = time.Parse(time.DateOnly, "2024-03-01")
		}
	})
}
