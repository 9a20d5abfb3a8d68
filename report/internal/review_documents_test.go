package internal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/redact"
)

// documents returns the options of a review of the documents of a place.
func (p *place) documents() review.DocumentOptions {
	return review.DocumentOptions{
		Dataset: p.options.Dataset, Cases: p.options.Cases, Data: p.options.Data, File: p.options.File, Reviewer: "ann", Now: p.options.Now,
	}
}

func (p *place) openDocuments(o review.DocumentOptions) *review.Documents {
	p.t.Helper()
	d, err := review.OpenDocuments(o)
	require.NoError(p.t, err)
	return d
}

// typed are values as the page sends them: of number, total, currency and the rows of lines.
func reviewTyped(text string) (all []json.RawMessage) {
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		panic(err)
	}
	return all
}

// The lines that are written are decisions on whole documents, with each value as the run has values of its field: a number where
// truths have numbers, null where nothing was typed.
func TestTypedDocuments(t *testing.T) {
	for _, tt := range []struct{ reason, typed, value string }{
		{"a whole document", `["A","30.50","EUR",[["w","3"],["x","2"]]]`, `{"number":"A","total":30.50,"currency":"EUR","lines":[{"sku":"w","qty":3},{"sku":"x","qty":2}]}`},
		{"nothing", `["","","",[]]`, `{"number":null,"total":null,"currency":null,"lines":[]}`},
		{"digits of a text stay a text, and blanks around it go", `[" 0042 ","","",[]]`, `{"number":"0042","total":null,"currency":null,"lines":[]}`},
		{"a text that says true is a text", `["true","","",[]]`, `{"number":"true","total":null,"currency":null,"lines":[]}`},
		{"a number in another notation is a text, which comparators read", `["","1.234,50","",[]]`, `{"number":null,"total":"1.234,50","currency":null,"lines":[]}`},
		{"quotes and markup are text", `["\"a\" <b>","","",[]]`, `{"number":"\"a\" <b>","total":null,"currency":null,"lines":[]}`},
		{"rows without a value are left out", `["","","",[["",""],["w",""],[" ",""]]]`, `{"number":null,"total":null,"currency":null,"lines":[{"sku":"w","qty":null}]}`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			p := newPlace(t)
			d := p.openDocuments(p.documents())
			require.NoError(t, d.Write(0, reviewTyped(tt.typed)))
			all, err := accept.Read("r", []byte(p.read()))
			require.NoError(t, err)
			require.Len(t, all, 1)
			assert.Equal(t, tt.value, string(all[0].Value))
			assert.Equal(t, accept.Document, all[0].Decision)
			assert.Equal(t, "ann", all[0].Reviewer)
			assert.True(t, all[0].Blind)
			assert.Equal(t, p.options.Now(), all[0].Time)
		})
	}
}

// A decision says which truth the document had when it was read or, without a truth, which answer of the first trial. By sha256sum of
// {"currency":["EUR"],"lines":[{"qty":3,"sku":"w"}],"number":"A","total":30.5}, {"number":"1"} and {"number":"first"}, 16 digits.
func TestTruthWhenRead(t *testing.T) {
	p := newPlace(t)
	o := p.documents()
	for trial, number := range []string{"third", "first", "second"} {
		o.Cases = append(o.Cases, &report.Case{ID: "u", Trial: []int{3, 1, 2}[trial], Status: report.OK, Unlabelled: true, Answer: json.RawMessage(`{"number":"` + number + `"}`)})
	}
	o.Cases = append(o.Cases, &report.Case{ID: "left out", Trial: 1, Status: report.OK})
	d := p.openDocuments(o)
	for n := range d.Len() {
		require.NoError(t, d.Write(n, reviewTyped(`["A","","",[]]`)))
	}
	all, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	held := map[string]string{}
	for _, one := range all {
		held[one.Case] = one.WantHash
	}
	assert.Equal(t, map[string]string{"a": "04b510a72c85e027", "b": "14cb2f1405c2d1dc", "c": "14cb2f1405c2d1dc", "u": "10828f9c3fe6f496", "left out": ""}, held)
}

