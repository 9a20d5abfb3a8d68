package internal_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/score"
)

func TestID(t *testing.T) {
	for _, tt := range []struct{ line, key, id, err string }{
		{`{"id":"a"}`, "", "a", ""},
		{`{"id":"\u00e4"}`, "", "ä", ""},
		{`{"id":17}`, "", "17", ""},
		{`{"id":1e2}`, "", "1e2", ""},
		{` {"id":"a"}` + "\r\n", "", "a", ""},
		{`{"id":"first","id":"second"}`, "", "second", ""},
		{`{"id":"a","page":"b"}`, "page", "b", ""},
		{`{"a":{"b":"nested"},"a.b":"whole"}`, "a.b", "whole", ""},
		{`{"want":{}}`, "", "", "it has no id"},
		{`{"id":""}`, "", "", `its id is "", want a text that is not empty, or a number`},
		{`{"id":null}`, "", "", "its id is null, want a text that is not empty, or a number"},
		{`{"id":["a"]}`, "", "", `its id is an array, want a text that is not empty, or a number`},
		{`{"id":"a"},`, "", "", "there is a comma after the object; want one JSON object per line, UTF-8"},
		{`["a"]`, "", "", "it is a JSON array, want one JSON object per line"},
		{``, "", "", "document: invalid JSON at offset 0: unexpected end of JSON input"},
		{`{"id":"a"`, "", "", "document: invalid JSON at offset 9: unexpected end of JSON input"},
		{strings.Repeat("[", 100_000), "", "", "document: invalid JSON at offset 128: nested deeper than 128 levels"},
	} {
		id, err := score.Lines{Key: tt.key}.ID([]byte(tt.line))
		assert.Equal(t, tt.id, id, "%.40s", tt.line)
		if tt.err == "" {
			assert.NoError(t, err, "%.40s", tt.line)
		} else {
			assert.EqualError(t, err, tt.err, "%.40s", tt.line)
		}
	}
}

func TestScoreLineDocument(t *testing.T) {
	for _, tt := range []struct{ line, key, want string }{
		{`{"id":"a","want":{"id":1}}`, "id", `{"id":1}`},
		{`{"id":"a","want":null}`, "id", `null`},
		{`{"id":"a","want":1,"input":2}`, "id", `1`},
		{`{"id":"a"}`, "id", `{}`},
		{`{"x":1,"id":"a","y":[{"id":2}]}`, "id", `{"x":1,"y":[{"id":2}]}`},
		{`{"x": "a b", "id":"a", "y": {}}`, "", `{"x":"a b","y":{}}`},
		{`{"a.b":"k","x":1e3}`, "a.b", `{"x":1e3}`},
	} {
		format := score.Lines{Key: tt.key}
		_, err := format.ID([]byte(tt.line))
		assert.NoError(t, err, tt.line)
		truth, _, _ := format.Values([]byte(tt.line), nil)
		assert.Equal(t, tt.want, string(truth), tt.line)
	}
}

func TestScoreLineLabelled(t *testing.T) {
	for _, tt := range []struct {
		line, key string
		want      bool
		why       string
	}{
		{`{"id":"a","input":"a.pdf","want":{"total":1}}`, "", true, "it has a truth"},
		{`{"id":"a","input":"a.pdf","want":null}`, "", true, "the truth is that nothing is there"},
		{`{"id":"a","input":"a.pdf"}`, "", false, "a case of a suite"},
		{`{"pages":[],"tags":{},"text":"x","input":null,"id":"a"}`, "", false, "all that a case may have"},
		{`{"input":"a.pdf","case":"a"}`, "case", false, "the id has another key"},
		{`{"input":"a.pdf","id":"a","case":"a"}`, "case", true, "id is a key of a truth then"},
		{`{"id":"a","input":"a.pdf","total":1}`, "", true, "a truth that has an input of its own"},
		{`{"id":"a","text":"x"}`, "", true, "no case: it has no input"},
		{`{"id":"a"}`, "", true, "an empty truth"},
	} {
		assert.Equal(t, tt.want, score.Lines{Key: tt.key}.Labelled([]byte(tt.line)), "%s: %s", tt.line, tt.why)
	}
}

