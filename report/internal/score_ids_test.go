package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

func TestIDsAreFound(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		want, got  string // lines
		format     score.Lines
		read       string
	}{
		{"one name", "{}", `{"doc_id":"a","total":1} {"doc_id":"b","total":2}`, `{"doc_id":"b","total":2} {"doc_id":"a","total":1}`, score.Lines{Key: "doc_id"},
			`id is "doc_id": write -id doc_id`},
		{"and documents beside it", "{}", `{"docId":1,"truth":{"total":1}}`, `{"docId":"1","model":"m","output":{"total":1}}`, score.Lines{Key: "docId", Want: "truth", Got: "output"},
			`id is "docId", truths are under "truth", answers are under "output": write -id docId -want truth -got output`},
		{"two names", "{}", `{"document_id":"a","total":1}`, `{"custom_id":"a","total":1}`, score.Lines{Key: "document_id", GotKey: "custom_id"},
			`ids are "document_id" and "custom_id": write -want-id document_id -got-id custom_id`},
		{"the default on one side", "{}", `{"id":"a","total":1}`, `{"file":"a","total":1}`, score.Lines{GotKey: "file"},
			`ids are "id" and "file": write -want-id id -got-id file`},
		{"ids that join nothing", "{}", `{"id":"a","total":1}`, `{"id":"batch_7","custom_id":"a","output":{"total":1}}`, score.Lines{GotKey: "custom_id", Got: "output"},
			`ids are "id" and "custom_id", answers are under "output": write -want-id id -got-id custom_id -got output`},
		{"names of files", "{}", `{"file":"a.pdf","total":1} {"file":"b.PDF","total":1}`, `{"file":"/scans/a.png","total":1} {"file":"b","total":1}`, score.Lines{Key: "file", Stems: true},
			`id is "file", ids are joined without folder and ending: write -id file`},
		{"names with words for a side", "{}", `{"id":"a.truth.json","total":1}`, `{"id":"a_out","total":1}`, score.Lines{Stems: true}, `ids are joined without folder and ending`},
		{"names of files under id", "{}", `{"id":"a.pdf","total":1}`, `{"id":"a","total":1}`, score.Lines{Stems: true}, `ids are joined without folder and ending`},
		{"any name beside a document", "{}", `{"Beleg":"a","truth":{"total":1}}`, `{"Beleg":"a","output":{"total":1}}`, score.Lines{Key: "Beleg", Want: "truth", Got: "output"},
			`id is "Beleg", truths are under "truth", answers are under "output": write -id Beleg -want truth -got output`},
		{"an id before the name of a file, beside documents", "{}", `{"file":"a","doc_id":"x","truth":{"total":1}}`, `{"file":"a","doc_id":"x","output":{"total":1}}`, score.Lines{Key: "doc_id", Want: "truth", Got: "output"},
			`id is "doc_id", truths are under "truth", answers are under "output": write -id doc_id -want truth -got output`},
		{"in an object", "{}", `{"meta":{"doc_id":"a"},"truth":{"total":1}} {"meta":{"doc_id":"b"},"truth":{"total":1}}`, `{"meta":{"doc_id":"a"},"output":{"total":1}} {"meta":{"doc_id":"b"},"output":{"total":1}}`, score.Lines{Key: "meta.doc_id", Want: "truth", Got: "output"},
			`id is "meta.doc_id", truths are under "truth", answers are under "output": write -id meta.doc_id -want truth -got output`},
		{"a list of answers", "{}", `{"doc_id":"a","total":1} {"doc_id":"b","total":1}`, `{"model":"m","results":[{"doc_id":"b","output":{"total":1}},{"doc_id":"a","output":{"total":1}}]}`, score.Lines{Key: "doc_id", Got: "output"},
			`ids are "doc_id" and "results.#.doc_id", answers are under "results.#.output": write -want-id doc_id -got-id results.#.doc_id -got results.#.output`},
		{"a list of truths", "{}", `{"documents":[{"id":1,"total":1}]}`, `{"id":1,"total":1}`, score.Lines{},
			`ids are "documents.#.id" and "id": write -want-id documents.#.id -got-id id`},
		{"files of one document in two folders", "{}", `{"file":"labels/1.json","total":1}`, `{"file":"scans/1.png","total":1}`, score.Lines{Key: "file", Stems: true},
			`id is "file", ids are joined without folder and ending: write -id file`},
		{"files of two documents", "{}", `{"file":"train/1.png","total":1}`, `{"file":"test/1.png","total":1}`, score.Lines{}, ""},
		{"a blank in a key", "{}", `{"File Name":"a","total":1}`, `{"File Name":"a","total":1}`, score.Lines{Key: "File Name"}, `id is "File Name": write -id 'File Name'`},
		{"half of them join", "{}", `{"doc_id":"a","total":1} {"doc_id":"b","total":1}`, `{"doc_id":"a","total":1} {"doc_id":"c","total":1}`, score.Lines{Key: "doc_id"}, `id is "doc_id": write -id doc_id`},
		{"less than half join", "{}", `{"doc_id":"a","total":1} {"doc_id":"b","total":1} {"doc_id":"c","total":1}`, `{"doc_id":"a","total":1} {"doc_id":"d","total":1}`, score.Lines{}, ""},
		{"one answer twice, as after a retry", "{}", `{"doc_id":"a","truth":{"total":1}} {"doc_id":"b","truth":{"total":1}} {"doc_id":"c","truth":{"total":1}}`, `{"receipt_no":"a","output":{"total":1}} {"receipt_no":"b","output":{"total":1}} {"receipt_no":"c","output":{"total":1}} {"receipt_no":"a","output":{"total":1}}`, score.Lines{Key: "doc_id", GotKey: "receipt_no", Want: "truth", Got: "output"},
			`ids are "doc_id" and "receipt_no", truths are under "truth", answers are under "output": write -want-id doc_id -got-id receipt_no -want truth -got output`},
		{"numbers beside fields, and names of files", "{}", `{"receipt_id":"r1","total":1} {"receipt_id":"r2","total":1}`, `{"file":"r2.pdf","fields":{"total":1}} {"file":"r1.pdf","fields":{"total":1}}`, score.Lines{Key: "receipt_id", GotKey: "file", Stems: true, Got: "fields"},
			`ids are "receipt_id" and "file", ids are joined without folder and ending, answers are under "fields": write -want-id receipt_id -got-id file -got fields`},
		{"upper and lower case", "{}", `{"id":"R1","total":1} {"id":"R2","total":1}`, `{"id":"r2","total":1} {"id":"r1","total":1}`, score.Lines{Fold: true}, `ids are joined in any case: they differ in upper and lower case`},
		{"and names of files", "{}", `{"id":"R1","total":1}`, `{"file":"r1.PDF","total":1}`, score.Lines{GotKey: "file", Fold: true, Stems: true},
			`ids are "id" and "file", ids are joined in any case: they differ in upper and lower case, ids are joined without folder and ending: write -want-id id -got-id file`},
		{"values that are not unique", "{}", `{"doc_id":"a","total":1} {"doc_id":"a","total":1}`, `{"doc_id":"a","total":1}`, score.Lines{}, ""},
		{"a field, whose values join", "{}", `{"number":"a","total":1}`, `{"number":"a","total":1}`, score.Lines{}, ""},
		{"a field of the spec", "fields: [file, total]", `{"file":"a","total":1}`, `{"file":"a","total":1}`, score.Lines{}, ""},
	} {
		lines := func(text string) []string { return strings.Split(strings.ReplaceAll(text, "} {", "}\n{"), "\n") }
		format, says, err := prepared(t, score.Lines{}, tt.spec, lines(tt.want), lines(tt.got))
		if tt.read == "" {
			assert.ErrorContains(t, err, `no line has the key "id"`, tt.name)
			continue
		}
		require.NoError(t, err, tt.name)
		format.Wrapped = false
		assert.Equal(t, tt.format, format, tt.name)
		read := "read: " + tt.read
		if strings.Contains(read, "write") {
			read += " to state it"
		}
		assert.Equal(t, []string{read}, says, tt.name)
	}
}

func TestTruthsAreFoundAsBesideAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, spec, truths string
		format             score.Lines
		read               string
	}{
		{"id and truth", "{}", `{"doc_id":"a","expected":{"total":1}}`, score.Lines{Key: "doc_id", Want: "expected"}, `id is "doc_id", truths are under "expected": write -id doc_id -want expected`},
		{"more beside them", "{}", `{"file":"a","split":"test","ground_truth":{"total":1}}`, score.Lines{Key: "file", Want: "ground_truth"}, `id is "file", truths are under "ground_truth": write -id file -want ground_truth`},
		{"documents", "{}", `{"doc_id":"a","total":1}`, score.Lines{Key: "doc_id"}, `id is "doc_id": write -id doc_id`},
		{"an answer beside the truth", "{}", `{"id":"a","expected":{"total":1},"predicted":{"total":1}}`, score.Lines{Want: "expected"}, `truths are under "expected": write -want expected`},
		{"a test of AgentV", "{}", `{"id":"a","criteria":"all","vars":{"expected_output":{"total":1}},"assert":[{"type":"field_accuracy"}]}`, score.Lines{Want: "vars.expected_output"}, `truths are under "vars.expected_output": write -want vars.expected_output`},
		{"a name that specs have, too", "fields: [total]", `{"path":"a","total":1}`, score.Lines{Key: "path"}, `id is "path": write -id path`},
		{"the default id", "{}", `{"id":"a","doc_id":"b","total":1}`, score.Lines{}, ""},
		{"a field of the spec", "fields: [doc_id]", `{"doc_id":"a","total":1}`, score.Lines{}, ""},
		{"a label beside fields", "{}", `{"id":"a","total":1,"reference":{"order":1}}`, score.Lines{}, ""},
		{"the number in the first column", "{}", `{"receipt_id":"a","customer_id":"b","total":1}`, score.Lines{Key: "receipt_id"}, `id is "receipt_id": write -id receipt_id`},
		{"a number in another column", "{}", `{"shop":"a","receipt_id":"b","total":1}`, score.Lines{}, ""},
		{"a number of several lines", "{}", `{"tax_no":"a","total":1}` + "\n" + `{"tax_no":"b","total":1}` + "\n" + `{"tax_no":"a","total":1}`, score.Lines{}, ""},
		{"line items with ids", "{}", `{"total":1,"lines":[{"id":1},{"id":2}]}`, score.Lines{}, ""},
	} {
		f := opened(t, t.TempDir(), "truths.jsonl", tt.truths)
		defer f.Close()
		spec, err := eval.ParseSpec([]byte(tt.spec), nil)
		require.NoError(t, err)
		format := score.Lines{}
		note, err := format.FindTruths(f, &spec)
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.format, format, tt.name)
		if tt.read != "" {
			tt.read = "read: " + tt.read + " to state it"
		}
		assert.Equal(t, tt.read, note, tt.name)
	}
	f := opened(t, t.TempDir(), "truths.jsonl", `{"doc_id":"a","file":"b","total":1}`)
	defer f.Close()
	_, err := new(score.Lines).FindTruths(f, nil)
	assert.EqualError(t, err, `truths.jsonl: the id may stand under "doc_id" or "file": name the key by -id`)
}

