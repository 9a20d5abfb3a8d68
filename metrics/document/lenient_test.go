package document_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
)

func TestParseLenient(t *testing.T) {
	for _, tt := range []struct{ name, text, want, note string }{
		{"plain JSON", ` {"a":1} `, `{"a":1}`, ""},
		{"a scalar", `"x"`, `"x"`, ""},
		{"byte order mark", "\uFEFF{\"a\":1}", `{"a":1}`, "left out a byte order mark"},
		{"a code fence", "```json\n{\"a\":1}\n```", `{"a":1}`, "left out 12 bytes of a code fence around the JSON value"},
		{"a fence on one line", "```json {\"a\":1}```", `{"a":1}`, "left out 11 bytes of a code fence around the JSON value"},
		{"a fence without language", "```\n[1]\n```\n", `[1]`, "left out 9 bytes of a code fence around the JSON value"},
		{"a fence and prose", "Here [see 1]:\n```json\n{\"a\":1}\n```\nAsk me {anything}!", `{"a":1}`, "left out 45 bytes of a code fence around the JSON value"},
		{"a fence that is not closed", "```json\n{\"a\":1}\n", `{"a":1}`, "left out 9 bytes of a code fence around the JSON value"},
		{"a fence with other code first", "```sh\nls\n```\n```json\n[2]\n```", `[2]`, "left out 25 bytes of a code fence around the JSON value"},
		{"a fence within a string", "Answer: {\"md\":\"```x```\"}", "{\"md\":\"```x```\"}", "left out 8 bytes of prose around the JSON value"},
		{"prose around", `Sure! {"a":{"b":[1,2]}} Hope it helps.`, `{"a":{"b":[1,2]}}`, "left out 21 bytes of prose around the JSON value"},
		{"brackets in prose", `See [note], {x} and {"a":1}.`, `{"a":1}`, "left out 21 bytes of prose around the JSON value"},
		{"a value within broken brackets", `[note {"a":1}`, `{"a":1}`, "left out 6 bytes of prose around the JSON value"},
		{"a brace in a string", `-> {"a":"}{"} <-`, `{"a":"}{"}`, "left out 6 bytes of prose around the JSON value"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, note, err := document.ParseLenient([]byte(tt.text))
			assert.NoError(t, err)
			assert.Equal(t, tt.want, v.RawText())
			assert.Equal(t, tt.note, note)
		})
	}
}

func TestParseLenientErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
	}{
		{"nothing", "", "document: no JSON value in it"},
		{"prose only", "I could not find an invoice.", "document: no JSON value in it"},
		{"a megabyte of prose", strings.Repeat("lorem [ipsum] {dolor} ", 50_000), "document: no JSON value in it"},
		{"a megabyte of braces", strings.Repeat("{", 1<<20) + "x", "document: no JSON value in it"},
		{"a scalar in prose", "The total is 5.", "document: no JSON value in it"},
		{"two objects", `{"a":1} or {"a":2}`, `document: more than one JSON value in it: "{\"a\":1}" at offset 0, "{\"a\":2}" at offset 11`},
		{"two fences", "```\n{\"a\":1}\n```\n```\n{\"a\":1}\n```", `document: more than one JSON value in it: "{\"a\":1}" at offset 3, "{\"a\":1}" at offset 19`},
		{"JSON lines", "{\"a\":1}\n{\"a\":2}\n", `document: more than one JSON value in it: "{\"a\":1}" at offset 0, "{\"a\":2}" at offset 8`},
		{"no fragment of a broken value", `{"a": {"b":1}, c: 2}`, "document: no JSON value in it"},
		{"no fragment of a truncated value", `Answer: {"a": {"b":1}, "c": [`, "document: invalid JSON at offset 29: the value that begins at offset 8 is cut off"},
		{"a truncated fence", "```json\n{\"a\": {\"b\":1},", "document: invalid JSON at offset 22: the value that begins at offset 8 is cut off"},
		{"a megabyte of nesting", strings.Repeat(`{"a":`, 200_000), "document: invalid JSON at offset 0: nested deeper than 128 levels"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _, err := document.ParseLenient([]byte(tt.text))
			assert.EqualError(t, err, tt.want)
			assert.False(t, v.Exists())
		})
	}
}

// FuzzParseLenient checks that nothing panics, that JSON is read as Parse reads it, and that a
// value found in a text is part of it.
func FuzzParseLenient(f *testing.F) {
	for _, s := range []string{"```json\n{}\n```", `a {"b":[1]} c`, "[[[", "{\"a\":\"```\"}", "```", "\uFEFF1", `{"a":1}{"b":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, note, err := document.ParseLenient(data)
		strict, strictErr := document.Parse(data)
		if strictErr == nil && (err != nil || note != "" || v.RawText() != strict.RawText()) {
			t.Fatalf("JSON is not read as it is: %v, %q", err, note)
		}
		if err == nil && !strings.Contains(string(data), v.RawText()) {
			t.Fatalf("%q is not part of %q", v.RawText(), data)
		}
	})
}
