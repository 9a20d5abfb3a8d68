package internal_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
)

// served is a server with a client.
type served struct {
	*place
	url    string
	origin string
}

const reviewedPage = "<!doctype html><title>the page</title>"

func serve(t *testing.T) *served { return serveFrom(t, newPlace(t)) }

func serveFrom(t *testing.T, p *place) *served {
	t.Helper()
	s, err := review.Listen("", p.open(), review.Page{HTML: []byte(reviewedPage), CaseKey: func(id string) string { return "key of " + id }})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	u, err := url.Parse(s.URL())
	require.NoError(t, err)
	return &served{p, s.URL(), "http://" + u.Host}
}

// ask sends a request as the page does, changed by change.
func (s *served) ask(method, path, body string, change func(r *http.Request)) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	require.NoError(s.t, err)
	if method == http.MethodPost {
		r.Header.Set("Origin", s.origin)
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if change != nil {
		change(r)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	require.NoError(s.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(s.t, err)
	return answer, string(text)
}

const takeAnswer = `{"question":0,"version":0,"decision":"answer"}`

func TestServer(t *testing.T) {
	s := serve(t)
	answer, text := s.ask("GET", "", "", nil)
	assert.Equal(t, reviewedPage, text)
	assert.Equal(t, "text/html; charset=utf-8", answer.Header.Get("Content-Type"))
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
		"Content-Security-Policy": "frame-ancestors 'none'", "Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "", "Set-Cookie": "",
	} {
		assert.Equal(t, want, answer.Header.Get(name), name)
	}

	_, text = s.ask("GET", "questions", "", nil)
	var asked struct {
		Questions []struct {
			Case, Key, Path, Outcome string
			Want, Got                *string
		}
		Reviewer   string
		Looked, Of int
		Revision   int
		Changed    []json.RawMessage
		Notes      []string
	}
	require.NoError(t, json.Unmarshal([]byte(text), &asked))
	require.Len(t, asked.Questions, 6)
	q := asked.Questions[1]
	assert.Equal(t, []string{"a", "key of a", "total", "wrong", "30.5", "35.0"}, []string{q.Case, q.Key, q.Path, q.Outcome, *q.Want, *q.Got})
	assert.Equal(t, []any{"ann", 0, 6, 0}, []any{asked.Reviewer, asked.Looked, asked.Of, len(asked.Changed)})
	assert.Equal(t, []string{}, asked.Notes)

	answer, text = s.ask("POST", "decisions", takeAnswer, nil)
	assert.Equal(t, 200, answer.StatusCode, text)
	assert.JSONEq(t, `{"revision":2,"looked":1,"of":6,"conflicts":0,"notes":[],"changed":[{"question":0,"version":1,"own":{"reviewer":"ann","decision":"answer","text":"the label is wrong, and the answer is taken"}}]}`,
		onlyChanged(t, text, 0))
	assert.Equal(t, whole, s.read())

	// A second tab, which has not heard of it, is refused and told.
	answer, text = s.ask("POST", "decisions", `{"question":0,"version":0,"decision":"wrong","since":1}`, nil)
	assert.Equal(t, 409, answer.StatusCode)
	assert.JSONEq(t, `{"problem":"it was decided meanwhile: the label is wrong, and the answer is taken","revision":2,"looked":1,"of":6,"conflicts":0,"notes":[],
		"changed":[{"question":0,"version":1,"own":{"reviewer":"ann","decision":"answer","text":"the label is wrong, and the answer is taken"}}]}`, text)

	// A decision that cannot be made in the data is kept, and told.
	_, text = s.ask("POST", "decisions", `{"question":1,"version":0,"decision":"both","note":"n","since":2}`, nil)
	assert.Contains(t, text, `"cannot":"the data cannot say that both are right`)
	assert.Contains(t, text, `"note":"n"`)

	// A request without a decision asks for the changes; there are none.
	answer, text = s.ask("POST", "decisions", `{"since":3}`, nil)
	assert.Equal(t, 200, answer.StatusCode)
	assert.JSONEq(t, `{"revision":3,"looked":2,"of":6,"conflicts":0,"notes":[],"changed":[]}`, text)

	// A data file that changes underneath is told with the next answer.
	s.truths(docs[0], reviewDoc{id: "b", want: `{"number":"7"}`})
	answer, text = s.ask("POST", "decisions", `{"question":5,"version":0,"decision":"answer","since":3}`, nil)
	assert.Equal(t, 409, answer.StatusCode)
	assert.Contains(t, text, `the data have changed: its truth in `)
	assert.Contains(t, text, `the truth of 1 case is not the one that was evaluated`)
	assert.Contains(t, text, `"changed":[{"question":5,"version":0,"blocked":"its truth in `)
}

// Truths that cannot be read have not changed: a note of their own says why they cannot be read.
func TestServerSaysWhichTruthsCannotBeRead(t *testing.T) {
	s := serve(t)
	require.NoError(t, os.Remove(s.options.Data))
	_, text := s.ask("POST", "decisions", `{"since":1}`, nil)
	assert.Equal(t, []string{
		"The truth of 2 cases cannot be read, and nothing is decided on it until it can; earlier decisions are kept: " + s.options.Data + ": no such file or directory",
	}, notesOf(t, text))

	s.options.Data = filepath.Join(t.TempDir(), "set")
	require.NoError(t, os.Mkdir(s.options.Data, 0o777))
	for _, d := range docs {
		s.write(filepath.Join(s.options.Data, d.id+".want.json"), d.want)
	}
	s = serveFrom(t, s.place)
	s.write(filepath.Join(s.options.Data, "a.want.json"), `{}`)
	s.write(filepath.Join(s.options.Data, "b.want.json"), "\x1f\x8b packed")
	_, text = s.ask("POST", "decisions", `{"since":1}`, nil)
	assert.Equal(t, []string{
		filepath.ToSlash(s.options.Data) + " changed underneath: the truth of 1 case is not the one that was evaluated. Its questions wait until the test has run again. Earlier decisions are kept.",
		"The truth of 1 case cannot be read, and nothing is decided on it until it can; earlier decisions are kept: " + filepath.ToSlash(s.options.Data) + "/b.want.json: " + accept.ErrCompressed.Error(),
	}, notesOf(t, text))
}

// notesOf returns the notes of an answer of the server.
func notesOf(t *testing.T, text string) []string {
	var status struct{ Notes []string }
	require.NoError(t, json.Unmarshal([]byte(text), &status), text)
	return status.Notes
}

// onlyChanged keeps the change of one question.
func onlyChanged(t *testing.T, text string, question float64) string {
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	var kept []any
	for _, one := range all["changed"].([]any) {
		if one.(map[string]any)["question"] == question {
			kept = append(kept, one)
		}
	}
	all["changed"] = kept
	one, err := json.Marshal(all)
	require.NoError(t, err)
	return string(one)
}

// A request that does not come from the page is refused, and writes nothing.
func TestServerRefuses(t *testing.T) {
	s := serve(t)
	token := strings.Split(s.url, "/")[3]
	require.Len(t, token, 26)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			if r.Header.Del(name); value != "" {
				r.Header.Set(name, value)
			}
		}
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	path := func(to string) func(*http.Request) {
		return func(r *http.Request) { r.URL.Path, r.URL.RawPath = to, "" }
	}
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.origin, "http://"))
	require.NoError(t, err)
	for _, tt := range []struct {
		reason       string
		method, path string
		body         string
		change       func(*http.Request)
		code         int
	}{
		{"DNS rebinding: a name of an attacker that leads here", "GET", "", "", host("attacker.example:" + port), 403},
		{"the same, to write", "POST", "decisions", takeAnswer, func(r *http.Request) {
			r.Host = "attacker.example:" + port
			r.Header.Set("Origin", "http://attacker.example:"+port)
		}, 403},
		{"another name of this machine", "GET", "", "", host("localhost:" + port), 403},
		{"no port", "GET", "", "", host("127.0.0.1"), 403},
		{"a foreign origin", "POST", "decisions", takeAnswer, header("Origin", "http://attacker.example"), 403},
		{"another port of this machine", "POST", "decisions", takeAnswer, header("Origin", "http://127.0.0.1:1"), 403},
		{"another scheme", "POST", "decisions", takeAnswer, header("Origin", "https://127.0.0.1:"+port), 403},
		{"a page in a sandbox, or a file", "POST", "decisions", takeAnswer, header("Origin", "null"), 403},
		{"two origins", "POST", "decisions", takeAnswer, func(r *http.Request) { r.Header.Add("Origin", "http://attacker.example") }, 403},
		{"no origin", "POST", "decisions", takeAnswer, header("Origin", ""), 403},
		{"a foreign origin that reads", "GET", "questions", "", header("Origin", "http://attacker.example"), 403},
		{"another site without an origin", "GET", "questions", "", header("Sec-Fetch-Site", "cross-site"), 403},
		{"another port without an origin", "GET", "", "", header("Sec-Fetch-Site", "same-site"), 403},
		{"a script tag elsewhere", "GET", "", "", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "no-cors")
			r.Header.Set("Sec-Fetch-Dest", "script")
		}, 403},
		{"a frame elsewhere", "GET", "", "", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "navigate")
			r.Header.Set("Sec-Fetch-Dest", "iframe")
		}, 403},
		{"no token", "GET", "", "", path("/"), 403},
		{"a wrong token", "GET", "", "", path("/" + strings.Repeat("A", 26) + "/"), 403},
		{"a part of the token", "GET", "", "", path("/" + token[:25] + "/"), 403},
		{"more than the token", "GET", "", "", path("/" + token + "A/"), 403},
		{"in small letters", "GET", "", "", path("/" + strings.ToLower(token) + "/"), 403},
		{"a wrong token, to write", "POST", "decisions", takeAnswer, path("/" + strings.Repeat("A", 26) + "/decisions"), 403},
		{"the token elsewhere", "POST", "decisions", takeAnswer, func(r *http.Request) { r.URL.Path, r.URL.RawQuery = "/decisions", "token="+token }, 403},
		{"the token without its end", "GET", "", "", path("/" + token), 403},
		{"a GET that writes", "GET", "decisions", takeAnswer, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }, 405},
		{"a GET that writes, by a query", "GET", "decisions", "", func(r *http.Request) { r.URL.RawQuery = "question=0&version=0&decision=answer" }, 405},
		{"PUT", "PUT", "decisions", takeAnswer, nil, 405},
		{"DELETE", "DELETE", "decisions", "", nil, 405},
		{"OPTIONS, as before a request of another site", "OPTIONS", "decisions", "", nil, 405},
		{"a method that nobody knows", "BREW", "", "", nil, 405},
		{"POST of the page", "POST", "", "", nil, 405},
		{"POST of the questions", "POST", "questions", "", nil, 405},
		{"elsewhere", "GET", "x", "", nil, 404},
		{"above", "GET", "../../etc/passwd", "", nil, 404},
		{"a form of another site", "POST", "decisions", takeAnswer, header("Content-Type", "text/plain"), 415},
		{"no type", "POST", "decisions", takeAnswer, header("Content-Type", ""), 415},
		{"a huge body", "POST", "decisions", `{"note":"` + strings.Repeat("x", 1<<20) + `"}`, nil, 413},
		{"a huge body that is blank", "POST", "decisions", takeAnswer + strings.Repeat(" ", 1<<20), nil, 413},
		{"no JSON", "POST", "decisions", `question=0`, nil, 400},
		{"half of it", "POST", "decisions", takeAnswer[:20], nil, 400},
		{"two of them", "POST", "decisions", takeAnswer + takeAnswer, nil, 400},
		{"an unknown key", "POST", "decisions", `{"question":0,"version":0,"decision":"answer","path":"x"}`, nil, 400},
		{"another type", "POST", "decisions", `{"question":"0","version":0,"decision":"answer"}`, nil, 400},
		{"a list", "POST", "decisions", `[]`, nil, 400},
		{"nothing", "POST", "decisions", ``, nil, 400},
		{"no decision", "POST", "decisions", `{"question":0,"version":0,"decision":"yes"}`, nil, 422},
		{"no question", "POST", "decisions", `{"question":99,"version":0,"decision":"answer"}`, nil, 422},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s.t = t
			answer, text := s.ask(tt.method, tt.path, tt.body, tt.change)
			assert.Equal(t, tt.code, answer.StatusCode, text)
			assert.NotContains(t, text, "the page")
			assert.NotContains(t, text, token)
			assert.Contains(t, text, `"problem":`)
			assert.NotContains(t, text, `"got"`)
			assert.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"))
		})
	}
	_, err = os.Stat(s.options.File)
	assert.ErrorIs(t, err, os.ErrNotExist, "nothing was written")

	// Who follows a link from elsewhere has the token.
	s.t = t
	_, text := s.ask("GET", "", "", func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Mode", "navigate")
		r.Header.Set("Sec-Fetch-Dest", "document")
	})
	assert.Equal(t, reviewedPage, text)
}

func TestEachStartHasAnotherToken(t *testing.T) {
	one, two := serve(t), serve(t)
	assert.NotEqual(t, strings.Split(one.url, "/")[3], strings.Split(two.url, "/")[3])
}

func TestListenOnThisMachineAlone(t *testing.T) {
	s := newPlace(t).open()
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "example.com:0", "[::]:0"} {
		_, err := review.Listen(address, s, review.Page{})
		assert.ErrorContains(t, err, "not one of this machine alone", address)
	}
	_, err := review.Listen("127.0.0.1", s, review.Page{})
	assert.EqualError(t, err, `the address "127.0.0.1": want HOST:PORT, as 127.0.0.1:0`)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, err = review.Listen(taken.Addr().String(), s, review.Page{})
	assert.ErrorContains(t, err, "in use")
}