// A case without a label is not judged as if its document had no value.
func TestEvaluateUnlabelled(t *testing.T) {
	const fields = "fields: [{path: number}, {path: total, expected_path: gross, match: numeric}]\n"
	for _, tt := range []struct {
		line, spec string
		want       bool
		why        string
	}{
		{`{"id":"a","input":"a.pdf"}`, fields, true, "a case of a suite"},
		{`{"id":"a","input":"a.pdf","text":"No. 1","tags":{"vendor":"acme"}}`, fields, true, "all that a case may have"},
		{`{"id":"a","input":"a.pdf","truth":{"number":"1"}}`, fields, false, "a key, which may be that of a label, is told: such a case must not be left out"},
		{`{"id":"a","input":"a.pdf","gross":12.5}`, fields, false, "a field, as truths name it"},
		{`{"id":"a","input":"a.pdf","total":12.5}`, fields, false, "a field, as answers name it"},
		{`{"id":"a","input":"a.pdf","want":{}}`, fields, false, "a truth without a value"},
		{`{"id":"a","comment":"to do"}`, fields, false, "a document without an input, and without a value"},
		{`{"id":"a","input":"a.pdf"}`, "{}", true, "any field is compared"},
		{`{"id":"a","input":"a.pdf","comment":"to do"}`, "{}", false, "any field is compared, this one, too"},
		{`{"id":"a","input":"press","text":"No. 1"}`, "fields: [{path: text}]\n", false, "the text is a field"},
		{`{"id":"a","input":"press"}`, "fields: [{path: text}, {path: input}]\n", false, "the input is a field"},
		{`{"id":"a","input":"a.pdf","text":"No. 1"}`, "fields: [{path: text}]\ninvariants: [{name: found, in_source: true}]\n", true, "rules judge cases of a suite"},
		{`{"id":"a","input":"a.pdf","comment":"x"}`, "fields: [{path: number}]\ninvariants: [{name: found, in_source: true}]\n", false, "with rules, too"},
	} {
		spec, err := eval.ParseSpec([]byte(tt.spec), nil)
		require.NoError(t, err)
		e, err := spec.Compile()
		require.NoError(t, err)
		seen, err := score.Evaluate(t.Context(), e, score.Lines{}, score.Pair{ID: "a", Want: []byte(tt.line), Got: []byte(`{"id":"a","got":{"number":"1","total":1}}`)})
		require.NoError(t, err)
		assert.Equal(t, tt.want, seen.Unlabelled, "%s: %s", tt.line, tt.why)
	}
}

