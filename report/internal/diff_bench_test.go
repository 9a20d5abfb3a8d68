package internal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// benchFile writes an artifact of cases with ten fields, of which every tenth case
// has one wrong, and in the new run every thirteenth.
func benchFile(b *testing.B, cases, every int) (path string, size int64) {
	path = filepath.Join(b.TempDir(), "invoices.jsonl")
	f, err := os.Create(path)
	require.NoError(b, err)
	defer f.Close()
	w := artifact.NewWriter(f, path)
	require.NoError(b, w.Write(report.Run{Schema: report.Schema, Repetition: 1}))
	require.NoError(b, w.Write(invoiceSet))
	for i := range cases {
		r := &eval.Result{Score: 1, Verdict: eval.Pass, Reasoning: "10/10 fields matched"}
		for k := range 10 {
			f := eval.FieldResult{
				Path: fmt.Sprintf("invoice.field_%d", k), Attribute: fmt.Sprintf("invoice.field_%d", k), Outcome: metrics.Match,
				Score: 1, Similarity: 1, Weight: 1, Got: fmt.Appendf(nil, `"value %d"`, i), Want: fmt.Appendf(nil, `"value %d"`, i),
			}
			if i%(10*every) == k*every {
				f.Outcome, f.Score = metrics.Wrong, 0
				r.Score, r.Verdict, r.Misses = 0.9, eval.Partial, []eval.Miss{{Path: f.Path}}
			}
			r.Fields = append(r.Fields, f)
			r.Table.Add(f.Attribute, f.Outcome)
		}
		require.NoError(b, w.Write(report.NewCase(report.Observation{ID: fmt.Sprintf("inv-%07d", i), Want: []byte("{}"), Result: r}, report.CaseOptions{})))
	}
	require.NoError(b, w.End(false))
	info, err := f.Stat()
	require.NoError(b, err)
	return path, info.Size()
}

// BenchmarkCompare compares artifacts of many cases: MB/s of both files together,
// 10,000 resamples and the second reading included.
func BenchmarkCompare(b *testing.B) {
	for _, cases := range []int{300, 10_000, 100_000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			old, oldSize := benchFile(b, cases, 10)
			new, newSize := benchFile(b, cases, 13)
			b.SetBytes(oldSize + newSize)
			b.ReportAllocs()
			for b.Loop() {
				r, err := diff.Compare([]artifact.Source{artifact.File(old)}, []artifact.Source{artifact.File(new)}, diff.Options{})
				if err != nil || r.Sets[0].Cases != cases {
					b.Fatal(err, len(r.Sets))
				}
			}
		})
	}
}
