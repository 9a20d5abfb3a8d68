package internal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// spending are n cases which cost so much and take so long.
func spending(n int, usd func(i int) float64, latency func(i int) time.Duration) []report.Case {
	all := cases(n, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })
	for i := range all {
		if v := usd(i); v >= 0 {
			all[i].Cost = map[string]float64{"usd": v, "input_tokens": 1000 * v, "output_tokens": 7}
		}
		all[i].Duration = latency(i)
	}
	return all
}

func TestUsageIsPaired(t *testing.T) {
	second := func(int) time.Duration { return time.Second }
	// Cases differ much, but each costs 0.10 or 0.30 more than before: by pairs the change
	// of 0.20 ± 0.10 over 100 cases is well known. Its standard error is 0.01.
	old := spending(100, func(i int) float64 { return float64(i) }, second)
	new := spending(100, func(i int) float64 { return float64(i) + 0.1 + 0.2*float64(i%2) }, func(int) time.Duration { return 3 * time.Second / 2 })
	r := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{})
	s := r.Sets[0]
	require.Len(t, s.Usage, 3)
	cost := s.Usage[0]
	assert.Equal(t, string(usage.Cost), cost.Name)
	assert.Equal(t, 100, cost.Cases)
	assert.InDelta(t, 49.5, cost.Old().Value, 1e-9)
	assert.InDelta(t, 49.7, cost.New().Value, 1e-9)
	assert.InDelta(t, 0.2, cost.Delta.Value, 1e-9)
	assert.InDelta(t, 0.2-1.96*0.01, cost.Low.Value, 0.004)
	assert.InDelta(t, 0.2+1.96*0.01, cost.High.Value, 0.004)
	assert.Equal(t, string(usage.Tokens), s.Usage[1].Name)
	assert.InDelta(t, 49507, s.Usage[1].Old().Value, 1e-9)
	assert.InDelta(t, 200, s.Usage[1].Delta.Value, 1e-9)
	assert.Equal(t, spent(usage.Latency, 1, 1.5, diff.Change{Cases: 100, Delta: ratio(0.5), Low: ratio(0.5), High: ratio(0.5)}), s.Usage[2], "all cases agree")
	assert.Equal(t, []string{"1s", "1.5s", "+500ms", "+500ms to +500ms", "100"}, s.Usage[2].Texts())
	assert.Empty(t, s.Verdict, "no verdict is made of it")
}

// Cases of which a run does not say it are not pairs, trials are averaged, and the time of
// recordings is compared with nothing.
func TestUsageOfWhatBothRunsSay(t *testing.T) {
	second := func(int) time.Duration { return time.Second }
	say := func(every int) func(int) float64 {
		return func(i int) float64 {
			if i%every > 0 {
				return -1
			}
			return 1
		}
	}
	old, new := spending(12, say(2), second), spending(12, say(3), second)
	for i := range 12 { // a second trial, which costs 3
		again := old[i]
		again.Trial, again.Cost = 2, map[string]float64{"usd": 3}
		old = append(old, again)
	}
	for i := range old {
		old[i].Replayed = true
	}
	for i := range new {
		new[i].Replayed = true
	}
	s := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Usage, 2)
	assert.Equal(t, 4, s.Usage[0].Cases, "12/3, of which the old run says all by its second trial")
	assert.InDelta(t, 2.5, s.Usage[0].Old().Value, 1e-9, "cases 0 and 6 cost 1 and 3, cases 3 and 9 only say 3")
	assert.InDelta(t, -1.5, s.Usage[0].Delta.Value, 1e-9)
	assert.Equal(t, 2, s.Usage[1].Cases)
	assert.Equal(t, "latency is not compared: answers of both runs are from recordings", s.LatencyNote)

	// The usage of a recording is not compared with the usage of a model.
	for i := range old {
		old[i].Replayed = false
	}
	d := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{})
	assert.Empty(t, d.Sets[0].Usage)
	assert.Equal(t, "what cases took is not compared: answers of the new run are from recordings", d.Sets[0].LatencyNote)
	var text strings.Builder
	require.NoError(t, diff.WriteText(&text, d, view.Screen{}))
	assert.Contains(t, text.String(), "\nwhat cases took is not compared: answers of the new run are from recordings\n")
	new[0].Replayed = false
	s = compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	assert.Equal(t, 1, s.Usage[0].Cases)
	assert.Equal(t, "left out: what is from a recording in one run alone", s.LatencyNote)
}

