package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/judge"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// alike are the verdicts of the model of these tests, by got.
var alike = map[string]float64{"a decade": 0.9, "a car": 0.95, "a boat": 0.2}

// answering is a chat model that judges one pair, and several in one call.
func answering(t *testing.T) *endpoint {
	var e *endpoint
	e = serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		e.mu.Lock()
		messages := e.last["messages"].([]any)
		e.mu.Unlock()
		question := messages[1].(map[string]any)["content"].(string)
		type pair struct{ Got, Want string }
		var several []pair
		if json.Unmarshal([]byte(question), &several) == nil {
			var verdicts []string
			for _, p := range several {
				verdicts = append(verdicts, fmt.Sprintf(`{"similarity":%v,"reason":"r"}`, alike[p.Got]))
			}
			io.WriteString(w, withUsage(chatAnswer(`{"verdicts":[`+strings.Join(verdicts, ",")+`]}`)))
			return
		}
		var one pair
		assert.NoError(t, json.Unmarshal([]byte(question), &one))
		io.WriteString(w, withUsage(chatAnswer(fmt.Sprintf(`{"similarity":%v,"reason":"r"}`, alike[one.Got]))))
	})
	return e
}

func withUsage(response string) string {
	return strings.TrimSuffix(response, "}") + `,"usage":{"prompt_tokens":1000,"completion_tokens":200,"prompt_tokens_details":{"cached_tokens":400}}}`
}

func spec(j *judge.Judge) eval.Spec {
	meaning := compare.Semantic{Name: j.Name(), Similarity: j.Similarity, Ahead: j.Ahead}
	return eval.Spec{Fields: []eval.Field{{Path: "a", Match: meaning}, {Path: "b", Match: meaning}, {Path: "c", Match: meaning}}}
}

const three, truth = `{"a":"a decade","b":"a car","c":"a boat"}`, `{"a":"ten years","b":"an automobile","c":"a house"}`

// One call is about all fields of a case. Its verdicts are recorded by content, and replayed
// whatever stands beside them.
func TestOneCallForACase(t *testing.T) {
	e := answering(t)
	c := e.config(judge.Chat)
	c.Mode, c.Dir = replay.Record, t.TempDir()
	j, err := judge.New(c)
	require.NoError(t, err)
	evaluator, err := spec(j).Compile()
	require.NoError(t, err)
	first, err := evaluator.Evaluate(t.Context(), three, truth)
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, first.Hits)
	assert.EqualValues(t, 1, e.requests.Load())
	_, err = evaluator.Evaluate(t.Context(), three, truth)
	require.NoError(t, err)
	assert.EqualValues(t, 1, e.requests.Load(), "what is known is not asked about")
	files, err := os.ReadDir(c.Dir)
	require.NoError(t, err)
	assert.Len(t, files, 3)

	c.Mode = replay.Replay
	if j, err = judge.New(c); err != nil {
		t.Fatal(err)
	}
	evaluator, err = spec(j).Compile()
	require.NoError(t, err)
	again, err := evaluator.Evaluate(t.Context(), three, truth)
	require.NoError(t, err)
	assert.Equal(t, first.Fields, again.Fields)
	similarity, err := j.Similarity(t.Context(), "a car", "an automobile")
	require.NoError(t, err)
	assert.Equal(t, 0.95, similarity)
	assert.EqualValues(t, 1, e.requests.Load())
}

// Where an answer is not a verdict on each pair, they are asked about one by one.
func TestPairsAreAskedAboutOneByOne(t *testing.T) {
	for name, broken := range map[string]string{
		"too few":        chatAnswer(`{"verdicts":[{"similarity":1}]}`),
		"one is a text":  chatAnswer(`{"verdicts":[{"similarity":1},{"similarity":"high"},{"similarity":1}]}`),
		"prose":          chatAnswer(`They are alike.`),
		"a lone verdict": chatAnswer(`{"similarity":1}`),
		"not an answer":  `<html>busy</html>`,
	} {
		t.Run(name, func(t *testing.T) {
			e := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
				if n == 1 {
					io.WriteString(w, broken)
					return
				}
				io.WriteString(w, chatAnswer(`{"similarity":0.9}`))
			})
			j, err := judge.New(e.config(judge.Chat))
			require.NoError(t, err)
			evaluator, err := spec(j).Compile()
			require.NoError(t, err)
			result, err := evaluator.Evaluate(t.Context(), three, truth)
			require.NoError(t, err)
			assert.Equal(t, []string{"a", "b", "c"}, result.Hits)
			assert.EqualValues(t, 4, e.requests.Load())
		})
	}
}

