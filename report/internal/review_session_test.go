package internal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/redact"
)

var invoice = eval.Spec{Fields: []eval.Field{
	{Path: "number", Match: compare.Exact{}},
	{Path: "total", Match: compare.Exact{}},
	{Path: "currency", Match: compare.OneOf{}},
	{Path: "lines", List: &eval.List{By: []string{"sku"}, Assign: eval.ByKey, Fields: []eval.Field{
		{Path: "sku", Match: compare.Exact{}}, {Path: "qty", Match: compare.Exact{}},
	}}},
}}

// doc is a case with the answers of its trials.
type reviewDoc struct {
	id, want string
	got      []string
}

// docs have six questions: of a the number, the total (the same in both trials), the currency
// and two rows; of b the number.
var docs = []reviewDoc{
	{"a", `{"number":"A","total":30.5,"currency":["EUR"],"lines":[{"sku":"w","qty":3}]}`, []string{
		`{"number":"B","total":35.0,"currency":"CHF","lines":[{"sku":"x","qty":2}]}`, `{"number":"A","total":35.0,"currency":"EUR","lines":[{"sku":"w","qty":3}]}`}},
	{"b", `{"number":"1"}`, []string{`{"number":"2"}`}},
	{"c", `{"number":"1"}`, []string{`{"number":"1"}`}},
}

// run returns the records that a run writes of documents.
func reviewRun(t require.TestingT, r redact.Redaction, all ...reviewDoc) (report.Dataset, []*report.Case) {
	ds := report.Dataset{Name: "set", Redact: r.Mode, RedactPaths: r.Paths}
	evaluator, err := ds.SetSpec(invoice)
	require.NoError(t, err)
	var cases []*report.Case
	for _, d := range all {
		for i, got := range d.got {
			result, err := evaluator.Evaluate(context.Background(), []byte(got), []byte(d.want))
			require.NoError(t, err)
			c := report.NewCase(report.Observation{ID: d.id, Trial: i + 1, Result: &result, Want: []byte(d.want)}, report.CaseOptions{Redaction: r})
			text, err := json.Marshal(c) // as a file has it
			require.NoError(t, err)
			var read report.Case
			require.NoError(t, json.Unmarshal(text, &read))
			cases = append(cases, &read)
		}
	}
	return ds, cases
}

// place is a folder with the data of docs.
type place struct {
	t       *testing.T
	options review.Options
}

func newPlace(t *testing.T) *place {
	dir := t.TempDir()
	ds, cases := reviewRun(t, redact.Redaction{}, docs...)
	p := &place{t, review.Options{Dataset: ds, Cases: cases, Data: filepath.Join(dir, "set.jsonl"), File: filepath.Join(dir, "set.review.jsonl"), Reviewer: "ann"}}
	p.options.Now = func() time.Time { return time.Date(2026, 1, 12, 9, 30, 0, 0, time.UTC) }
	p.truths(docs...)
	return p
}

func (p *place) truths(all ...reviewDoc) {
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "{\"id\":%q,\"want\":%s}\n", d.id, d.want)
	}
	p.write(p.options.Data, b.String())
}

func (p *place) write(path, text string) {
	p.t.Helper()
	require.NoError(p.t, os.WriteFile(path, []byte(text), 0o666))
}

func (p *place) read() string {
	p.t.Helper()
	text, err := os.ReadFile(p.options.File)
	require.NoError(p.t, err)
	return string(text)
}

func (p *place) open() *review.Session {
	p.t.Helper()
	s, err := review.Open(p.options)
	require.NoError(p.t, err)
	return s
}

func reviewNames(s *review.Session) (all []string) {
	for _, q := range s.Questions() {
		name := q.Case + " " + q.Path
		if len(q.Values) > 0 {
			name += " " + strings.Join(q.Values, ", ")
		}
		for _, l := range q.Leaves {
			name += fmt.Sprintf(" %d%v", l.Trial, l.Fields)
		}
		all = append(all, name)
	}
	return all
}

