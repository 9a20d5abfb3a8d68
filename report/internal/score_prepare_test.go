package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/score"
)

// prepared calls Prepare with files of these lines.
func prepared(t *testing.T, format score.Lines, spec string, want, got []string) (score.Lines, []string, error) {
	t.Helper()
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	dir := t.TempDir()
	g := opened(t, dir, "got.jsonl", strings.Join(got, "\n"))
	defer g.Close()
	if want == nil {
		return score.Prepare(format, s, nil, g)
	}
	w := opened(t, dir, "want.jsonl", strings.Join(want, "\n"))
	defer w.Close()
	return score.Prepare(format, s, w, g)
}

func TestWrappersAreRecognised(t *testing.T) {
	truths := []string{`{"id":1,"truth":{"total":1},"tags":{"a":"b"}}`, `{"id":2,"truth":{"total":2}}`}
	for _, tt := range []struct {
		name, spec string
		want, got  []string
		key        [2]string // of truths and answers
	}{
		{"truth and answer", "{}", truths, []string{`{"id":1,"answer":{"total":1}}`, `{"id":2,"answer":null}`}, [2]string{"truth", "answer"}},
		{"any other name", "{}", []string{`{"id":1,"label":{"total":1}}`}, []string{`{"id":1,"Ergebnis":{"total":1},"usage":{"usd":1}}`}, [2]string{"label", "Ergebnis"}},
		{"answers without", "{}", truths, []string{`{"id":1,"total":1}`, `{"id":2,"total":1}`}, [2]string{"truth", ""}},
		{"answers under got", "{}", truths, []string{`{"id":1,"got":{"total":1}}`, `{"id":2,"error":"timeout"}`}, [2]string{"truth", ""}},
		{"truths under want", "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"prediction":{"total":1}}`}, [2]string{"", "prediction"}},
		{"texts of a model", "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{"{\"id\":1,\"output\":\"```json\\n{\\\"total\\\":1}\\n```\"}"}, [2]string{"", "output"}},
		{"a list", "{}", []string{`{"id":1,"expected":[1]}`}, []string{`{"id":1,"output":[1]}`}, [2]string{"expected", "output"}},
		{"one wrapper in both, of which the spec knows nothing", "fields: [total]", []string{`{"id":1,"data":{"total":1}}`}, []string{`{"id":1,"data":{"total":1}}`}, [2]string{"data", "data"}},

		{"one field in both", "{}", []string{`{"id":1,"vendor":{"name":"a"}}`}, []string{`{"id":1,"vendor":{"name":"a"}}`}, [2]string{}},
		{"one field in both, the answer's under got", "{}", []string{`{"id":1,"vendor":{"name":"a"}}`}, []string{`{"id":1,"got":{"vendor":{"name":"a"}}}`}, [2]string{}},
		{"and in a text", "{}", []string{`{"id":1,"vendor":{"name":"a"}}`}, []string{`{"id":1,"got":"{\"vendor\":{\"name\":\"a\"}}"}`}, [2]string{}},
		{"a field of the spec", "fields: [vendor.name]", []string{`{"id":1,"vendor":{"name":"a"}}`}, []string{`{"id":1,"total":1}`}, [2]string{}},
		{"a name in a rule", "invariants: [{name: some, rule: count(vendor.names) > 0}]", nil, []string{`{"id":1,"vendor":{"names":["a"]}}`}, [2]string{}},
		{"a wrapper of answers alone", "invariants: [{name: some, rule: total > 0}]", nil, []string{`{"id":1,"output":{"total":1}}`}, [2]string{"", "output"}},
		{"a value beside it in one line", "{}", []string{`{"id":1,"truth":{"total":1}}`, `{"id":2,"truth":{"total":1},"page":7}`}, []string{`{"id":1,"total":1}`, `{"id":2,"total":1}`}, [2]string{"truth", ""}},
		{"a value beside it, and no key in common", "{}", []string{`{"id":1,"truth":{"total":1},"page":7}`}, []string{`{"id":1,"sum":1}`}, [2]string{}},
		{"the model beside it", "{}", []string{`{"id":1,"want":{"total":1,"date":""}}`}, []string{`{"id":1,"model":"m","prediction":{"total":1,"date":""},"scores":{"total":1,"n":2,"m":3}}`}, [2]string{"", "prediction"}},
		{"the model beside it, and keys in another case", "{}", []string{`{"id":1,"Total":1,"Date":""}`}, []string{`{"id":1,"model":"m","fields":{"total":1,"date":""}}`}, [2]string{"", "fields"}},
		{"the model beside it, and the fields of the spec in another case", "fields: [Total]", []string{`{"id":1,"Total":1}`}, []string{`{"id":1,"model":"m","fields":{"total":1}}`}, [2]string{"", "fields"}},
		{"the model beside it, and the fields of the spec", "fields: [total]", []string{`{"id":1,"expected":{"total":1},"page":1}`}, []string{`{"id":1,"model":"m","data":{"total":1}}`}, [2]string{"expected", "data"}},
		{"one more object", "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"got":{"invoice":{"total":1}}}`, `{"id":2,"error":"timeout"}`}, [2]string{"", "got.invoice"}},
		{"a list of one", "{}", []string{`{"id":1,"want":[{"total":1}]}`}, []string{`{"id":1,"total":1}`}, [2]string{"want[0]", ""}},
		{"lists of one and of two", "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"got":[{"total":1}]}`, `{"id":2,"got":[{"total":1},{"total":1}]}`}, [2]string{}},
		{"the answer of an API", "{}", []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"response":{"body":{"choices":[{"message":{"content":"{\"total\":1}"}}],"usage":{"n":1}}}}`}, [2]string{"", "response.body.choices[0].message.content"}},
		{"two names", "{}", []string{`{"id":1,"truth":{"total":1}}`, `{"id":2,"trut":{"total":1}}`}, []string{`{"id":1,"total":1}`}, [2]string{}},
		{"a text that is a value", "{}", []string{`{"id":1,"summary":"a"}`}, []string{`{"id":1,"output":"a"}`}, [2]string{}},
	} {
		format, says, err := prepared(t, score.Lines{}, tt.spec, tt.want, tt.got)
		require.NoError(t, err, tt.name)
		wrapped := tt.key[1] != "" || strings.Contains(strings.Join(tt.got, ""), `"got":`) || strings.Contains(strings.Join(tt.got, ""), `"error":`)
		assert.Equal(t, score.Lines{Want: tt.key[0], Got: tt.key[1], Wrapped: wrapped}, format, tt.name)
		var want []string
		texts, flags := []string{}, "write"
		for side, key := range tt.key {
			if key != "" {
				texts = append(texts, fmt.Sprintf("%s are under %q", []string{"truths", "answers"}[side], key))
				flags += []string{" -want ", " -got "}[side] + words.Command(key)
			}
		}
		if len(texts) > 0 {
			want = []string{"read: " + strings.Join(texts, ", ") + ": " + flags + " to state it"}
		}
		assert.Equal(t, want, says, tt.name)
	}
}

func TestFilesThatDoNotGoTogether(t *testing.T) {
	const joins = `, which joins truths and answers%s (-id names another key, -by-line joins the lines in their order)`
	no := func(file, key, hint string) string {
		return file + `: no line has the key "` + key + `"` + strings.Replace(joins, "%s", hint, 1)
	}
	ids := []string{`{"doc_id":1,"total":1}`, `{"doc_id":2,"total":1}`}
	others := []string{`{"doc_id":3,"total":1}`, `{"doc_id":4,"total":1}`}
	for _, tt := range []struct {
		name      string
		format    score.Lines
		want, got []string
		err       string
	}{
		{"an unknown id", score.Lines{Key: "docid"}, ids, ids, no("want.jsonl", "docid", `; did you mean "doc_id"?`)},
		{"the default id, where no other joins", score.Lines{}, ids, others, no("want.jsonl", "id", `; did you mean "doc_id"?`)},
		{"an id of one file alone", score.Lines{}, []string{`{"id":1,"total":1}`}, []string{`{"number":1,"total":1}`}, `got.jsonl: no line has the key "id", which want.jsonl has; its lines have the keys "number", "total" (-want-id id -got-id KEY names other keys, -by-line joins the lines in their order)`},
		{"an id of another name", score.Lines{}, []string{`{"id":1,"total":1}`}, []string{`{"doc_id":7,"total":1}`}, `got.jsonl: no line has the key "id", which want.jsonl has; did you mean "doc_id"? (-want-id id -got-id doc_id names other keys, -by-line joins the lines in their order)`},
		{"two keys of ids", score.Lines{}, []string{`{"doc_id":1,"page_id":1,"total":1}`}, []string{`{"doc_id":1,"page_id":1,"total":1}`}, `want.jsonl and got.jsonl may be joined by "doc_id" or "page_id": name the key by -id`},
		{"two keys of ids in one file", score.Lines{}, []string{`{"doc_id":1,"page_id":1,"total":1}`}, []string{`{"custom_id":1,"total":1}`}, `want.jsonl and got.jsonl may be joined by "doc_id" with "custom_id" or "page_id" with "custom_id": name the key by -want-id and -got-id`},
		{"an id and a name of a file, which may be a field", score.Lines{}, []string{`{"doc_id":"a","file":"b","total":1}`}, []string{`{"doc_id":"a","file":"b","total":1}`}, `want.jsonl and got.jsonl may be joined by "doc_id" or "file": name the key by -id`},
		{"less than half join", score.Lines{}, []string{`{"doc_id":1,"truth":{"total":1}}`, `{"doc_id":2,"truth":{"total":1}}`, `{"doc_id":3,"truth":{"total":1}}`}, []string{`{"no":"2","output":{"total":1}}`}, `want.jsonl: no line has the key "id", which joins truths and answers (-want-id doc_id -got-id no would join 1 of 3, -by-line joins the lines in their order)`},
		{"less than half join, beside ids that do not", score.Lines{}, []string{`{"id":1,"total":1}`, `{"id":2,"total":1}`, `{"id":3,"total":1}`}, []string{`{"id":"x","doc_id":"2","total":1}`}, `no answer has the id of a truth: want.jsonl has ids such as "1", and got.jsonl such as "x" (-want-id id -got-id doc_id would join 1 of 3, -by-line joins the lines in their order)`},
		{"values of a field", score.Lines{}, []string{`{"number":"a","total":1}`}, []string{`{"number":"a","total":1}`}, `want.jsonl: no line has the key "id", which joins truths and answers (-id number would join 1 of 1, -by-line joins the lines in their order)`},
		{"two names of ids that join nothing", score.Lines{}, []string{`{"receipt_id":"x","total":1}`}, []string{`{"file":"r1.pdf","total":1}`}, `want.jsonl: no line has the key "id", which joins truths and answers; did you mean "receipt_id"? (-want-id receipt_id -got-id file names other keys, -by-line joins the lines in their order)`},
		{"answers that are not JSON", score.Lines{}, []string{`{"doc_id":1,"total":1}`}, []string{`bad`}, "got.jsonl: no line is a JSON object; want one JSON object per line, UTF-8"},
		{"no truth", score.Lines{Want: "truht"}, []string{`{"id":1,"truth":{}}`}, []string{`{"id":1}`}, `want.jsonl: no line has the key "truht" of -want; did you mean "truth"?`},
		{"no answer", score.Lines{Got: "answer"}, []string{`{"id":1}`}, []string{`{"id":1,"total":1}`}, `got.jsonl: no line has the key "answer" of -got; its lines have the keys "id", "total"`},
		{"a list of results", score.Lines{Want: "expected"}, []string{`{"results":[{"id":1,"expected":{}}]}`}, []string{`{"id":1}`}, `want.jsonl: no line has the key "expected" of -want; did you mean "results.#.expected"?`},
		{"errors alone", score.Lines{Got: "answer"}, []string{`{"id":1}`}, []string{`{"id":1,"error":"timeout"}`}, ""},
		{"other numbers", score.Lines{ByLine: true}, []string{`{"total":1}`, "", `{"total":1}`, `{"total":1}`}, []string{`{"total":1}`}, "want.jsonl has 3 lines and got.jsonl has 1, without blank ones: -by-line needs as many"},
		{"more answers", score.Lines{ByLine: true}, []string{`{"total":1}`}, []string{`{"total":1}`, `{"total":2}`}, "want.jsonl has 1 line and got.jsonl has 2, without blank ones: -by-line needs as many"},
		{"other ids", score.Lines{ByLine: true}, []string{`{"id":"a"}`, "", `{"id":"b"}`}, []string{`{"id":"a"}`, `{"id":"c"}`}, `got.jsonl:2: its id is "c", and in want.jsonl:3 "b": join them by it, without -by-line`},
		{"no id in both", score.Lines{}, []string{`{"id":"inv-1"}`, `{"id":"inv-2"}`}, []string{`{"id":"1.pdf"}`, `{"id":"2.pdf"}`}, `no answer has the id of a truth: want.jsonl has ids such as "inv-1", and got.jsonl such as "1.pdf" (-id names another key, -by-line joins the lines in their order)`},
		{"one id in both", score.Lines{}, []string{`{"id":"inv-1"}`, `{"id":"inv-2"}`}, []string{`{"id":"1.pdf"}`, `{"id":"inv-2"}`}, ""},
		{"an empty file", score.Lines{}, []string{""}, []string{`{"id":1}`}, "want.jsonl is empty; want one JSON object per line, UTF-8"},
		{"answers in Latin-1", score.Lines{}, []string{`{"id":1}`}, []string{`{"id":1}`, "{\"id\":2,\"city\":\"K\xf6ln\"}"}, `got.jsonl:2: document: invalid JSON at offset 17: byte 0xF6 is not UTF-8, which JSON has to be: write the file as UTF-8, in Python by open(name, "w", encoding="utf-8")`},
		{"an array", score.Lines{}, []string{`{"id":1}`}, []string{`[{"id":1}]`}, ""},
		{"two places of a document", score.Lines{}, []string{`{"id":1,"want":{"total":1}}`}, []string{`{"id":1,"first":{"total":1},"second":{"total":2}}`}, `got.jsonl: the document of a line may stand under "first" or "second": name the key by -got`},
		{"ids that join no lines, in their order", score.Lines{ByLine: true}, []string{`{"id":"a"}`}, []string{`{"id":"1.pdf"}`}, ""},
		{"lines that cannot be used have messages of their own", score.Lines{}, []string{"{" + "}x}"}, []string{`{"id":1}`}, ""},
		{"lines in their order, with one id", score.Lines{ByLine: true}, []string{`{"id":"a"}`, `{"total":1}`}, []string{`{"id":"a"}`, `{"id":"c"}`}, ""},
	} {
		_, _, err := prepared(t, tt.format, "{}", tt.want, tt.got)
		if tt.err == "" {
			assert.NoError(t, err, tt.name)
		} else {
			assert.EqualError(t, err, tt.err, tt.name)
		}
	}
}
