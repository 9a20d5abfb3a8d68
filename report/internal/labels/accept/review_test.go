package accept_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/redact"
)

func TestReadReview(t *testing.T) {
	all, err := accept.Read("ann.jsonl", []byte("\uFEFF"+`{"case":"inv-3","path":"total","decision":"answer","want":30.5,"got":35.0,"reviewer":"ann","time":"2026-01-12T09:30:00Z"}`+"\r\n\n"+
		`{"case":"a","trial":2,"path":"x","decision":"value","value":null,"want_hash":"0123456789abcdef","note":"n","dataset":"d"}`))
	require.NoError(t, err)
	assert.Equal(t, []accept.Decision{
		{Case: "inv-3", Path: "total", Decision: accept.Answer, Want: json.RawMessage("30.5"), Got: json.RawMessage("35.0"), Reviewer: "ann",
			Time: time.Date(2026, 1, 12, 9, 30, 0, 0, time.UTC), Where: "ann.jsonl:1"},
		{Dataset: "d", Case: "a", Trial: 2, Path: "x", Decision: accept.Value, Value: json.RawMessage("null"), WantHash: "0123456789abcdef", Note: "n", Where: "ann.jsonl:3"},
	}, all)
}

func TestReadReviewIsStrict(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`{"case":"a","path":"x","decision":"yes"}`, `r.jsonl:2: unknown decision "yes", want answer, value, wrong, both, document or open`},
		{`{"path":"","decision":"wrong"}`, "r.jsonl:2: no \"case\"\nr.jsonl:2: no \"path\"; the document itself is \"(document)\""},
		{`{"case":"a","path":"x","decision":"value"}`, `r.jsonl:2: the decision is "value", and it needs a "value"; null means no value`},
		{`{"case":"a","path":"x","decision":"both","value":1}`, `r.jsonl:2: a "value" stands with the decisions "value" and "document" alone, and this one is "both"`},
		{`{"case":"a","path":"x","decision":"wrong","wants":1}`, `r.jsonl:2: unknown field "wants"`},
		{`{"case":"a","path":"x","decision":"wrong","Want":1}`, `r.jsonl:2: unknown field "Want"`},
		{`{"case":"a","path":"x","decision":"wrong","path":"y"}`, `r.jsonl:2: key "path" appears twice`},
		{`{"case":"a","path":"x","decision":"wrong","want":1,"want_hash":"0123456789abcdef"}`, `r.jsonl:2: "want" and "want_hash" exclude each other`},
		{`{"case":"a","path":"x","decision":"wrong","want_hash":"012"}`, `r.jsonl:2: want_hash is "012", want 16 hex digits`},
		{`{"case":"a","path":"x","decision":"wrong","trial":0}`, `r.jsonl:2: trial is 0, want 1 or more`},
		{`{"case":"a","path":"x","decision":"wrong","trial":-1}`, `r.jsonl:2: trial is -1, want 1 or more`},
		{`{"case":"a","path":"(document)","decision":"document"}`, `r.jsonl:2: the decision is "document", and there is no "value" with the values of the document`},
		{`{"case":"a","path":"x","decision":"document","value":{}}`, `r.jsonl:2: the decision is "document": the path is "(document)", and there is neither "want" nor "got"`},
		{`{"case":"a","path":"(document)","decision":"document","value":{},"got":1}`, `r.jsonl:2: the decision is "document": the path is "(document)", and there is neither "want" nor "got"`},
		{`{"case":"a","path":"x","decision":"wrong","blind":true}`, `r.jsonl:2: "blind" and "state" stand with the decision "document" alone, and this one is "wrong"`},
		{`{"case":"a","path":"(document)","decision":"document","value":{},"state":"final"}`, `r.jsonl:2: state is "final", want adjudicated or no key`},
		{`{"case":"a","path":"(document)","decision":"document","value":{},"state":"adjudicated","blind":true}`, `r.jsonl:2: a decision with "state" is not "blind"`},
		{`["a"]`, `r.jsonl:2: it is a JSON array, want an object with case, path and decision`},
		{`{"case":"a"`, `r.jsonl:2: document: invalid JSON at offset 11: unexpected end of JSON input`},
	} {
		all, err := accept.Read("r.jsonl", []byte(`{"case":"a","path":"x","decision":"wrong"}`+"\n"+tt.line))
		assert.EqualError(t, err, tt.want)
		assert.Nil(t, all)
	}
	_, err := accept.Read("r.jsonl", []byte(strings.Repeat(`{"case":"a","id":"x"}`+"\n", 30)+`{"case":"a","id":"x","path":"y"}`+"\n{}\n{}"))
	assert.EqualError(t, err, "r.jsonl:1: unknown field \"id\" (and in 30 more lines)\n"+
		"r.jsonl:32: no \"case\" (and in 1 more line)\n"+
		"r.jsonl:32: no \"path\"; the document itself is \"(document)\" (and in 1 more line)\n"+
		"r.jsonl:32: unknown decision \"\", want answer, value, wrong, both, document or open (and in 1 more line)", "a file of another kind")
	var lines strings.Builder
	for i := range 30 {
		fmt.Fprintf(&lines, "{\"key%d\":1}\n", i)
	}
	_, err = accept.Read("r.jsonl", []byte(lines.String()))
	assert.ErrorContains(t, err, "r.jsonl:20: unknown field \"key19\"\nr.jsonl:21: and other problems from here on")
	_, err = accept.Read("r.jsonl", []byte("\x1f\x8b"))
	assert.ErrorIs(t, err, accept.ErrCompressed)
}

