package internal_test

import (
	"bytes"
	"context"
	"encoding/json"
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
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

const first = `fields:
  - {path: number, match: exact}
  - {path: total, match: numeric}
  - path: lines
    match: list
    by: name
    threshold: 0.9
    fields: [{path: name, match: fuzzy}, {path: price, match: numeric}]
`

// Of these answers "a" has a number in other letters, "b" a total that is 0.04 off and a line whose
// name is 6/7 like the name in the truth, and "c" failed.
const wants = `{"id": "a", "want": {"number": "N-1", "total": 10, "lines": [{"name": "apples", "price": 1}]}}
{"id": "b", "want": {"number": "N-2", "total": 20, "lines": [{"name": "bananas", "price": 2}]}}
{"id": "c", "want": {"number": "N-3", "total": 30, "lines": [{"name": "cherries", "price": 3}]}}
`

const gots = `{"id": "a", "got": {"number": "n-1", "total": 10, "lines": [{"name": "apples", "price": 1}]}}
{"id": "b", "got": {"number": "N-2", "total": 20.04, "lines": [{"name": "banamas", "price": 2}]}}
{"id": "c", "error": "busy"}
`

func parseSpec(t *testing.T, text string) eval.Spec {
	t.Helper()
	s, err := eval.ParseSpec([]byte(text), nil)
	require.NoError(t, err)
	return s
}

// scored is the artifact of answers under a spec.
func scored(t *testing.T, specText, want, got string, o report.CaseOptions) artifact.Source {
	t.Helper()
	return scoredBy(t, parseSpec(t, specText), want, got, o)
}

func scoredBy(t *testing.T, s eval.Spec, want, got string, o report.CaseOptions) artifact.Source {
	t.Helper()
	ds := report.Dataset{Name: "invoices", Redact: o.Redaction.Mode}
	e, err := ds.SetSpec(s)
	require.NoError(t, err)
	var files [2]*dataset.File
	for i, text := range []string{want, got} {
		path := filepath.Join(t.TempDir(), "lines")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		files[i], err = dataset.Open("lines", path)
		require.NoError(t, err)
		defer files[i].Close()
	}
	var to bytes.Buffer
	w := artifact.NewWriter(&to, "test")
	require.NoError(t, w.Write(report.Run{Schema: report.Schema, Repetition: 1}))
	require.NoError(t, w.Write(ds))
	job := score.Job{Dataset: ds, Evaluator: e, Options: o, Write: w.WriteCases}
	sum, _, err := job.Run(t.Context(), files[0], files[1])
	require.NoError(t, err)
	require.NoError(t, w.Write(sum))
	require.NoError(t, w.End(false))
	return sourceOf(to.String())
}

func sourceOf(text string) artifact.Source {
	return artifact.Source{Name: "run.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// text is all that a source has, without the record of the run and the end.
func artifactText(t *testing.T, from artifact.Source) string {
	t.Helper()
	r, err := from.Open()
	require.NoError(t, err)
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	lines := strings.Split(string(all), "\n")
	return strings.Join(lines[1:len(lines)-2], "\n")
}

// artifactHead is the record of the run.
func artifactHead(t *testing.T, from artifact.Source) string {
	t.Helper()
	r, err := from.Open()
	require.NoError(t, err)
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(all), "\n")
	return head + "\n"
}

func again(t *testing.T, specText string, from artifact.Source, data *rescore.Data) (artifact.Source, error) {
	t.Helper()
	var to bytes.Buffer
	job := rescore.Job{Spec: parseSpec(t, specText), Data: func(*artifact.Section) (*rescore.Data, error) { return data, nil }}
	err := job.Write(t.Context(), artifact.NewWriter(&to, "new"), from)
	return sourceOf(to.String()), err
}

// Under another spec the old answers have the numbers that score gives them.
func TestJob(t *testing.T) {
	old := scored(t, first, wants, gots, report.CaseOptions{})
	file := filepath.Join(t.TempDir(), "want.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(wants), 0o666))
	data, err := rescore.OpenData(file, "lines", "id", dataset.Form{}) // where truths stand
	require.NoError(t, err)
	for _, tt := range []struct{ name, spec string }{
		{"the same", first},
		{"folded", strings.Replace(first, "match: exact", "match: exact, fold_case: true", 1)},
		{"a tolerance", strings.Replace(first, "total, match: numeric", "total, match: numeric, tolerance: 0.05", 1)},
		{"a threshold", strings.Replace(first, "threshold: 0.9", "threshold: 0.8", 1)},
		{"fewer fields", "fields: [{path: total, match: numeric}]"},
		{"no fields", "strict: true"},
		{"a verdict", first + "threshold: 0.5\n"},
		{"an invariant", first + "invariants: [{name: round, rule: total == 10}]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := scored(t, tt.spec, wants, gots, report.CaseOptions{})
			got, err := again(t, tt.spec, old, data)
			require.NoError(t, err)
			assert.Equal(t, artifactText(t, want), artifactText(t, got))
			for line := range strings.SplitSeq(artifactText(t, got), "\n") {
				reporttest.RequireValid(t, []byte(line))
			}
			sections, err := artifact.Walk(got, artifact.Visitor{})
			require.NoError(t, err)
			assert.Equal(t, artifact.Whole, sections[0].State())
			assert.Equal(t, 3, sections[0].Cases)
			assert.Len(t, sections[0].Run.Rescored, 16)
		})
	}
}

// Under a spec with a field that no truth has, a test fails before its first case. So no result is
// as good as before.
func TestJobRefusesASpecThatNoTruthFits(t *testing.T) {
	misspelt := strings.Replace(first, "path: number", "path: nummber", 1)
	_, err := again(t, misspelt, scored(t, first, wants, gots, report.CaseOptions{}), nil)
	assert.EqualError(t, err, `run.jsonl: data set "invoices": a test under this spec would not run: no truth has "nummber"; did you mean "number"? (a)`)
	_, err = again(t, misspelt, scored(t, misspelt, wants, gots, report.CaseOptions{}), nil)
	assert.NoError(t, err, "the spec of the run had it, too")
}

// A type may have fields that no truth has, and a written spec may not. Nobody knows whether the
// new spec is of a type: it is taken as a type's spec, and a note says so.
func TestJobOfAType(t *testing.T) {
	other := strings.Replace(first, "path: number", "path: nummber", 1)
	ofType := parseSpec(t, other)
	ofType.OfType = true
	var notes []string
	job := rescore.Job{Spec: parseSpec(t, strings.Replace(other, "threshold: 0.9", "threshold: 0.8", 1)), Note: func(text string) { notes = append(notes, text) }}
	var to bytes.Buffer
	require.NoError(t, job.Write(t.Context(), artifact.NewWriter(&to, "new"), scoredBy(t, ofType, wants, gots, report.CaseOptions{})))
	assert.Contains(t, to.String(), `"of_type":true`)
	assert.Equal(t, []string{`data set "invoices": its fields are those of a Go type, which may lack a truth; a test whose Spec is written, as this one, would not run: no truth has "nummber"; did you mean "number"? (a)`}, notes)

	job.Spec.Fields[0].Path = "nnumber" // which the type has not
	err := job.Write(t.Context(), artifact.NewWriter(&to, "new"), scoredBy(t, ofType, wants, gots, report.CaseOptions{}))
	assert.ErrorContains(t, err, "a test under this spec would not run")
}

// Origins of mistakes are looked up in the text of the document, which the data set has.
func TestJobWithTexts(t *testing.T) {
	lines := `{"id": "a", "want": {"total": 10}, "text": "Total 10, paid 12"}
{"id": "b", "want": {"total": 20}, "text": "Total 20"}
`
	answers := `{"id": "a", "got": {"total": 12}}
{"id": "b", "got": {"total": 99}}
`
	const exact = "fields: [{path: total, match: exact}]"
	old := scored(t, "fields: [{path: total, match: numeric}]", lines, answers, report.CaseOptions{})
	_, err := again(t, exact, old, nil)
	assert.EqualError(t, err, `run.jsonl: data set "invoices": 2 of 2 cases have a text of their document, which records do not keep ("a" first); name the data set, with -data `)

	dir := t.TempDir()
	file := filepath.Join(dir, "data.jsonl")
	require.NoError(t, os.WriteFile(file, []byte("\n"+lines), 0o666))
	data, err := rescore.OpenData(file, "data.jsonl", "id", dataset.Form{})
	require.NoError(t, err)
	got, err := again(t, exact, old, data)
	require.NoError(t, err)
	want := scored(t, exact, lines, answers, report.CaseOptions{})
	assert.Equal(t, artifactText(t, want), artifactText(t, got))
	assert.Contains(t, artifactText(t, got), `"origin":"picked"`)

	// The same texts in a folder of pairs: beside the pair, and as its input.
	for name, content := range map[string]string{"a.input.pdf": "%PDF-", "a.txt": "Total 10, paid 12", "b.input.txt": "Total 20", "a.want.json": "{}"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	pairs, err := rescore.OpenData(dir, "pairs", "id", dataset.Form{})
	require.NoError(t, err)
	got, err = again(t, exact, old, pairs)
	require.NoError(t, err)
	assert.Equal(t, artifactText(t, want), artifactText(t, got))

	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(lines, "paid 12", "paid 13", 1)), 0o666))
	data, err = rescore.OpenData(file, "data.jsonl", "id", dataset.Form{})
	require.NoError(t, err)
	_, err = again(t, exact, old, data)
	assert.ErrorContains(t, err, `1 of 2 cases had another text of their document than the data set has ("a" first); where Suite.Text says it`)
}