func TestQuestions(t *testing.T) {
	p := newPlace(t)
	assert.Equal(t, []string{
		"a number 1[0]", "a total 1[1] 2[1]", "a currency 1[2]",
		`a lines[0] sku: "w", qty: 3 1[3 4]`, `a lines[0] sku: "x", qty: 2 1[5 6]`, "b number 1[0]",
	}, reviewNames(p.open()))

	// Suspect labels come first, in the order of package audit.
	p.options.Labels = []audit.SuspectLabel{
		{ID: "b", Path: "number", Evidence: []audit.Evidence{{Kind: audit.Nowhere, Text: "it stands nowhere"}}},
		{ID: "a", Path: "currency, total", Evidence: []audit.Evidence{{Kind: audit.Invariant, Text: "it breaks a rule"}}},
		{ID: "c", Path: "number", Evidence: []audit.Evidence{{Kind: audit.Nowhere, Text: "it stands nowhere"}}},
	}
	s := p.open()
	assert.Equal(t, []string{"b number 1[0]", "a total 1[1] 2[1]", "a currency 1[2]", "a number 1[0]"}, reviewNames(s)[:4])
	assert.Equal(t, []string{"it stands nowhere"}, s.Questions()[0].Evidence)
	assert.Equal(t, []string{"it breaks a rule"}, s.Questions()[1].Evidence)
	assert.Empty(t, s.Questions()[3].Evidence)
}

// Nothing is asked that cannot be decided, and it is said why.
func TestWhatCannotBeDecided(t *testing.T) {
	p := newPlace(t)
	p.options.Dataset, p.options.Cases = reviewRun(t, redact.Redaction{Paths: map[string]redact.Mode{"number": redact.Omit}, Key: []byte("k")}, docs[1],
		reviewDoc{"d", `{"number":"1","total":2}`, []string{`no JSON`}}, reviewDoc{"b2", `{"total":1}`, []string{`{"total":2}`}})
	p.options.Cases = append(p.options.Cases, &report.Case{ID: "e", Status: report.Error})
	p.truths(docs[1], reviewDoc{id: "b2", want: `{"total":1}`})
	s := p.open()
	assert.Equal(t, []string{"b2 total 1[1]"}, reviewNames(s))
	assert.Equal(t, []accept.Refusal{{Case: "b", Path: "number", Why: "the value is redacted"}, {Case: "d", Why: "the answer cannot be read, or is of another kind than the truth"}}, s.Refused)
	assert.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}), "the hash of the data is keyed, and says nothing")
}

func TestMark(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	for i, m := range []review.Mark{
		{Question: 0, Decision: accept.Answer, Note: "the scan <says> so"},
		{Question: 1, Decision: accept.Value, Value: json.RawMessage(`30.50`)},
		{Question: 2, Decision: accept.Both},
		{Question: 3, Decision: accept.Wrong},
		{Question: 4, Decision: accept.Answer},
		{Question: 0, Version: 1, Decision: accept.Wrong},
	} {
		require.NoError(t, s.Mark(m), i)
	}
	const at = `"reviewer":"ann","time":"2026-01-12T09:30:00Z"}` + "\n"
	assert.Equal(t, `{"dataset":"set","case":"a","path":"number","decision":"answer","want":"A","got":"B","note":"the scan <says> so",`+at+
		`{"dataset":"set","case":"a","path":"total","decision":"value","value":30.50,"want":30.5,"got":35.0,`+at+
		`{"dataset":"set","case":"a","path":"currency","decision":"both","want":["EUR"],"got":"CHF",`+at+
		`{"dataset":"set","case":"a","path":"lines[0]","decision":"wrong","want_hash":"bef08cdc66cad8cc",`+at+
		`{"dataset":"set","case":"a","path":"lines[0]","decision":"answer","got":{"sku":"x","qty":2},`+at+
		`{"dataset":"set","case":"a","path":"number","decision":"wrong","want":"A","got":"B",`+at, p.read())
	looked, all, conflicts := s.Progress()
	assert.Equal(t, [3]int{5, 6, 0}, [3]int{looked, all, conflicts})
	looked, _, _ = p.open().Progress()
	assert.Equal(t, 5, looked, "another start has the decisions")

	// The decisions are made in the data: accept finds every place.
	decisions, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	agreed, conflict := accept.Merge(decisions)
	assert.Empty(t, conflict)
	data, err := os.ReadFile(p.options.Data)
	require.NoError(t, err)
	labels, err := accept.Lines("set.jsonl", data, "")
	require.NoError(t, err)
	changes, refused := accept.RulesOf(p.options.Dataset).Decide(p.options.Cases[0], agreed)
	assert.Empty(t, refused)
	_, refused = labels.Apply("a", p.options.Cases[0].DataHash, changes)
	assert.Empty(t, refused)
	line, _, _ := strings.Cut(string(labels.Bytes()), "\n")
	assert.Equal(t, `{"id":"a","want":{"number":"A","total":30.50,"currency":["EUR","CHF"],"lines":[{"sku":"w","qty":3},{"sku":"x","qty":2}]}}`, line)
}