func TestTypedNonsense(t *testing.T) {
	p := newPlace(t)
	d := p.openDocuments(p.documents())
	for _, tt := range []struct {
		n                  int
		typed, want, where string
	}{
		{3, `["","","",[]]`, "there is no document 3", ""},
		{-1, `["","","",[]]`, "there is no document -1", ""},
		{0, `[]`, "it has 0 values, want 4", ""},
		{0, `["","","",""]`, "lines: want rows", ""},
		{0, `["","","",[[""]]]`, "lines[0]: it has 1 value, want 2", ""},
		{0, `[1,"","",[]]`, "number: want a text", ""},
	} {
		err := d.Write(tt.n, reviewTyped(tt.typed))
		assert.ErrorIs(t, err, review.ErrInvalid, tt.typed)
		assert.ErrorContains(t, err, tt.want)
	}
	assert.NoFileExists(t, p.options.File)
}

// An array that is compared as one value is typed as JSON; values of kinds that only answers show have those kinds; keys that the
// spec does not compare are not asked for.
func TestBoxesOfWhatIsSeen(t *testing.T) {
	p := newPlace(t)
	o := p.documents()
	o.Dataset.Attributes = []string{"paid", "box", "vendor.name", "tags[]", "rows[].parts[].id"}
	o.Cases = []*report.Case{{ID: "x", Status: report.OK, Unlabelled: true, Answer: json.RawMessage(
		`{"paid":true,"box":[1,2],"vendor":{"name":"n","iban":"i"},"tags":["a"],"rows":[{"parts":[{"id":7}]},{"parts":[{"id":8}]}]}`)}}
	d := p.openDocuments(o)
	require.NoError(t, d.Write(0, reviewTyped(`["false","[3, 4]","Acme",[["a"],["b"]],[[[["1"],["2"]]],[[["3"]]]]]`)))
	all, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	assert.JSONEq(t, `{"paid":false,"box":[3,4],"vendor":{"name":"Acme"},"tags":["a","b"],"rows":[{"parts":[{"id":1},{"id":2}]},{"parts":[{"id":3}]}]}`, string(all[0].Value))
	assert.ErrorContains(t, d.Write(0, reviewTyped(`["","(3, 4)","",[],[]]`)), "box: want JSON: ")

	o.Dataset.Attributes, o.Cases[0].Answer = nil, nil
	_, err = review.OpenDocuments(o)
	assert.ErrorContains(t, err, `data set "set": the run has no fields to ask for`)
}

// caseOf returns the ids of the documents, in their order on the page.
func (s *desk) cases() (all []string) {
	_, text := s.ask("GET", "questions", "", nil)
	var listed struct{ Questions []struct{ Case string } }
	require.NoError(s.t, json.Unmarshal([]byte(text), &listed))
	for _, q := range listed.Questions {
		all = append(all, q.Case)
	}
	return all
}

// typed returns what the reviewer has typed of the first document, as the page gets it.
func (s *desk) typed() string {
	_, text := s.ask("GET", "questions", "", nil)
	var listed struct {
		Changed []struct {
			Question int
			Own      struct{ Typed json.RawMessage }
		}
	}
	require.NoError(s.t, json.Unmarshal([]byte(text), &listed))
	for _, c := range listed.Changed {
		if c.Question == 0 {
			return string(c.Own.Typed)
		}
	}
	return ""
}

// desk is a server of whole documents with a client.
type desk struct {
	served
	documents *review.Documents
}

func serveDocuments(t *testing.T, p *place, o review.DocumentOptions) *desk {
	t.Helper()
	d := p.openDocuments(o)
	s, err := review.Listen("", d, review.Page{HTML: []byte(reviewedPage), CaseKey: func(id string) string { return "key of " + id }})
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
	return &desk{served{p, s.URL(), "http://" + u.Host}, d}
}