// A truth that its text refutes is named as the run names it: by its place, also in a JSON array, or by the case in a run of a test.
func TestJobNamesDocumentsAsTheRunDoes(t *testing.T) {
	const spec = "fields: [{path: number, match: exact}]\ninvariants: [{name: found, in_source: true, paths: [number]}]"
	const one, two = `{"id": "a", "want": {"number": "N-1"}, "text": "N-1 paid"}`, `{"id": "b", "want": {"number": "N-2"}, "text": "N-1 paid"}`
	const answers = `{"id": "a", "got": {"number": "N-1"}}` + "\n" + `{"id": "b", "got": {"number": "N-2"}}` + "\n"
	for _, tt := range []struct{ lines, test, where string }{
		{one + "\n" + two, "", "lines:2"},
		{"[" + one + ",\n" + two + "]", "", "lines:2, item 2"},
		{one + "\n" + two, "TestX", "b"},
	} {
		old := scored(t, spec, tt.lines, answers, report.CaseOptions{})
		ran := artifactText(t, old)
		if tt.test != "" { // as a test records it
			ran = strings.NewReplacer(`"name":"invoices",`, `"name":"invoices","test":"TestX",`, `"where":"lines:2"`, `"where":"b"`).Replace(ran)
		}
		assert.Contains(t, ran, fmt.Sprintf(`"where":%q`, tt.where))
		file := filepath.Join(t.TempDir(), "lines")
		require.NoError(t, os.WriteFile(file, []byte(tt.lines), 0o666))
		data, err := rescore.OpenData(file, "lines", "id", dataset.Form{})
		require.NoError(t, err)
		got, err := again(t, spec, sourceOf(artifactHead(t, old)+ran+"\n"+`{"type":"end","cases":2}`+"\n"), data)
		require.NoError(t, err)
		assert.Equal(t, ran, artifactText(t, got))
	}
}

