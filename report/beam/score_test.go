package beam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(workerDir); dir != "" {
		if err := work(dir, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	ptest.Main(m)
}

// runScore runs the pipeline on prism.
func runScore(t testing.TB, o Options) {
	t.Helper()
	onPrism(t, func(p *beam.Pipeline) { require.NoError(t, Score(p, o)) })
}

// tries is how often onPrism builds a pipeline at most.
const tries = 5

// onPrism runs a pipeline on prism, and builds and runs it anew where prism has stalled.
func onPrism(t testing.TB, build func(*beam.Pipeline)) {
	t.Helper()
	var err error
	for range tries {
		p := beam.NewPipeline()
		build(p)
		if err = ptest.Run(p); !Stalled(err) {
			break
		}
		t.Log("prism has stalled, and runs the pipeline anew")
	}
	require.NoError(t, err)
}

// inProcess is the loop that go test and evalreport score have: a case at a time.
func inProcess(t testing.TB, invoices []invoice, answered func(invoice) bool) []report.Case {
	t.Helper()
	evaluator, err := invoiceSpec.Compile()
	require.NoError(t, err)
	cases := make([]report.Case, 0, len(invoices))
	for _, in := range invoices {
		seen := report.Observation{ID: in.id, Want: []byte(in.want), Tags: map[string]string{"vendor": in.vendor()}}
		var got any = in.got
		if !answered(in) {
			got, seen.Err = document.Value{}, errors.New("there is no answer")
		}
		result, err := evaluator.Evaluate(context.Background(), got, in.want)
		require.NoError(t, err)
		seen.Result = &result
		cases = append(cases, report.NewCase(seen, report.CaseOptions{}))
	}
	return cases
}

func always(invoice) bool { return true }

// summaryOptions returns the options of the artifact's data set.
func summaryOptions(t testing.TB) summarize.Options {
	t.Helper()
	ds, err := Options{Dataset: "invoices", Spec: invoiceSpec}.dataset()
	require.NoError(t, err)
	return summarize.OptionsOf(&ds)
}

func summarizer(t testing.TB, cases []report.Case) *summarize.Summarizer {
	t.Helper()
	s := summarize.New(summaryOptions(t))
	for i := range cases {
		require.NoError(t, s.Add(&cases[i]))
	}
	return s
}

func text(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// merged reads all artifacts of a folder.
func merged(t testing.TB, dir string) *summarize.Set {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "invoices*"))
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(file string) bool { return filepath.Ext(file) == ".tmp" }) // of a build that has stalled
	var m summarize.Merge
	for _, file := range files {
		require.NoError(t, m.Read(artifact.File(file)))
	}
	require.Len(t, m.Sets(), 1)
	return m.Sets()[0]
}

// summaryOf returns the line of a slice, and the number of slices.
func summaryOf(t testing.TB, dir string, slice tagValue) (summary string, slices int) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, summariesFile))
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		slices++
		var s sliceSummary
		require.NoError(t, json.Unmarshal([]byte(line), &s))
		if s.tagValue == slice {
			summary = text(t, s.Summary)
		}
	}
	return summary, slices
}

func countsOf(t testing.TB, dir string) (c Counts) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, countsFile))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &c))
	return c
}

func TestSameBytesFromOneProcessShardsAndPrism(t *testing.T) {
	n := documents(t)
	invoices := make([]invoice, n)
	want, got := make([]string, n), make([]string, n)
	for i, k := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		invoices[i] = newInvoice(i)
		want[i], got[k] = invoices[i].wantLine(), invoices[i].gotLine() // in another order
	}

	cases := inProcess(t, invoices, always)
	single := text(t, summarizer(t, cases).Summary())

	shards := make([]*summarize.Summarizer, 7)
	for i := range shards {
		shards[i] = summarize.New(summaryOptions(t))
	}
	for i := range cases {
		require.NoError(t, shards[artifact.ShardOf(cases[i].ID, 7)-1].Add(&cases[i]))
	}
	rand.Shuffle(len(shards), func(i, j int) { shards[i], shards[j] = shards[j], shards[i] })
	for _, part := range shards[1:] {
		var sent summarize.Summarizer
		require.NoError(t, json.Unmarshal([]byte(text(t, part)), &sent))
		require.NoError(t, shards[0].Merge(&sent))
	}
	require.Equal(t, single, text(t, shards[0].Summary()), "7 shards, merged in random order")

	dir := t.TempDir()
	o := Options{
		Want: writeLines(t, dir, "want-%d.jsonl", 3, want), Got: writeLines(t, dir, "got-%d.jsonl.gz", 2, got),
		Out: filepath.Join(dir, "one"), Dataset: "invoices", Spec: invoiceSpec, Tags: []string{"vendor"},
	}
	runScore(t, o)
	summary, slices := summaryOf(t, o.Out, tagValue{})
	require.Equal(t, single, summary, "Beam on prism")
	assert.Equal(t, 11, slices, "all, and ten vendors")
	set := merged(t, o.Out)
	require.Equal(t, single, text(t, set.Summarizer.Summary()), "its artifact, read again")
	assert.Equal(t, artifact.Whole, set.State())
	assert.Equal(t, Counts{WantLines: n, GotLines: n, Scored: n}, countsOf(t, o.Out))
	data, err := os.ReadFile(filepath.Join(o.Out, "invoices.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(data), `{"type":"summary"`))

	var facts summarize.Summarizer
	data, err = os.ReadFile(filepath.Join(o.Out, factsFile))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &facts))
	require.Equal(t, single, text(t, facts.Summary()), "its facts")

	var ofVendor []report.Case
	for i := range cases {
		if cases[i].Tags["vendor"] == "v3" {
			ofVendor = append(ofVendor, cases[i])
		}
	}
	summary, _ = summaryOf(t, o.Out, tagValue{"vendor", "v3"})
	require.Equal(t, text(t, summarizer(t, ofVendor).Summary()), summary, "one vendor")

	o.Out, o.Shards, o.Compress, o.Tags = filepath.Join(dir, "three"), 3, true, nil
	runScore(t, o)
	set = merged(t, o.Out)
	assert.Equal(t, artifact.Whole, set.State())
	assert.Len(t, set.Files, 3)
	require.Equal(t, single, text(t, set.Summarizer.Summary()), "three artifacts, merged")
	require.NoError(t, os.Remove(filepath.Join(o.Out, "invoices.shard2of3.jsonl.gz")))
	assert.EqualError(t, merged(t, o.Out).Lacking(), `report: data set "invoices": 2 of 3 shards are there, missing 2`)
}

