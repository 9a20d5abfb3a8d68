package evaltest

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

func TestAddUsage(t *testing.T) {
	AddUsage(t.Context(), Usage{Calls: 1}) // nobody measures: nothing happens

	for _, tt := range []struct {
		name string
		use  func(context.Context)
		want map[string]float64
	}{
		{"nothing", func(context.Context) {}, nil},
		{"zero", func(ctx context.Context) { AddUsage(ctx, Usage{}) }, nil},
		{"free", func(ctx context.Context) { AddUsage(ctx, Usage{Free: true}) },
			map[string]float64{"usd": 0, "input_tokens": 0, "output_tokens": 0, "cached_tokens": 0, "calls": 0}},
		{"all", func(ctx context.Context) {
			AddUsage(ctx, Usage{InputTokens: 1830, OutputTokens: 200, CachedTokens: 1000, Calls: 1, Cost: 0.0021})
		}, map[string]float64{"usd": 0.0021, "input_tokens": 1830, "output_tokens": 200, "cached_tokens": 1000, "calls": 1}},
		{"what makes no sense", func(ctx context.Context) {
			AddUsage(ctx, Usage{InputTokens: -1, OutputTokens: 3, Cost: math.NaN()})
			AddUsage(ctx, Usage{Cost: math.Inf(1)})
			AddUsage(ctx, Usage{Cost: -1})
		}, map[string]float64{"output_tokens": 3}},
		{"too much", func(ctx context.Context) {
			AddUsage(ctx, Usage{Cost: math.MaxFloat64})
			AddUsage(ctx, Usage{Cost: math.MaxFloat64})
		}, map[string]float64{"usd": math.MaxFloat64}},
		{"of many goroutines, which end in any order", func(ctx context.Context) {
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() { AddUsage(ctx, Usage{Calls: 1, Cost: 0.1}) })
			}
			all.Wait()
		}, map[string]float64{"calls": 100, "usd": 10}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			ok, printed := inner(t, "TestX", Suite[string, string]{
				Cases: rightCases(1),
				Extract: func(ctx context.Context, answer string) (string, error) {
					tt.use(ctx)
					return answer, nil
				},
			}.Run)
			require.True(t, ok, printed)
			assert.Equal(t, tt.want, caseRecords(t, dir)[0].Cost)
		})
	}
}

// The usage of a failed call counts, too.
func TestUsageOfRetries(t *testing.T) {
	dir := withMain(t)
	calls := 0
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(1), Retries: 2,
		Extract: func(ctx context.Context, answer string) (string, error) {
			AddUsage(ctx, Usage{Calls: 1, Cost: 0.01})
			if calls++; calls == 1 {
				return "", Temporary(errors.New("busy"))
			}
			return answer, nil
		},
	}.Run)
	require.True(t, ok, printed)
	assert.Equal(t, map[string]float64{"calls": 2, "usd": 0.02}, caseRecords(t, dir)[0].Cost)
	assert.Contains(t, printed, "\n    usage    cases")
	assert.Contains(t, printed, "\n    1 case took 1 retry\n")
}

func TestUsageIsGated(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit Limit
		cost  float64
		want  string // of the gate; "" for a pass
	}{
		{"within", Limit{Metric: "cost per case", Is: "at_most", Value: 0.002}, 0.002, ""},
		{"above", Limit{Metric: "cost per case", Is: "at_most", Value: 0.002}, 0.0021, "cost per case $0.0021 is above $0.002"},
		{"a slice", Limit{Metric: "cost per case", Slice: "vendor=acme", Is: "at_most", Value: 0.002}, 0.0021, "cost per case where vendor=acme $0.0021 (of 1 of 2 cases) is above $0.002"},
		{"nothing was said", Limit{Metric: "tokens per case", Is: "at_most", Value: 1000}, 0.0021, "tokens per case is undefined (no case says what it used; extractors do by evaltest.AddUsage, lines of answers by usage), want at most 1000"},
		{"latency", Limit{Metric: "latency p95", Is: "at_most", Value: 600}, 0.0021, ""},
		{"no latency is that short", Limit{Metric: "latency p95", Is: "at_most", Value: 1e-12}, 0.0021, " is above "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			all := rightCases(2)
			all[0].Tags = map[string]string{"vendor": "acme"}
			ok, printed := inner(t, "TestX", Suite[string, string]{
				Cases: all, Gate: Gate{Limits: []Limit{tt.limit}},
				Extract: func(ctx context.Context, answer string) (string, error) {
					AddUsage(ctx, Usage{Cost: tt.cost})
					return answer, nil
				},
			}.Run)
			assert.Equal(t, tt.want == "", ok, printed)
			assert.Contains(t, printed, tt.want)
		})
	}
}

