package internal_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
)

func open(t *testing.T, name, text string) *dataset.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	f, err := dataset.Open(name, path)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

func job(t *testing.T, spec string) *score.Job {
	t.Helper()
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	ds := report.Dataset{Name: "sums"}
	e, err := ds.SetSpec(s)
	require.NoError(t, err)
	return &score.Job{Dataset: ds, Evaluator: e}
}

const totals = `fields: [{path: total, match: exact}, {path: lines, match: list, by: [code], fields: [{path: code, match: exact}]}]
threshold: 0.9`

// Every line of both files is in a record or in a problem.
func TestRun(t *testing.T) {
	want := open(t, "want", `{"id":"right","want":{"total":"1"},"tags":{"vendor":"acme"}}
{"id":"wrong","want":{"total":"2"}}
{"id":"failed","want":{"total":"3"}}
{"id":"unanswered","want":{"total":"4"}}
{"id":"right","want":{"total":"5"}}
{"id":"unreadable","want":{"lines":{"code":1}}}
not JSON
{"id":"Latin-1","want":{"total":"`+"\xf6"+`"}}
`)
	got := open(t, "got", `{"id":"wrong","got":{"total":"9"}}
{"id":"right","got":"{\"total\":\"1\"}"}
{"id":"failed","error":"timeout"}
{"id":"nobody's","got":{}}
{"id":"unreadable","got":{}}
`)
	for _, workers := range []int{0, 1, 4} {
		j := job(t, totals)
		j.Workers = workers
		var records []string
		j.Write = func(lines []byte) error {
			for line := range bytes.Lines(lines) {
				var c report.Case
				require.NoError(t, artifact.DecodeCase(line, &c))
				records = append(records, fmt.Sprintf("%s %s %s %s%s", c.ID, c.Status, c.Verdict, c.Error, c.Tags["vendor"]))
			}
			return nil
		}
		sum, problems, err := j.Run(t.Context(), want, got)
		require.NoError(t, err)
		assert.ElementsMatch(t, []string{
			"right ok pass acme", "wrong ok fail ", "failed error fail timeout", "unanswered error fail there is no answer",
		}, records)
		assert.Equal(t, report.CaseCount{OK: 2, Error: 2, Pass: 1, Fail: 3}, sum.Trials[0].Cases)
		var said []string
		for _, p := range problems {
			said = append(said, p.String())
			said = append(said, p.Examples...)
		}
		require.Len(t, said, 11)
		assert.Equal(t, []string{
			"1 truth has no answer: it counts as an error of the extractor", `want:4: "unanswered"`,
			"1 answer has no truth", `got:4: "nobody's"`,
			"1 line has an id that was there before: the first one counts", `want:5: "right"`,
			"2 lines cannot be used",
		}, said[:7])
		assert.Contains(t, said[7], "want:7: ")
		assert.Equal(t, "want:8: document: invalid JSON at offset 33: byte 0xF6 is not UTF-8, which JSON has to be: write the file as UTF-8, in Python by open(name, \"w\", encoding=\"utf-8\")", said[8])
		assert.Equal(t, "1 truth cannot be used", said[9])
		assert.Contains(t, said[10], `want:6: case "unreadable": `)
	}
}

// A name that looks mistyped and stands in truth and answer is a field of the documents.
func TestFieldsAreNotMistypedKeys(t *testing.T) {
	want := open(t, "want", `{"id":"a","want":{"goat":{"total":"1"}}}
{"id":"b","wait":{"total":"1"}}
`)
	got := open(t, "got", `{"id":"a","goat":{"total":"1"}}
{"id":"b","got":{"wait":{"total":"2"}}}
`)
	_, problems, err := job(t, totals).Run(t.Context(), want, got)
	require.NoError(t, err)
	assert.Empty(t, problems)
}

