package summarize_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// spent is a case that took something.
func spent(id string, latency time.Duration, cost map[string]float64) *report.Case {
	c := reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
	c.Duration, c.Cost = latency, cost
	return c
}

func summary(t require.TestingT, o summarize.Options, cases ...*report.Case) report.Summary {
	s := summarize.New(o)
	for _, c := range cases {
		require.NoError(t, s.Add(c))
	}
	return s.Summary()
}

func TestUsage(t *testing.T) {
	const s = time.Second
	late := spent("e", 9*s, nil)
	late.Status, late.TimedOut = report.Error, true
	failed := spent("f", 1, map[string]float64{"usd": 0.5}) // a failed call costs, too
	failed.Status, failed.Retries = report.Error, 3
	failed.Replayed = true // it asked for a recording that is not there
	replayed := spent("g", 1, map[string]float64{"calls": 1})
	replayed.Replayed = true
	cases := []*report.Case{
		spent("a", 1*s, map[string]float64{"usd": 0.1, "input_tokens": 100, "output_tokens": 10, "cached_tokens": 50}),
		spent("b", 2*s, map[string]float64{"usd": 0.2, "input_tokens": 200}),
		spent("c", 3*s, map[string]float64{"usd": 0.3, "pages": 7}), // a unit that nothing adds up
		spent("d", 4*s, nil), late, failed, replayed,
	}
	want := &usage.Spending{
		Amounts: []usage.Amount{
			{Quantity: "cost", Cases: 4, Silent: 2, Total: 1.1, Mean: 0.275, P50: 0.2, P95: 0.5},
			{Quantity: "tokens", Cases: 2, Silent: 3, Total: 310, Mean: 155, P50: 110, P95: 200},
			{Quantity: "input_tokens", Cases: 2, Total: 300, Mean: 150, P50: 100, P95: 200},
			{Quantity: "output_tokens", Cases: 1, Total: 10, Mean: 10, P50: 10, P95: 10},
			{Quantity: "cached_tokens", Cases: 1, Total: 50, Mean: 50, P50: 50, P95: 50},
			{Quantity: "calls", Cases: 1, Silent: 4, Total: 1, Mean: 1, P50: 1, P95: 1},
			{Quantity: "latency", Cases: 5, Total: 19, Mean: 3.8, P50: 3, P95: 9},
		},
		Replayed: 1, Retried: 1, Retries: 3, TimedOut: 1,
	}
	assert.Equal(t, want, summary(t, summarize.Options{}, cases...).Usage, "a, b, c, d and g were answered, e and f failed")
	assert.Equal(t, []string{"1 case timed out", "1 case took 3 retries", "1 case answered from recordings, without latency; the rest is what the recorded calls took"}, want.Notes())
}

// Who says nothing of usage has none in the summary, whatever the time that was measured,
// unless a limit asks for it.
func TestUsageIsForWhoUsesIt(t *testing.T) {
	c := spent("a", time.Second, map[string]float64{"pages": 7})
	assert.Nil(t, summary(t, summarize.Options{}, c).Usage)
	o := summarize.OptionsOf(&report.Dataset{Gate: &report.Gate{Limits: []report.Limit{{Metric: "latency p95", Is: report.AtMost, Value: 2}}}})
	assert.Equal(t, []usage.Amount{{Quantity: "latency", Cases: 1, Total: 1, Mean: 1, P50: 1, P95: 1}}, summary(t, o, c).Usage.Amounts)
	c = spent("a", 0, map[string]float64{usage.StatedLatency: 0})
	assert.Equal(t, []usage.Amount{{Quantity: "latency", Cases: 1}}, summary(t, o, c).Usage.Amounts, "it says that it took no time")
}

// Only answers are silent: not failed cases, before they could say anything or after, nor cases
// replayed without usage, nor cases not asked for.
func TestSilentCases(t *testing.T) {
	cost := map[string]float64{"usd": 0.1}
	edit := func(id string, cost map[string]float64, do func(c *report.Case)) *report.Case {
		c := spent(id, time.Second, cost)
		do(c)
		return c
	}
	failed := func(c *report.Case) { c.Status = report.Error }
	replayed := func(c *report.Case) { c.Replayed = true }
	says := spent("says", time.Second, cost)
	for _, tt := range []struct {
		name   string
		other  *report.Case
		cases  int
		silent int
	}{
		{"says it", spent("b", time.Second, cost), 2, 0},
		{"says nothing", spent("b", time.Second, nil), 1, 1},
		{"says another quantity", spent("b", time.Second, map[string]float64{"calls": 1}), 1, 1},
		{"says what nothing adds up", spent("b", time.Second, map[string]float64{"pages": 1}), 1, 1},
		{"costs nothing, and says so", spent("b", time.Second, map[string]float64{"usd": 0}), 2, 0},
		{"failed", edit("b", nil, failed), 1, 0},
		{"failed, and says it", edit("b", cost, failed), 2, 0},
		{"replayed", edit("b", nil, replayed), 1, 0},
		{"replayed, and says it", edit("b", cost, replayed), 2, 0},
		{"replayed, and says another quantity", edit("b", map[string]float64{"calls": 1}, replayed), 1, 1},
		{"taken from an earlier run", edit("b", nil, func(c *report.Case) { c.Taken = "x" }), 1, 1},
		{"skipped", edit("b", nil, func(c *report.Case) { c.Status = report.Skipped }), 1, 0},
	} {
		a, ok := summary(t, summarize.Options{}, says, tt.other).Usage.Amount(usage.Cost)
		require.True(t, ok, tt.name)
		assert.Equal(t, [2]int{tt.cases, tt.silent}, [2]int{a.Cases, a.Silent}, tt.name)
	}
}

