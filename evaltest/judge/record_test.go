package judge_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/judge"
	"github.com/extracteval/extracteval/evaltest/replay"
)

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
		assert.Regexp(t, `^judge: chat/m: no recording .*testdata.judge.chat-[0-9a-f]{32}\.json; record it with EVALTEST_PROVIDER=record go test -count=1 `+
			`github\.com/extracteval/extracteval/evaltest/judge; the nearest is `+filepath.Base(files[0])+`, which differs in want$`, err.Error())
	})
	t.Run("another model is another request", func(t *testing.T) {
		other := offline
		other.Model = "n"
		j, err := judge.New(other)
		require.NoError(t, err)
		_, err = j.Similarity(context.Background(), "a decade", "ten years")
		assert.ErrorContains(t, err, ", which differs in model")
	})
	t.Run("no recordings at all", func(t *testing.T) {
		other := offline
		other.Dir = t.TempDir()
		_, err := ask(t, other)
		assert.ErrorContains(t, err, "; the directory has none")
	})
	for _, tt := range []struct{ name, from, to, err string }{
		{"an edited request", `"a decade"`, `"a century"`, "its request does not match its name: it was edited or renamed; record it again"},
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
