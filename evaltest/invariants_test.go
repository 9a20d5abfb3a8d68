package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// positive says that the total is above zero. One of "panic" panics.
var positive = []eval.Invariant{{Name: "positive", Func: func(_ context.Context, answer document.Value) (invariant.State, string, error) {
	total := answer.Get("total")
	switch {
	case total.Empty():
		return invariant.NotApplicable, "", nil
	case total.Text() == "panic":
		panic("no total")
	case total.Text()[0] == '-':
		return invariant.Broken, "total is " + total.Text(), nil
	}
	return invariant.Holds, "", nil
}}}

func TestSuitePartlyLabelled(t *testing.T) {
	limit := []Limit{{Metric: "rule positive", Is: report.AtLeast, Value: 0.5}}
	type suite = Suite[string, string]
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}}, Invariants: positive}
	stream := func(cases ...Case[string]) func(func(Case[string], error) bool) {
		return func(yield func(Case[string], error) bool) {
			for _, c := range cases {
				if !yield(c, nil) {
					return
				}
			}
		}
	}
	good, bad, labelled := Case[string]{ID: "good", Input: `{"total":1}`}, Case[string]{ID: "bad", Input: `{"total":-1}`}, Case[string]{ID: "labelled", Input: `{"total":2}`, Want: `{"total":3}`}
	for _, tt := range []struct {
		name  string
		suite suite
		want  []string // texts; the first is "" for a pass
	}{
		{"not said", suite{Spec: spec, Cases: []Case[string]{good}},
			[]string{`TestX: case 1: id "good": no truth; for a document without any value, want is json.RawMessage("null")`}},
		{"no invariants", suite{PartlyLabelled: true, Cases: []Case[string]{good}},
			[]string{"TestX: the suite is PartlyLabelled, and its Spec has no Invariants: nothing would judge a case without a truth"}},
		{"all hold", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good}}, []string{"", "1 case: 1 pass; labelled 0 of 1"}},
		{"one is broken", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good, bad}},
			[]string{`evaltest: data set "TestX", case "bad": it has no truth; positive is broken: total is -1`, "--- FAIL: TestX/case/bad "}},
		{"one cannot be judged", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{{ID: "p", Input: `{"total":"panic"}`}}},
			[]string{`case "p": it has no truth; positive could not be judged: the function panicked: no total`}},
		{"an answer that is not JSON", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{{ID: "p", Input: `{"total"`}}},
			[]string{`case "p": it has no truth; positive is broken: the answer could not be read: `}},
		{"within the limit", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good, bad}, Gate: Gate{Limits: limit}},
			[]string{"", "2 cases: 1 pass, 1 fail; labelled 0 of 2", `case "bad": it has no truth; positive is broken: total is -1`}},
		{"a limit that needs a truth", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good}, Gate: Gate{MicroF1: 0.5, Limits: limit}},
			[]string{`TestX: gate: limit on micro F1: no case of data set "TestX" has a truth; limit an invariant: "rule NAME"`}},
		{"a limit on no invariant", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good}, Gate: Gate{Limits: []Limit{{Metric: "rule postive", Is: report.AtLeast, Value: 0.5}}}},
			[]string{`TestX: gate: data set "TestX" has no metric "rule postive"; did you mean "rule positive"? `}},
		{"a stream", suite{Spec: spec, PartlyLabelled: true, Source: stream(good, bad, labelled), Gate: Gate{Limits: limit}},
			[]string{"", "3 cases: 1 pass, 2 fail; labelled 1 of 3"}},
		{"a stream without truths", suite{Spec: spec, PartlyLabelled: true, Source: stream(good), Gate: Gate{MicroF1: 0.5}},
			[]string{`evaltest: gate: limit on micro F1: no case of data set "TestX" has a truth; limit an invariant: "rule NAME"`}},
		{"cases that are there", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good, bad}, ExpectCases: 3, Gate: Gate{Limits: limit}},
			[]string{"TestX: the data set has 2 cases, and ExpectCases says 3"}},
		{"a field that no truth has", suite{Spec: eval.Spec{Fields: []eval.Field{{Path: "totl"}}, Invariants: positive}, PartlyLabelled: true, Cases: []Case[string]{labelled, good}},
			[]string{`no truth has "totl"; did you mean "total"?`}},
		{"trials", suite{Spec: spec, PartlyLabelled: true, Cases: []Case[string]{good, labelled}, Trials: 2, Gate: Gate{Limits: limit}},
			[]string{"", "trial 2: 2 cases: 1 pass, 1 fail; labelled 1 of 2", "positive   1.000  ≈0.342–1.000  1.000–1.000      2       ·               ·  at least 0.500", "at least 0.500"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.suite.Extract = echo
			ok, printed := inner(t, "TestX", tt.suite.Run)
			assert.Equal(t, tt.want[0] == "", ok, printed)
			for _, text := range tt.want {
				assert.Contains(t, printed, text)
			}
		})
	}
}