func TestWriteReview(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.SampledFrom([]string{"", "null", `"<&>"`, `{"a":[1.50]}`, "30.10"})
		raw := func(name string) json.RawMessage {
			if text := value.Draw(t, name); text != "" {
				return json.RawMessage(text)
			}
			return nil
		}
		d := accept.Decision{
			Dataset: rapid.String().Draw(t, "dataset"), Case: "c" + rapid.String().Draw(t, "case"), Trial: rapid.IntRange(0, 3).Draw(t, "trial"),
			Path: "p" + rapid.String().Draw(t, "path"), Want: raw("want"), Got: raw("got"), Note: rapid.String().Draw(t, "note"), Reviewer: rapid.String().Draw(t, "reviewer"),
			Decision: rapid.SampledFrom([]accept.Say{accept.Answer, accept.Value, accept.Wrong, accept.Both}).Draw(t, "decision"),
		}
		if d.Decision == accept.Value {
			d.Value = json.RawMessage("0.10")
		}
		if rapid.Bool().Draw(t, "dated") {
			d.Time = time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "time"), 0).UTC()
		}
		var text bytes.Buffer
		require.NoError(t, accept.Write(&text, d, d))
		all, err := accept.Read("r", text.Bytes())
		require.NoError(t, err)
		first, second := d, d
		first.Where, second.Where = "r:1", "r:2"
		require.Equal(t, []accept.Decision{first, second}, all)
	})
	assert.EqualError(t, accept.Write(&bytes.Buffer{}, accept.Decision{Case: "a", Path: "x"}), `accept: case "a": unknown decision "", want answer, value, wrong, both, document or open`)
	assert.ErrorIs(t, accept.Write(full{}, accept.Decision{Case: "a", Path: "x", Decision: accept.Wrong}), errFull)
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func read(t *testing.T, name string, lines ...string) []accept.Decision {
	t.Helper()
	all, err := accept.Read(name, []byte(strings.Join(lines, "\n")))
	require.NoError(t, err)
	return all
}

func TestMerge(t *testing.T) {
	ann := read(t, "ann.jsonl",
		`{"case":"a","path":"x","decision":"wrong","want":1,"reviewer":"ann"}`,
		`{"case":"a","path":"x","decision":"answer","want":1,"reviewer":"ann"}`,
		`{"case":"a","path":"y","decision":"value","value":{"a":1,"b":2},"want":1,"reviewer":"ann"}`,
		`{"case":"b","path":"y","decision":"value","value":1,"want":1,"reviewer":"ann"}`,
		`{"case":"c","path":"lines[0]","decision":"answer","reviewer":"ann"}`,
		`{"case":"c","path":"lines[0]","decision":"wrong","got":{"x":1},"reviewer":"ann"}`,
		`{"case":"d","path":"x","decision":"wrong","want":1,"reviewer":"ann","time":"2026-01-02T00:00:00Z"}`,
		`{"case":"d","path":"x","decision":"both","want":1,"reviewer":"ann","time":"2026-01-01T00:00:00Z"}`,
	)
	bob := read(t, "bob.jsonl",
		`{"case":"a","path":"x","decision":"answer","want":1,"reviewer":"bob"}`,
		`{"case":"a","path":"y","decision":"value","value":{"b":2,"a":1},"want":1,"reviewer":"bob"}`,
		`{"case":"b","path":"y","decision":"value","value":2,"want":1,"reviewer":"bob"}`,
		`{"case":"b","trial":2,"path":"y","decision":"answer","want":1,"reviewer":"bob"}`,
		`{"case":"e","path":"x","decision":"answer","want":1,"reviewer":"bob"}`,
		`{"case":"e","path":"x","decision":"open","want":1,"reviewer":"bob"}`, // bob takes it back
		`{"case":"a","path":"x","decision":"open","want":1,"reviewer":"cora"}`,
	)
	agreed, conflicts := accept.Merge(ann, bob)
	var lines []string
	for _, d := range agreed {
		lines = append(lines, d.Where)
	}
	assert.Equal(t, []string{"ann.jsonl:2", "ann.jsonl:3", "ann.jsonl:5", "ann.jsonl:6", "ann.jsonl:7", "bob.jsonl:4"}, lines)
	require.Len(t, conflicts, 1)
	assert.Equal(t, `case "b": y: ann says value 1 (ann.jsonl:4), bob says value 2 (bob.jsonl:3)`, conflicts[0].String())
}

