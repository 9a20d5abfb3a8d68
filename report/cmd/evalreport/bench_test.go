package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// benchCases is how many cases the artifact of the benchmarks has, 2.3 KB each. Set
// EVALREPORT_CASES for another number.
func benchCases(b *testing.B) int {
	n := 20_000
	if text := os.Getenv("EVALREPORT_CASES"); text != "" {
		_, err := fmt.Sscan(text, &n)
		require.NoError(b, err)
	}
	return n
}

// generate writes an artifact with ten fields, two tags and a shape to a case, of which one in shift of
// the fields is wrong.
func generate(b *testing.B, path string, cases, shift int) int64 {
	b.Helper()
	f, err := os.Create(path)
	require.NoError(b, err)
	buffer := bufio.NewWriterSize(f, 1<<20)
	w := artifact.NewWriter(buffer, path)
	run := artifact.NewRun("example.com/service")
	require.NoError(b, w.Write(run))
	require.NoError(b, w.Write(report.Dataset{Name: "invoices", SpecHash: "1"}))
	for i := range cases {
		r := &eval.Result{Score: 0.9, Verdict: eval.Partial, Reasoning: "9/10 fields matched"}
		for k := range 10 {
			name := fmt.Sprintf("invoice.field_%d", k)
			f := eval.FieldResult{
				Path: name, Attribute: name, Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1,
				Got: []byte(fmt.Sprintf(`"value %d"`, i)), Want: []byte(fmt.Sprintf(`"value %d"`, i)),
			}
			if (i+shift)%10 == k {
				f.Outcome, f.Score, f.Tag = metrics.Wrong, 0, "outside tolerance"
				r.Misses = append(r.Misses, eval.Miss{Path: name, Tag: "outside tolerance"})
			}
			r.Fields = append(r.Fields, f)
			r.Table.Add(name, f.Outcome)
		}
		c := report.NewCase(report.Observation{
			ID: fmt.Sprintf("inv-%07d", i), Result: r, Stop: "end_turn", Text: fmt.Sprint("Invoice ", i, strings.Repeat(".", i*7919%3000)),
			Tags: map[string]string{"vendor": fmt.Sprint(i % 25), "month": fmt.Sprint(i % 12)},
		}, report.CaseOptions{})
		require.NoError(b, w.Write(c))
	}
	require.NoError(b, w.End(false))
	require.NoError(b, buffer.Flush())
	size, err := f.Seek(0, io.SeekCurrent)
	require.NoError(b, err)
	require.NoError(b, f.Close())
	return size
}

// BenchmarkArtifact streams an artifact through the commands that must take large ones: MB/s is of
// the artifacts, heap-MB is the memory that the process has taken so far.
func BenchmarkArtifact(b *testing.B) {
	dir := b.TempDir()
	cases := benchCases(b)
	first, second, rerun := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl"), filepath.Join(dir, "rerun.jsonl")
	size := generate(b, first, cases, 0)
	both := size + generate(b, second, cases, 1)
	overlapping := size + generate(b, rerun, cases/100, 1)
	gates := filepath.Join(dir, "gates.json")
	require.NoError(b, os.WriteFile(gates, []byte(`{"invoices":{"micro_f1":0.5}}`), 0o666))
	for _, bm := range []struct {
		name string
		args []string
		size int64
	}{
		{"show", []string{"show", first}, size},
		{"why", []string{"show", "-why", first}, size},
		{"check", []string{"check", "-gate", gates, first}, size},
		{"merge", []string{"merge", "-o", filepath.Join(dir, "merged.jsonl"), first}, size},
		{"merge-last", []string{"merge", "-last", "-o", filepath.Join(dir, "merged.jsonl"), first, rerun}, overlapping},
		{"diff", []string{"diff", first, second}, both},
		{"case", []string{"show", "-case", fmt.Sprintf("inv-%07d", cases-1), first}, size},
		{"export-csv", []string{"export", "-o", filepath.Join(dir, "rows.csv"), first}, size},
		{"html", []string{"html", "-o", filepath.Join(dir, "page.html"), first}, size},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(bm.size)
			var peak uint64
			for b.Loop() {
				var errors strings.Builder
				if exit := run(context.Background(), nil, io.Discard, &errors, bm.args); exit == exitMisuse {
					b.Fatal(errors.String())
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapSys)
			}
			b.ReportMetric(float64(peak)/(1<<20), "heap-MB")
		})
	}
}

// BenchmarkCompare puts five runs in one table, of which each is wrong in other fields:
// heap-MB is the memory that the process has taken so far. With EVALREPORT_DIR the artifacts are
// kept in that folder, and existing ones are not made again.
func BenchmarkCompare(b *testing.B) {
	dir := cmp.Or(os.Getenv("EVALREPORT_DIR"), b.TempDir())
	var size int64
	args := []string{"compare"}
	for i := range 5 {
		path := filepath.Join(dir, fmt.Sprintf("run-%d.jsonl", i))
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		} else {
			size += generate(b, path, benchCases(b), i)
		}
		args = append(args, path)
	}
	b.SetBytes(size)
	var peak uint64
	for b.Loop() {
		var errors strings.Builder
		if exit := run(context.Background(), nil, io.Discard, &errors, args); exit != exitOK {
			b.Fatal(errors.String())
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapSys)
	}
	b.ReportMetric(float64(peak)/(1<<20), "heap-MB")
}

// BenchmarkScore evaluates documents of ten fields.
func BenchmarkScore(b *testing.B) {
	const docs = 10_000
	dir := b.TempDir()
	var want, got, spec bytes.Buffer
	spec.WriteString("fields:\n")
	for k, match := range []string{"exact", "exact", "date", "numeric", "numeric", "fuzzy", "fuzzy", "exact", "numeric", "exact"} {
		fmt.Fprintf(&spec, "  - {path: field_%d, match: %s}\n", k, match)
	}
	for i := range docs {
		doc := fmt.Sprintf(`{"field_0":"R-%d","field_1":"EUR","field_2":"2026-01-%02d","field_3":%d.50,"field_4":"1.889,%02d","field_5":"Acme Trading %d","field_6":"Main Street %d","field_7":true,"field_8":%d,"field_9":"x"}`,
			i, 1+i%28, i, i%100, i, i, i)
		fmt.Fprintf(&want, `{"id":"doc-%d","want":%s}`+"\n", i, doc)
		fmt.Fprintf(&got, `{"id":"doc-%d","got":%s}`+"\n", i, strings.Replace(doc, "Acme", "Acne", i%2))
	}
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(b, os.WriteFile(path, data, 0o666))
		return path
	}
	args := []string{"-spec", write("spec.yaml", spec.Bytes()), "-dir", filepath.Join(dir, "out"), write("want.jsonl", want.Bytes()), write("got.jsonl", got.Bytes())}
	for _, workers := range []string{"1", "2"} {
		b.Run("workers="+workers, func(b *testing.B) {
			for b.Loop() {
				var errors strings.Builder
				if exit := run(context.Background(), nil, io.Discard, &errors, append([]string{"score", "-workers", workers}, args...)); exit != exitOK {
					b.Fatal(errors.String())
				}
			}
			b.ReportMetric(float64(b.N*docs)/b.Elapsed().Seconds(), "docs/s")
		})
	}
}