func TestJobRefuses(t *testing.T) {
	ignoring := strings.Replace(first, "{path: total, match: numeric}", "{path: total, match: ignore}", 1)
	long := fmt.Sprintf(`{"id": "a", "got": {"number": %q}}`, strings.Repeat("x", 64<<10))
	for _, tt := range []struct {
		name string
		old  artifact.Source
		spec string
		want string
	}{
		{"redacted", scored(t, first, wants, gots, report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Omit}}), first, "values are redacted, and so records keep no answers; run the test under the new spec"},
		{"answers are off", scored(t, first, wants, gots, report.CaseOptions{MaxAnswerBytes: -1}), first, `3 of 3 cases have no answer in the record: they were recorded by an earlier version or with EVALTEST_ANSWERS=off, are longer than 64 KiB, or could not be read under another lenient ("a" first)`},
		{"too long", scored(t, first, wants, long, report.CaseOptions{}), first, `1 of 3 cases have no answer in the record`},
		{"what was ignored", scored(t, ignoring, wants, gots, report.CaseOptions{}), first, `the spec does not ignore "total", and that of the run does: records do not keep its values; run the test again`},
		{"the truth does not fit", scored(t, first, wants, gots, report.CaseOptions{}), "fields: [{path: number, match: list, fields: [{path: a}]}]", `case "a": `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := again(t, tt.spec, tt.old, nil)
			require.Error(t, err)
			assert.Contains(t, err.Error(), `run.jsonl: data set "invoices"`)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
	same, err := again(t, ignoring, scored(t, ignoring, wants, gots, report.CaseOptions{}), nil)
	require.NoError(t, err)
	assert.NotContains(t, artifactText(t, same), "20.04")
}