func TestDecide(t *testing.T) {
	got := `{"number":"B","currency":"CHF","vendor":{"name":"same"},"lines":[{"sku":"x","qty":2}],"tags":["t"]}`
	const want = `{"number":"A","currency":["EUR","€"],"vendor":{"name":"same"},"body":{"rows":[{"sku":"w","count":3}]},"tags":["t"]}`
	for _, tt := range []struct{ reason, decision, truth, why string }{
		{"the answer", `"path":"number","decision":"answer","want":"A","got":"B"`, `{"number":"B"`, ""},
		{"by a hash", `"path":"number","decision":"answer","want_hash":"` + accept.HashOf(json.RawMessage(`"A"`)) + `"`, `{"number":"B"`, ""},
		{"another value", `"path":"number","decision":"value","value":"C","want":"A"`, `{"number":"C"`, ""},
		{"none", `"path":"number","decision":"value","value":null,"want":"A"`, `{"number":null`, ""},
		{"a value of what matches", `"path":"vendor.name","decision":"value","value":"new","want":"same"`, `"vendor":{"name":"new"}`, ""},
		{"the answer is wrong", `"path":"number","decision":"wrong","want":"A"`, "", ""},
		{"both, where the truth lists them", `"path":"currency","decision":"both","want":["EUR","€"]`, `"currency":["EUR","€","CHF"]`, ""},
		{"accepted values", `"path":"currency","decision":"value","value":["CHF","Fr"],"want":["EUR","€"]`, `"currency":["CHF","Fr"]`, ""},
		{"both, where it has one value", `"path":"number","decision":"both","want":"A"`, "",
			"the data cannot say that both are right: compare the field with one_of, whose truth is an array of all values that are accepted"},
		{"a row of the truth goes", `"path":"lines[0]","decision":"answer"`, `"body":{"rows":[]}`, ""},
		{"or is another one", `"path":"lines[0]","decision":"value","value":{"sku":"z"}`, `"body":{"rows":[{"sku":"z"}]}`, ""},
		{"a row of the answer", `"path":"lines[0]","decision":"answer","got":{"sku":"x","count":2}`, `"rows":[{"sku":"w","count":3},{"sku":"x","count":2}]`, ""},
		{"half a row", `"path":"lines[0].qty","decision":"answer","want":3`, "", "lines[0] has no partner: decide on the row as a whole"},
		{"another answer", `"path":"number","decision":"answer","want":"A","got":"X"`, "", "the record has another truth or answer there than was reviewed"},
		{"another truth", `"path":"number","decision":"answer","want":"X"`, "", "the record has another truth or answer there than was reviewed"},
		{"another hash", `"path":"number","decision":"answer","want_hash":"0123456789abcdef"`, "", "the record has another truth or answer there than was reviewed"},
		{"no such place", `"path":"nowhere","decision":"answer"`, "", "the record has no such place"},
		{"of another trial", `"trial":2,"path":"number","decision":"answer","want":"A"`, "", ""},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			ds, c, _ := recorded(t, invoice, redact.Redaction{}, "a", got, want)
			changes, refused := accept.RulesOf(ds).Decide(&c, read(t, "r.jsonl", `{"case":"a",`+tt.decision+`}`))
			labels, err := accept.Pair("a.want.json", "a", []byte(want))
			require.NoError(t, err)
			_, not := labels.Apply("a", c.DataHash, changes)
			assert.Empty(t, not)
			why := ""
			for _, r := range refused {
				why += r.Why
			}
			assert.Equal(t, tt.why, why)
			assert.Equal(t, tt.truth != "", labels.Changed())
			assert.Contains(t, string(labels.Bytes()), tt.truth)
		})
	}
}