func TestScoreLineAnswer(t *testing.T) {
	for _, tt := range []struct {
		name, want, got string
		answer          any
		failure         string
	}{
		{"a value", `{"id":1,"want":{}}`, `{"id":1,"got":{"x":1}}`, []byte(`{"x":1}`), ""},
		{"null", `{"id":1,"want":{}}`, `{"id":1,"got":null}`, []byte(`null`), ""},
		{"a document itself", `{"id":1,"x":1}`, `{"id":1,"x":2}`, []byte(`{"x":2}`), ""},
		{"a text that holds JSON", `{"id":1,"want":{}}`, `{"id":1,"got":"{\"x\":1}"}`, `{"x":1}`, ""},
		{"a text like the truth", `{"id":1,"want":"a"}`, `{"id":1,"got":"b"}`, []byte(`"b"`), ""},
		{"an error", `{"id":1,"want":{}}`, `{"id":1,"error":"timeout"}`, document.Value{}, "timeout"},
		{"an answer beside an error", `{"id":1,"want":{}}`, `{"id":1,"error":"slow","got":{}}`, document.Value{}, "slow"},
		{"an error as pydantic writes it", `{"id":1,"want":{}}`, `{"id":1,"got":null,"error":"timeout"}`, document.Value{}, "timeout"},
		{"no error as pydantic writes it", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":null}`, []byte(`{}`), ""},
		{"a list of errors", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":[ "a", "b" ]}`, document.Value{}, `["a","b"]`},
		{"no errors", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":[ ]}`, []byte(`{}`), ""},
		{"true", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":true}`, document.Value{}, `true`},
		{"false", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":false}`, []byte(`{}`), ""},
		{"a code", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":504}`, document.Value{}, `504`},
		{"code 0", `{"id":1,"want":{}}`, `{"id":1,"got":{},"error":0}`, []byte(`{}`), ""},
		{"an error without words", `{"id":1,"x":1}`, `{"id":1,"error":""}`, []byte(`{"error":""}`), ""},
		{"an error that is an object", `{"id":1,"x":1}`, `{"id":1,"error":{"code": 2}}`, document.Value{}, `{"code":2}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, answer, failure := score.Lines{}.Values([]byte(tt.want), []byte(tt.got))
			assert.Equal(t, tt.answer, answer)
			if tt.failure == "" {
				assert.NoError(t, failure)
			} else {
				assert.EqualError(t, failure, tt.failure)
			}
		})
	}
	t.Run("no line", func(t *testing.T) {
		_, answer, failure := score.Lines{}.Values([]byte(`{"id":1}`), nil)
		assert.Equal(t, document.Value{}, answer)
		assert.EqualError(t, failure, "there is no answer")
	})
}

func TestScoreLineTags(t *testing.T) {
	for _, tt := range []struct {
		line string
		tags map[string]string
	}{
		{`{"id":1}`, nil},
		{`{"id":1,"tags":"a"}`, nil},
		{`{"id":1,"tags":{"n":1}}`, nil},
		{`{"id":1,"tags":{"vendor":"acme","n":1,"page":"2"}}`, map[string]string{"vendor": "acme", "page": "2"}},
	} {
		assert.Equal(t, tt.tags, score.Lines{}.Tags([]byte(tt.line)), tt.line)
	}
}

func Example_scoreLines() {
	want := []byte(`{"id": "inv-1", "want": {"total": 12.5}, "tags": {"vendor": "acme"}}`)
	got := []byte(`{"id": "inv-1", "total": 12.5, "currency": "EUR"}`)

	var format score.Lines
	id, err := format.ID(want)
	truth, answer, failure := format.Values(want, got)
	fmt.Println(id, err)
	fmt.Printf("%s\n%s %v\n", truth, answer, failure)
	fmt.Println(format.Tags(want))
	// Output:
	// inv-1 <nil>
	// {"total": 12.5}
	// {"total":12.5,"currency":"EUR"} <nil>
	// map[vendor:acme]
}

// FuzzLines: no line panics, and ID and Values of a taken line agree with encoding/json, where no
// key appears twice and both read the same characters.
func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"id":"a","want":{"total":1},"tags":{"v":"w"}}`), []byte(`{"id":"a","got":"{}"}`), "id")
	f.Add([]byte(`{"id":1e2,"x":[1, 2]}`), []byte(`{"id":1e2,"error":"timeout"}`), "")
	f.Add([]byte(`{"a.b":"k","x":"\ud800"}`), []byte(`{"a.b":"k"}`), "a.b")
	f.Add([]byte(`"want"`), []byte("{\"\xff\":\x00"), "*")
	f.Fuzz(func(t *testing.T, want, got []byte, key string) {
		format := score.Lines{Key: key}
		truth, answer, _ := format.Values(want, got)
		format.Tags(want)
		id, err := format.ID(want)
		if err != nil {
			return
		}
		require.True(t, json.Valid(truth), "%s", truth)
		if _, err := format.ID(got); err == nil {
			if text, ok := answer.([]byte); ok {
				require.True(t, json.Valid(text), "%s", text)
			}
		}
		if key == "" {
			key = "id"
		}
		members := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(want, &members))
		n := 0
		gjson.ParseBytes(want).ForEach(func(_, _ gjson.Result) bool { n++; return true })
		if n != len(members) || !utf8.Valid(want) || bytes.Contains(want, []byte(`\u`)) {
			return
		}
		if text := ""; json.Unmarshal(members[key], &text) == nil {
			require.Equal(t, text, id)
		} else {
			require.Equal(t, string(members[key]), id)
		}
		if whole, ok := members["want"]; ok {
			require.Equal(t, string(whole), string(truth))
			return
		}
		rest := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(truth, &rest))
		delete(members, key)
		require.Equal(t, members, rest)
	})
}

func TestLinesText(t *testing.T) {
	const want, got = `{"id":1,"want":{},"text":"of want"}`, `{"id":1,"got":{},"text":"of got"}`
	for _, tt := range []struct{ name, want, got, text string }{
		{"the truth's first", want, got, "of want"},
		{"else the answer's", `{"id":1,"want":{}}`, got, "of got"},
		{"an empty one is none", `{"id":1,"want":{},"text":""}`, got, "of got"},
		{"a document has a field of its own", `{"id":1,"text":"a field"}`, `{"id":1,"text":"a field"}`, ""},
		{"of a case without a truth", `{"id":1,"input":"1.pdf","text":"its own"}`, `{"id":1,"got":{}}`, "its own"},
		{"of an answer that failed", `{"id":1,"want":{}}`, `{"id":1,"error":"timeout","text":"x"}`, ""},
		{"no text", `{"id":1,"want":{},"text":5}`, "", ""},
	} {
		assert.Equal(t, tt.text, score.Lines{}.Text([]byte(tt.want), []byte(tt.got)), tt.name)
	}
	assert.Empty(t, score.Lines{Key: "text"}.Text([]byte(want), []byte(got)), "it is the id")
}

// The input of a line is empty as in a suite: it has neither hash nor size.
func TestScoreLineInput(t *testing.T) {
	for input, size := range map[string]int{`null`: 0, `""`: 0, `" "`: 0, `{ }`: 0, `[]`: 0, `{"text":"","file":null}`: 0, `0`: 1, `"a.pdf"`: 7, `{"text":"","page":1}`: 20} {
		hash, n := score.Lines{}.Input([]byte(`{"id":"a","input":` + input + `,"want":{"x":1}}`))
		assert.Equal(t, size, n, input)
		assert.Equal(t, size == 0, hash == nil, input)
	}
}

func TestScoreLineUsage(t *testing.T) {
	const valid = " (valid: usd, input_tokens, output_tokens, cached_tokens, calls)"
	for _, tt := range []struct {
		line string
		want map[string]float64
		err  string
	}{
		{`{"id":"a","got":1,"usage":{"usd":0.0021,"input_tokens":1830,"output_tokens":7,"cached_tokens":0,"calls":1}}`,
			map[string]float64{"usd": 0.0021, "input_tokens": 1830, "output_tokens": 7, "cached_tokens": 0, "calls": 1}, ""},
		{`{"id":"a","error":"timeout","usage":{"calls":3}}`, map[string]float64{"calls": 3}, ""},
		{`{"id":"a","usage":{"usd":1}}`, nil, ""}, // a document with that key
		{`{"id":"a","usage":{"pages":"x"}}`, nil, ""},
		{`{"id":"a","got":1}`, nil, ""},
		{`{"id":"a","got":1,"usage":null}`, nil, ""},
		{`{"id":"a","got":1,"usage":{}}`, nil, ""},
		{`{"id":"a","got":1,"usage":{"usd":1,"usd":2}}`, map[string]float64{"usd": 1}, ""},
		{`{"id":"a","got":1,"usage":{"usd":1,"cached_tokens":null}}`, map[string]float64{"usd": 1}, ""},
		{`{"id":"a","got":1,"usage":{"cost":0.01}}`, nil, `usage: unknown key "cost"; did you mean "usd"?` + valid},
		{`{"id":"a","got":1,"usage":{"usd":0.5,"prompt_tokens":10,"completion_tokens":2,"total_tokens":12}}`, map[string]float64{"usd": 0.5},
			`usage: unknown key "prompt_tokens"; did you mean "input_tokens"?` + valid + `; unknown key "completion_tokens"; did you mean "output_tokens"?` + valid +
				`; unknown key "total_tokens"; it is the sum of "input_tokens" and "output_tokens": say these` + valid},
		{`{"id":"a","got":1,"usage":{"input_token":1}}`, nil, `usage: unknown key "input_token"; did you mean "input_tokens"?` + valid},
		{`{"id":"a","got":1,"usage":{"calls":1,"stop":"length"}}`, map[string]float64{"calls": 1}, `usage: unknown key "stop"; the reason why a model stopped stands beside usage, under "stop"` + valid},
		{`{"id":"a","got":1,"usage":{"pages":2}}`, nil, `usage: unknown key "pages"` + valid},
		{`{"id":"a","got":1,"usage":{"usd":-1,"calls":"3","input_tokens":1e999,"output_tokens":[1],"cached_tokens":{}}}`, nil,
			`usage: "usd" is -1, want a number from 0; "calls" is a text, want a number from 0; "input_tokens" is 1e999, want a number from 0; ` +
				`"output_tokens" is an array, want a number from 0; "cached_tokens" is an object, want a number from 0`},
		{`{"id":"a","got":1,"usage":{"usd":true}}`, nil, `usage: "usd" is true, want a number from 0`},
		{`{"id":"a","got":1,"usage":[1]}`, nil, `usage is an array, want an object such as {"usd": 0.0021}`},
		{`{"id":"a","got":1,"usage":7}`, nil, `usage is 7, want an object such as {"usd": 0.0021}`},
		{`{"id":"a","got":1,"usage":"free"}`, nil, `usage is a text, want an object such as {"usd": 0.0021}`},
	} {
		got, err := score.Lines{}.Usage([]byte(tt.line))
		assert.Equal(t, tt.want, got, tt.line)
		message := ""
		if err != nil {
			message = err.Error()
		}
		assert.Equal(t, tt.err, message, tt.line)
	}
}

func TestStop(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"a","got":1,"stop":"max_tokens"}`:        "max_tokens",
		`{"id":"a","error":"cut off","stop":"length"}`:  "length",
		`{"id":"a","got":1,"stop":null}`:                "",
		`{"id":"a","got":1}`:                            "",
		`{"id":"a","stop":"Central Station"}`:           "", // a document with that key
		`{"id":"a","got":{"stop":"Central Station"}}`:   "",
		`{"id":"a","got":1,"stop":"a","stop":"length"}`: "a",
	} {
		got, err := score.Lines{}.Stop([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, got, line)
	}
	for line, want := range map[string]string{
		`{"id":"a","got":1,"stop":7}`:          `stop is 7, want the reason as a text, "max_tokens"`,
		`{"id":"a","got":1,"stop":["length"]}`: `stop is ["length"], want the reason as a text, "max_tokens"`,
	} {
		_, err := score.Lines{}.Stop([]byte(line))
		assert.EqualError(t, err, want, line)
	}
}

func TestConfidencesAndLatency(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		cells      score.Cells
		sure       map[string]float64
		latency    time.Duration
		stated     bool
		err        string
	}{
		{"by path", `{"got":{},"confidence":{"total":0.93,"lines[0].amount":0.7},"latency_ms":1.5}`, score.Cells{}, map[string]float64{"total": .93, "lines[0].amount": .7}, 1500 * time.Microsecond, true, ""},
		{"no time at all", `{"got":{},"latency_ms":0}`, score.Cells{}, nil, 0, true, ""},
		{"like the answer", `{"got":{},"confidence":{"vendor":{"name":0.5},"lines":[{"amount":0.7},null]}}`, score.Cells{}, map[string]float64{"vendor.name": .5, "lines[0].amount": .7}, 0, false, ""},
		{"one number", `{"got":{},"confidence":0.93}`, score.Cells{}, map[string]float64{"": .93}, 0, false, ""},
		{"a document of its own", `{"confidence":"high","latency_ms":"x"}`, score.Cells{}, nil, 0, false, ""},
		{"cells", `{"got":{"total":{"value":1,"confidence":0.9,"box":[1]},"lines":{"value":[{"amount":{"value":2,"confidence":0.8}}],"confidence":0.7}}}`, score.Cells{Value: "value", Confidence: "confidence"}, map[string]float64{"total": .9, "lines": .7, "lines[0].amount": .8}, 0, false, ""},
		{"a word", `{"got":{},"confidence":{"total":"high"}}`, score.Cells{}, nil, 0, false, `confidence is "high", want a number from 0 to 1, or numbers by path: {"total": 0.93, "lines[0].amount": 0.7}`},
		{"no time", `{"got":{},"latency_ms":-1}`, score.Cells{}, nil, 0, false, "latency_ms is -1, want milliseconds, a number from 0"},
	} {
		format := score.Lines{Cells: tt.cells}
		sure, err := format.Confidences([]byte(tt.line))
		latency, stated, untimed := format.Latency([]byte(tt.line))
		if err = cmp.Or(err, untimed); tt.err != "" {
			assert.EqualError(t, err, tt.err, tt.name)
			continue
		}
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.sure, sure, tt.name)
		assert.Equal(t, tt.latency, latency, tt.name)
		assert.Equal(t, tt.stated, stated, tt.name)
	}
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	for _, tt := range []struct {
		stated, path string
		want         float64
		found        bool
	}{
		{`{"lines[0]":0.2,"lines[0].amount":0.3}`, "lines[0].amount", .3, true},
		{`{"lines[0]":0.2,"lines[0].amount":0.3}`, "lines[0].sku", .2, true},
		{`{"lines[0]":0.2,"lines[0].amount":0.3}`, "lines[1].sku", 0, false},
		{"0.1", "lines[1].sku", .1, true},
		{"0.1", "", .1, true},
	} {
		line := []byte(`{"got":{},"confidence":` + tt.stated + `}`)
		seen, err := score.Evaluate(t.Context(), e, score.Lines{}, score.Pair{ID: "a", Want: []byte(`{"want":{}}`), Got: line})
		require.NoError(t, err)
		got, found := seen.Confidence(tt.path)
		assert.Equal(t, tt.found, found, tt.path)
		assert.Equal(t, tt.want, got, tt.path)
	}
}

// Confidences that are in no value of the answer would be dropped in silence.
func TestConfidencesInNoValue(t *testing.T) {
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	for confidence, want := range map[string][]string{
		`{"totl": 0.9, "fields": {"total": 0.9}}`: {`the answer has confidences, and no value where they are: "fields.total", "totl"`},
		`{"totl": 0.9, "total": 0.9}`:             nil,
		`0.9`:                                     nil,
	} {
		seen, err := score.Evaluate(t.Context(), e, score.Lines{}, score.Pair{ID: "a", Want: []byte(`{"id":"a","want":{"total":1}}`), Got: []byte(`{"id":"a","got":{"total":1},"confidence":` + confidence + `}`)})
		require.NoError(t, err)
		assert.Equal(t, want, seen.Result.Warnings, confidence)
	}
}

func TestCellsAreOpened(t *testing.T) {
	const want = `{"total":1,"lines":[]}`
	for got, opened := range map[string]string{
		`{"id":1,"got":{"total":{"v":1,"c":0.5,"page":2},"lines":[{"sku":{"v":"a"}}]}}`: `{"total":1,"lines":[{"sku":"a"}]}`,
		`{"id":1,"total":{"v":null,"c":0.5}}`:                                           `{"total":null}`,
		`{"id":1,"got":{"tax":{"v":1,"rate":2}}}`:                                       `{"tax":{"v":1,"rate":2}}`, // not a cell
	} {
		_, answer, err := score.Lines{Cells: score.Cells{Value: "v", Confidence: "c"}}.Values([]byte(want), []byte(got))
		require.NoError(t, err)
		assert.Equal(t, opened, string(answer.([]byte)))
	}
	_, _, err := prepared(t, score.Lines{Cells: score.Cells{Value: "v", Confidence: "c"}}, "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"got":{"total":1}}`})
	assert.EqualError(t, err, `got.jsonl: no answer has a cell, an object with the keys "v" and "c", or "v" alone, in place of a value: leave out -cells, or name the keys`)
}