// functions are the functions of a service: a number is right in any letters, an even one fails,
// and a judge finds names alike by their first letter.
func functions(threshold float64) map[string]func(json.RawMessage) (compare.Comparator, error) {
	letters := compare.Func{Name: "any letters", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		if strings.HasSuffix(want.Text(), "2") {
			return compare.Comparison{}, errors.New("it is even")
		}
		c := compare.Binary(strings.EqualFold(got.Text(), want.Text()))
		c.Note, c.Details = "judged in Go", json.RawMessage(`{"letters":3}`)
		return c, nil
	}}
	judge := compare.Semantic{Name: "first", Threshold: threshold, Similarity: func(_ context.Context, got, want string) (float64, error) {
		if got[0] != want[0] {
			return 0, errors.New("busy")
		}
		return 0.7, nil
	}}
	return map[string]func(json.RawMessage) (compare.Comparator, error){
		"any letters": func(json.RawMessage) (compare.Comparator, error) { return letters, nil },
		"semantic":    func(json.RawMessage) (compare.Comparator, error) { return judge, nil },
	}
}

// A function of Go repeats its recorded judgements: under a spec that changes other rules, and the
// threshold of a judge, the numbers equal the numbers of a run that has the functions.
func TestJobWithFunctionsOfGo(t *testing.T) {
	const called = `fields:
  - {path: number, match: any letters, weight: 2}
  - {path: total, match: numeric}
  - {path: maker, match: semantic, name: first, threshold: 0.8}
  - path: lines
    match: list
    by: name
    threshold: 0.85
    fields: [{path: name, match: fuzzy}, {path: price, match: any letters}]
`
	truths := strings.ReplaceAll(wants, `"total"`, `"maker": "Acme", "total"`)
	answers := strings.Replace(strings.Replace(gots, `"total"`, `"maker": "A.C.M.E.", "total"`, 1), `"error": "busy"`, `"got": {"number": "N-3", "maker": "Bolt", "lines": [{"name": "x", "price": 1}]}`, 1)
	with := func(text string, threshold float64) eval.Spec {
		s, err := eval.ParseSpec([]byte(text), functions(threshold))
		require.NoError(t, err)
		return s
	}
	old := scoredBy(t, with(called, 0.8), truths, answers, report.CaseOptions{})
	require.Contains(t, artifactText(t, old), `"note":"it is even"`)
	require.Contains(t, artifactText(t, old), `"note":"compare: semantic \"first\": busy"`)
	file := filepath.Join(t.TempDir(), "want.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(truths), 0o666))
	data, err := rescore.OpenData(file, "lines", "id", dataset.Form{})
	require.NoError(t, err)
	sections, err := artifact.Walk(old, artifact.Visitor{Brief: true})
	require.NoError(t, err)
	custom := rescore.Functions(sections[0].Dataset.Spec)
	run := func(text string) (artifact.Source, []string, error) {
		s, err := eval.ParseSpec([]byte(text), custom)
		require.NoError(t, err)
		var to bytes.Buffer
		var notes []string
		job := rescore.Job{
			Spec: s, Data: func(*artifact.Section) (*rescore.Data, error) { return data, nil },
			Note: func(text string) { notes = append(notes, text) },
		}
		err = job.Write(t.Context(), artifact.NewWriter(&to, "new"), old)
		return sourceOf(to.String()), notes, err
	}
	for _, tt := range []struct {
		name, from, to string
		threshold      float64
	}{
		{"the same", "", "", 0.8},
		{"another rule", "match: numeric", "match: numeric, tolerance: 0.05", 0.8},
		{"another weight", "weight: 2", "weight: 5", 0.8},
		{"another threshold of the judge", "threshold: 0.8}", "threshold: 0.6}", 0.6},
		{"fewer pairs", "threshold: 0.85", "threshold: 0.9", 0.8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(called, tt.from, tt.to, 1)
			got, notes, err := run(changed)
			require.NoError(t, err)
			assert.Equal(t, artifactText(t, scoredBy(t, with(changed, tt.threshold), truths, answers, report.CaseOptions{})), artifactText(t, got))
			assert.Equal(t, []string{
				`data set "invoices": any letters is a function of Go: what it says is as in the run; where it has changed, run EVALTEST_RESUME=DIR go test -count=1, which takes the answers that are there`,
				`data set "invoices": semantic is a function of Go: what it says is as in the run; where it has changed, run EVALTEST_RESUME=DIR go test -count=1, which takes the answers that are there`,
			}, notes)
		})
	}
	_, notes, err := run("fields: [{path: total, match: exact}]")
	require.NoError(t, err)
	assert.Empty(t, notes, "none is left")

	_, _, err = run(strings.Replace(called, "match: numeric", "match: any letters", 1))
	assert.EqualError(t, err, `run.jsonl: data set "invoices": 2 of 3 cases have values that any letters, a function of Go, has not compared in the run ("a" first); change the test, and run EVALTEST_RESUME=DIR go test -count=1, which takes the answers that are there`)
	_, err = eval.ParseSpec([]byte("fields: [{path: maker, match: semantic, name: second}]"), custom)
	assert.ErrorContains(t, err, `the run has this function of Go as semantic name: "first", not as semantic name: "second"; change the test`)
	_, err = eval.ParseSpec([]byte("fields: [{path: number, match: any letters, strict: true}]"), custom)
	assert.ErrorContains(t, err, `the run has this function of Go as any letters, not as any letters strict: true`)
}

