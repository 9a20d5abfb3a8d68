package evaltest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
)

type mistakenInput struct {
	Text string `json:"text"`
}

type mistakenInvoice struct {
	Total float64 `json:"total"`
}

type mistakenReceipt struct {
	Sum float64 `json:"sum"`
}

// Files that users give as a data set by mistake: one message names the file and the line,
// before any case runs.
func TestMistakesInDataSetsAreToldWell(t *testing.T) {
	const line = `{"id":"a","input":"x","want":{"total":1}}`
	utf16 := "\xff\xfe" + strings.Join(strings.Split(line+"\n", ""), "\x00") + "\x00"
	file := func(text string) map[string]string { return map[string]string{"set.jsonl": text} }
	text := func(file string) func(*testing.T) {
		return Suite[string, string]{File: file, Extract: echo, Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}}}}.Run
	}
	for _, tt := range []struct {
		mistake string
		files   map[string]string
		run     func(*testing.T)
		told    string
	}{
		{"a JSON array without an end", file("\n[\n" + line + ",\n" + line + "\n"), text("set.jsonl"),
			`set.jsonl:5: the JSON has no end: the file is cut off`},
		{"pretty-printed JSON with a comma too many", file("{\n  \"id\": \"a\",\n  \"input\": \"x\",\n  \"want\": {},\n}\n"), text("set.jsonl"),
			`set.jsonl:5: invalid character '}' looking for beginning of object key string`},
		{"a trailing comma", file(line + "\n" + line + ",\n"), text("set.jsonl"),
			`set.jsonl:2: there is a comma after the object; want one JSON object per line, UTF-8` + "\n"},
		{"CSV without the key of the truth", file("id,input,total\na,x,1\n"), text("set.jsonl"),
			`set.jsonl:2: unknown key "total", want id, input, want, label, text, tags or pages`},
		{"UTF-16", file(utf16), text("set.jsonl"),
			`set.jsonl:1: the file is UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8`},
		{"Latin-1", file(line + "\n" + `{"id":"b","input":"x","want":{"total":"caf` + "\xe9" + `"}}`), text("set.jsonl"),
			`set.jsonl:2: document: invalid JSON at offset 42: byte 0xE9 is not UTF-8, which JSON has to be`},
		{"an empty file", file(""), text("set.jsonl"),
			`the data set has no cases: set.jsonl is empty; want one JSON object per line, UTF-8`},
		{"a file of blank lines", file("\n\n"), text("set.jsonl"),
			`the data set has no cases: set.jsonl has only blank lines; want one JSON object per line, UTF-8`},
		{"an empty folder", map[string]string{"set/README": "none yet"}, text("set"),
			`the folder set has neither pairs NAME.input.EXT and NAME.want.json nor documents NAME.json`},
		{"a key of an input that the type does not have", map[string]string{"set/a.input.json": `{"txt":"x"}`, "set/a.want.json": `{"total":1}`},
			Suite[mistakenInput, string]{File: "set", Extract: func(context.Context, mistakenInput) (string, error) { return "", nil }}.Run,
			`set/a.input.json: json: unknown field "txt"`},
		{"a truth in Latin-1", map[string]string{"set/a.input.txt": `x`, "set/a.want.json": "{\"total\":\"\xe9\"}"}, text("set"),
			`set/a.want.json: id "a": want: document: invalid JSON at offset 10: byte 0xE9 is not UTF-8, which JSON has to be`},
		{"a truth of another struct", nil,
			Suite[string, mistakenInvoice]{Extract: func(context.Context, string) (mistakenInvoice, error) { return mistakenInvoice{}, nil },
				Cases: []Case[string]{{ID: "a", Want: mistakenReceipt{}}}}.Run,
			`case 1: id "a": want: sum: unknown key; valid are total`},
		{"an answer that is never an object", file(line),
			Suite[string, []mistakenInvoice]{File: "set.jsonl", Extract: func(context.Context, string) ([]mistakenInvoice, error) { return nil, nil }}.Run,
			`set.jsonl:1: id "a": want: it is an object, but the extractor returns []evaltest.mistakenInvoice, which cannot equal it`},
		{"an answer that nobody can write", file(line),
			Suite[string, func()]{File: "set.jsonl", Extract: func(context.Context, string) (func(), error) { return nil, nil }}.Run,
			`the extractor returns func(), which encoding/json cannot write`},
		{"a case in which nothing is scored", file(line + "\n" + `{"id":"b","input":"x","want":{}}`),
			Suite[string, string]{File: "set.jsonl", Extract: echo, Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}}, Unlabelled: eval.UnlabelledSkip}}.Run,
			`set.jsonl:2: id "b": want: no field of the spec is scored in it: whatever the answer, the case would fail`},
	} {
		t.Run(tt.mistake, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range tt.files {
				require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
				require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
			}
			ok, printed := inner(t, "TestX", tt.run)
			assert.False(t, ok)
			assert.Contains(t, printed, tt.told)
			assert.NotContains(t, printed, "TestX/case")
			assert.LessOrEqual(t, strings.Count(printed, "\n"), 4, printed)
		})
	}
}

// Controls: data sets that look like a mistake and are right.
func TestDataSetsThatAreNoMistake(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("set.jsonl", []byte("\uFEFF"+`{"id":"a","input":"{\"total\":1}","want":{"total":1}}`+"\r\n\n"), 0o666))
	ok, printed := inner(t, "TestX", Suite[string, string]{File: "set.jsonl", Extract: echo}.Run)
	assert.True(t, ok, printed)

	// A truth may be another struct, of the same keys, or null.
	type same struct {
		Total int `json:"total"`
	}
	ok, printed = inner(t, "TestX", Suite[string, mistakenInvoice]{
		Extract: func(context.Context, string) (mistakenInvoice, error) { return mistakenInvoice{Total: 1}, nil },
		Cases:   []Case[string]{{ID: "a", Want: same{1}}, {ID: "b", Want: json.RawMessage(`{"total":1}`)}},
	}.Run)
	assert.True(t, ok, printed)
}

func TestUnknownVariableIsAnError(t *testing.T) {
	t.Setenv("EVALTEST_TRAILS", "5")
	ok, printed := inner(t, "TestX", Suite[string, string]{Extract: echo, Cases: []Case[string]{{ID: "a", Input: "1", Want: "1"}}}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `unknown environment variable EVALTEST_TRAILS; did you mean "EVALTEST_TRIALS"?`)
}