// The time of a recorded answer is not the time of a model: the record is marked, and the
// time enters neither latency nor a limit.
func TestReplayedLatencyIsNotJudged(t *testing.T) {
	dir := withMain(t)
	recordings := replay.Recordings{Dir: t.TempDir()}
	_, err := recordings.Keep("q", `{"a":1}`)
	require.NoError(t, err)
	ask, err := replay.New[string](replay.Replay, recordings, nil)
	require.NoError(t, err)
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(2), Gate: Gate{Limits: []Limit{{Metric: "latency p95", Is: "at_most", Value: 600}}},
		Extract: func(ctx context.Context, answer string) (string, error) { return ask(ctx, "q") },
	}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "gate not evaluable: latency p95 cannot be judged: the answers are from recordings")
	assert.Contains(t, printed, "\n    2 cases answered from recordings, without latency\n")
	records, _ := readArtifact(t, dir)
	for _, r := range records {
		switch r := r.(type) {
		case *report.Case:
			assert.True(t, r.Replayed)
			assert.Positive(t, r.Duration)
		case *report.Summary:
			assert.Equal(t, &usage.Spending{Replayed: 2}, r.Usage)
		}
	}
}

// A recording keeps the usage of the real call, and its replay reports that usage, marked.
func TestUsageOfRecordings(t *testing.T) {
	recordings := replay.Recordings{Dir: t.TempDir()}
	model := func(ctx context.Context, question string) (string, error) {
		AddUsage(ctx, Usage{InputTokens: 1830, OutputTokens: 200, Calls: 1})
		AddUsage(ctx, Usage{Cost: 0.0021})
		if question == "fails" {
			return "", errors.New("overloaded")
		}
		return `{"a":1}`, nil
	}
	paid := map[string]float64{"usd": 0.0021, "input_tokens": 1830, "output_tokens": 200, "calls": 1}
	for _, mode := range []replay.Mode{replay.Record, replay.Replay} {
		dir := withMain(t)
		ask, err := replay.New(mode, recordings, model)
		require.NoError(t, err)
		_, printed := inner(t, "TestX", Suite[string, string]{
			Cases:   rightCases(2),
			Extract: func(ctx context.Context, answer string) (string, error) { return ask(ctx, "q") },
		}.Run)
		for _, c := range caseRecords(t, dir) {
			assert.Equal(t, paid, c.Cost)
			assert.Equal(t, mode == replay.Replay, c.Replayed)
		}
		note := "2 cases answered from recordings, without latency; the rest is what the recorded calls took"
		assert.Equal(t, mode == replay.Replay, strings.Contains(printed, note), printed)
		assert.Contains(t, printed, "$0.0021")
	}
	files, err := os.ReadDir(recordings.Dir)
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(filepath.Join(recordings.Dir, files[0].Name()))
	require.NoError(t, err)
	assert.Equal(t, "\"q\"\n--- usage ---\n{\"calls\":1,\"input_tokens\":1830,\"output_tokens\":200,\"usd\":0.0021}\n--- response ---\n{\"a\":1}", string(text))

	// A call that failed is paid for and not recorded; without a suite nobody counts.
	ask, err := replay.New(replay.Record, recordings, model)
	require.NoError(t, err)
	_, err = ask(t.Context(), "fails")
	require.Error(t, err)
	files, err = os.ReadDir(recordings.Dir)
	require.NoError(t, err)
	assert.Len(t, files, 1)
}