// The time of an extractor is its own, whoever has judged its answers.
func TestUsageOfRecordedJudges(t *testing.T) {
	one := func(int) float64 { return 1 }
	second := func(int) time.Duration { return time.Second }
	old, new := spending(3, one, second), spending(3, one, second)
	for i := range new {
		new[i].Cost["replayed_calls"] = 0.5
	}
	s := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Usage, 1)
	assert.Equal(t, string(usage.Latency), s.Usage[0].Name)
	assert.Equal(t, "left out: what is from a recording in one run alone", s.LatencyNote)
	s = compareRuns(t, artifactOf(t, invoiceSet, new...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	assert.Len(t, s.Usage, 3)

	for i := range new { // no answer is from a recording, and none says how long it took
		old[i].Duration, new[i].Duration = 0, 0
	}
	s = compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	assert.Empty(t, s.Usage)
	assert.Equal(t, "what cases took is not compared: in one run alone it is from recordings", s.LatencyNote)
}

// Where no case states its usage there is nothing to show, though every case has a time.
func TestUsageIsForWhoUsesIt(t *testing.T) {
	none := func(int) float64 { return -1 }
	all := func(int) time.Duration { return time.Second }
	s := compareRuns(t, artifactOf(t, invoiceSet, spending(5, none, all)...), artifactOf(t, invoiceSet, spending(5, none, all)...), diff.Options{}).Sets[0]
	assert.Empty(t, s.Usage)

	timed := invoiceSet
	timed.Runner = &report.Runner{Timeout: time.Minute}
	s = compareRuns(t, artifactOf(t, timed, spending(5, none, all)...), artifactOf(t, timed, spending(5, none, all)...), diff.Options{}).Sets[0]
	require.Len(t, s.Usage, 1)
	assert.Equal(t, string(usage.Latency), s.Usage[0].Name)
}

// spent is the row of a quantity.
func spent(q usage.Quantity, old, new float64, c diff.Change) diff.Row {
	return diff.Row{Row: runs.Row{Name: string(q), Kind: report.KindUsage, Count: true, Less: true, Values: runs.Values(report.RatioOf(old, true), report.RatioOf(new, true))}, Change: c}
}

func Example_diffRowTexts() {
	r := spent(usage.Cost, 0.0021, 0.0019, diff.Change{Cases: 200, Delta: report.RatioOf(-0.0002, true), Low: report.RatioOf(-0.0003, true), High: report.RatioOf(-0.0001, true)})
	fmt.Println(r.Texts())
	// Output: [$0.0021 $0.0019 -$0.0002 -$0.0003 to -$0.0001 200]
}

// A reused answer has the latency that the earlier run measured; its cost is known.
func TestTakenLatencyIsNotCompared(t *testing.T) {
	second := func(int) time.Duration { return time.Second }
	one := func(int) float64 { return 1 }
	old, new := spending(12, one, second), spending(12, one, second)
	for i := range 4 {
		new[i].Taken, new[i].Duration = "old.jsonl", time.Hour
	}
	s := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Usage, 3)
	assert.Equal(t, 12, s.Usage[0].Cases)
	assert.Equal(t, spent(usage.Latency, 1, 1, diff.Change{Cases: 8, Delta: ratio(0), Low: ratio(0), High: ratio(0)}), s.Usage[2])
	assert.Empty(t, s.LatencyNote)
	for i := range new {
		new[i].Taken = "old.jsonl"
	}
	s = compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Usage, 2)
	assert.Equal(t, "latency is not compared: answers of the new run are taken from an earlier run", s.LatencyNote)
}