// The id of a case is that of its truth, also where the answer has the name of another file.
func TestNamesOfFilesJoin(t *testing.T) {
	dir := t.TempDir()
	want := opened(t, dir, "want.jsonl", `{"id":"a.pdf","total":1}`)
	got := opened(t, dir, "got.jsonl", `{"id":"out/a.json","total":2}`)
	defer want.Close()
	defer got.Close()
	for _, fold := range []bool{false, true} {
		j := job(t, "{}")
		j.Format = score.Lines{Stems: true, Fold: fold}
		var cases []report.Case
		j.Case = func(c *report.Case) error { cases = append(cases, *c); return nil }
		_, problems, err := j.Run(t.Context(), want, got)
		require.NoError(t, err)
		assert.Empty(t, problems)
		require.Len(t, cases, 1)
		assert.Equal(t, "a.pdf", cases[0].ID)
		assert.Equal(t, "2", string(cases[0].Fields[0].Got), "of the answer")
	}
}

// An ü may be one character or, as in names of files of macOS, two. The id of a case is that of its truth.
func TestUnicodeFormsOfIDsJoin(t *testing.T) {
	for _, format := range []score.Lines{{}, {Stems: true}, {Fold: true}, {ByLine: true}} {
		dir := t.TempDir()
		want := opened(t, dir, "want.jsonl", `{"id":"Mu\u0308ller.pdf","total":1}`+"\n"+`{"id":"Jäger.pdf","total":2}`)
		got := opened(t, dir, "got.jsonl", `{"id":"Müller.pdf","total":1}`+"\n"+`{"id":"Ja\u0308ger.pdf","total":2}`)
		j := job(t, "{}")
		prepared, _, err := score.Prepare(format, eval.Spec{}, want, got)
		require.NoError(t, err)
		assert.Equal(t, format, prepared)
		var ids []string
		j.Format, j.Case = format, func(c *report.Case) error { ids = append(ids, c.ID+" "+string(c.Verdict)); return nil }
		_, problems, err := j.Run(t.Context(), want, got)
		require.NoError(t, err)
		assert.Empty(t, problems)
		if !format.ByLine {
			assert.ElementsMatch(t, []string{"Mu\u0308ller.pdf pass", "Jäger.pdf pass"}, ids)
		}
		require.NoError(t, want.Close())
		require.NoError(t, got.Close())
	}
}