func TestNothingIsLost(t *testing.T) {
	n := documents(t)
	var invoices []invoice // whose truth can be used
	var want, got []string
	expect := Counts{}
	missing := map[string]bool{}
	for i := range n {
		in := newInvoice(i)
		expect.WantLines++
		if i%100 == 17 {
			expect.MalformedWant++
			want = append(want, in.wantLine()[:30])
		} else {
			invoices = append(invoices, in)
			expect.Scored++
			want = append(want, in.wantLine())
		}
		expect.GotLines++
		switch {
		case i%100 == 17:
			expect.MissingTruth++
			got = append(got, in.gotLine())
		case i%100 == 23:
			expect.MalformedGot++
			expect.MissingAnswer++
			missing[in.id] = true
			got = append(got, in.gotLine()[:40]+"\xff")
		case i%100 == 42:
			expect.GotLines--
			expect.MissingAnswer++
			missing[in.id] = true
		default:
			got = append(got, in.gotLine())
		}
		if i%100 == 61 { // the first line counts
			expect.WantLines += 2
			expect.DuplicateWant += 2
			want = append(want, in.wantLine(), fmt.Sprintf(`{"id":%q,"want":{}}`, in.id))
			expect.GotLines++
			expect.DuplicateGot++
			got = append(got, fmt.Sprintf(`{"id":%q,"got":{}}`, in.id))
		}
	}
	for _, line := range []string{"[1]", `{"id":"","got":{}}`, `{"id":null,"got":{}}`, `{"got":{}}`, "", "  "} {
		got = append(got, line)
		if strings.TrimSpace(line) != "" {
			expect.GotLines++
			expect.MalformedGot++
		}
	}
	dir := t.TempDir()
	o := Options{
		Want: writeLines(t, dir, "want-%d.jsonl.gz", 2, want), Got: writeLines(t, dir, "got-%d.jsonl", 3, got),
		Out: filepath.Join(dir, "out"), Dataset: "invoices", Spec: invoiceSpec,
	}
	runScore(t, o)

	require.Equal(t, expect, countsOf(t, o.Out))
	require.NoError(t, expect.Check())
	single := summarizer(t, inProcess(t, invoices, func(in invoice) bool { return !missing[in.id] }))
	summary, _ := summaryOf(t, o.Out, tagValue{})
	require.Equal(t, text(t, single.Summary()), summary)
	set := merged(t, o.Out)
	assert.Equal(t, expect.Scored, set.Summarizer.Summary().Cases().Total())
	assert.Equal(t, expect.MissingAnswer, set.Summarizer.Summary().Errors(), "a truth without answer is an error, not a gap")

	letters, err := os.ReadFile(filepath.Join(o.Out, deadLettersFile))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(letters), "\n"), "\n")
	assert.Len(t, lines, expect.Dead())
	kinds := map[string]int{}
	base64 := 0
	for _, line := range lines {
		var d struct {
			Kind, File, Text, Base64 string
			Line                     int
		}
		require.NoError(t, json.Unmarshal([]byte(line), &d))
		kinds[d.Kind]++
		assert.NotZero(t, d.Line)
		assert.NotEmpty(t, d.File)
		assert.NotEmpty(t, d.Text+d.Base64)
		if d.Base64 != "" {
			base64++
		}
	}
	assert.Equal(t, map[string]int{
		malformedWant: expect.MalformedWant, malformedGot: expect.MalformedGot, duplicateWant: expect.DuplicateWant, duplicateGot: expect.DuplicateGot,
		missingAnswer: expect.MissingAnswer, missingTruth: expect.MissingTruth,
	}, kinds)
	assert.Equal(t, expect.MissingAnswer-n/100, base64, "lines that are not UTF-8")
}
