package judge_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/judge"
)

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