// A sample is the same for every reviewer, another one for another seed, and stays when cases are added.
func TestSample(t *testing.T) {
	many := func(n int) (all []*report.Case) {
		for i := range n {
			all = append(all, &report.Case{ID: fmt.Sprintf("doc-%02d", i)}, &report.Case{ID: fmt.Sprintf("doc-%02d", i), Trial: 2})
		}
		return all
	}
	p := newPlace(t)
	drawn := func(seed uint64, sample, of int) []string {
		o := p.documents()
		o.Cases, o.Sample, o.Seed = many(of), sample, seed
		return serveDocuments(t, p, o).cases()
	}
	first := drawn(1, 10, 40)
	assert.Len(t, first, 10)
	assert.Equal(t, first, drawn(1, 10, 40))
	assert.Equal(t, first, drawn(1, 0, 40)[:10], "all of them are in the same order")
	assert.NotEqual(t, first, drawn(2, 10, 40))
	kept := 0
	for _, id := range drawn(1, 10, 44) {
		if strings.Contains(strings.Join(first, " "), id) {
			kept++
		}
	}
	assert.GreaterOrEqual(t, kept, 6, "of 4 further cases at most 4 take a place")
	assert.Len(t, drawn(1, 100, 3), 3)
}

// Nothing that a reviewer gets has an answer, a truth or the values of a colleague; one's own come back.
func TestBlind(t *testing.T) {
	p := newPlace(t)
	p.write(p.options.File, `{"case":"b","path":"(document)","decision":"document","value":{"number":"of bob"},"reviewer":"bob","blind":true}`+"\n"+
		`{"case":"b","path":"number","decision":"value","value":"seen","want":"1","got":"2","reviewer":"ann"}`+"\n"+
		`{"case":"a","path":"(document)","decision":"document","value":{"number":"with open eyes"},"reviewer":"ann"}`+"\n")
	o := p.documents()
	o.Cases = append(o.Cases, &report.Case{ID: "none", Reasoning: "secret", Error: "secret", Warnings: []string{"secret"}, Tags: map[string]string{"x": "secret"}})
	s := serveDocuments(t, p, o)
	var all strings.Builder
	get := func(path string) string {
		answer, text := s.ask("GET", path, "", nil)
		require.Equal(t, http.StatusOK, answer.StatusCode, text)
		all.WriteString(text)
		return text
	}
	assert.Contains(t, get("questions"), `"boxes":[{"label":"number","kind":"string"},{"label":"total","kind":"number"},{"label":"currency","kind":"string"},`+
		`{"label":"lines","kind":"rows","boxes":[{"label":"sku","kind":"string"},{"label":"qty","kind":"number"}]}]`)
	assert.Contains(t, all.String(), `{"case":"a","key":"key of a"}`)
	assert.Contains(t, all.String(), `"reviewer":"ann","revision":2,"looked":0,"of":4,"conflicts":0,"notes":[],"changed":[]}`)
	o.Dataset.Classes = []report.ClassList{{Attribute: "currency", Names: []string{"EUR", "USD"}, Declared: true}, {Attribute: "number", Names: []string{"1"}}}
	_, classes := serveDocuments(t, p, o).ask("GET", "questions", "", nil)
	assert.Contains(t, classes, `{"label":"number","kind":"string"},{"label":"total","kind":"number"},{"label":"currency","kind":"string","classes":["EUR","USD"]}`,
		"classes that were recognised would show truths")
	for _, value := range []string{"30.5", "35", "EUR", "CHF", "of bob", "bob", "seen", "open eyes", "secret"} {
		assert.NotContains(t, all.String(), value)
	}

	n := slices.Index(s.cases(), "a")
	answer, text := s.ask("POST", "decisions", fmt.Sprintf(`{"question":%d,"decision":"document","typed":["A-1","12.50","",[["w","2"]]],"since":3}`, n), nil)
	assert.Equal(t, http.StatusOK, answer.StatusCode, text)
	own := fmt.Sprintf(`"changed":[{"question":%d,"version":0,"own":{"typed":["A-1","12.50","",[["w","2"]]]}}]}`, n)
	assert.Contains(t, text, `"looked":1,"of":4,"conflicts":0,"notes":[],`+own)
	assert.Contains(t, get("questions"), own)
	read, of, err := s.documents.Progress()
	assert.Equal(t, []any{1, 4, nil}, []any{read, of, err})

	// A request without a decision asks for the changes, such as those of another tab; there are none after the last.
	_, text = s.ask("POST", "decisions", `{"since":3}`, nil)
	assert.Contains(t, text, own)
	_, text = s.ask("POST", "decisions", `{"since":99}`, nil)
	assert.Contains(t, text, `"changed":[]`)

	for _, body := range []string{`{"question":9,"decision":"document","typed":["","","",[]]}`, `{"question":0,"decision":"document","typed":["","",""]}`, `{"question":0,"decision":"wrong"}`} {
		answer, text := s.ask("POST", "decisions", body, nil)
		assert.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode, text)
	}
	for _, change := range []func(*http.Request){
		func(r *http.Request) { r.Header.Del("Origin") },
		func(r *http.Request) { r.Header.Set("Origin", "http://attacker.example") },
		func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		func(r *http.Request) { r.Method = http.MethodGet },
	} {
		answer, text := s.ask("POST", "decisions", `{"question":0,"decision":"document","typed":["","","",[]]}`, change)
		assert.GreaterOrEqual(t, answer.StatusCode, 400, text)
	}
	assert.Equal(t, 4, strings.Count(p.read(), "\n"))
}