// An unreadable answer, in which nobody can find the ignored fields, is as unreadable under another
// spec; the other cases have their answers.
func TestJobWithUnreadableAnswers(t *testing.T) {
	ignoring := strings.Replace(first, "{path: total, match: numeric}", "{path: total, match: ignore}", 1)
	folded := strings.Replace(ignoring, "match: exact", "match: exact, fold_case: true", 1)
	answers := strings.Replace(gots, `"error": "busy"`, `"got": "The total is 30"`, 1) + `{"id": "d", "got": "` + strings.Repeat("x", 70<<10) + `"}` + "\n"
	truths := wants + `{"id": "d", "want": {"number": "N-4"}}` + "\n"
	file := filepath.Join(t.TempDir(), "want.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(truths), 0o666))
	data, err := rescore.OpenData(file, "lines", "id", dataset.Form{})
	require.NoError(t, err)
	old := scored(t, ignoring, truths, answers, report.CaseOptions{})
	assert.NotContains(t, artifactText(t, old), "The total is 30", "it may be the total that is ignored")
	got, err := again(t, folded, old, data)
	require.NoError(t, err)
	want := artifactText(t, scored(t, folded, truths, answers, report.CaseOptions{}))
	assert.Equal(t, want, artifactText(t, got))
	for line := range strings.SplitSeq(want, "\n") {
		reporttest.RequireValid(t, []byte(line))
	}
	assert.Equal(t, 2, strings.Count(want, `"path":"(document)"`), want)

	_, err = again(t, "lenient: true\n"+folded, old, data)
	assert.ErrorContains(t, err, `2 of 4 cases have no answer in the record`, "it may be read now")
}

// Trials are compared when all of a case are there: the results of each stay unchanged.
func TestJobComparesTrials(t *testing.T) {
	old := parseSpec(t, "fields: [{path: number, match: exact}, {path: total, match: numeric}]")
	ds := report.Dataset{Name: "invoices", Trials: 2}
	e, err := ds.SetSpec(old)
	require.NoError(t, err)
	sum := report.Summary{Dataset: ds.Name, Stability: &report.Stability{Trials: 2}}
	records := []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, ds}
	for i, got := range []string{ // of two cases, in turns
		`{"number":"n-1","total":10}`, `{"number":"N-2","total":20}`,
		`{"number":"N-1","total":11}`, `{"number":"N-2","total":21}`,
	} {
		id, want := "a", `{"number":"N-1","total":10}`
		if i%2 == 1 {
			id, want = "b", `{"number":"N-2","total":20}`
		}
		r, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		records = append(records, report.NewCase(report.Observation{ID: id, Trial: 1 + i/2, Result: &r, Want: []byte(want)}, report.CaseOptions{}))
	}
	var from []byte
	for _, r := range append(records, sum, report.End{Cases: 4}) {
		from, err = artifact.AppendRecord(from, r)
		require.NoError(t, err)
	}

	to, err := again(t, "fields: [{path: number, match: exact, fold_case: true}, {path: total, match: numeric, tolerance: 1}]", sourceOf(string(from)), nil)
	require.NoError(t, err)
	var s *report.Summary
	_, err = artifact.Walk(to, artifact.Visitor{Summary: func(_ *artifact.Section, sum *report.Summary) { s = sum }})
	require.NoError(t, err)
	require.NotNil(t, s.Stability)
	assert.Equal(t, 2, s.Stability.Cases)
	for name, want := range map[string]float64{
		"driftRate": 1, "pass@1": 1, "pass@2": 1, // both answers differ, and all pass now
		"flipRate of number": 0.5, "flipRate of total": 1, // the letters of a are others
	} {
		assert.Equal(t, report.RatioOf(want, true), s.Number(name).Value, name)
	}
}