func TestEmbeddingsOfSeveralPairs(t *testing.T) {
	e := serve(t, always(`{"data":[{"index":3,"embedding":[0,1]},{"index":0,"embedding":[1,0]},{"index":1,"embedding":[2,0]},{"index":2,"embedding":[1,0]}],"usage":{"prompt_tokens":12}}`))
	j, err := judge.New(e.config(judge.Embedding))
	require.NoError(t, err)
	j.Ahead(t.Context(), [][2]string{{"p", "q"}, {"r", "s"}})
	assert.Equal(t, []any{"p", "q", "r", "s"}, e.last["input"])
	for i, pair := range [][2]string{{"p", "q"}, {"r", "s"}} {
		similarity, err := j.Similarity(t.Context(), pair[0], pair[1])
		require.NoError(t, err)
		assert.Equal(t, 1-float64(i), similarity, "the first point in one direction, the second are at right angles")
	}
	assert.EqualValues(t, 1, e.requests.Load())
}

func TestManyPairsAreSeveralCalls(t *testing.T) {
	e := answering(t)
	j, err := judge.New(e.config(judge.Chat))
	require.NoError(t, err)
	var pairs [][2]string
	for i := range 45 {
		pairs = append(pairs, [2]string{fmt.Sprint("got ", i), "want"})
	}
	j.Ahead(t.Context(), append(pairs, pairs...))
	assert.EqualValues(t, 3, e.requests.Load(), "20, 20 and 5")
	j.Ahead(t.Context(), [][2]string{{"alone", "x"}, {"got 1", "want"}})
	assert.EqualValues(t, 3, e.requests.Load(), "one that is left is asked about when it comes")
}

// costs returns the costs in the records of a suite of one case, whose extractor makes a call
// itself, and the output of the suite.
func costs(t *testing.T, s eval.Spec, answer, truth string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	evaltest.Suite[string, json.RawMessage]{
		Name:  "judged",
		Cases: []evaltest.Case[string]{{ID: "a", Want: json.RawMessage(truth)}},
		Spec:  s,
		Gate:  evaltest.Gate{MaxErrors: 0, Limits: []evaltest.Limit{{Metric: "calls per case", Is: "at_most", Value: 2}}},
		Extract: func(ctx context.Context, _ string) (json.RawMessage, error) {
			evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: 10, Calls: 1})
			return json.RawMessage(answer), nil
		},
	}.Run(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	_, cost, found := strings.Cut(string(text), `"cost":`)
	require.True(t, found)
	cost, _, _ = strings.Cut(cost, "}")
	assert.Equal(t, strings.Contains(cost, "replayed_calls"), strings.Contains(string(text), `"quantity":"replayed_calls"`), "the summary says it, too")
	assert.NotContains(t, string(text), `"replayed":`, "the time is that of the extractor")
	return cost + "}"
}

// The usage of a judge belongs to the case that asks. A recording has it, so that a replayed
// run shows the usage of its verdicts.
func TestUsageOfAJudge(t *testing.T) {
	t.Setenv("EVALTEST_JUDGE_UNUSED", "list") // which a suite knows
	const all = `{"a":"ten years","b":"an automobile","c":"a car"}`
	e := answering(t)
	c := e.config(judge.Chat)
	c.Mode, c.Dir = replay.Record, t.TempDir()
	c.Price = judge.Price{Input: 2, Cached: 0.5, Output: 8}
	judged := func(c judge.Config) *judge.Judge {
		j, err := judge.New(c)
		require.NoError(t, err)
		return j
	}
	// 600 tokens at 2, 400 at 0.5 and 200 at 8 dollars a million; "a boat" is like no other.
	const made = `{"cached_tokens":400,"calls":2,"input_tokens":1010,"output_tokens":200,"usd":0.003}`
	assert.Equal(t, made, costs(t, spec(judged(c)), three, all))

	c.Mode = replay.Replay
	c.Price = judge.Price{}
	replayed := strings.Replace(made, `,"usd"`, `,"replayed_calls":1,"usd"`, 1)
	j := judged(c)
	assert.Equal(t, replayed, costs(t, spec(j), three, all))
	assert.Equal(t, `{"calls":1,"input_tokens":10}`, costs(t, spec(j), three, all), "a pair is asked about once")
	one := spec(judged(c))
	one.Fields = one.Fields[:1]
	assert.Equal(t, `{"cached_tokens":133.333333333,"calls":1.33333333333,"input_tokens":343.333333333,"output_tokens":66.6666666667,"replayed_calls":0.333333333333,"usd":0.001}`,
		costs(t, one, three, all), "a third of the call")

	// Tokens that were recorded without a price get the present price.
	c.Mode, c.Dir = replay.Record, t.TempDir()
	assert.Equal(t, strings.Replace(made, `,"usd":0.003`, "", 1), costs(t, spec(judged(c)), three, all))
	c.Mode, c.Price = replay.Replay, judge.Price{Input: 2, Cached: 0.5, Output: 8}
	assert.Equal(t, replayed, costs(t, spec(judged(c)), three, all))
	assert.EqualValues(t, 2, e.requests.Load())
}

func TestPriceBelowZero(t *testing.T) {
	_, err := judge.New(judge.Config{Kind: judge.Chat, Model: "m", Mode: replay.Replay, Price: judge.Price{Output: -1}})
	assert.EqualError(t, err, "judge: a Price below 0")
}