// A third person decides where two differ: of what both say alike nothing is asked, and the decision is adjudicated.
func TestAdjudicate(t *testing.T) {
	p := newPlace(t)
	said, err := accept.Read("both.jsonl", []byte(`
{"case":"a","path":"(document)","decision":"document","value":{"number":"A","total":30.5,"lines":[{"sku":"w","qty":3}]},"reviewer":"ann","blind":true}
{"case":"a","path":"(document)","decision":"document","value":{"number":"A","total":"30.50","lines":[{"sku":"w","qty":2}]},"reviewer":"bob","blind":true}
{"case":"b","path":"(document)","decision":"document","value":{"number":"1"},"reviewer":"ann","blind":true}
{"case":"b","path":"(document)","decision":"document","value":{"number":"1","lines":[]},"reviewer":"bob"}
{"case":"c","path":"(document)","decision":"document","value":{"number":"1"},"reviewer":"ann","blind":true}
{"case":"c","path":"(document)","decision":"document","value":{"number":"9"},"reviewer":"bob","state":"adjudicated"}
{"case":"c","path":"number","decision":"value","value":"8","want":"1","got":"1","reviewer":"cy"}
`))
	require.NoError(t, err)
	o := p.documents()
	o.Adjudicate, o.Reviewer = said, "cy"
	o.Dataset.Spec = json.RawMessage(strings.Replace(string(o.Dataset.Spec), `{"path":"total","match":"exact"}`, `{"path":"total","match":"numeric"}`, 1))
	s := serveDocuments(t, p, o)
	assert.Equal(t, []string{"a"}, s.cases(), "of b both say the same, and c has one reader")
	_, text := s.ask("GET", "questions", "", nil)
	var asked struct{ Questions []json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(text), &asked))
	assert.JSONEq(t, `{"case":"a","key":"key of a","disputed":[false,false,false,true],
		"cells":[{"box":3,"path":"lines[0].qty","says":[{"shown":"3","place":[0,1]},{"shown":"2","place":[0,1]}]}],"says":[
		{"reviewer":"ann","typed":["A","30.5","",[["w","3"]]],"shown":["\"A\"","30.5","nothing","[{\"sku\":\"w\",\"qty\":3}]"]},
		{"reviewer":"bob","typed":["A","30.50","",[["w","2"]]],"shown":["\"A\"","\"30.50\"","nothing","[{\"sku\":\"w\",\"qty\":2}]"]}]}`, string(asked.Questions[0]))
	require.NoError(t, s.documents.Write(0, reviewTyped(`["A","30.5","",[["w","2"]]]`)))
	all, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	assert.Equal(t, accept.Adjudicated, all[0].State)
	assert.False(t, all[0].Blind)
	assert.Equal(t, `["A","30.5","",[["w","2"]]]`, s.typed(), "one's own decision comes back")
	read, of, err := s.documents.Progress()
	assert.Equal(t, []any{1, 1, nil}, []any{read, of, err})

	// What a reviewer has adjudicated is not what he or she reads blind.
	blind := p.documents()
	blind.Reviewer = "cy"
	read, of, err = p.openDocuments(blind).Progress()
	assert.Equal(t, []any{0, 3, nil}, []any{read, of, err})

	o.Adjudicate = []accept.Decision{}
	assert.Zero(t, p.openDocuments(o).Len())
}