// A key that is mistyped makes a document of a line, of which every value is missing or
// hallucinated: nothing else would say so.
func TestRunTellsOfMistypedKeys(t *testing.T) {
	want := open(t, "want", `{"id":"a","want":{"total":"1"}}
{"id":"b","wnat":{"total":"1"},"tags":{"vendor":"acme"}}
{"id":"c","total":"1"}
{"id":"d","Want":{"total":"1"}}
{"id":"e","want":{"total":"1"}}
{"id":"f","want":{"total":"1"},"labels":{"state":"draft","from":{"labels":{"model":"x"}}}}
{"id":"g","want":{"total":"1"},"labels":["urgent"]}
`)
	got := open(t, "got", `{"id":"a","gto":{"total":"1"},"usage":{"calls":1}}
{"id":"b","got":{"total":"1"}}
{"id":"c","lot":"1"}
{"id":"d","lot":{"total":"1"},"total":"1"}
{"id":"e","input":"e.pdf","want":{"total":"1"}}
{"id":"f","gto":{"total":"1"},"latency_ms":12}
{"id":"g","got":{"total":"1"},"Error":"timeout"}
`)
	_, problems, err := job(t, totals).Run(t.Context(), want, got)
	require.NoError(t, err)
	require.Len(t, problems, 1)
	assert.Equal(t, "7 lines seem to have a mistyped key", problems[0].String())
	assert.Equal(t, []string{`got:1: key "gto"; did you mean "got"?`, `want:2: key "wnat"; did you mean "want"?`, `want:4: key "Want"; did you mean "want"?`,
		`got:5: key "want"; did you mean "got"?`, `got:6: key "gto"; did you mean "got"?`}, problems[0].Examples)
	assert.Equal(t, 7, problems[0].N) // labels of 6, Error of 7
}

// A record that cannot be written ends the run.
func TestRunStops(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, `{"id":"%d","total":"1"}`+"\n", i)
	}
	same := open(t, "same", text.String())
	j := job(t, totals)
	j.Workers = 2
	full := errors.New("the disk is full")
	calls := 0
	j.Write = func([]byte) error {
		if calls++; calls == 2 {
			return full
		}
		return nil
	}
	_, _, err := j.Run(t.Context(), same, same)
	assert.ErrorIs(t, err, full)
	assert.Equal(t, 2, calls)

	j.Write = nil
	sum, problems, err := j.Run(t.Context(), same, same)
	require.NoError(t, err)
	assert.Empty(t, problems)
	assert.Equal(t, report.CaseCount{OK: 1000, Pass: 1000}, sum.Trials[0].Cases, "one file can be both")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = j.Run(ctx, same, same)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	temp := filepath.Join(dir, "temp")
	require.NoError(t, os.Mkdir(temp, 0o777))
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp) // of Windows
	packed := filepath.Join(dir, "packed")
	to, err := os.Create(packed)
	require.NoError(t, err)
	z := gzip.NewWriter(to)
	_, err = z.Write([]byte("{}\n[]\n"))
	require.NoError(t, errors.Join(err, z.Close(), to.Close()))

	f, err := dataset.Open("truths", packed)
	require.NoError(t, err)
	assert.Equal(t, "truths", f.Name())
	first, second := f.Reader(), f.Reader()
	for _, r := range []io.Reader{first, second} {
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, "{}\n[]\n", string(text))
	}
	require.NoError(t, f.Close())
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, left, "the copy is removed")

	broken := filepath.Join(dir, "broken")
	require.NoError(t, os.WriteFile(broken, []byte("\x1f\x8bnot gzip"), 0o666))
	_, err = dataset.Open("truths", broken)
	assert.EqualError(t, err, "truths: gzip: invalid header")
	_, err = dataset.Open("truths", dir)
	assert.EqualError(t, err, fmt.Sprintf("the folder %s has neither pairs NAME.input.EXT and NAME.want.json nor documents NAME.json", filepath.ToSlash(dir)))
	_, err = dataset.Open("truths", filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.True(t, strings.HasPrefix(err.Error(), "truths: "), "%v", err)
}

