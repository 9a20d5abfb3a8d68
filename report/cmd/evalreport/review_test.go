package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/testdata/effort"
)

// reviewing is a process of the command, with the requests of its page.
type reviewing struct {
	t   *testing.T
	cmd *exec.Cmd
	out *bufio.Reader
	url string
}

var addressLine = regexp.MustCompile(`^review invoices at (http://127\.0\.0\.1:[0-9]+/[A-Z2-7]{26}/) \(Ctrl-C ends it\)\n$`)

// startReview starts the command, and returns its output before and after the address.
func startReview(t *testing.T, args ...string) (r *reviewing, before, behind string) {
	t.Helper()
	r = &reviewing{t: t, cmd: exec.Command("evalreport", append([]string{"review"}, args...)...)}
	out, err := r.cmd.StdoutPipe()
	require.NoError(t, err)
	r.cmd.Stderr = t.Output()
	require.NoError(t, r.cmd.Start())
	t.Cleanup(func() {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
	})
	r.out = bufio.NewReader(out)
	line := func() string {
		text, err := r.out.ReadString('\n')
		require.NoError(t, err)
		return text
	}
	before = line()
	found := addressLine.FindStringSubmatch(line())
	require.NotNil(t, found)
	r.url = found[1]
	return r, before, line()
}

// standing is the state of the first questions that the page receives.
type standing struct {
	Problem string
	Changed []struct{ Question, Version int }
}

// send sends a decision as the page does; ok is that it was acknowledged.
func (r *reviewing) send(body string) (s standing, ok bool) {
	request, err := http.NewRequest(http.MethodPost, r.url+"decisions", strings.NewReader(body))
	require.NoError(r.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", strings.Join(strings.Split(r.url, "/")[:3], "/"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return s, false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return s, false
	}
	require.Equal(r.t, http.StatusOK, answer.StatusCode, "%s", text)
	return s, json.Unmarshal(text, &s) == nil
}

func TestReviewAndAccept(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "want.jsonl")
	text, err := os.ReadFile("testdata/want.jsonl")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(data, text, 0o600))
	r, before, behind := startReview(t, "-data", data, "-reviewer", "ann", "testdata/new")
	reviews := filepath.Join(dir, "want.review.jsonl")
	assert.Equal(t, "3 values, 0 with a suspect label; 0 looked at\n", before)
	apply := fmt.Sprintf("evalreport accept -review %s -write -data %s testdata/new", reviews, data)
	assert.Equal(t, "decisions are written to "+reviews+"; to make them in the data: "+apply+"\n", behind)

	answer, err := http.Get(r.url)
	require.NoError(t, err)
	html, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Contains(t, string(html), `<section id="review"`)
	assert.Contains(t, string(html), "img-src data:; base-uri &#39;none&#39;; form-action &#39;none&#39;; connect-src &#39;self&#39;")
	_, ok := r.send(`{"question":0,"version":0,"decision":"answer"}`)
	require.True(t, ok)
	_, ok = r.send(`{"question":2,"version":0,"decision":"value","value":"2026-01-09"}`)
	require.True(t, ok)
	if runtime.GOOS != "windows" { // which has no such signal
		require.NoError(t, r.cmd.Process.Signal(os.Interrupt))
		rest, err := io.ReadAll(r.out)
		require.NoError(t, err)
		assert.Equal(t, "2 of 3 looked at\n", string(rest))
		assert.NoError(t, r.cmd.Wait())
	}

	var out, errs bytes.Buffer
	assert.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, strings.Fields(apply)[1:]), "%s", &errs)
	after, err := os.ReadFile(data)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for i, line := range strings.Split(string(after), "\n") {
		switch {
		case strings.Contains(line, `"inv-3"`):
			assert.Equal(t, strings.Replace(lines[i], "30.5", "35.0", 1), line)
		case strings.Contains(line, `"inv-7"`):
			assert.Equal(t, strings.Replace(lines[i], "2026-01-08", "2026-01-09", 1), line)
		default:
			assert.Equal(t, lines[i], line)
		}
	}
}