// Over several trials a limit on the cost counts cases, not answers, as the other limits do.
func TestUsageOfTrials(t *testing.T) {
	var cases []*report.Case
	for i, silent := range []int{1, 0, 1} {
		for k := range 4 {
			c := spent(fmt.Sprint("c", k), time.Second, map[string]float64{"usd": 0.1})
			if k < silent {
				c.Cost = nil
			}
			c.Trial = i + 1
			cases = append(cases, c)
		}
	}
	s := summary(t, summarize.Options{}, cases...)
	n := s.Number("cost per case")
	assert.InDelta(t, 10./3, n.Support, 1e-9)
	assert.Equal(t, 1, n.Silent)
	result, err := report.Gate{Limits: []report.Limit{{Metric: "cost per case", Is: report.AtMost, Value: 0.05}}}.Check(s)
	require.NoError(t, err)
	assert.Contains(t, result.String(), "cost per case $0.1 (of 3 of 4 cases) is above $0.05")
}

// Shards, in any order and grouping and through their JSON form, have the numbers of one
// process, also beyond the number of values that are kept as they are.
func TestUsageOfShards(t *testing.T) {
	sizes := []int{1, 2, 3, 17, 40, 100, 4097}
	if effort.Long() {
		sizes = append(sizes, 4095, 4096, 9000)
	} else { // few are large
		sizes = append(sizes, 1, 2, 3, 5, 17, 30, 40, 60, 100, 150, 200)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom(sizes).Draw(t, "cases")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "values"), 0))
		o := summarize.Options{Resamples: -1, WorstCases: -1, Distinct: true}
		var cases []*report.Case
		var costs []float64
		for i := range n {
			costs = append(costs, math.Exp(rng.NormFloat64()*3))
			cost := map[string]float64{"usd": costs[i], "input_tokens": float64(rng.IntN(5000)), "calls": 1}
			if i%3 == 0 {
				delete(cost, "calls")
			}
			cases = append(cases, spent(fmt.Sprint(i), time.Duration(rng.Int64N(int64(time.Minute))), cost))
		}
		whole := summary(t, o, cases...).Usage
		merged := spread(t, n,
			func() *summarize.Summarizer { return summarize.New(o) },
			func(s *summarize.Summarizer, i int) { require.NoError(t, s.Add(cases[i])) },
			func(to, from *summarize.Summarizer) { require.NoError(t, to.Merge(from)) })
		require.Equal(t, whole, merged.Summary().Usage)

		if calls, ok := whole.Amount(usage.Calls); ok {
			require.Equal(t, (n+2)/3, calls.Silent)
		}
		slices.Sort(costs)
		cost, _ := whole.Amount(usage.Cost)
		slack := 1.0 / 512
		if n <= 4096 {
			slack = 0
		}
		sum := 0.0
		for _, v := range costs {
			sum += v
		}
		near := 1e-9*sum + 1e-12*float64(n) // each value counts to 12 decimals
		require.InDelta(t, sum, cost.Total, near)
		require.InDelta(t, sum/float64(n), cost.Mean, near/float64(n))
		require.InDelta(t, costs[(n+1)/2-1], cost.P50, slack*cost.P50)
		require.InDelta(t, costs[(95*n+99)/100-1], cost.P95, slack*cost.P95)
	})
}

// The usage that an extractor reports is not to be trusted.
func TestHostileUsage(t *testing.T) {
	got := summary(t, summarize.Options{}, spent("a", 0, map[string]float64{
		"usd": math.MaxFloat64, "input_tokens": -1, "output_tokens": math.NaN(), "calls": 0,
	})).Usage
	assert.Equal(t, []usage.Amount{
		{Quantity: "cost", Cases: 1, Total: 1e15, Mean: 1e15, P50: 1e15, P95: 1e15},
		{Quantity: "calls", Cases: 1},
	}, got.Amounts)
}

func TestUsageFactsAreChecked(t *testing.T) {
	s := summarize.New(summarize.Options{Resamples: -1, Distinct: true})
	require.NoError(t, s.Add(spent("a", 0, map[string]float64{"usd": 1})))
	var facts map[string]any
	require.NoError(t, json.Unmarshal(encoded(t, s), &facts))
	for _, usage := range []string{
		`{"replayed":-1}`,
		`{"answered":-1}`,
		`{"answered":1,"amounts":[{"quantity":"cost","n":2,"answered":2,"sum":"00000000000000000000000000000000","values":[0,0]}]}`,
		`{"amounts":[{"quantity":"shoes","n":1,"sum":"00000000000000000000000000000000","values":[0]}]}`,
		`{"amounts":[{"quantity":"cost","n":2,"sum":"00000000000000000000000000000000","values":[0]}]}`,
		`{"amounts":[{"quantity":"cost","n":1,"sum":"0","values":[0]}]}`,
		`{"amounts":[{"quantity":"cost","n":1,"sum":"00000000000000000000000000000000","values":[-1]}]}`,
		`{"amounts":[{"quantity":"cost","n":1,"sum":"00000000000000000000000000000000","buckets":[[0,1]]}]}`,
		`{"amounts":[{"quantity":"cost","n":9000,"sum":"00000000000000000000000000000000","buckets":[[99999999,9000]]}]}`,
	} {
		facts["usage"] = json.RawMessage(usage)
		text, err := json.Marshal(facts)
		require.NoError(t, err)
		assert.ErrorContains(t, json.Unmarshal(text, s), "report: facts", usage)
	}
}