func TestMarksThatAreNone(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	for _, tt := range []struct {
		mark review.Mark
		want string
	}{
		{review.Mark{Question: 6, Decision: accept.Answer}, "there is no question 6"},
		{review.Mark{Question: -1, Decision: accept.Answer}, "there is no question -1"},
		{review.Mark{Decision: "yes"}, `unknown decision "yes"`},
		{review.Mark{Decision: accept.Value}, `it needs a "value"`},
		{review.Mark{Decision: accept.Value, Value: json.RawMessage(`{`)}, "invalid JSON"},
		{review.Mark{Decision: accept.Value, Value: json.RawMessage("\"\xff\"")}, "not UTF-8"},
		{review.Mark{Decision: accept.Wrong, Value: json.RawMessage(`1`)}, `stands with the decisions "value" and "document" alone`},
		{review.Mark{Decision: accept.Wrong, Note: strings.Repeat("x", 10_001)}, "the note has 10001 bytes"},
	} {
		err := s.Mark(tt.mark)
		assert.ErrorIs(t, err, review.ErrInvalid)
		assert.ErrorContains(t, err, tt.want)
	}
	assert.NoFileExists(t, p.options.File)
}

// Two tabs: one cannot decide as if the other had not decided.
func TestStale(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}))
	err := s.Mark(review.Mark{Decision: accept.Wrong})
	assert.ErrorIs(t, err, review.ErrStale)
	assert.EqualError(t, err, "it was decided meanwhile: the label is wrong, and the answer is taken")
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}), "who has not heard of it says the same again")
	assert.Equal(t, 1, strings.Count(p.read(), "\n"))
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Wrong, Version: 1}))
}

// A row of the truth that takes the place of another has not been decided on.
func TestRowThatMovedUp(t *testing.T) {
	before := reviewDoc{"a", `{"number":"A","lines":[{"sku":"w","qty":3},{"sku":"z","qty":1}]}`, []string{`{"number":"A","lines":[]}`}}
	after := reviewDoc{"a", `{"number":"A","lines":[{"sku":"z","qty":1}]}`, before.got}
	p := newPlace(t)
	at := func(d reviewDoc) {
		p.options.Dataset, p.options.Cases = reviewRun(t, redact.Redaction{}, d)
		p.truths(d)
	}
	at(before)
	s := p.open()
	require.Equal(t, `a lines[0] sku: "w", qty: 3 1[3 4]`, reviewNames(s)[0])
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}))
	at(after)
	s = p.open()
	looked, all, _ := s.Progress()
	assert.Equal(t, [2]int{0, 1}, [2]int{looked, all})
	decisions, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	changes, refused := accept.RulesOf(p.options.Dataset).Decide(p.options.Cases[0], decisions)
	assert.Empty(t, changes)
	assert.Equal(t, []accept.Refusal{{Case: "a", Path: "lines[0]", Why: "the record has another truth or answer there than was reviewed"}}, refused)
}

// The clock may go back; the last line counts.
func TestClock(t *testing.T) {
	p := newPlace(t)
	require.NoError(t, p.open().Mark(review.Mark{Decision: accept.Answer}))
	p.options.Now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
	s := p.open()
	assert.ErrorIs(t, s.Mark(review.Mark{Decision: accept.Wrong}), review.ErrStale)
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Wrong, Version: 1}))
	all, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	agreed, _ := accept.Merge(all)
	require.Len(t, agreed, 1)
	assert.Equal(t, accept.Wrong, agreed[0].Decision)
}

