package summarize_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// spread calls add for each of n documents on one of some parts, in random order,
// sends all parts through their JSON form, and merges them in random grouping.
func spread[F any](t *rapid.T, n int, empty func() F, add func(F, int), merge func(to, from F)) F {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	parts := make([]F, rapid.IntRange(1, 7).Draw(t, "parts"))
	for i := range parts {
		parts[i] = empty()
	}
	for _, i := range rng.Perm(n) {
		add(parts[rng.IntN(len(parts))], i)
	}
	for len(parts) > 1 {
		last := len(parts) - 1
		i := rng.IntN(last)
		sent := empty()
		require.NoError(t, json.Unmarshal(encoded(t, parts[last]), sent))
		merge(parts[i], sent)
		parts = parts[:last]
	}
	return parts[0]
}

func encoded(t require.TestingT, facts any) []byte {
	text, err := json.Marshal(facts)
	require.NoError(t, err)
	return text
}

func TestEncodedSummariesMergeToTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := summarize.Options{
			Dataset: "invoices", WorstCases: rapid.SampledFrom([]int{-1, 1, 3}).Draw(t, "worst"),
			Resamples: rapid.SampledFrom([]int{-1, 20}).Draw(t, "resamples"), Distinct: rapid.Bool().Draw(t, "distinct"),
			SkipUndefined: rapid.Bool().Draw(t, "skip"), Attributes: []string{"date"},
		}
		cases := randomCases(t)
		whole := summarize.New(o)
		for _, c := range cases {
			require.NoError(t, whole.Add(c))
		}
		merged := spread(t, len(cases),
			func() *summarize.Summarizer { return summarize.New(o) },
			func(s *summarize.Summarizer, i int) { require.NoError(t, s.Add(cases[i])) },
			func(to, from *summarize.Summarizer) { require.NoError(t, to.Merge(from)) })
		require.Equal(t, string(encoded(t, whole)), string(encoded(t, merged)))

		var back summarize.Summarizer
		require.NoError(t, json.Unmarshal(encoded(t, merged), &back))
		require.Equal(t, whole.Summary(), back.Summary(), "intervals included")
		require.Equal(t, string(encoded(t, whole)), string(encoded(t, &back)))
		if !o.Distinct && len(cases) > 0 {
			require.Error(t, back.Add(cases[0]), "what was seen comes back, too")
		}
	})
}

func TestDistinctSummarizerKeepsNothingOfACase(t *testing.T) {
	size := func(distinct bool, n int) int {
		s := summarize.New(summarize.Options{Resamples: -1, WorstCases: -1, Distinct: distinct})
		for i := range n {
			require.NoError(t, s.Add(reporttest.Counted(fmt.Sprintf("case-%06d", i), 1, 0.5, reporttest.Row("total", metrics.Counts{Match: 1}))))
		}
		return len(encoded(t, s))
	}
	most := 2 * traits.Most // more units than are kept of them
	assert.InDelta(t, size(true, most), size(true, 10_000), 1000, "digits of counts")
	assert.InDelta(t, 8*10_000*4/3, size(false, 10_000)-size(true, 10_000), 1000, "8 bytes for each case, as base64")

	one, two := summarize.New(summarize.Options{Dataset: "d", Distinct: true}), summarize.New(summarize.Options{Dataset: "d"})
	assert.EqualError(t, one.Merge(two), `report: data set "d": summaries of different conventions cannot be merged`)
}

