package evaltest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// An invoice of ten fields with one mistake, as a JSON answer.
const (
	benchGot  = `{"number":"A-1","date":"2026-01-31","currency":"EUR","total":119,"net":100,"tax":19,"vendor":{"name":"Acme Corp","tax_id":"DE123456789"},"customer":"Northwind","due":"2026-02-28"}`
	benchWant = `{"number":"A-1","date":"2026-01-31","currency":"EUR","total":119.00,"net":100.00,"tax":19.00,"vendor":{"name":"ACME Corp.","tax_id":"DE123456789"},"customer":"Northwind Traders","due":"2026-02-28"}`
)

var benchSpec = eval.Spec{Fields: []eval.Field{
	{Path: "number"}, {Path: "currency"}, {Path: "vendor.tax_id"}, {Path: "customer"},
	{Path: "vendor.name", Match: compare.Fuzzy{Threshold: 0.8}},
	{Path: "date", Match: compare.Date{}}, {Path: "due", Match: compare.Date{}},
	{Path: "total", Match: compare.Numeric{Tolerance: 0.01}}, {Path: "net", Match: compare.Numeric{Tolerance: 0.01}}, {Path: "tax", Match: compare.Numeric{Tolerance: 0.01}},
}}

// BenchmarkBareRun measures a subtest of package testing: alone, and with the comparison
// that a suite makes in it.
func BenchmarkBareRun(b *testing.B) {
	b.Run("empty", func(b *testing.B) {
		bare(b, func(*testing.T) {})
	})
	b.Run("evaluate", func(b *testing.B) {
		evaluator, err := benchSpec.Compile()
		require.NoError(b, err)
		want, err := document.Of(benchWant)
		require.NoError(b, err)
		bare(b, func(t *testing.T) {
			if _, err := evaluator.Evaluate(t.Context(), benchGot, want); err != nil {
				t.Error(err)
			}
		})
	})
}

func bare(b *testing.B, f func(*testing.T)) {
	ids := benchIDs(b.N)
	quietly(b, func(t *testing.T) {
		t.Run("case", func(t *testing.T) {
			for _, id := range ids {
				t.Run(id, f)
			}
		})
	})
}

// BenchmarkSuite measures a suite of b.N cases. Counting and recording a case take the
// difference to BenchmarkBareRun.
func BenchmarkSuite(b *testing.B) {
	for _, bb := range []struct{ name, got string }{{"pass", benchWant}, {"miss", benchGot}} {
		for _, written := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/written=%t", bb.name, written), func(b *testing.B) {
				b.Setenv("EVALTEST_DIR", "")
				if written {
					b.Setenv("EVALTEST_DIR", b.TempDir())
				}
				want, err := document.Of(benchWant)
				require.NoError(b, err)
				set := make([]Case[string], b.N)
				for i, id := range benchIDs(b.N) {
					set[i] = Case[string]{ID: id, Input: bb.got, Want: want}
				}
				quietly(b, Suite[string, string]{
					Cases: set, Spec: benchSpec, Gate: Gate{MicroF1: 0.01},
					Extract: func(_ context.Context, in string) (string, error) { return in, nil },
				}.Run)
			})
		}
	}
}

// BenchmarkMemory reports how much memory 100,000 cases leave behind while their
// test runs, for each of them: the memory that package testing keeps for a subtest, and the memory
// that a suite keeps, from memory and from a file.
func BenchmarkMemory(b *testing.B) {
	const n = 100_000
	want, err := document.Of(benchWant)
	require.NoError(b, err)
	var begin, end uint64
	measured := func(i int) {
		switch i {
		case 0:
			begin = liveBytes()
		case n - 1:
			end = liveBytes()
		}
	}
	b.Run("bare", func(b *testing.B) {
		for range b.N {
			quietly(b, func(t *testing.T) {
				t.Run("case", func(t *testing.T) {
					for i := range n {
						t.Run(benchID(i), func(*testing.T) { measured(i) })
					}
				})
			})
		}
		b.ReportMetric(float64(end-begin)/n, "kept-B/case")
	})
	b.Run("suite", func(b *testing.B) {
		b.Setenv("EVALTEST_DIR", b.TempDir())
		for range b.N {
			quietly(b, Suite[int, string]{
				Source: func(yield func(Case[int], error) bool) {
					for i := range n {
						if !yield(Case[int]{ID: benchID(i), Input: i, Want: want}, nil) {
							return
						}
					}
				},
				Spec: benchSpec, Gate: Gate{MicroF1: 0.01},
				Extract: func(_ context.Context, i int) (string, error) {
					measured(i)
					return benchGot, nil
				},
			}.Run)
		}
		b.ReportMetric(float64(end-begin)/n, "kept-B/case")
	})
	b.Run("file", func(b *testing.B) {
		b.Setenv("EVALTEST_DIR", b.TempDir())
		file := filepath.Join(b.TempDir(), "set.jsonl")
		var lines bytes.Buffer
		for i := range n {
			fmt.Fprintf(&lines, `{"id":%q,"input":%d,"want":%s}`+"\n", benchID(i), i, benchWant)
		}
		require.NoError(b, os.WriteFile(file, lines.Bytes(), 0o666))
		lines = bytes.Buffer{}
		for range b.N {
			quietly(b, Suite[int, string]{
				File: file, Spec: benchSpec, Gate: Gate{MicroF1: 0.01},
				Extract: func(_ context.Context, i int) (string, error) {
					measured(i)
					return benchGot, nil
				},
			}.Run)
		}
		b.ReportMetric(float64(end-begin)/n, "kept-B/case")
	})
}

// liveBytes returns how much memory is in use after a collection.
func liveBytes() uint64 {
	runtime.GC()
	runtime.GC() // a sync.Pool keeps its values for one more collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func benchID(i int) string { return fmt.Sprintf("case-%06d", i) }

func benchIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = benchID(i)
	}
	return ids
}

// quietly runs a test inside of a benchmark and drops its output.
func quietly(b *testing.B, test func(*testing.T)) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(b, err)
	defer null.Close()
	b.ReportAllocs()
	b.ResetTimer()
	ok := innertest.RunTo(null, false, "TestX", test)
	b.StopTimer()
	require.True(b, ok)
}