// Two reviewers read the same documents, and neither sees a value of the run or of the other.
func TestBlindReview(t *testing.T) {
	dir := t.TempDir()
	data, reviews := filepath.Join(dir, "want.jsonl"), filepath.Join(dir, "want.review.jsonl")
	text, err := os.ReadFile("testdata/want.jsonl")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(data, text, 0o600))
	var drawn []string
	for _, name := range []string{"ann", "bob"} {
		r, before, behind := startReview(t, "-blind", "-sample", "3", "-data", data, "-reviewer", name, "testdata/new")
		assert.Equal(t, "0 of 3 documents read by "+name+"\n", before)
		assert.Equal(t, "decisions are written to "+reviews+"; to see how far reviewers agree: evalreport data agreement -decisions "+reviews+" testdata/new\n", behind)
		answer, err := http.Get(r.url + "questions")
		require.NoError(t, err)
		list, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		drawn = append(drawn, strings.Split(string(list), `"reviewer"`)[0])
		assert.NotContains(t, string(list), "A-")
		r.send(`{"question":1,"decision":"document","typed":["A-` + name + `","2026-01-02","10.50"]}`)
		if runtime.GOOS != "windows" { // which has no such signal
			require.NoError(t, r.cmd.Process.Signal(os.Interrupt))
			rest, err := io.ReadAll(r.out)
			require.NoError(t, err)
			assert.Equal(t, "1 of 3 documents read by "+name+"\n", string(rest))
		}
	}
	assert.Equal(t, drawn[0], drawn[1])
	written, err := os.ReadFile(reviews)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(written), `"blind":true`), "%s", written)
	var out, errs bytes.Buffer
	require.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, []string{"data", "agreement", "-decisions", reviews, "testdata/new"}), "%s", &errs)
	assert.Contains(t, out.String(), `  number  ann "A-ann"  bob "A-bob"`)

	// A third person decides.
	r, before, behind := startReview(t, "-adjudicate", reviews, "-data", data, "-reviewer", "cy", "testdata/new")
	assert.Equal(t, "0 of 1 document adjudicated by cy\n", before)
	assert.Equal(t, "decisions are written to "+reviews+"; to make them in the data: evalreport accept -write -review "+reviews+" testdata/new\n", behind)
	r.send(`{"question":0,"decision":"document","typed":["A-cy","2026-01-02","10.50"]}`)
	written, err = os.ReadFile(reviews)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(written), `"state":"adjudicated"`), "%s", written)
}

// A label that stands nowhere in the text of its document comes first, and the text is shown.
func TestReviewBeginsWithWhatIsSuspect(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600))
		return path
	}
	data := write("want.jsonl",
		`{"id":"a","want":{"total":12.5,"name":"Acme"},"text":"Acme, in all 12.50"}`,
		`{"id":"b","want":{"total":99.5,"name":"Globex"},"text":"Globex, in all 7.50"}`,
		`{"id":"c","want":{"total":3.5,"name":"Initech"},"text":"Initech, in all 3.50"}`)
	got := write("got.jsonl",
		`{"id":"a","got":{"total":1,"name":"nobody"}}`, `{"id":"b","got":{"total":7.5,"name":"Globex"}}`, `{"id":"c","got":{"total":3.5,"name":"Initech"}}`)
	runDir := filepath.Join(dir, "run")
	var out, errs bytes.Buffer
	require.Equal(t, exitFound, run(t.Context(), nil, &out, &errs, []string{"score", "-dataset", "invoices", "-dir", runDir, data, got}), "%s", &errs)
	r, before, _ := startReview(t, "-data", data, runDir)
	assert.Equal(t, "3 values, 1 with a suspect label; 0 looked at\n", before)
	answer, err := http.Get(r.url + "questions")
	require.NoError(t, err)
	var asked struct {
		Questions []struct {
			Case, Path string
			Evidence   []string
		}
	}
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&asked))
	require.Len(t, asked.Questions, 3)
	assert.Equal(t, "b total", asked.Questions[0].Case+" "+asked.Questions[0].Path)
	assert.Equal(t, []string{"it is not in the text of the document"}, asked.Questions[0].Evidence)
	assert.Equal(t, "a", asked.Questions[1].Case)
	answer, err = http.Get(r.url)
	require.NoError(t, err)
	html, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Regexp(t, `<pre class="source"><mark[^>]*>Globex</mark>, in all`, string(html), "the text of a document is beside its values")
}

