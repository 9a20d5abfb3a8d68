package source

import (
	"testing"

	"github.com/extracteval/extracteval/metrics"
)

// BenchmarkClassify classifies one wrong value among ten, by the kind of the values.
func BenchmarkClassify(b *testing.B) {
	for _, bb := range []struct{ name, got, want string }{
		{"number", `1898.5`, `1889.5`},
		{"number as text", `"1.898,50"`, `"1.889,50"`},
		{"date", `"2026-01-02"`, `"2026-01-20"`},
		{"code", `"R-2026-00471"`, `"R-2026-00417"`},
		{"text", `"Acme Trading Ltd"`, `"Acne Trading Limited"`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			leaves := []Leaf{{Attribute: "wrong", Outcome: metrics.Wrong, Got: []byte(bb.got), Want: []byte(bb.want)}}
			for _, right := range []string{`"A-1"`, `"EUR"`, `"2026-01-31"`, `119`, `100.00`, `19`, `"Acme Corp."`, `"DE123456789"`, `"2026-02-28"`} {
				leaves = append(leaves, Leaf{Attribute: right, Outcome: metrics.Match, Got: []byte(right), Want: []byte(right)})
			}
			b.ReportAllocs()
			for b.Loop() {
				Classify(leaves)
			}
		})
	}
}
