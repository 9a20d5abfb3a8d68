package beam

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/summarize"
)

// invariantSpec has invariants of each kind that travels.
func invariantSpec() eval.Spec {
	spec := invoiceSpec
	spec.Invariants = []eval.Invariant{
		{Name: "adds_up", Rule: "total == net + tax", Tolerance: 0.02},
		{Name: "due_later", Rule: "due > date"},
		{Name: "shape", Schema: json.RawMessage(`{"required":["number"],"properties":{"number":{"type":"string"}}}`)},
		{Name: "found", InSource: true},
	}
	return spec
}

// page is the text of the document that an invoice is of.
func (in invoice) page(t testing.TB) string {
	v, err := document.Of(in.want)
	require.NoError(t, err)
	var b strings.Builder
	for key, value := range v.Members() {
		if value.Kind() == document.Object {
			for _, inner := range value.Members() {
				b.WriteString(inner.Text() + "\n")
			}
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", key, value.Text())
	}
	return b.String()
}

// Every fifth invoice has no truth. One process, shards and Beam on prism give the same bytes: the
// invariants, the origins of mistakes, and the number of labelled cases.
func TestSameBytesWithInvariants(t *testing.T) {
	n := documents(t) / 2
	spec := invariantSpec()
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	ds, err := Options{Dataset: "invoices", Spec: spec}.dataset()
	require.NoError(t, err)
	options := summarize.OptionsOf(&ds)
	whole := summarize.New(options)
	shards := []*summarize.Summarizer{summarize.New(options), summarize.New(options), summarize.New(options)}
	want, got := make([]string, n), make([]string, n)
	for i, k := range rand.New(rand.NewPCG(3, 4)).Perm(n) {
		in := newInvoice(i)
		page, err := json.Marshal(in.page(t))
		require.NoError(t, err)
		seen := report.Observation{ID: in.id, Tags: map[string]string{"vendor": in.vendor()}}
		of := eval.Document{Got: in.got, Text: in.page(t)}
		if seen.Unlabelled = i%5 == 0; seen.Unlabelled {
			want[i] = fmt.Sprintf(`{"id":%q,"input":"%s.pdf","text":%s,"tags":{"vendor":%q}}`, in.id, in.id, page, in.vendor())
		} else {
			want[i] = fmt.Sprintf(`{"id":%q,"input":"%s.pdf","text":%s,"want":%s,"tags":{"vendor":%q}}`, in.id, in.id, page, in.want, in.vendor())
			seen.Want = []byte(in.want)
			of.Want = in.want
		}
		result, err := evaluator.EvaluateDocument(t.Context(), of)
		require.NoError(t, err)
		got[k] = in.gotLine()
		seen.Result, seen.Text = &result, in.page(t)
		seen.Input, seen.InputSize = score.Lines{}.Input([]byte(want[i]))
		c := report.NewCase(seen, report.CaseOptions{})
		require.NoError(t, whole.Add(&c))
		require.NoError(t, shards[artifact.ShardOf(c.ID, 3)-1].Add(&c))
	}
	summary := whole.Summary()
	single := text(t, summary)
	require.Len(t, summary.Invariants, 4)
	for _, one := range summary.Invariants {
		assert.NotZero(t, one.Holds, one.Name)
	}
	for _, i := range []int{0, 1, 3} {
		assert.NotZero(t, summary.Invariants[i].Broken, summary.Invariants[i].Name)
	}
	assert.Greater(t, summary.Invariants[3].Holds, float64(n)/2, "six of ten answers have no wrong value")
	assert.Equal(t, n/5, summary.Cases().Unlabelled)
	vat := slices.IndexFunc(summary.Attributes, func(a report.Attribute) bool { return a.Attribute == "vendor.vat" })
	require.GreaterOrEqual(t, vat, 0)
	assert.NotZero(t, summary.Attributes[vat].Origins.Overlooked)

	for _, k := range []int{2, 0} {
		var sent summarize.Summarizer
		require.NoError(t, json.Unmarshal([]byte(text(t, shards[k])), &sent))
		require.NoError(t, shards[1].Merge(&sent))
	}
	require.Equal(t, single, text(t, shards[1].Summary()), "three shards")

	dir := t.TempDir()
	o := Options{
		Want: writeLines(t, dir, "want-%d.jsonl", 2, want), Got: writeLines(t, dir, "got-%d.jsonl", 3, got),
		Out: filepath.Join(dir, "one"), Dataset: "invoices", Spec: spec, Tags: []string{"vendor"},
	}
	runScore(t, o)
	line, _ := summaryOf(t, o.Out, tagValue{})
	require.Equal(t, single, line, "Beam on prism")
	require.Equal(t, single, text(t, merged(t, o.Out).Summarizer.Summary()), "its artifact, read again")
	assert.Equal(t, Counts{WantLines: n, GotLines: n, Scored: n}, countsOf(t, o.Out))
	var facts summarize.Summarizer
	data, err := os.ReadFile(filepath.Join(o.Out, factsFile))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &facts))
	require.Equal(t, single, text(t, facts.Summary()), "its facts")

	o.Out, o.Shards, o.Tags = filepath.Join(dir, "three"), 3, nil
	runScore(t, o)
	require.Equal(t, single, text(t, merged(t, o.Out).Summarizer.Summary()), "three artifacts, merged")
}
