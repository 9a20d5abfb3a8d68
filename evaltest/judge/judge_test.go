package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

// fails checks how an error goes on behind the pair it is about.
func fails(t *testing.T, err error, problem string) {
	t.Helper()
	require.Error(t, err)
	_, found, _ := strings.Cut(err.Error(), `/m: got "a decade", want "ten years": `)
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

// The client pauses as long as the server asks for, which lets the tests be quick.
func busy(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Retry-After-Ms", "1")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func TestRetries(t *testing.T) {
	const refused = `{"error":{"message":"slow down, ` + key + `","type":"rate_limit"}}`
	tests := []struct {
		name     string
		statuses []int // one per attempt; 200 is a verdict
		retries  int
		requests int64
		err      string
	}{
		{"429, then a verdict", []int{429, 200}, 0, 2, ""},
		{"500 and 503, then a verdict", []int{500, 503, 200}, 0, 3, ""},
		{"429 all the time", []int{429, 429, 429, 429}, 0, 3, "the endpoint answered with status 429: slow down, (key)"},
		{"500 all the time, no retries", []int{500, 200}, -1, 1, "the endpoint answered with status 500: slow down, (key)"},
		{"401 is final", []int{401, 200}, 0, 1, "the endpoint answered with status 401: slow down, (key)"},
		{"400 is final", []int{400, 200}, 0, 1, "the endpoint answered with status 400: slow down, (key)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
				if status := tt.statuses[n-1]; status != 200 {
					busy(w, status, refused)
					return
				}
				io.WriteString(w, chatAnswer(`{"similarity":0.7}`))
			})
			c := e.config(judge.Chat)
			c.Retries = tt.retries
			similarity, err := ask(t, c)
			assert.Equal(t, tt.requests, e.requests.Load())
			if tt.err != "" {
				fails(t, err, tt.err)
				var said interface{ Temporary() bool } // a suite with Retries asks for this interface
				require.ErrorAs(t, err, &said)
				assert.Equal(t, !strings.Contains(tt.name, "final"), said.Temporary())
				return
			}
			require.NoError(t, err)
			assert.Equal(t, 0.7, similarity)
		})
	}
}

func TestErrorWithoutMessage(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { busy(w, 502, `<html>Bad Gateway</html>`) })
	_, err := ask(t, e.config(judge.Embedding))
	fails(t, err, "the endpoint answered with status 502: ")
}

// slow keeps a request waiting until the client has given up.
func slow(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }

func TestTimeout(t *testing.T) {
	e := serve(t, slow)
	c := e.config(judge.Chat)
	c.Timeout, c.Retries = 20*time.Millisecond, -1
	_, err := ask(t, c)
	fails(t, err, "no answer within 20ms: context deadline exceeded")
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestCancelled(t *testing.T) {
	started := make(chan struct{}, 10)
	e := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		started <- struct{}{}
		slow(w, r, n)
	})
	c := e.config(judge.Chat)
	c.Concurrency = 1
	j, err := judge.New(c)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	errs := make(chan error, 2)
	for range 2 { // one is asking, the other waits for its turn
		go func() {
			_, err := j.Similarity(ctx, "a decade", "ten years")
			errs <- err
		}()
	}
	<-started
	cancel()
	for range 2 {
		assert.ErrorIs(t, <-errs, context.Canceled)
	}
	assert.EqualValues(t, 1, e.requests.Load())
}

