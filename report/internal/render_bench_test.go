package internal_test

import (
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// manyCases is an artifact of cases with 15 fields, of which 2 are wrong in every
// third case.
func manyCases(n int) artifact.Source {
	records := []report.Record{run(1), report.Dataset{Name: "many", Gate: &report.Gate{MacroF1: 0.9}}}
	for i := range n {
		c := report.Case{ID: fmt.Sprintf("case-%06d", i), Trial: 1, Status: report.OK, Verdict: eval.Pass, Score: report.RatioOf(1, true),
			Tags: map[string]string{"lang": []string{"de", "en", "fr"}[i%3], "vendor": fmt.Sprint("vendor ", i%40)}}
		for j := range 15 {
			f := report.Field{Path: fmt.Sprintf("field%d", j), Attribute: fmt.Sprintf("field%d", j), Outcome: metrics.Match, Similarity: 1, Weight: 1}
			value := json.RawMessage(fmt.Sprintf(`"value %d of %d"`, j, i))
			f.Got, f.Want = value, value
			if j < 2 && i%3 == 0 {
				f.Outcome, f.Similarity, f.Got = metrics.Wrong, 0.9, json.RawMessage(fmt.Sprintf(`"value %d of %d"`, j, i+1))
				c.Verdict, c.Score = eval.Partial, report.RatioOf(13./15, true)
				c.Misses = append(c.Misses, f.Path)
			}
			var counts metrics.Counts
			counts.Add(f.Outcome)
			c.Counts = append(c.Counts, metrics.Row{Attribute: f.Attribute, Counts: counts})
			c.Fields = append(c.Fields, f)
		}
		records = append(records, c)
	}
	return memory("many.jsonl", append(records, report.End{Cases: n})...)
}

func BenchmarkLoad10000(b *testing.B) {
	source := manyCases(10_000)
	for b.Loop() {
		if _, err := render.Load([]artifact.Source{source}, render.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHTML10000(b *testing.B) {
	r, err := render.Load([]artifact.Source{manyCases(10_000)}, render.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := page.Write(io.Discard, r, page.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCSV10000(b *testing.B) {
	source := manyCases(10_000)
	for b.Loop() {
		if _, err := render.CSV(io.Discard, source); err != nil {
			b.Fatal(err)
		}
	}
}