// A data file that changes underneath.
func TestChangedData(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	require.NoError(t, s.Mark(review.Mark{Question: 0, Decision: accept.Answer}))
	p.truths(docs[0], reviewDoc{id: "b", want: `{"number":"7"}`}, docs[2], reviewDoc{id: "z", want: `{}`})
	err := s.Mark(review.Mark{Question: 5, Decision: accept.Answer})
	assert.ErrorIs(t, err, review.ErrChanged)
	assert.ErrorContains(t, err, "is not the one that was evaluated")
	require.NoError(t, s.Mark(review.Mark{Question: 1, Decision: accept.Wrong}), "of other cases it can be decided")
	p.truths(docs...)
	require.NoError(t, s.Mark(review.Mark{Question: 5, Decision: accept.Answer}), "it is as it was")

	require.NoError(t, os.Remove(p.options.Data))
	assert.ErrorIs(t, s.Mark(review.Mark{Question: 2, Decision: accept.Wrong}), review.ErrChanged)
	assert.Equal(t, 3, strings.Count(p.read(), "\n"), "nothing is lost")
	_, err = review.Open(p.options)
	assert.ErrorContains(t, err, "set.jsonl: no such file")
}

// The truth of a case may be in a file of its own.
func TestPairs(t *testing.T) {
	p := newPlace(t)
	p.options.Data = filepath.Join(filepath.Dir(p.options.Data), "set")
	require.NoError(t, os.Mkdir(p.options.Data, 0o777))
	for _, d := range docs {
		p.write(filepath.Join(p.options.Data, d.id+".want.json"), d.want)
	}
	outside := docs[1]
	outside.id = "../outside" // leads to no other folder
	_, more := reviewRun(t, redact.Redaction{}, outside)
	p.write(p.options.Data+"/"+outside.id+".want.json", outside.want)
	p.options.Cases = append(p.options.Cases, more...)
	s := p.open()
	err := s.Mark(review.Mark{Question: 6, Decision: accept.Answer})
	assert.ErrorIs(t, err, review.ErrChanged)
	assert.ErrorContains(t, err, `case "../outside": that is not the name of a pair in `)
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}))
	p.write(filepath.Join(p.options.Data, "b.want.json"), `{"number":"80"}`)
	assert.ErrorIs(t, s.Mark(review.Mark{Question: 5, Decision: accept.Answer}), review.ErrChanged)
	require.NoError(t, s.Mark(review.Mark{Question: 1, Decision: accept.Answer}))
}

// A decision that is taken back leaves the question open, also for a server that starts later; another one counts again,
// whatever the clock says.
func TestTakenBack(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	require.NoError(t, s.Mark(review.Mark{Question: 0, Decision: accept.Answer}))
	require.NoError(t, s.Mark(review.Mark{Question: 0, Version: 1, Decision: accept.Open}))
	looked, _, _ := s.Progress()
	assert.Zero(t, looked)
	require.NoError(t, s.Mark(review.Mark{Question: 0, Version: 1, Decision: accept.Open}), "once more says nothing new")
	assert.Equal(t, 2, strings.Count(p.read(), "\n"))

	p.options.Now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
	again := p.open()
	looked, _, _ = again.Progress()
	assert.Zero(t, looked)
	require.NoError(t, again.Mark(review.Mark{Question: 0, Decision: accept.Wrong}))
	looked, _, _ = p.open().Progress()
	assert.Equal(t, 1, looked)
}

func TestLabelsInTheText(t *testing.T) {
	p := newPlace(t)
	asked := map[string]int{}
	p.options.InText = func(c *report.Case) map[int]bool {
		asked[c.ID]++
		in := map[int]bool{}
		for i := range c.Fields {
			in[i] = true
		}
		return in
	}
	rows := 0
	for _, q := range p.open().Questions() {
		assert.Equal(t, len(q.Values) == 0, q.InText, "%s %s: a row is not a value that could stand there", q.Case, q.Path)
		if len(q.Values) > 0 {
			rows++
		}
	}
	assert.Positive(t, rows)
	for id, n := range asked {
		assert.LessOrEqual(t, n, 2, "%s: once for each trial", id)
	}
}