func TestTruncatedResponse(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"choices":[`)
	})
	_, err := ask(t, e.config(judge.Chat))
	fails(t, err, "the endpoint gave no answer that could be read: ")
}

func TestEndlessResponse(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		chunk := strings.Repeat(" ", 1<<20)
		for {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
	})
	_, err := ask(t, e.config(judge.Chat))
	fails(t, err, "the endpoint gave no answer that could be read: ")
}

func TestNoEndpoint(t *testing.T) {
	e := serve(t, always(``))
	c := e.config(judge.Chat)
	c.Retries = -1
	e.Close()
	_, err := ask(t, c)
	fails(t, err, "the endpoint gave no answer that could be read: ")
	assert.NotContains(t, err.Error(), e.URL)
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

func TestRecordAndReplay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "testdata", "judge")
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		fmt.Fprint(w, chatAnswer(fmt.Sprintf(`{"similarity":0.%d,"reason":"<the same> & more"}`, n)))
	})
	c := e.config(judge.Chat)
	c.Mode, c.Dir = replay.Record, dir
	c.Prompt = "Judge. Answer with JSON."
	c.Parameters = map[string]any{"seed": int64(1)<<60 + 1} // no float64 holds it
	recorder, err := judge.New(c)
	require.NoError(t, err)
	var wg sync.WaitGroup
	verdicts := make([]float64, 8)
	for i := range verdicts { // of one pair there is one verdict, however often it comes
		wg.Go(func() {
			v, err := recorder.Similarity(context.Background(), "a decade", "ten years")
			assert.NoError(t, err)
			verdicts[i] = v
		})
	}
	wg.Wait()
	assert.EqualValues(t, 1, e.requests.Load())
	e.Close()

	offline := c
	offline.Mode, offline.BaseURL, offline.APIKey = replay.Replay, "", ""
	replayer, err := judge.New(offline)
	require.NoError(t, err)
	v, err := replayer.Similarity(context.Background(), "a decade", "ten years")
	require.NoError(t, err)
	assert.Equal(t, 0.1, v)
	for _, recorded := range verdicts {
		assert.Equal(t, 0.1, recorded)
	}

	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Equal(t, `{
  "schema": "extracteval/judge/v1",
  "request": {
    "kind": "chat",
    "model": "m",
    "prompt": "Judge. Answer with JSON.",
    "parameters": {
      "seed": 1152921504606846977
    },
    "got": "a decade",
    "want": "ten years"
  },
  "similarity": 0.1,
  "reason": "<the same> & more",
  "usage": {
    "calls": 1
  }
}
`, string(text))

	t.Run("a pair that was not recorded", func(t *testing.T) {
		_, err := replayer.Similarity(context.Background(), "a decade", "eleven years")
		require.Error(t, err)
		assert.Regexp(t, `^judge: chat/m: got "a decade", want "eleven years": no recording .*testdata.judge.chat-[0-9a-f]{32}\.json; `+
			`the nearest is `+filepath.Base(files[0])+`, which differs in want; record it with EVALTEST_PROVIDER=record go test -count=1 github\.com/extracteval/extracteval/evaltest/judge$`, err.Error())
	})
	t.Run("another model is another request", func(t *testing.T) {
		other := offline
		other.Model = "n"
		j, err := judge.New(other)
		require.NoError(t, err)
		_, err = j.Similarity(context.Background(), "a decade", "ten years")
		assert.ErrorContains(t, err, "which differs in model;")
	})
	t.Run("no recordings at all", func(t *testing.T) {
		other := offline
		other.Dir = t.TempDir()
		_, err := ask(t, other)
		assert.ErrorContains(t, err, "; the directory has none; ")
	})
	for _, tt := range []struct{ name, from, to, err string }{
		{"an edited request", `"a decade"`, `"a century"`, "the request in it is not the one that it is named after; it was edited or renamed: record it again"},
		{"no verdict", `"similarity": 0.1`, `"similar": 0.1`, "no similarity from 0 to 1 in it"},
		{"a verdict out of range", `0.1`, `10`, "no similarity from 0 to 1 in it"},
		{"usage below 0", `"calls": 1`, `"calls": -1`, `its usage has -1 of "calls", want a number from 0`},
		{"pairs below 0", `"usage"`, `"pairs": -1, "usage"`, "pairs is -1, want 1 or more"},
		{"another schema", `judge/v1`, `judge/v2`, `schema "extracteval/judge/v2", want "extracteval/judge/v1"`},
		{"cut off", "}\n", "", "not a recording: unexpected end of JSON input"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			other := offline
			other.Dir = t.TempDir()
			broken := strings.Replace(string(text), tt.from, tt.to, 1)
			if tt.name == "cut off" {
				broken = strings.TrimSuffix(string(text), tt.from)
			}
			require.NoError(t, os.WriteFile(filepath.Join(other.Dir, filepath.Base(files[0])), []byte(broken), 0o644))
			_, err := ask(t, other)
			assert.ErrorContains(t, err, tt.err)
		})
	}
}

func TestRecordFailureIsNotKept(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		if n == 1 {
			busy(w, 400, `{"error":{"message":"no"}}`)
			return
		}
		io.WriteString(w, chatAnswer(`{"similarity":1}`))
	})
	c := e.config(judge.Chat)
	c.Mode, c.Dir = replay.Record, t.TempDir()
	j, err := judge.New(c)
	require.NoError(t, err)
	_, err = j.Similarity(context.Background(), "a decade", "ten years")
	fails(t, err, "the endpoint answered with status 400: no")
	files, _ := os.ReadDir(c.Dir)
	assert.Empty(t, files)
	_, err = j.Similarity(context.Background(), "a decade", "ten years")
	assert.NoError(t, err)
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