func TestByLineWarnsOfOtherOrder(t *testing.T) {
	truths := []string{`{"doc_id":"a","total":1}`, `{"doc_id":"b","total":1}`, `{"doc_id":"c","total":1}`}
	for _, tt := range []struct {
		name string
		got  []string
		says []string
	}{
		{"another order", []string{`{"receipt_no":"b","total":1}`, `{"receipt_no":"a","total":1}`, `{"receipt_no":"c","total":1}`},
			[]string{"warning: ids differ in 2 of 3 lines that -by-line joins; without it they join by -want-id doc_id -got-id receipt_no"}},
		{"their order", []string{`{"receipt_no":"a","total":1}`, `{"receipt_no":"b","total":1}`, `{"receipt_no":"c","total":1}`}, nil},
		{"other ids", []string{`{"receipt_no":"x","total":1}`, `{"receipt_no":"y","total":1}`, `{"receipt_no":"z","total":1}`}, nil},
	} {
		_, says, err := prepared(t, score.Lines{ByLine: true}, "{}", truths, tt.got)
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.says, says, tt.name)
	}
}

func TestSidesOfOneFile(t *testing.T) {
	for lines, keys := range map[string][2]string{
		`{"id":1,"expected":{"total":1},"predicted":{"total":1}}`:                                     {"expected", "predicted"},
		`{"id":1,"truth":{},"output":"{}","model":"m"}` + "\n" + `{"id":2,"truth":{},"error":"late"}`: {"truth", "output"},
		`{"id":1,"truth":{},"error":"late"}` + "\n" + `{"id":2,"truth":{},"output":{}}`:               {"truth", "output"},
		`{"id":1,"truth":{},"output":{},"prediction":{}}`:                                             {},
		`{"id":1,"truth":{},"model":"m"}`:                                                             {},
		`{"id":1,"truth":{},"output":{}}` + "\n" + `{"id":2,"truth":{},"result":{}}`:                  {},
		`{"run":7,"results":[{"uuid":"a","groundTruth":{"total":1},"model_output":{"total":1}}]}`:     {"groundTruth", "model_output"},
		`{"a":[{"truth":{},"output":{}}],"b":[{"truth":{},"output":{}}]}`:                             {},
	} {
		f := opened(t, t.TempDir(), "both.jsonl", lines)
		defer f.Close()
		var format score.Lines
		note, err := format.FindSides(f, eval.Spec{})
		assert.Equal(t, keys, [2]string{format.Want, format.Got}, lines)
		assert.Equal(t, keys[0] != "", note != "" && err == nil, lines)
	}
}