// Two processes write to one file, and the last of a reviewer's readings counts, whatever the clock says.
func TestDocumentsOfTwoProcesses(t *testing.T) {
	p := newPlace(t)
	bob := p.documents()
	bob.Reviewer = "bob"
	one, two := p.openDocuments(p.documents()), p.openDocuments(bob)
	var running sync.WaitGroup
	for _, d := range []*review.Documents{one, two} {
		running.Go(func() {
			for n := range 3 {
				assert.NoError(t, d.Write(n, reviewTyped(`["A","","",[]]`)))
			}
		})
	}
	running.Wait()
	assert.Equal(t, 6, strings.Count(p.read(), "\n"))
	late := p.documents()
	late.Now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
	d := p.openDocuments(late)
	require.NoError(t, d.Write(0, reviewTyped(`["later","","",[]]`)))
	assert.Equal(t, `["later","","",[]]`, serveDocuments(t, p, late).typed())

	p.write(p.options.File, p.read()+"broken\n")
	err := d.Write(1, reviewTyped(`["","","",[]]`))
	assert.ErrorIs(t, err, review.ErrNotWritten)
	assert.ErrorContains(t, err, "set.review.jsonl:8: ")
}

func TestDocumentsThatCannotBeOpened(t *testing.T) {
	p := newPlace(t)
	o := p.documents()
	o.Dataset, o.Cases = reviewRun(t, redact.Redaction{Paths: map[string]redact.Mode{"total": redact.Omit}}, docs...)
	_, err := review.OpenDocuments(o)
	assert.ErrorIs(t, err, review.ErrRedacted)
	o = p.documents()
	p.write(o.File, `{"id":"a"}`+"\n")
	_, err = review.OpenDocuments(o)
	assert.ErrorContains(t, err, `set.review.jsonl:1: unknown field "id"`)
	o.File = filepath.Join(filepath.Dir(o.File), "none", "r.jsonl")
	_, err = review.OpenDocuments(o)
	assert.ErrorContains(t, err, "there is no folder")
	p = newPlace(t)
	p.write(p.options.File, `{"case":"a","path":"(document)","decision":"document","value":{},"reviewer":"ann"}`+"\n"+`{"dataset":"se`)
	assert.Equal(t, `{"dataset":"se`, p.openDocuments(p.documents()).Cut)
	_, err = os.Stat(p.options.File)
	assert.NoError(t, err)
}

// Of a list each cell that differs is named, with its place in what each reviewer says: rows may stand elsewhere, or be missing.
func TestCellsThatDiffer(t *testing.T) {
	p := newPlace(t)
	said, err := accept.Read("both.jsonl", []byte(`
{"case":"a","path":"(document)","decision":"document","value":{"number":"A","lines":[{"sku":"w","qty":3},{"sku":"x","qty":1}]},"reviewer":"ann","blind":true}
{"case":"a","path":"(document)","decision":"document","value":{"number":"A","lines":[{"sku":"y","qty":4},{"sku":"x","qty":1},{"sku":"w","qty":2}]},"reviewer":"bob","blind":true}
`))
	require.NoError(t, err)
	o := p.documents()
	o.Adjudicate, o.Reviewer = said, "cy"
	s := serveDocuments(t, p, o)
	_, text := s.ask("GET", "questions", "", nil)
	var shown struct {
		Questions []struct{ Cells json.RawMessage }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &shown))
	assert.JSONEq(t, `[
		{"box":3,"path":"lines[0].qty","says":[{"shown":"3","place":[0,1]},{"shown":"2","place":[2,1]}]},
		{"box":3,"path":"lines[0].sku","says":[{"shown":"nothing","place":[]},{"shown":"\"y\"","place":[0,0]}]},
		{"box":3,"path":"lines[0].qty","says":[{"shown":"nothing","place":[]},{"shown":"4","place":[0,1]}]}]`, string(shown.Questions[0].Cells))
}