// Whenever the process is killed, the decisions that it has acknowledged are in the file, in order,
// and the next start reads them.
func TestReviewIsKilled(t *testing.T) {
	effort.NeedsLong(t)
	dir := t.TempDir()
	reviews := filepath.Join(dir, "r.jsonl")
	args := []string{"-data", "testdata/want.jsonl", "-reviews", reviews, "-reviewer", "ann", "testdata/new"}
	version, n := 0, 0
	var sure []string // acknowledged decisions
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 8 {
		r, _, _ := startReview(t, args...)
		text, err := os.ReadFile(reviews)
		if len(sure) > 0 {
			require.NoError(t, err)
		}
		all, err := accept.Read(reviews, text) // after the repair every line is a decision
		require.NoError(t, err)
		var there []string
		for _, d := range all {
			there = append(there, string(d.Value))
		}
		for i, value := range sure {
			at := slices.Index(there, value)
			require.GreaterOrEqual(t, at, i, "the decision %s was acknowledged", value)
			there[at] += " seen"
		}
		assert.LessOrEqual(t, len(there), len(sure)+round, "one at most was written and not acknowledged each time")

		killed := make(chan struct{})
		go func() {
			time.Sleep(time.Duration(random.IntN(150)) * time.Millisecond)
			_ = r.cmd.Process.Kill()
			close(killed)
		}()
		version = 0
		if len(all) > 0 {
			version = 1
		}
		for {
			n++
			// A line of several pages of memory: a write of it can be cut in the middle.
			s, ok := r.send(fmt.Sprintf(`{"question":0,"version":%d,"decision":"value","value":%d,"note":%q}`, version, n, strings.Repeat("x", 9000)))
			if !ok {
				break
			}
			require.Empty(t, s.Problem)
			sure = append(sure, fmt.Sprint(n))
			version++
		}
		<-killed
		_ = r.cmd.Wait()
		if round%2 == 1 { // a part of a line, as a machine that lost its power leaves it
			text, _ := os.ReadFile(reviews)
			if end := bytes.IndexByte(text, '\n'); end > 0 {
				f, err := os.OpenFile(reviews, os.O_APPEND|os.O_WRONLY, 0)
				require.NoError(t, err)
				_, err = f.Write(text[:random.IntN(end)])
				require.NoError(t, err)
				require.NoError(t, f.Close())
			}
		}
	}
	t.Logf("%d decisions were acknowledged", len(sure))
	assert.NotEmpty(t, sure)
}

// A review shows the scans in a folder, which no id leads out of: those of a case or a whole document when it is asked for.
func TestReviewShowsScans(t *testing.T) {
	dir := t.TempDir()
	scans := filepath.Join(dir, "scans")
	require.NoError(t, os.Mkdir(scans, 0o777))
	for _, name := range []string{"inv-3-1.png", "inv-3-2.png", "inv-7.png"} {
		writeScan(t, filepath.Join(scans, name))
	}
	data := filepath.Join(dir, "want.jsonl")
	text, err := os.ReadFile("testdata/want.jsonl")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(data, text, 0o600))
	get := func(r *reviewing, path string) string {
		answer, err := http.Get(r.url + path)
		require.NoError(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(body)
	}
	r, _, _ := startReview(t, "-pages", scans, "-data", data, "testdata/new")
	page := get(r, "")
	assert.Contains(t, page, ` data-trial="1"`)
	assert.NotContains(t, page, "data:image")
	assert.Equal(t, 2, strings.Count(get(r, "paper?case=inv-3&trial=1"), "data:image/png"))
	assert.Equal(t, 1, strings.Count(get(r, "paper?case=inv-7&trial=1"), "data:image/png"))
	for _, other := range []string{"case=inv-3&trial=2", "case=inv-1&trial=1", "case=..%2Fsecret&trial=1", "", "case=inv-3&trial=x"} {
		assert.Equal(t, `{"html":""}`, get(r, "paper?"+other), other)
	}

	r, _, _ = startReview(t, "-blind", "-pages", scans, "-data", data, "testdata/new")
	assert.NotContains(t, get(r, ""), "data:image")
	assert.Equal(t, 2, strings.Count(get(r, "paper?case=inv-3&trial=1"), "data:image/png"))
	assert.Equal(t, 1, strings.Count(get(r, "paper?case=inv-7&trial=1"), "data:image/png"))
	assert.Contains(t, get(r, "paper?case=inv-1&trial=1"), "Neither a text nor a picture of this document was found")
}

// writeScan writes a picture of a page.
func writeScan(t *testing.T, path string) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 80))))
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
}