// The size of the document and the reason of the stop are as the run recorded them; the layouts are by the truth and the new spec.
// A record of before has the layouts, too, once it is evaluated again.
func TestShapeOfAnotherSpec(t *testing.T) {
	const want = `{"id": "a", "want": {"total": "1.889,00", "date": "25/12/2018"}, "text": "Rechnung", "input": "scan 1"}` + "\n"
	const got = `{"id": "a", "got": {"total": "1.889,00", "date": "25/12/2018"}, "stop": "end_turn"}` + "\n"
	file := filepath.Join(t.TempDir(), "data.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
	data, err := rescore.OpenData(file, "data.jsonl", "id", dataset.Form{})
	require.NoError(t, err)
	const exact = "fields: [{path: total, match: exact}, {path: date, match: exact}]"
	before := scored(t, exact, want, got, report.CaseOptions{Fields: parseSpec(t, exact).Fields})
	shape := `"shape":{"text_length":8,"input_size":8,"script":"Latin","stop":"end_turn"}`
	require.Contains(t, artifactText(t, before), shape)
	after, err := again(t, "fields: [{path: total, match: numeric}, {path: date, match: date}]", before, data)
	require.NoError(t, err)
	assert.Contains(t, artifactText(t, after), `"shape":{"text_length":8,"input_size":8,"script":"Latin","numbers":"1.889,00","dates":"dmy","stop":"end_turn"}`)

	whole, err := before.Open()
	require.NoError(t, err)
	all, err := io.ReadAll(whole)
	require.NoError(t, err)
	former := sourceOf(strings.Replace(string(all), shape+",", "", 1))
	require.NotContains(t, artifactText(t, former), `"shape"`)
	after, err = again(t, "fields: [{path: total, match: numeric}, {path: date, match: date}]", former, data)
	require.NoError(t, err)
	assert.Contains(t, artifactText(t, after), `"shape":{"text_length":8,"script":"Latin","numbers":"1.889,00","dates":"dmy"}`)
}
