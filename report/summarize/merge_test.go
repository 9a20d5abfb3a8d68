package summarize_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	runLine  = `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-21T10:00:00Z","versions":{}}` + "\n"
	setLine  = `{"type":"dataset","name":"invoices"}` + "\n"
	caseLine = `{"type":"case","id":"a","trial":1,"status":"ok","score":1,"counts":[{"attribute":"x","counts":{"match":1}}]}` + "\n"
)

var invoices = report.Dataset{Name: "invoices", Test: "TestInvoices"}

// shard is an artifact with some cases, of a package.
func shard(t *testing.T, pkg string, ds report.Dataset, ids ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := artifact.NewWriter(&b, "memory")
	require.NoError(t, w.Write(artifact.NewRun(pkg)))
	require.NoError(t, w.Write(ds))
	for _, id := range ids {
		require.NoError(t, w.Write(reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))))
	}
	require.NoError(t, w.End(false))
	return b.String()
}

func TestMerge(t *testing.T) {
	var m summarize.Merge
	read := func(name, text string) {
		t.Helper()
		require.NoError(t, m.Read(reporttest.Source(name, text)))
	}
	other := invoices
	other.SpecHash = "other"
	read("b", shard(t, "b", report.Dataset{Name: "receipts"}, "a"))
	read("a1", shard(t, "a", invoices, "1", "2"))
	read("a2", shard(t, "a", invoices, "2", "3"))
	read("a3", strings.Replace(shard(t, "a", other, "4", "5"), `{"type":"case","id":"5"`, `{"type":"case","id":5`, 1))

	sets := m.Sets()
	require.Len(t, sets, 2)
	a, b := sets[0], sets[1]
	assert.Equal(t, "a invoices, b receipts", fmt.Sprintf("%s %s, %s %s", a.Run.Package, a.Dataset.Name, b.Run.Package, b.Dataset.Name))
	assert.Equal(t, []string{"a1", "a2", "a3"}, a.Files)
	assert.Equal(t, 4, a.Summarizer.Summary().Cases().Total())
	assert.Equal(t, 4, a.Summarizer.Summary().Trials[0].Counts[0].Counts.Match)
	var problems []string
	for _, err := range a.Problems.First {
		problems = append(problems, err.Error())
	}
	assert.Equal(t, []string{
		`a2:3: report: data set "invoices": case "2" was recorded twice in trial 1`,
		`report: a3: data set "invoices" was made with another spec than in a1`,
		`a3:4: id: a JSON number does not fit`,
		`a3:5: 1 of 2 cases could be read`,
	}, problems)
	assert.Equal(t, artifact.Broken, a.State(), "a case was lost")
	assert.Equal(t, artifact.Whole, b.State())
	assert.Zero(t, b.Problems.Len())
}

func TestMergeTellsARedactionThatDiffers(t *testing.T) {
	redacted := func(mode redact.Mode, paths map[string]redact.Mode) report.Dataset {
		ds := invoices
		ds.Redact, ds.RedactPaths = mode, paths
		return ds
	}
	omitA := map[string]redact.Mode{"a": redact.Omit}
	for _, tt := range []struct {
		name          string
		first, second report.Dataset
		want          []string
	}{
		{"none", invoices, redacted("", map[string]redact.Mode{}), nil},
		{"the same rules", redacted("hash", omitA), redacted("hash", omitA), nil},
		{"rules and none", redacted("", omitA), invoices, []string{`report: two: data set "invoices" was recorded with redaction "none", and with "a omit" in one`}},
		{"two modes", redacted("hash", nil), redacted("omit", nil), []string{`report: two: data set "invoices" was recorded with redaction "omit", and with "hash" in one`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m summarize.Merge
			require.NoError(t, m.Read(reporttest.Source("one", shard(t, "a", tt.first, "1"))))
			require.NoError(t, m.Read(reporttest.Source("two", shard(t, "a", tt.second, "2"))))
			var problems []string
			for _, err := range m.Sets()[0].Problems.First {
				problems = append(problems, err.Error())
			}
			assert.Equal(t, tt.want, problems)
		})
	}
}

func TestMergeOfNoArtifact(t *testing.T) {
	var m summarize.Merge
	assert.EqualError(t, m.Read(reporttest.Source("x", "")), "report: x holds no data set")
	assert.EqualError(t, m.Read(reporttest.Source("x", "hello\n")), "x:1: not JSON: invalid character 'h' looking for beginning of value; an artifact is written by evalreport score TRUTHS ANSWERS, or by go test")
	assert.EqualError(t, m.Read(reporttest.Source("x", caseLine)), `x:1: case "a" before its data set`)
	assert.Empty(t, m.Sets())
}

func TestMergeBoundsProblems(t *testing.T) {
	var m summarize.Merge
	require.NoError(t, m.Read(reporttest.Source("x", runLine+setLine+strings.Repeat("{\n", 25))))
	assert.Len(t, m.Sets()[0].Problems.First, 20)
	assert.Equal(t, 5+1, m.Sets()[0].Problems.More, "and there is no end")
}

// Without a spec an attribute may be a value in one document and a list of items in another.
// Which comes first, or who added it up, changes nothing.
func TestItemsInSomeCases(t *testing.T) {
	value := reporttest.Counted("1", 1, 1, reporttest.Row("[]", metrics.Counts{Missing: 1}), reporttest.Row("total", metrics.Counts{Match: 1}))
	list := reporttest.Counted("2", 1, 1, metrics.Row{Attribute: "[]", Counts: metrics.Counts{Missing: 1}, Items: true}, reporttest.Row("total", metrics.Counts{Match: 1}))
	o := summarize.Options{Dataset: "d"}
	first := summary(t, o, value, list)
	require.Len(t, first.Attributes, 2)
	assert.True(t, first.Attributes[0].Items)
	assert.Equal(t, 1.0, first.Number("micro F1").Value.Value, "of leaves alone")
	for _, cases := range [][]*report.Case{{value, list}, {list, value}} {
		assert.Equal(t, first, summary(t, o, cases...))
		a, b := summarize.New(o), summarize.New(o)
		require.NoError(t, a.Add(cases[0]))
		require.NoError(t, b.Add(cases[1]))
		require.NoError(t, a.Merge(b))
		assert.Equal(t, first, a.Summary())
	}
}
