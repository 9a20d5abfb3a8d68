package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/judge"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/quality"
)

const key = "sk-very-secret-0123456789"

// endpoint is a loopback server in place of a model.
type endpoint struct {
	*httptest.Server
	requests atomic.Int64
	mu       sync.Mutex
	last     map[string]any
	header   http.Header
}

// serve starts an endpoint that answers request n, from 1, by a function.
func serve(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) *endpoint {
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n := int(e.requests.Add(1))
		e.mu.Lock()
		e.last, e.header = nil, r.Header.Clone()
		_ = json.Unmarshal(body, &e.last)
		e.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		answer(w, r, n)
	}))
	t.Cleanup(e.Close)
	return e
}

// config asks an endpoint, and writes nothing.
func (e *endpoint) config(kind judge.Kind) judge.Config {
	return judge.Config{Kind: kind, Model: "m", Mode: replay.Real, BaseURL: e.URL + "/v1", APIKey: key, HTTPClient: e.Client()}
}

func chatAnswer(content string) string {
	text, _ := json.Marshal(content)
	return fmt.Sprintf(`{"id":"1","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}]}`, text)
}

func embeddings(first, second string) string {
	return fmt.Sprintf(`{"object":"list","data":[{"object":"embedding","index":1,"embedding":%s},{"object":"embedding","index":0,"embedding":%s}]}`, second, first)
}

func always(text string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ int) { io.WriteString(w, text) }
}

func ask(t *testing.T, c judge.Config) (float64, error) {
	t.Helper()
	j, err := judge.New(c)
	require.NoError(t, err)
	return j.Similarity(context.Background(), "a decade", "ten years")
}

func TestChat(t *testing.T) {
	e := serve(t, always(chatAnswer(`{"similarity": 0.88, "reason": "same span of time"}`)))
	c := e.config(judge.Chat)
	c.Parameters = map[string]any{"temperature": 0, "seed": 7, "response_format": nil, "x.y": true}
	similarity, err := ask(t, c)
	require.NoError(t, err)
	assert.Equal(t, 0.88, similarity)
	assert.Equal(t, "Bearer "+key, e.header.Get("Authorization"))
	assert.Equal(t, map[string]any{
		"model": "m", "temperature": 0.0, "seed": 7.0, "x.y": true,
		"messages": []any{
			map[string]any{"role": "system", "content": judge.DefaultPrompt},
			map[string]any{"role": "user", "content": `{"got":"a decade","want":"ten years"}`},
		},
	}, e.last)
}

func TestChatAsksForJSON(t *testing.T) {
	e := serve(t, always(chatAnswer(`{"similarity":1}`)))
	_, err := ask(t, e.config(judge.Chat))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"type": "json_object"}, e.last["response_format"])
}

func TestChatAnswers(t *testing.T) {
	tests := []struct {
		name, response string
		similarity     float64
		err            string
	}{
		{"a bare object", chatAnswer(`{"similarity":0.5}`), 0.5, ""},
		{"in a code fence", chatAnswer("```json\n{\"similarity\": 1, \"reason\": \"same\"}\n```"), 1, ""},
		{"between words", chatAnswer(`My verdict: {"similarity": 0, "reason": 3}. Bye.`), 0, ""},
		{"prose", chatAnswer(`They are alike.`), 0, `the model answered "They are alike.", want a JSON object with a similarity: `},
		{"no similarity", chatAnswer(`{"score":1}`), 0, `the model answered "{\"score\":1}", want a JSON object with a "similarity" from 0 to 1`},
		{"a similarity in words", chatAnswer(`{"similarity":"high"}`), 0, `the model answered "{\"similarity\":\"high\"}", want a JSON object with a "similarity" from 0 to 1`},
		{"per cent", chatAnswer(`{"similarity":88}`), 0, `the model answered "{\"similarity\":88}", want a JSON object with a "similarity" from 0 to 1`},
		{"below 0", chatAnswer(`{"similarity":-0.1}`), 0, `the model answered "{\"similarity\":-0.1}", want a JSON object with a "similarity" from 0 to 1`},
		{"nothing", chatAnswer(``), 0, `the model answered "", want a JSON object with a similarity: `},
		{"two verdicts", chatAnswer(`{"similarity":1} {"similarity":0}`), 0, `the model answered "{\"similarity\":1} {\"similarity\":0}", want a JSON object with a similarity: `},
		{"an array", chatAnswer(`[0.5]`), 0, `the model answered "[0.5]", want a JSON object with a "similarity" from 0 to 1`},
		{"no choices", `{"choices":[]}`, 0, `the endpoint answered without a choice`},
		{"a refusal", `{"choices":[{"finish_reason":"stop","message":{"refusal":"I cannot judge this."}}]}`, 0, `the model refused: I cannot judge this.`},
		{"cut off", `{"choices":[{"finish_reason":"length","message":{"content":"{\"similarity\":0.9"}}]}`, 0, `the model's answer was cut off (finish reason "length")`},
		{"garbage", `<html>busy</html>`, 0, `the endpoint gave no answer that could be read: `},
		{"truncated JSON", chatAnswer(`{"similarity":1}`)[:60], 0, `the endpoint gave no answer that could be read: `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := serve(t, always(tt.response))
			similarity, err := ask(t, e.config(judge.Chat))
			if tt.err == "" {
				require.NoError(t, err)
				assert.Equal(t, tt.similarity, similarity)
				return
			}
			fails(t, err, tt.err)
			assert.EqualValues(t, 1, e.requests.Load(), "an answer that is not a verdict is not asked for again")
		})
	}
}

