package tree_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/tree"
)

// invoice has n rows of five fields; every seed shuffles them and changes one text in ten.
func invoice(b testing.TB, n int, seed int64) document.Value {
	truth, change := rand.New(rand.NewSource(1)), rand.New(rand.NewSource(seed))
	var lines []map[string]any
	for i := range n {
		text := fmt.Sprintf("Article %06d in a box of %d", truth.Intn(1e6), 1+truth.Intn(12))
		if seed != 1 && change.Intn(10) == 0 {
			text = text[:len(text)-5] + "b0x"
		}
		lines = append(lines, map[string]any{"pos": i + 1, "description": text, "quantity": 1 + truth.Intn(9), "unit": "pc", "amount": truth.Intn(1e5)})
	}
	if seed != 1 {
		change.Shuffle(n, func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	data, err := json.Marshal(map[string]any{"number": "R-2024-001", "date": "2024-01-31", "lines": lines})
	if err != nil {
		b.Fatal(err)
	}
	v, err := document.Parse(data)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func BenchmarkANLSStar(b *testing.B) {
	for _, rows := range []int{1, 10, 100, 1000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			got, want := invoice(b, rows, 2), invoice(b, rows, 1)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tree.ANLSStar(got, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNTED(b *testing.B) {
	for _, rows := range []int{1, 10, 100, 360} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			got, want := invoice(b, rows, 2), invoice(b, rows, 1)
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := tree.NTED(got, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
