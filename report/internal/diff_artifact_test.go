package internal_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// artifact returns the file of one complete run.
func artifactOf(t testing.TB, ds report.Dataset, cases ...report.Case) artifact.Source {
	t.Helper()
	return written(t, report.End{Cases: len(cases)}, ds, cases...)
}

func written(t testing.TB, end report.End, ds report.Dataset, cases ...report.Case) artifact.Source {
	t.Helper()
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/invoices", Repetition: 1}, ds}
	for _, c := range cases {
		records = append(records, c)
	}
	var lines []byte
	for _, r := range append(records, end) {
		var err error
		lines, err = artifact.AppendRecord(lines, r)
		require.NoError(t, err)
	}
	return diffText(ds.Name+".jsonl", lines)
}

func diffText(name string, lines []byte) artifact.Source {
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(lines)), nil }}
}

// leaf is a leaf of a case: "number", with its got and want.
type diffLeaf struct {
	field     string
	outcome   metrics.Outcome
	got, want string
}

func diffRight(field string) diffLeaf { return diffLeaf{field, metrics.Match, `"a"`, `"a"`} }
func wrong(field string) diffLeaf     { return diffLeaf{field, metrics.Wrong, `"b"`, `"a"`} }

// case1 is a case of one trial.
func case1(id string, leaves ...diffLeaf) report.Case { return caseN(id, 1, leaves...) }

func caseN(id string, trial int, leaves ...diffLeaf) report.Case {
	c := report.Case{ID: id, Trial: trial, Status: report.OK, Verdict: eval.Pass, DataHash: "0123456789abcdef"}
	var table metrics.Table
	hits := 0
	for _, l := range leaves {
		table.Add(l.field, l.outcome)
		f := report.Field{Path: l.field, Attribute: l.field, Outcome: l.outcome, Weight: 1}
		if l.got != "" {
			f.Got = []byte(l.got)
		}
		if l.want != "" {
			f.Want = []byte(l.want)
		}
		c.Fields = append(c.Fields, f)
		if l.outcome.Hit() {
			hits++
		} else {
			c.Verdict = eval.Partial
		}
	}
	c.Counts = table.Attributes
	c.Score = report.RatioOf(float64(hits)/float64(max(len(leaves), 1)), true)
	return c
}

// compareRuns compares two runs, whose intervals are of 200 resamples: they are exact where the test of the known answers is.
func compareRuns(t testing.TB, old, new artifact.Source, o diff.Options) diff.Report {
	t.Helper()
	o.Resamples = cmp.Or(o.Resamples, 200)
	r, err := diff.Compare([]artifact.Source{old}, []artifact.Source{new}, o)
	require.NoError(t, err)
	return r
}

// cases returns n cases whose leaves the function leaves returns.
func cases(n int, leaves func(i int) []diffLeaf) []report.Case {
	all := make([]report.Case, n)
	for i := range all {
		all[i] = case1(fmt.Sprintf("inv-%04d", i), leaves(i)...)
	}
	return all
}

var invoiceSet = report.Dataset{Name: "invoices", Attributes: []string{"number", "total"}, SpecHash: "s1"}

func field(t testing.TB, r diff.Report, name string) diff.Row {
	t.Helper()
	for _, f := range r.Sets[0].Fields {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no field %q", name)
	return diff.Row{}
}