// fails checks how an error goes on after the name of the judge.
func fails(t *testing.T, err error, problem string) {
	t.Helper()
	require.Error(t, err)
	_, found, _ := strings.Cut(err.Error(), "/m: ")
	assert.True(t, strings.HasPrefix(found, problem), "got  %q\nwant %q", err, problem)
	assert.NotContains(t, err.Error(), key)
}

func TestEmbedding(t *testing.T) {
	tests := []struct {
		name, got, want string
		similarity      float64
		err             string
	}{
		{"the same direction", `[1,2]`, `[2,4]`, 1, ""},
		{"sixty degrees apart", `[1,0]`, `[0.5,0.8660254037844386]`, 0.5, ""},
		{"a right angle", `[1,0]`, `[0,3]`, 0, ""},
		{"opposite directions", `[1,0]`, `[-1,0]`, 0, ""},
		{"numbers whose squares overflow", `[1e200,0]`, `[1e200,1e200]`, math.Sqrt2 / 2, ""},
		{"numbers whose squares vanish", `[1e-200,0]`, `[1e-200,1e-200]`, math.Sqrt2 / 2, ""},
		{"zeros", `[0,0]`, `[1,0]`, 0, "the endpoint answered with an embedding of zeros, or of values that are not numbers"},
		{"different lengths", `[1,0]`, `[1]`, 0, "the endpoint answered with embeddings of 2 and 1 numbers, want two of the same length"},
		{"empty", `[]`, `[]`, 0, "the endpoint answered with embeddings of 0 and 0 numbers, want two of the same length"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := serve(t, always(embeddings(tt.got, tt.want)))
			similarity, err := ask(t, e.config(judge.Embedding))
			if tt.err != "" {
				fails(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.InDelta(t, tt.similarity, similarity, 1e-12)
			assert.Equal(t, []any{"a decade", "ten years"}, e.last["input"])
		})
	}
	for _, tt := range []struct{ name, response, err string }{
		{"one embedding", `{"data":[{"index":0,"embedding":[1]}]}`, "the endpoint answered with embeddings of 1 and 0 numbers, want two of the same length"},
		{"one twice", `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, "the endpoint answered with embedding 0 of 2 texts, or with one of them twice"},
		{"of a third text", `{"data":[{"index":2,"embedding":[1]}]}`, "the endpoint answered with embedding 2 of 2 texts, or with one of them twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ask(t, serve(t, always(tt.response)).config(judge.Embedding))
			fails(t, err, tt.err)
		})
	}
}

func TestConcurrencyLimit(t *testing.T) {
	var now, most atomic.Int64
	full := make(chan struct{})
	fill := sync.OnceFunc(func() { close(full) })
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		m := now.Add(1)
		for old := most.Load(); m > old && !most.CompareAndSwap(old, m); old = most.Load() {
		}
		if m == 3 {
			fill()
		}
		<-full // the first three wait for one another
		now.Add(-1)
		io.WriteString(w, chatAnswer(`{"similarity":1}`))
	})
	c := e.config(judge.Chat)
	c.Concurrency = 3
	j, err := judge.New(c)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			_, err := j.Similarity(context.Background(), "got", fmt.Sprint(i))
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	assert.EqualValues(t, 12, e.requests.Load())
	assert.EqualValues(t, 3, most.Load())
}

func TestEnvironmentIsNotRead(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/")
	t.Setenv("OPENAI_ORG_ID", "org")
	e := serve(t, always(chatAnswer(`{"similarity":1}`)))
	c := e.config(judge.Chat)
	c.APIKey = ""
	_, err := ask(t, c)
	require.NoError(t, err)
	assert.NotContains(t, fmt.Sprint(e.header), "sk-from-the-environment")
	assert.Empty(t, e.header.Get("OpenAI-Organization"))
}

func TestNewErrors(t *testing.T) {
	t.Setenv("EVALTEST_PROVIDER", "")
	tests := []struct {
		name   string
		config judge.Config
		err    string
	}{
		{"nothing said", judge.Config{}, "judge: unknown Kind \"\", want one of [\"embedding\" \"chat\"]\njudge: no Model"},
		{"unknown mode", judge.Config{Kind: judge.Chat, Model: "m", Mode: "live"}, `judge: unknown Mode "live" (from EVALTEST_PROVIDER when it is not set in Config), want one of ["replay" "record" "real"]`},
		{"a prompt for embeddings", judge.Config{Kind: judge.Embedding, Model: "m", Prompt: "judge!"}, `judge: a Prompt is for Kind "chat"`},
		{"a parameter of the judge's own", judge.Config{Kind: judge.Chat, Model: "m", Parameters: map[string]any{"model": "n"}}, `judge: parameter "model" is set by the judge itself`},
		{"a parameter that is not JSON", judge.Config{Kind: judge.Chat, Model: "m", Parameters: map[string]any{"x": func() {}}}, `judge: Parameters: json: unsupported type: func()`},
		{"negative numbers", judge.Config{Kind: judge.Chat, Model: "m", Timeout: -1, Concurrency: -1}, "judge: negative Timeout -1ns\njudge: negative Concurrency -1"},
		{"nobody to ask", judge.Config{Kind: judge.Chat, Model: "m", Mode: replay.Real}, `judge: mode "real" asks a model, but neither BaseURL nor APIKey says where; read the key from your environment, or use mode "replay"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := judge.New(tt.config)
			assert.EqualError(t, err, tt.err)
		})
	}
	t.Run("the mode comes from the environment", func(t *testing.T) {
		t.Setenv("EVALTEST_PROVIDER", "real")
		_, err := judge.New(judge.Config{Kind: judge.Chat, Model: "m"})
		assert.ErrorContains(t, err, `mode "real" asks a model`)
	})
}