func TestFactsThatAreNone(t *testing.T) {
	const head = `{"schema":"extracteval/facts/v2"`
	const opened = head + `,"options":{"dataset":"d","level":0.9,"resamples":-1}`
	const sliced = head + `,"options":{"dataset":"d","level":0.9,"resamples":-1,"slices":["v=a"]},"slices":`
	const facts = head + `,"options":{"dataset":"d","level":0.9,"resamples":-1},"trials":[{"trial":1,"data":"0",
		"score":{"n":0,"sum":"00000000000000000000000000000000"},"null_score":{"n":0,"sum":"00000000000000000000000000000000"},"counts":`
	whole := summarize.New(summarize.Options{Dataset: "d", Resamples: 2})
	require.NoError(t, whole.Add(reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))))
	for _, tt := range []struct {
		name string
		into json.Unmarshaler
		text string
		want string
	}{
		{"another version", new(summarize.Summarizer), `{"schema":"extracteval/facts/v1"}`, `report: facts of schema "extracteval/facts/v1" cannot be read, want "extracteval/facts/v2"`},
		{"negative count", new(summarize.Summarizer), facts + `[{"attribute":"a","counts":{"wrong":-1}}]}]}`, `report: facts of data set "d": trial 1: wrong of "a" is -1`},
		{"row without attribute", new(summarize.Summarizer), facts + `[{"counts":{}}]}]}`, `report: facts of data set "d": trial 1: counts without attribute`},
		{"no JSON", new(summarize.Summarizer), `{`, `report: facts: unexpected end of JSON input`},
		{"no level", new(summarize.Summarizer), head + `}`, `report: facts of data set "": level 0, 0 resamples, 0 worst cases`},
		{"sums are missing", new(summarize.Summarizer), head + `,"options":{"dataset":"d","level":0.9,"resamples":5}}`, `report: facts of data set "d": sums and number of resamples do not agree`},
		{"counts of no attribute", new(summarize.Summarizer), facts + `[{"attribute":"a","counts":{}}]}]}`, `report: facts of data set "d": trial 1: counts of "a", which is not among the attributes`},
		{"half a hash", new(summarize.Summarizer), opened + `,"seen":"AAAA"}`, `report: facts of data set "d": 3 bytes of hashes of cases`},
		{"hashes of distinct cases", new(summarize.Summarizer), strings.Replace(opened, `"level"`, `"distinct":true,"level"`, 1) + `,"seen":"AAAAAAAAAAA="}`, `report: facts of data set "d": 8 bytes of hashes of cases`},
		{"a level of 1", new(summarize.Summarizer), strings.Replace(opened, "0.9", "1", 1) + `}`, `report: facts of data set "d": level 1, -1 resamples, 0 worst cases`},
		{"a level above 1", new(summarize.Summarizer), strings.Replace(opened, "0.9", "1.5", 1) + `}`, `report: facts of data set "d": level 1.5, -1 resamples, 0 worst cases`},
		{"a level of 0", new(summarize.Summarizer), strings.Replace(opened, "0.9", "0", 1) + `}`, `report: facts of data set "d": level 0, -1 resamples, 0 worst cases`},
		{"no resamples", new(summarize.Summarizer), strings.Replace(opened, "-1", "0", 1) + `}`, `report: facts of data set "d": level 0.9, 0 resamples, 0 worst cases`},
		{"attribute without name", new(summarize.Summarizer), opened + `,"attributes":{"":{}}}`, `report: facts of data set "d": attribute "" in row 0`},
		{"attribute in no row", new(summarize.Summarizer), opened + `,"attributes":{"a":{"first_row":-1}}}`, `report: facts of data set "d": attribute "a" in row -1`},
		{"warning of no case", new(summarize.Summarizer), opened + `,"warnings":[{"text":"w"}]}`, `report: facts of data set "d": warning "w": 0 cases, 0 beyond`},
		{"fewer warnings than none", new(summarize.Summarizer), opened + `,"warnings":[{"text":"w","cases":1}],"more_warnings":-1}`, `report: facts of data set "d": warning "w": 1 cases, -1 beyond`},
		{"error of no case", new(summarize.Summarizer), opened + `,"errors":[{"text":"e"}]}`, `report: facts of data set "d": error "e": 0 cases`},
		{"tag of no case", new(summarize.Summarizer), opened + `,"tags":[{"text":"t"}]}`, `report: facts of data set "d": tag "t": 0 cases`},
		{"a worst case too many", new(summarize.Summarizer), opened + `,"worst_cases":[{"id":"a"}]}`, `report: facts of data set "d": 1 worst cases, want at most 0`},
		{"slices of no options", new(summarize.Summarizer), opened + `,"slices":[null]}`, `report: facts of data set "d": 1 slices, want 0`},
		{"a slice that is missing", new(summarize.Summarizer), sliced + `[null]}`, `report: facts of data set "d": slice "v=a" is missing or another one`},
		{"another slice", new(summarize.Summarizer), sliced + `[{"options":{"dataset":"v=b","distinct":true}}]}`, `report: facts of data set "d": slice "v=a" is missing or another one`},
		{"a slice with slices", new(summarize.Summarizer), sliced + `[{"options":{"dataset":"v=a","distinct":true,"slices":["v=a"]}}]}`, `report: facts of data set "d": slice "v=a" is missing or another one`},
		{"a slice with hashes", new(summarize.Summarizer), sliced + `[{"options":{"dataset":"v=a"}}]}`, `report: facts of data set "d": slice "v=a" is missing or another one`},
		{"a slice that is none", new(summarize.Summarizer), sliced + `[{"options":{"dataset":"v=a","distinct":true}}]}`, `report: facts of data set "d": slice "v=a": level 0, 0 resamples, 0 worst cases`},
		{"trial 0", new(summarize.Summarizer), strings.Replace(facts, `"trial":1`, `"trial":0`, 1) + `[]}]}`, `report: facts of data set "d": trial 0: trial numbers must be 1 or more, each once`},
		{"an attribute twice", new(summarize.Summarizer), strings.Replace(facts, `"trials"`, `"attributes":{"a":{}},"trials"`, 1) + `[{"attribute":"a","counts":{}},{"attribute":"a","counts":{}}]}]}`, `report: facts of data set "d": trial 1: an attribute has counts twice`},
		{"errors below 0", new(summarize.Summarizer), strings.Replace(facts, `"trials"`, `"attributes":{"a":{}},"trials"`, 1) + `[{"attribute":"a","counts":{"errored":-1}}]}]}`, `report: facts of data set "d": trial 1: errored of "a" is -1`},
		{"sum above 1", new(summarize.Summarizer), head + `,"options":{"dataset":"d","level":0.9,"resamples":-1},"trials":[{"trial":1,"data":"0",
			"score":{"n":1,"sum":"00000000000000000020000000000001"},"null_score":{"n":0,"sum":"00000000000000000000000000000000"}}]}`,
			`report: facts of data set "d": trial 1: sum 00000000000000000020000000000001 of 1 scores is above 1 for each`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.EqualError(t, tt.into.UnmarshalJSON([]byte(tt.text)), tt.want)
		})
	}
	before := encoded(t, whole)
	assert.Error(t, whole.UnmarshalJSON([]byte(head+`}`)))
	assert.Equal(t, string(before), string(encoded(t, whole)), "it is as it was")
}
