package summarize_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// measured returns a case with its contributions to measures.
func measured(id string, trial int, all ...report.Measured) *report.Case {
	c := reporttest.Counted(id, trial, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
	c.Measures = all
	return c
}

func rqs(v float64) report.Measured { return report.Measured{Name: "rqs", Sum: v, Weight: 1} }

var declared = []report.Measure{
	{Name: "rqs", Attainable: report.RatioOf(0.85, true)},
	{Name: "hallucination", LessIsBetter: true},
	{Name: "stability", OverTrials: true},
	{Name: "keys", Count: true},
	{Name: "never", Empty: report.RatioOf(1, true)},
	{Name: "unknown"},
}

func TestMeasures(t *testing.T) {
	keys := func(n float64) report.Measured { return report.Measured{Name: "keys", Sum: n, Weight: 1} }
	boxes := func(hits, of float64) report.Measured { return report.Measured{Name: "boxes", Sum: hits, Weight: of} }
	s := reporttest.Summarize(t, summarize.Options{Measures: declared},
		measured("a", 1, rqs(0.85), keys(3), boxes(3, 4)),
		measured("b", 1, rqs(0.4), keys(4), report.Measured{Name: "hallucination", Sum: 0.25, Weight: 1}, boxes(0, 4)),
		measured("c", 1, rqs(0), report.Measured{Name: "hallucination"}, report.Measured{Name: "never"}),
	)
	var names []string
	values := map[string]report.Number{}
	for _, m := range terminal.Measures(s) {
		names = append(names, terminal.Title(m))
		values[terminal.Title(m)] = m
	}
	// Nobody has adopted the measure over trials, and nobody has declared boxes.
	assert.Equal(t, []string{"rqs", "hallucination", "stability", "keys", "never", "unknown", "boxes"}, names)
	assert.InDelta(t, 1.25/3, values["rqs"].Value.Value, 1e-12)
	assert.Equal(t, report.RatioOf(0.85, true), values["rqs"].Attainable)
	assert.True(t, values["rqs"].Low.Defined && values["rqs"].Approximate, "an interval of three documents")
	assert.LessOrEqual(t, values["rqs"].High.Value, 0.85, "no more than is attainable")
	assert.Equal(t, report.RatioOf(0.25, true), values["hallucination"].Value, "a case of weight 0 is left out")
	assert.Equal(t, "less", values["hallucination"].Better)
	assert.Equal(t, report.Ratio{}, values["hallucination"].Low, "of one document nothing is known")
	assert.Equal(t, report.RatioOf(3.5, true), values["keys"].Value)
	assert.Equal(t, report.Ratio{}, values["keys"].Low, "of a number of things")
	assert.Equal(t, report.RatioOf(1, true), values["never"].Value, "Empty")
	assert.Equal(t, report.Ratio{}, values["unknown"].Value)
	assert.Equal(t, report.RatioOf(3.0/8, true), values["boxes"].Value)
	reporttest.Line(t, s)
}

// A correlation may be negative, and so may its value where no case has a weight.
func TestNegativeMeasures(t *testing.T) {
	least := report.Measure{Name: "least", Empty: report.RatioOf(-1, true)}
	sum := func(v float64) report.Measured { return report.Measured{Name: "correlation", Sum: v, Weight: 1} }
	s := reporttest.Summarize(t, summarize.Options{Measures: []report.Measure{{Name: "correlation"}, least}},
		measured("a", 1, sum(-0.75)), measured("b", 1, sum(0.25)), measured("a", 2, sum(-0.5)), measured("b", 2, sum(-0.5)))
	estimate := report.Estimate{Value: report.RatioOf(-0.375, true), Min: report.RatioOf(-0.5, true), Max: report.RatioOf(-0.25, true)}
	assert.Equal(t, estimate, s.Number("measure correlation").Estimate)
	assert.Equal(t, report.RatioOf(-1, true), s.Number("measure least").Value)
	reporttest.Line(t, s)
	reporttest.Line(t, &report.Dataset{Name: "invoices", Trials: 1, Policy: "wrong_both", Measures: []report.Measure{least}})
}

// TestIntervalOfHits: 40 documents with one claim each, 30 right: the values are right or
// wrong, so that the interval is Wilson's of 30 of 40, as for a field.
func TestIntervalOfHits(t *testing.T) {
	var cases []*report.Case
	for i := range 40 {
		hit := 1.0
		if i%4 == 0 {
			hit = 0
		}
		cases = append(cases, measured(fmt.Sprint(i), 1, report.Measured{Name: "boxes", Sum: hit, Weight: 1}))
	}
	got := reporttest.Summarize(t, summarize.Options{}, cases...).Number("measure boxes")
	want, _ := stats.Wilson(0.75, 40, 0.95)
	assert.InDelta(t, want.Low, got.Low.Value, 0.03)
	assert.InDelta(t, want.High, got.High.Value, 0.03)
	assert.False(t, got.Approximate)

	none := reporttest.Summarize(t, summarize.Options{Resamples: -1}, cases...).Number("measure boxes")
	assert.Equal(t, report.Ratio{}, none.Low, "intervals were not asked for")
	cases[0].Measures[0].Sum = 2
	more := reporttest.Summarize(t, summarize.Options{}, cases...).Number("measure boxes")
	assert.Equal(t, report.Ratio{}, more.Low, "more than its weight: not a ratio")
}

func TestMeasuresOfTrials(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Measures: declared[:1]},
		measured("a", 1, rqs(0.8)), measured("b", 1, rqs(0.6)),
		measured("a", 2, rqs(0.4)), measured("b", 2, rqs(0.2)))
	got := s.Number("measure rqs")
	assert.InDelta(t, 0.5, got.Value.Value, 1e-12)
	assert.InDelta(t, 0.3, got.Min.Value, 1e-12)
	assert.InDelta(t, 0.7, got.Max.Value, 1e-12)
	assert.True(t, got.Low.Defined)

	s = reporttest.Summarize(t, summarize.Options{Measures: declared[:1]}, measured("a", 1, rqs(0.8)), measured("a", 2))
	assert.Equal(t, report.Estimate{}, s.Number("measure rqs").Estimate, "undefined in a trial")
	assert.Equal(t, report.RatioOf(0.85, true), s.Number("measure rqs").Attainable)
}