// The tags of a type list the fields, and the spec lists the invariants.
func TestInvariantsBesideTags(t *testing.T) {
	type invoice struct {
		Total json.RawMessage `json:"total"`
	}
	ok, printed := inner(t, "TestX", Suite[string, invoice]{
		Spec: eval.Spec{Invariants: positive}, PartlyLabelled: true,
		Cases: []Case[string]{{ID: "none", Input: "-1"}, {ID: "right", Input: "2", Want: `{"total":2}`}},
		Extract: func(_ context.Context, total string) (invoice, error) {
			return invoice{json.RawMessage(total)}, nil
		},
	}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `case "none": it has no truth; positive is broken: total is -1`)
	assert.NotContains(t, printed, "FAIL: TestX/case/right")
}

// A truth of a folder that is called otherwise is not a case without a truth.
func TestPartlyLabelledFolder(t *testing.T) {
	files := map[string]string{"a.input.txt": `{"total":1}`, "b.input.txt": `{"total":2}`, "b.want.json": `{"total":2}`, "README.md": "", "tags.json": `{"a":{"language":"de"}}`}
	run := func(files map[string]string) (bool, string) {
		dir := t.TempDir()
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
		t.Chdir(dir)
		return inner(t, "TestX", Suite[string, string]{Spec: eval.Spec{Invariants: positive}, PartlyLabelled: true, File: ".", Extract: echo}.Run)
	}
	ok, printed := run(files)
	assert.True(t, ok, printed)
	assert.Contains(t, printed, "2 cases: 2 pass; labelled 1 of 2")
	files["a.wnat.json"] = `{"total":1}`
	ok, printed = run(files)
	assert.False(t, ok)
	assert.Contains(t, printed, `a.wnat.json: is it the truth of "a"? That is called a.want.json`)
}

// A hand-written table and a single assertion check invariants, too.
func TestInvariantsOfAssertions(t *testing.T) {
	cfg := Config{Spec: eval.Spec{Invariants: positive}}
	ok, printed := inner(t, "TestX", func(t *testing.T) {
		c := Collect(t, cfg)
		t.Run("case", func(t *testing.T) {
			for i, text := range []string{`{"total":1}`, `{"total":-1}`} {
				t.Run(fmt.Sprint(i), func(t *testing.T) { c.FieldAccuracy(t, text, text) })
			}
		})
	})
	assert.False(t, ok)
	assert.Contains(t, printed, `case "1": 1/1 fields matched, score 1.000 (pass); positive is broken: total is -1`)
	assert.NotContains(t, printed, "FAIL: TestX/case/0")

	ok, printed = inner(t, "TestX", func(t *testing.T) { FieldAccuracy(t, `{"total":-1}`, `{"total":-1}`, cfg) })
	assert.False(t, ok)
	assert.Contains(t, printed, "positive is broken: total is -1")
}

// Where the input is the text of the document, every mistake says where it comes from: in the
// lines of its case, below the table and in the record.
func TestSuiteTellsOrigins(t *testing.T) {
	dir := withMain(t)
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: []Case[string]{{ID: "a", Input: "net 100.00\ntax 19.00\ntotal 119.00", Want: `{"net":100,"tax":19,"total":119,"due":null}`}},
		Spec:  eval.Spec{Fields: []eval.Field{{Path: "net"}, {Path: "tax"}, {Path: "total"}, {Path: "due"}}},
		Extract: func(context.Context, string) (string, error) {
			return `{"net":19,"total":191,"due":"2031-05-06"}`, nil // another amount, two digits exchanged, one overlooked, one made up
		},
	}.Run)
	assert.False(t, ok)
	for _, line := range []string{
		"net: wrong: got 19, want 100 (picked)", "tax: missing: got nothing, want 19 (overlooked)", "total: wrong: got 191, want 119 (misread)",
		`due: hallucinated: got "2031-05-06", want null (made up)`,
		"net    no match  1 wrong (1 picked)", "total  no match  1 wrong (1 misread)", "due    no match  1 hallucinated (1 made up)",
	} {
		assert.Contains(t, printed, line)
	}
	_, text := readArtifact(t, dir)
	assert.Contains(t, text, `"origins":[{"attribute":"net","picked":1},{"attribute":"tax","overlooked":1},{"attribute":"total","misread":1},{"attribute":"due","made_up":1}]`)
	assert.Contains(t, text, `"origins":{"picked":1}`, "the summary")
}