func TestTruths(t *testing.T) {
	files := []*dataset.File{
		open(t, "a", "{\"id\":\"1\",\"want\":{\"total\":1}}\n\n{\"id\":\"2\",\"total\":2}\n[]\n{\"id\":\"3\",\"want\":3}\n"),
		open(t, "b", "\n"),
		open(t, "c", "{\"id\":\"1\",\"want\":{\"city\":\"K\xf6ln\"}}\n"),
	}
	var seen []string
	bad, err := score.Truths(files, score.Lines{}, func(where string, line, truth document.Value) error {
		if truth.Kind() == document.Number {
			return errors.New("a number is not wanted")
		}
		seen = append(seen, where+" "+line.Member("id").Text()+" "+string(truth.Raw()))
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, []string{`a:1 1 {"total":1}`, `a:3 2 {"total":2}`}, seen)
	assert.Equal(t, "4 lines cannot be used", bad.String())
	assert.Equal(t, []string{
		"a:4: it is a JSON array, want one JSON object per line", "a:5: a number is not wanted", "b has only blank lines; want one JSON object per line, UTF-8",
		"c:1: document: invalid JSON at offset 27: byte 0xF6 is not UTF-8, which JSON has to be: write the file as UTF-8, in Python by open(name, \"w\", encoding=\"utf-8\")",
	}, bad.Examples)
}

// Repair repairs the mistake found, and the mistake after it: how the total is written.
func TestRepair(t *testing.T) {
	files := []*dataset.File{open(t, "truths", `{"id":"a","want":{"total":"1.889"}}
{"id":"b","want":{"total":"1.234,50"}}
`)}
	spec, err := eval.ParseSpec([]byte(`fields: [{path: totl, match: numeric}]`), nil)
	require.NoError(t, err)
	e, bad, err := score.Preflight(spec, files, score.Lines{})
	require.NoError(t, err)
	assert.Zero(t, bad.N)
	require.Len(t, e.Findings(), 1)
	repaired, err := score.Repair(spec, e.Findings(), files, score.Lines{})
	require.NoError(t, err)
	want, err := eval.ParseSpec([]byte(`fields: [{path: total, match: numeric, format: eu}]`), nil)
	require.NoError(t, err)
	assert.Equal(t, want, repaired)

	_, _, err = score.Preflight(eval.Spec{Fields: []eval.Field{{Path: "a["}}}, files, score.Lines{})
	assert.ErrorContains(t, err, "the spec: ")
}

// Keys that only the answers have are named below keys of the truths, too, and in items of lists.
func TestInnerKeysOfAnswersAlone(t *testing.T) {
	_, problems, err := job(t, "{}").Run(t.Context(),
		open(t, "want.jsonl", `{"id":"a","want":{"fields":{"total":1},"lines":[{"sku":"x"}]}}
{"id":"b","want":{"fields":{"total":2},"lines":[{"sku":"y"}]}}
`),
		open(t, "got.jsonl", `{"id":"a","got":{"fields":{"total":1,"sure":0.9},"model":{"name":"m","size":7},"lines":[{"sku":"x","box":[1,2]}]}}
{"id":"b","got":{"fields":{"total":2,"sure":0.8},"model":{"name":"m","size":7},"lines":[{"sku":"y","box":[1,3]}]}}
`))
	require.NoError(t, err)
	require.Len(t, problems, 1)
	assert.Equal(t, []string{`"fields.sure", in 2 of 2 answers`, `"lines[].box", in 2 of 2 answers`, `"model", in 2 of 2 answers`}, problems[0].Examples)
}

// A key below one that only the last truth has is named with all answers that have it.
func TestInnerKeysInAnyOrder(t *testing.T) {
	_, problems, err := job(t, "{}").Run(t.Context(),
		open(t, "want.jsonl", `{"id":"a","want":{"n":1}}
{"id":"b","want":{"n":2}}
{"id":"c","want":{"n":3,"more":{"y":2}}}
`),
		open(t, "got.jsonl", `{"id":"a","got":{"n":1,"more":{"x":1}}}
{"id":"b","got":{"n":2,"more":{"x":2}}}
{"id":"c","got":{"n":3,"more":{"x":3,"y":2}}}
`))
	require.NoError(t, err)
	require.Len(t, problems, 1)
	assert.Equal(t, []string{`"more.x", in 3 of 3 answers`}, problems[0].Examples)
}

// Columns that only the answers have are named, with what leaves them out; a key of a few answers is a mistake like others.
func TestKeysOfAnswersAlone(t *testing.T) {
	for name, tt := range map[string]struct{ spec, want string }{
		"no spec": {"{}", `1 key of the answers is in no truth: its values count as invented; with a spec, as evalreport init want.jsonl writes one, they do not ["note", in 2 of 3 answers]`},
		"a spec":  {"fields: [{path: total}]", ""},
		"strict": {"{strict: true, fields: [{path: total}]}",
			`1 key of the answers is in no truth: its values count as invented; with {path: KEY, match: ignore} in the spec, they do not ["note", in 2 of 3 answers]`},
		"ignored": {"{strict: true, fields: [{path: total}, {path: note, match: ignore}]}", ""},
	} {
		_, problems, err := job(t, tt.spec).Run(t.Context(),
			open(t, "want.jsonl", `{"id":"a","want":{"total":1}}
{"id":"b","want":{"total":2}}
{"id":"c","want":{"total":3}}
`),
			open(t, "got.jsonl", `{"id":"a","got":{"total":1,"note":"x"}}
{"id":"b","got":{"total":2,"note":{"de":"y","en":"z"},"odd":1}}
{"id":"c","got":{"total":3,"note":null}}
`))
		require.NoError(t, err)
		var texts []string
		for _, p := range problems {
			texts = append(texts, fmt.Sprintf("%s %v", p, p.Examples))
		}
		assert.Equal(t, tt.want, strings.Join(texts, "; "), name)
	}
}