func TestMeasuresOfSlices(t *testing.T) {
	a, b := measured("a", 1, rqs(0.2)), measured("b", 1, rqs(0.8))
	a.Tags = map[string]string{"vendor": "acme"}
	gate := report.Gate{Limits: []report.Limit{{Metric: "measure rqs", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.5}}}
	s := reporttest.Summarize(t, summarize.Options{Measures: declared[:1], Slices: []string{"vendor=acme"}}, a, b)
	result, err := gate.Check(s)
	require.NoError(t, err)
	require.Empty(t, result.NotEvaluable)
	assert.InDelta(t, 0.2, result.Failed()[0].Value.Value, 1e-9)

	gate.Limits[0].Metric = "measure stability"
	s.Put(report.Measure{Name: "stability", OverTrials: true}.Number())
	_, err = gate.Check(s)
	assert.EqualError(t, err, "report: gate: limit on measure stability (vendor=acme): it is only known over all cases, not by Slice")
}

// TestShardsAddMeasuresUp: measures in the records of cases are there for the whole again; measures
// over trials belong to one artifact alone.
func TestShardsAddMeasuresUp(t *testing.T) {
	shard := func(c *report.Case) artifact.Source {
		var b bytes.Buffer
		w := artifact.NewWriter(&b, c.ID)
		stability := report.Measure{Name: "stability", OverTrials: true}.Number()
		stability.Value = reporttest.Ratio(0.5)
		s := report.Summary{Dataset: "invoices", Numbers: []report.Number{declared[0].Number(), stability}}
		for _, r := range []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, report.Dataset{Name: "invoices", Measures: declared[:3]}, c, s} {
			require.NoError(t, w.Write(r))
		}
		require.NoError(t, w.End(false))
		return reporttest.Source(c.ID, b.String())
	}
	a, b := measured("a", 1, rqs(0.85)), measured("b", 1, rqs(0.4))
	var m summarize.Merge
	require.NoError(t, m.Read(shard(a)))
	got := m.Sets()[0].Summarizer.Summary()
	var names []string
	for _, m := range terminal.Measures(got) {
		names = append(names, terminal.Title(m))
	}
	assert.Equal(t, []string{"rqs", "hallucination", "stability"}, names)
	assert.Equal(t, reporttest.Ratio(0.5), got.Number("measure stability").Value)

	require.NoError(t, m.Read(shard(b)))
	got = m.Sets()[0].Summarizer.Summary()
	assert.Equal(t, reporttest.Summarize(t, summarize.Options{Dataset: "invoices", Measures: declared[:3]}, a, b).Numbers, got.Numbers)
	assert.InDelta(t, 0.625, got.Number("measure rqs").Value.Value, 1e-12)
	assert.False(t, got.Number("measure stability").Value.Defined, "of two artifacts nobody knows it over trials")
}

func TestFactsOfMeasuresThatAreNone(t *testing.T) {
	s := summarize.New(summarize.Options{Dataset: "invoices", Measures: declared[:1]})
	require.NoError(t, s.Add(measured("a", 1, report.Measured{Name: "rqs", Sum: 0.5, Weight: 1})))
	text, err := json.Marshal(s)
	require.NoError(t, err)
	var read summarize.Summarizer
	require.NoError(t, read.UnmarshalJSON(text))
	assert.Equal(t, s.Summary(), read.Summary())
	// 0.5 is 2^39 of 2^-40: 8000000000 in hex digits.
	const facts = `"measures":{"rqs":{"sum":"00000000000000008000000000","weight":"00000000000000010000000000","cases":1,"scores":true}}`
	require.Contains(t, string(text), facts)
	for _, tt := range []struct{ measures, want string }{
		{`"measures":{"":{"cases":1}}`, `report: facts of data set "invoices": trial 1: measure "": want a name, and 0 cases or more`},
		{`"measures":{"x":null}`, `report: facts of data set "invoices": trial 1: measure "x": want a name, and 0 cases or more`},
		{`"measures":{"x":{"cases":-1}}`, `report: facts of data set "invoices": trial 1: measure "x": want a name, and 0 cases or more`},
		{`"measures":{"x":{"sum":"1"}}`, `report: facts: sum "1", want 26 hex digits`},
	} {
		changed := bytes.Replace(text, []byte(facts), []byte(tt.measures), 1)
		assert.EqualError(t, new(summarize.Summarizer).UnmarshalJSON(changed), tt.want)
	}
}