// A judge that fails makes its field errored, in a document's quality as in a spec.
func TestFailureIsAnErrorOfTheField(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { busy(w, 503, `{}`) })
	j, err := judge.New(e.config(judge.Chat))
	require.NoError(t, err)
	r, err := quality.Config{Semantic: quality.Judge{Name: j.Name(), Similarity: j.Similarity}}.
		Evaluate(context.Background(), `{"bio":"has worked for a decade"}`, `{"bio":"ten years of experience in all"}`)
	require.NoError(t, err)
	assert.NotEmpty(t, r.Keys[0].Error)
	assert.Contains(t, r.Keys[0].Error, "the endpoint answered with status 503: ")
	_, ok := r.Accuracy()
	assert.False(t, ok)

	spec := eval.Spec{Fields: []eval.Field{{Path: "bio", Match: compare.Semantic{Name: j.Name(), Similarity: j.Similarity}}}}
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	result, err := evaluator.Evaluate(context.Background(), `{"bio":"has worked for a decade"}`, `{"bio":"ten years of experience in all"}`)
	require.NoError(t, err)
	assert.Equal(t, metrics.Errored, result.Fields[0].Outcome)
}

// Who waits for the verdict of another case has it although the context of that one ends:
// the pair is asked about again.
func TestContextThatEndsIsThatOfOneCase(t *testing.T) {
	asked := make(chan struct{})
	e := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 1 {
			close(asked)
			<-r.Context().Done()
			return
		}
		io.WriteString(w, chatAnswer(`{"similarity":0.9}`))
	})
	j, err := judge.New(e.config(judge.Chat))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first, second := make(chan error), make(chan error)
	go func() {
		_, err := j.Similarity(ctx, "a", "b")
		first <- err
	}()
	<-asked
	go func() {
		similarity, err := j.Similarity(t.Context(), "a", "b")
		assert.Equal(t, 0.9, similarity)
		second <- err
	}()
	time.Sleep(20 * time.Millisecond) // until the second waits, mostly: else it proves nothing
	cancel()
	assert.ErrorIs(t, <-first, context.Canceled)
	assert.NoError(t, <-second)
	assert.EqualValues(t, 2, e.requests.Load())
}
