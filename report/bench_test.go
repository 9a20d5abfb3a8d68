package report_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/require"
)

// tenFields is a result with ten leaves, of which every case gets one wrong.
func tenFields(i int) *eval.Result {
	r := &eval.Result{Score: 0.9, Verdict: eval.Partial, Reasoning: "9/10 fields matched"}
	for k := range 10 {
		f := eval.FieldResult{
			Path: fmt.Sprintf("invoice.field_%d", k), Attribute: fmt.Sprintf("invoice.field_%d", k), Outcome: metrics.Match,
			Score: 1, Similarity: 1, Weight: 1, Got: []byte(fmt.Sprintf(`"value %d"`, i)), Want: []byte(fmt.Sprintf(`"value %d"`, i)),
		}
		if i%10 == k {
			f.Outcome, f.Score, f.Tag = metrics.Wrong, 0, "outside tolerance"
			r.Misses = append(r.Misses, eval.Miss{Path: f.Path, Tag: f.Tag})
		}
		r.Fields = append(r.Fields, f)
		r.Table.Add(f.Attribute, f.Outcome)
	}
	return r
}

var invoices = report.Dataset{Name: "invoices", Test: "TestInvoices"}

func recorded(t testing.TB, cases int) []byte {
	var file bytes.Buffer
	w := artifact.NewWriter(&file, "memory")
	require.NoError(t, w.Write(artifact.NewRun("example.com/base/a")))
	require.NoError(t, w.Write(invoices))
	for i := range cases {
		require.NoError(t, w.Write(report.NewCase(report.Observation{ID: fmt.Sprintf("inv-%06d", i), Result: tenFields(i)}, report.CaseOptions{})))
	}
	require.NoError(t, w.End(false))
	return file.Bytes()
}

// BenchmarkRecord measures the cost of one case of ten fields: record, line, write to a file, and
// summary.
func BenchmarkRecord(b *testing.B) {
	f, err := os.Create(b.TempDir() + "/x.jsonl")
	require.NoError(b, err)
	defer f.Close()
	w := artifact.NewWriter(f, "x.jsonl")
	s := summarize.New(summarize.Options{})
	r := tenFields(3)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c := report.NewCase(report.Observation{ID: fmt.Sprintf("inv-%06d", i), Result: r}, report.CaseOptions{})
		if w.Write(c) != nil || s.Add(&c) != nil {
			b.Fatal(w.Err())
		}
	}
}

func BenchmarkAppendRecord(b *testing.B) {
	c := report.NewCase(report.Observation{ID: "inv-000001", Result: tenFields(3)}, report.CaseOptions{})
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		line, _ = artifact.AppendRecord(line[:0], c)
	}
	b.SetBytes(int64(len(line)))
}

func BenchmarkReader(b *testing.B) {
	file := recorded(b, 2000)
	text := string(file)
	read := func(brief bool, each func(report.Record)) func(*testing.B) {
		return func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				r := artifact.NewReader(bytes.NewReader(file), "f")
				r.Brief = brief
				for r.Scan() {
					each(r.Record())
				}
				if err := r.Err(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("brief", read(true, func(report.Record) {}))
	b.Run("full", read(false, func(report.Record) {}))
	b.Run("merge", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for b.Loop() {
			var m summarize.Merge
			if err := m.Read(reporttest.Source("f", text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSummarizerAdd(b *testing.B) {
	s := summarize.New(summarize.Options{})
	cases := make([]report.Case, 10)
	for i := range cases {
		cases[i] = report.NewCase(report.Observation{ID: "x", Result: tenFields(i)}, report.CaseOptions{})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c := &cases[i%10]
		c.ID = fmt.Sprintf("inv-%06d", i)
		if err := s.Add(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSummaryAndText(b *testing.B) {
	var m summarize.Merge
	require.NoError(b, m.Read(reporttest.Source("f", string(recorded(b, 500)))))
	s := m.Sets()[0].Summarizer
	b.ReportAllocs()
	for b.Loop() {
		if err := terminal.WriteText(io.Discard, s.Summary(), terminal.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
