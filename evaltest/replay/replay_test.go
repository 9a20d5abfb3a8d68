package replay_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/evaltest/replay"
)

type request struct {
	Model   string            `json:"model"`
	Prompt  string            `json:"prompt"`
	APIKey  string            `json:"api_key,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
}

// hash returns the hash of a canonical text, by the rule of the documentation.
func hash(canonical string) string {
	sum := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(sum[:16])
}

func upper(_ context.Context, r request) (string, error) { return strings.ToUpper(r.Prompt), nil }

func TestRecordThenReplay(t *testing.T) {
	ctx := context.Background()
	r := replay.Recordings{Dir: filepath.Join(t.TempDir(), "new", "folder"), Command: "make record"}
	record, err := replay.New(replay.Record, r, upper)
	require.NoError(t, err)
	got, err := record(ctx, request{Model: "m-1", Prompt: "who signed?\n<a&b> 🙂"})
	require.NoError(t, err)
	assert.Equal(t, "WHO SIGNED?\n<A&B> 🙂", got)

	data, err := os.ReadFile(filepath.Join(r.Dir, hash(`{"model":"m-1","prompt":"who signed?\n\u003ca\u0026b\u003e 🙂"}`)+".txt"))
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"model\": \"m-1\",\n  \"prompt\": \"who signed?\\n<a&b> 🙂\"\n}\n--- response ---\nWHO SIGNED?\n<A&B> 🙂", string(data))
	entries, err := os.ReadDir(r.Dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no temporary file is left")

	again, err := replay.New[request](replay.Replay, r, nil)
	require.NoError(t, err)
	got, err = again(ctx, request{Prompt: "who signed?\n<a&b> 🙂", Model: "m-1"})
	require.NoError(t, err)
	assert.Equal(t, "WHO SIGNED?\n<A&B> 🙂", got)
}

// The key does not depend on how a request is put.
func TestKeyIsThatOfTheContent(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}
	_, err := r.Keep(map[string]any{"prompt": "x", "model": "m-1"}, "answer")
	require.NoError(t, err)
	got, err := r.Response(request{Model: "m-1", Prompt: "x"})
	require.NoError(t, err)
	assert.Equal(t, "answer", got)

	_, err = r.Keep("plain text", "a request may be a text")
	require.NoError(t, err)
	got, err = r.Response("plain text")
	require.NoError(t, err)
	assert.Equal(t, "a request may be a text", got)

	_, err = r.Response(func() {})
	assert.EqualError(t, err, "replay: request: json: unsupported type: func()")
}

func TestResponsesAreKeptByteByByte(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}
	rapid.Check(t, func(t *rapid.T) {
		prompt := rapid.String().Draw(t, "prompt")
		want := rapid.OneOf(rapid.String(), rapid.Just("\n--- response ---\n"), rapid.Just("\r\n\x00\xff"), rapid.Just("")).Draw(t, "response")
		_, err := r.Keep(prompt, want)
		require.NoError(t, err)
		got, err := r.Response(prompt)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestMissingRecording(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir(), Command: "make record"}
	ask, err := replay.New[request](replay.Replay, r, nil)
	require.NoError(t, err)
	_, err = ask(context.Background(), request{Model: "m-1", Prompt: "who signed?"})
	want := hash(`{"model":"m-1","prompt":"who signed?"}`)
	assert.EqualError(t, err, fmt.Sprintf("replay: no recording of request %s in %s, which has no recordings; record it with make record", want, filepath.ToSlash(r.Dir)))

	for _, other := range []request{{Model: "m-1", Prompt: "who signed it?"}, {Model: "m-2", Prompt: "what is the total of all that?"}} {
		_, err := r.Keep(other, "x")
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(r.Dir, "garbage.txt"), []byte("garbage"), 0o666))
	_, err = ask(context.Background(), request{Model: "m-1", Prompt: "who signed?"})
	// {"model":"m-1","prompt":"who signed?"} has 37 pairs of letters, the other 40; all
	// but "d?" are in both: 2·36/77.
	assert.EqualError(t, err, fmt.Sprintf("replay: no recording of request %s in %s; the nearest is %s.txt (similarity 0.935, another prompt); record it with make record",
		want, filepath.ToSlash(r.Dir), hash(`{"model":"m-1","prompt":"who signed it?"}`)))
}

func TestDamagedRecordings(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir(), Command: "make record"}
	_, err := r.Keep(request{Model: "m-1"}, "x")
	require.NoError(t, err)
	file := filepath.Join(r.Dir, hash(`{"model":"m-1","prompt":""}`)+".txt")
	for _, tt := range []struct{ name, text, want string }{
		{"cut off", `{"model":`, ": it does not begin with a request in JSON: unexpected EOF"},
		{"no response", `{"model":"m-1","prompt":""}`, `: the line "--- response ---" is missing after the request`},
		{"usage that is not an object", "{\"model\":\"m-1\",\"prompt\":\"\"}\n--- usage ---\n[1]\n--- response ---\nx", ": its usage is not a JSON object of numbers: json: cannot unmarshal array into Go value of type map[string]float64"},
		{"usage below 0", "{\"model\":\"m-1\",\"prompt\":\"\"}\n--- usage ---\n{\"usd\":-1}\n--- response ---\nx", `: its usage has -1 of "usd", want a number from 0`},
		{"usage alone", "{\"model\":\"m-1\",\"prompt\":\"\"}\n--- usage ---\n{\"usd\":1}", `: the line "--- response ---" is missing after the request`},
		{"CRLF", "{\"model\":\"m-1\",\"prompt\":\"\"}\r\n--- response ---\r\nx", ": its line ends were changed to CRLF: take it out of Git's conversion of texts with -text in .gitattributes"},
		{"another request", "{\"model\":\"m-2\"}\n--- response ---\nx", " holds a request that does not match its name: the request was edited; record it again with make record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(tt.text), 0o666))
			_, err := r.Response(request{Model: "m-1"})
			assert.EqualError(t, err, "replay: "+filepath.ToSlash(file)+tt.want)
		})
	}
}

func TestRecordingsCarryNoSecrets(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir(), Scrub: func(text string) string {
		return strings.ReplaceAll(text, "anna@example.com", "<e-mail>")
	}}
	var asked request
	record, err := replay.New(replay.Record, r, func(_ context.Context, r request) (string, error) {
		asked = r
		return "anna@example.com signed", nil
	})
	require.NoError(t, err)
	secret := request{Model: "m-1", Prompt: "who is anna@example.com?", APIKey: "sk-123", Headers: map[string]string{"X-Token": "t-456"}}
	got, err := record(context.Background(), secret)
	require.NoError(t, err)
	assert.Equal(t, "<e-mail> signed", got, "recording gives what replay will give")
	assert.Equal(t, secret, asked, "the real provider gets the request as it is")

	files, err := filepath.Glob(filepath.Join(r.Dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"model\": \"m-1\",\n  \"prompt\": \"who is <e-mail>?\"\n}\n--- response ---\n<e-mail> signed", string(data))

	secret.APIKey, secret.Headers = "another", nil
	got, err = r.Response(secret)
	require.NoError(t, err, "another key is no other request")
	assert.Equal(t, "<e-mail> signed", got)
}

func TestCredentialsAtAnyDepth(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}
	_, err := r.Keep(map[string]any{
		"client":     map[string]any{"X-Api-Key": "s1", "Authorization": "s2", "clientSecret": "s3", "name": "kept"},
		"max_tokens": 100,
		"schema":     map[string]any{"properties": map[string]any{"password": map[string]any{"type": "string"}, "headers": map[string]any{}}},
		"tools":      []any{map[string]any{"cookie": "s4"}},
		"azure":      map[string]any{"openai_api_key": "s6", "Ocp-Apim-Subscription-Key": "s7", "page_token": "kept"},
		"aws":        map[string]any{"AWS_SECRET_ACCESS_KEY": "s8", "aws_session_token": "s9", "db.password": "s10", "private_key": "s11"},
		"Header":     "s5",
	}, "x")
	require.NoError(t, err)
	files, _ := filepath.Glob(filepath.Join(r.Dir, "*"))
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	text, _, _ := strings.Cut(string(data), "\n--- response ---\n")
	assert.JSONEq(t, `{"aws":{},"azure":{"page_token":"kept"},"client":{"name":"kept"},"max_tokens":100,"schema":{"properties":{"password":{"type":"string"},"headers":{}}},"tools":[{}]}`, text,
		"schemas keep their members: only strings are credentials")
}

func TestRealWritesNothing(t *testing.T) {
	r := replay.Recordings{Dir: filepath.Join(t.TempDir(), "none")}
	ask, err := replay.New(replay.Real, r, upper)
	require.NoError(t, err)
	got, err := ask(context.Background(), request{Prompt: "x"})
	require.NoError(t, err)
	assert.Equal(t, "X", got)
	assert.NoDirExists(t, r.Dir)
}

func TestErrorsAreNotRecorded(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}
	overloaded := errors.New("overloaded")
	ask, err := replay.New(replay.Record, r, func(context.Context, request) (string, error) { return "half an ans", overloaded })
	require.NoError(t, err)
	_, err = ask(context.Background(), request{})
	assert.Equal(t, overloaded, err)
	entries, err := os.ReadDir(r.Dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

// Readers see a whole recording, the old or the new one.
func TestRecordingIsAtomic(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}
	long := strings.Repeat("0123456789", 10_000)
	_, err := r.Keep("q", long)
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				_, err := r.Keep("q", long)
				assert.NoError(t, err)
				got, err := r.Response("q")
				assert.NoError(t, err)
				assert.Equal(t, len(long), len(got))
			}
		})
	}
	all.Wait()
}

func TestNewErrors(t *testing.T) {
	for _, mode := range []replay.Mode{replay.Record, replay.Real} {
		_, err := replay.New[request](mode, replay.Recordings{}, nil)
		assert.EqualError(t, err, fmt.Sprintf("replay: mode %q: no provider is configured", mode))
	}
	_, err := replay.New("rewind", replay.Recordings{}, upper)
	assert.EqualError(t, err, `replay: unknown mode "rewind", want "replay", "record" or "real"`)
}

// fake is a test that notes how it ends.
type fake struct {
	testing.TB
	fatal, skipped string
}

func (*fake) Helper()      {}
func (*fake) Name() string { return "TestInvoices/some" }
func (f *fake) Fatalf(format string, args ...any) {
	f.fatal = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
func (f *fake) Skipf(format string, args ...any) {
	f.skipped = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// during runs a function that may end its goroutine.
func during(f func(t *fake)) *fake {
	t := &fake{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(t)
	}()
	<-done
	return t
}

func TestOpen(t *testing.T) {
	r := replay.Recordings{Dir: t.TempDir()}

	t.Setenv("EVALTEST_PROVIDER", "")
	var err error
	during(func(t *fake) { _, err = replay.Open[request](t, r, nil)(context.Background(), request{}) })
	assert.ErrorContains(t, err, "; record it with EVALTEST_PROVIDER=record go test -count=1 -run '^TestInvoices$' github.com/extracteval/extracteval/evaltest/replay")

	t.Setenv("EVALTEST_PROVIDER", "record")
	var got string
	during(func(t *fake) { got, err = replay.Open(t, r, upper)(context.Background(), request{Prompt: "x"}) })
	require.NoError(t, err)
	assert.Equal(t, "X", got)

	for _, mode := range []string{"record", "real"} {
		t.Setenv("EVALTEST_PROVIDER", mode)
		f := during(func(f *fake) {
			replay.Open[request](f, r, nil)
			t.Error("the suite runs")
		})
		assert.Equal(t, "replay: EVALTEST_PROVIDER="+mode+", but no provider is configured: nothing was asked, and nothing has passed", f.skipped)
	}

	t.Setenv("EVALTEST_PROVIDER", "live")
	f := during(func(f *fake) { replay.Open(f, r, upper) })
	assert.Equal(t, `replay: invalid value for EVALTEST_PROVIDER="live": want replay, record or real`, f.fatal)
}

// Whatever stands in a recording, it is a response to this request or an error.
func FuzzResponse(f *testing.F) {
	f.Add([]byte("\"q\"\n--- response ---\nx"))
	f.Add([]byte("\"q\"\r\n--- response ---\r\nx"))
	f.Add([]byte(`{"a":[{}`))
	r := replay.Recordings{Dir: f.TempDir(), Command: "make record"}
	file := filepath.Join(r.Dir, hash(`"q"`)+".txt")
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(file, data, 0o666))
		response, err := r.Response("q")
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), "replay: "+filepath.ToSlash(file)), err)
			assert.Empty(t, response)
			return
		}
		assert.True(t, strings.HasSuffix(string(data), "\n--- response ---\n"+response))
	})
}
