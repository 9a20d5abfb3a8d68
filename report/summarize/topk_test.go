package summarize_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// scored returns what makes records of answers whose field type has scores at type_scores, and the options of their summary.
func scored(t *testing.T, classes ...string) (record func(id string, trial int, got, want string) *report.Case, o summarize.Options) {
	var ds report.Dataset
	e, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "type", Match: compare.Class{Classes: classes, Scores: "type_scores"}}}})
	require.NoError(t, err)
	return func(id string, trial int, got, want string) *report.Case {
		r, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		c := report.NewCase(report.Observation{ID: id, Trial: trial, Result: &r, Want: []byte(want), Input: []byte(id)}, report.CaseOptions{Classes: ds.Classes})
		reporttest.Line(t, c)
		return &c
	}, summarize.OptionsOf(&ds)
}

// The numbers are those of scikit-learn, by testdata/topk.py. As it takes equal scores in the order of the classes, the truth is
// the first of them there.
func TestTopKAgreesWithScikitLearn(t *testing.T) {
	var known struct {
		Sets []struct {
			Name    string
			Classes []string
			Truths  []int
			Scores  [][]float64
			AsItIs  map[int]float64 `json:"as_it_is"`
			Behind  map[int]float64 `json:"truth_behind_equal_scores"`
		}
	}
	text, err := os.ReadFile("testdata/topk.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &known))
	require.Len(t, known.Sets, 3)
	for _, set := range known.Sets {
		t.Run(set.Name, func(t *testing.T) {
			record, o := scored(t, set.Classes...)
			s := summarize.New(o)
			for i, truth := range set.Truths {
				byClass, list := map[string]float64{}, []map[string]any{}
				for c, score := range set.Scores[i] {
					byClass[strings.ToUpper(set.Classes[c])] = score
					list = append(list, map[string]any{[]string{"class", "label"}[i%2]: set.Classes[c], "score": score})
				}
				answer := map[string]any{"type": set.Classes[0], "type_scores": []any{byClass, list}[i/2%2]}
				got, err := json.Marshal(answer)
				require.NoError(t, err)
				require.NoError(t, s.Add(record(fmt.Sprint(i), 1, string(got), fmt.Sprintf(`{"type":%q}`, set.Classes[truth]))))
			}
			sum := s.Summary()
			reporttest.Line(t, sum)
			require.Len(t, topOf(sum), len(set.Behind))
			for k, n := range topOf(sum) {
				require.Contains(t, set.Behind, k)
				assert.InDelta(t, set.Behind[k], n.Value.Value, 1e-12, k)
				if set.Name != "equal scores" {
					assert.InDelta(t, set.AsItIs[k], n.Value.Value, 1e-12, k)
				}
				assert.LessOrEqual(t, n.Low.Value, n.Value.Value)
				assert.GreaterOrEqual(t, n.High.Value, n.Value.Value)
				assert.Equal(t, len(set.Truths) > 3, n.Low.Defined && n.Low.Value < n.High.Value, k)
			}
			assert.Empty(t, sum.Warnings)
		})
	}
}

// topOf returns the top-k accuracies of the field "type" by k.
func topOf(s report.Summary) map[int]report.Number {
	all := map[int]report.Number{}
	for k := range 10 {
		if n := s.Number(report.TopMetric(k, "type")); n.Name != "" {
			all[k] = n
		}
	}
	return all
}

// The interval is that of a share of documents: the recall of one class, where all truths are of it, is such a share, too.
func TestTopKHasTheIntervalOfAShare(t *testing.T) {
	record, o := scored(t, "a", "b", "c")
	s := summarize.New(o)
	for i := range 60 {
		first := []string{"a", "b"}[i%5/4] // four of five are right
		require.NoError(t, s.Add(record(fmt.Sprint(i), 1, fmt.Sprintf(`{"type":%q,"type_scores":{%[1]q:2,"a":1}}`, first), `{"type":"a"}`)))
	}
	sum := s.Summary()
	top := topOf(sum)
	assert.Equal(t, report.RatioOf(0.8, true), top[1].Value)
	assert.Equal(t, sum.Number("recall of type=a").Estimate, top[1].Estimate)
	assert.Equal(t, report.RatioOf(1, true), top[2].Value)
	assert.Len(t, top, 2, "k is below the number of classes")
}

// Trials are never pooled, and shards give the numbers of the whole, also through facts.
func TestTopKOfTrialsAndShards(t *testing.T) {
	record, o := scored(t, "a", "b", "c", "d", "e", "f", "g")
	answers := []string{ // the rank of a: 1, 2, 4, 6, none
		`{"type":"a","type_scores":{"a":9,"b":1}}`, `{"type":"b","type_scores":{"a":2,"b":3}}`, `{"type":"b","type_scores":{"a":2,"b":3,"c":3,"d":2}}`,
		`{"type":"b","type_scores":{"a":1,"b":9,"c":8,"d":7,"e":6,"f":5}}`, `{"type":"b"}`,
	}
	whole, parts := summarize.New(o), []*summarize.Summarizer{summarize.New(o), summarize.New(o)}
	for i, answer := range answers {
		for trial := range 2 {
			c := record(fmt.Sprint(i), trial+1, answers[max(0, i-trial)], `{"type":"a"}`)
			require.NoError(t, whole.Add(c), answer)
			require.NoError(t, parts[i%2].Add(c))
		}
	}
	facts, err := json.Marshal(parts[1])
	require.NoError(t, err)
	merged := summarize.New(o)
	require.NoError(t, json.Unmarshal(facts, merged))
	require.NoError(t, merged.Merge(parts[0]))
	sum := whole.Summary()
	assert.Equal(t, reporttest.Line(t, sum), reporttest.Line(t, merged.Summary()))
	shares := map[int][]float64{}
	for k, n := range topOf(sum) {
		shares[k] = []float64{n.Value.Value, n.Min.Value, n.Max.Value}
	}
	// Ranks in the first trial: 1, 2, 4, 6, none; in the second: 1, 1, 2, 4, 6.
	for k, want := range map[int][]float64{1: {0.3, 0.2, 0.4}, 2: {0.5, 0.4, 0.6}, 3: {0.5, 0.4, 0.6}, 5: {0.7, 0.6, 0.8}} {
		assert.InDeltaSlice(t, want, shares[k], 1e-12, k)
	}

	for _, bad := range []string{`"top":[[1,0],[1,0],[1,0]]`, `"top":[[1,0],[1,0],[1,0],[1,-1]]`, `"to":[]`} {
		text := strings.Replace(string(facts), `"top":[`, bad+`,"was":[`, 1)
		assert.ErrorContains(t, json.Unmarshal([]byte(text), summarize.New(o)), `classes of "type": top`, bad)
	}
	other := o
	other.Classes = []report.ClassList{{Attribute: "type", Names: o.Classes[0].Names, Declared: true}}
	assert.ErrorContains(t, summarize.New(o).Merge(summarize.New(other)), "different conventions")
}

// Without a truth of a class the accuracy is undefined. It is so, too, where this holds of one trial, as every mean over trials.
func TestTopKWithoutTruths(t *testing.T) {
	record, o := scored(t, "a", "b", "c")
	s := summarize.New(o)
	require.NoError(t, s.Add(record("1", 1, `{"type":"a","type_scores":{"a":1}}`, `{"type":null}`)))
	require.NoError(t, s.Add(reporttest.Counted("1", 2, 1)))
	for _, n := range topOf(s.Summary()) {
		assert.Zero(t, n.Estimate)
	}
	for i := range 30 {
		require.NoError(t, s.Add(record(fmt.Sprint("more", i), 1, `{"type":"a","type_scores":{"a":1}}`, `{"type":"a"}`)))
	}
	sum := s.Summary()
	assert.False(t, topOf(sum)[1].Value.Defined)
	assert.Equal(t, sum.Number("recall of type=a").Estimate, topOf(sum)[1].Estimate)
}
