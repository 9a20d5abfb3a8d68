package evaltest

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

// wrongAlways is an extractor that is never right. A spec whose fields no truth has would make
// it perfect.
func wrongAlways(context.Context, string) (string, error) { return `{"totl_":-1}`, nil }

const totals = `{"id":"a","input":"x","want":{"total":1,"lines":[{"sku":"s","qty":2}]}}
{"id":"b","input":"y","want":{"total":2,"tip":null,"lines":[]}}
`

func TestATypoInTheSpecBlamesTheGateThatIsRight(t *testing.T) {
	write(t, map[string]string{"set.jsonl": totals})
	withMain(t)
	suite := Suite[string, string]{
		Name: "set", File: "set.jsonl", Extract: wrongAlways,
		Spec: eval.Spec{Fields: []eval.Field{{Path: "totl"}}}, Gate: Gate{FieldF1: map[string]float64{"total": 0.9}},
	}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: TestX: no truth has "totl"; did you mean "total"? (set.jsonl:1)`)
	_, after, _ := strings.Cut(printed, "no truth has")
	assert.Contains(t, after, `gate: data set "set" has no field "total"; did you mean "totl"? (there is "totl")`)
	assert.NotContains(t, printed, "report: ")

	suite.Spec.Fields[0].Path = "total"
	suite.Gate.FieldF1 = map[string]float64{"totl": 0.9}
	_, printed = inner(t, "TestX", suite.Run)
	assert.Contains(t, printed, `evaltest: TestX: gate: data set "set" has no field "totl"; did you mean "total"? (there is "total")`)
	assert.NotContains(t, printed, "no truth has")
}

func TestAnUnknownProviderIsAnError(t *testing.T) {
	t.Setenv("EVALTEST_PROVIDER", "reel")
	suite := Suite[string, string]{Extract: wrongAlways, Cases: []Case[string]{{ID: "a", Input: "x", Want: `{"a":1}`}}}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: TestX: invalid value for EVALTEST_PROVIDER="reel": want replay, record or real; did you mean "real"?`)
}

func TestMistypedPathRunsNoCase(t *testing.T) {
	write(t, map[string]string{"set.jsonl": totals})
	for _, tt := range []struct {
		name string
		spec eval.Field
		want string
	}{
		{"typo", eval.Field{Path: "totl"}, `no truth has "totl"; did you mean "total"? (set.jsonl:1)`},
		{"JSONPath", eval.Field{Path: "$.total"}, `evaltest: TestX: field "$.total": it is written as JSONPath; write total`},
		{"JSON Pointer", eval.Field{Path: "/total"}, `evaltest: TestX: field "/total": it is written as JSON Pointer; write total`},
		{"below a value", eval.Field{Path: "total.value"}, `no truth has "total.value"; did you mean "total"? (set.jsonl:1)`},
		{"in a list", eval.Field{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "quantity"}}}},
			`no item of the truths has "lines[].quantity"; did you mean "qty"? (set.jsonl:1)`},
		{"by", eval.Field{Path: "lines", List: &eval.List{By: []string{"skuu"}, Fields: []eval.Field{{Path: "sku"}}}},
			`no item of the truths has "lines[].skuu", by which the items of "lines" are matched; did you mean "sku"?`},
		{"Go name", eval.Field{Path: "Total"}, `no truth has "Total"; did you mean "total"? (set.jsonl:1)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			suite := Suite[string, string]{Name: "set", File: "set.jsonl", Extract: wrongAlways, Spec: eval.Spec{Fields: []eval.Field{tt.spec}}, Gate: Gate{MacroF1: 0.9}}
			ok, printed := inner(t, "TestX", suite.Run)
			assert.False(t, ok)
			assert.Contains(t, printed, tt.want)
			assert.NotContains(t, printed, "TestX/case")
			if strings.HasPrefix(tt.want, "evaltest:") {
				return
			}
			records, _ := readArtifact(t, dir)
			var gate *report.GateResult
			for _, r := range records {
				if g, ok := r.(*report.GateResult); ok {
					gate = g
				}
			}
			require.NotNil(t, gate, "the artifact says why")
			assert.Equal(t, tt.want, gate.NotEvaluable)
		})
	}
}

// A data set that is refused for another mistake than one of its spec has that mistake as its reason, in the artifact, too.
func TestRefusedDataSetNamesItsMistake(t *testing.T) {
	limit := Gate{Limits: []Limit{{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.9}}}
	for want, suite := range map[string]Suite[string, string]{
		"gate: limit on F1 of total: no case has the tag vendor=acme":                                    {Gate: limit},
		`cluster: no case has the tag "vendor", nor its truth such a key`:                                {Gate: Gate{MacroF1: 0.9}, Cluster: "vendor"},
		`cluster: no case has the tag "shop", nor its truth such a key; the output of the test has more`: {Gate: limit, Cluster: "shop"},
	} {
		dir := withMain(t)
		suite.Name, suite.Extract, suite.Cases = "set", echo, []Case[string]{{ID: "a", Input: `{"total":1}`, Want: `{"total":1}`}}
		ok, printed := inner(t, "TestX", suite.Run)
		assert.False(t, ok)
		records, _ := readArtifact(t, dir)
		assert.Contains(t, records, &report.GateResult{Dataset: "set", NotEvaluable: want}, printed)
	}
}

// A spec that was read from a file is blamed by line, whichever copy of it is used.
func TestPreflightNamesTheLineOfTheSpec(t *testing.T) {
	write(t, map[string]string{"set.jsonl": totals, "spec.yaml": `fields:
  - total
  - path: lines
    match: list
    by: [skuu]
    fields:
      - sku
      - {path: quantity}
  - totl
`})
	spec := SpecFile(t, "spec.yaml")
	ok, printed := inner(t, "TestX", Suite[string, string]{Name: "set", File: "set.jsonl", Extract: wrongAlways, Spec: spec, Gate: Gate{MacroF1: 0.9}}.Run)
	assert.False(t, ok)
	for _, want := range []string{
		`spec.yaml:3: no item of the truths has "lines[].skuu", by which the items of "lines" are matched; did you mean "sku"?`,
		`spec.yaml:8: no item of the truths has "lines[].quantity"; did you mean "qty"? (set.jsonl:1)`,
		`spec.yaml:9: no truth has "totl"; not named by the spec: "tip"`,
	} {
		assert.Contains(t, printed, want)
	}
	spec.Fields = append([]eval.Field{}, spec.Fields...)
	_, printed = inner(t, "TestX", Suite[string, string]{Name: "set", File: "set.jsonl", Extract: wrongAlways, Spec: spec}.Run)
	assert.NotContains(t, printed, "spec.yaml", "these fields may be anything")
}

// All that is wrong is said at once: with truths, by line, and with the spec.
func TestPreflightSaysAllAtOnce(t *testing.T) {
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":"x","want":{"lines":{}}}
{"id":"b","input":"x","want":{"lines":[1]}}
{"id":"c","input":"x","want":{"total":1}}
`})
	spec := eval.Spec{Fields: []eval.Field{{Path: "totl"}, {Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}}}}}}
	ok, printed := inner(t, "TestX", Suite[string, string]{File: "set.jsonl", Extract: echo, Spec: spec}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `set.jsonl:2: id "b": want: field "lines": item 0 of the truth is a number, want an object; use a Set for an array of scalars`+"\n")
	assert.Contains(t, printed, `no truth has "totl"; did you mean "total"? (set.jsonl:3)`)
}

// None of these is a mistake.
func TestPreflightLetsPassWhatIsRight(t *testing.T) {
	write(t, map[string]string{"set.jsonl": totals})
	perfect := func(_ context.Context, in string) (string, error) {
		return map[string]string{"x": `{"total":1,"lines":[{"sku":"s","qty":2}]}`, "y": `{"total":2}`}[in], nil
	}
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "total"}, {Path: "vat", Absent: true}, {Path: "note", Optional: true}, {Path: "tip", Optional: true},
	}}
	suite := Suite[string, string]{File: "set.jsonl", Extract: perfect, Spec: spec, Gate: Gate{MicroF1: 0.9}}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.True(t, ok, printed)
	assert.NotContains(t, printed, "preflight")
	assert.Contains(t, printed, "accuracy    1.000  empty answer 0.750  perfect answer 1.000\n")

	// One case, on purpose: the truths of all are known, whatever runs.
	suite.Gate = Gate{}
	suite.Spec.Fields = append(suite.Spec.Fields, eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}})
	suite.Cases, suite.File = []Case[string]{{ID: "b", Input: "y", Want: `{"total":2,"lines":[]}`}, {ID: "a", Input: "x", Want: `{"total":1,"lines":[{"sku":"s"}]}`}}, ""
	ok, printed = inner(t, "TestX", suite.Run)
	assert.True(t, ok, printed)

	// A type may have fields that no truth of a small data set has.
	type invoice struct {
		Total float64 `json:"total,omitzero"`
		Vat   float64 `json:"vat,omitzero"`
	}
	typed := Suite[string, invoice]{Cases: []Case[string]{{ID: "a", Want: `{"total":1}`}}, Gate: Gate{MicroF1: 0.9},
		Extract: func(context.Context, string) (invoice, error) { return invoice{Total: 1}, nil }}
	ok, printed = inner(t, "TestX", typed.Run)
	assert.True(t, ok, printed)
	assert.Contains(t, printed, `no truth has "vat"`)
}

// A stream is known at its end alone: then its numbers are not judged.
func TestMistypedPathOfAStreamIsNotEvaluable(t *testing.T) {
	stream := func(yield func(Case[string], error) bool) {
		for i := range 3 {
			if !yield(Case[string]{ID: fmt.Sprint(i), Want: `{"total":1}`}, nil) {
				return
			}
		}
	}
	suite := Suite[string, string]{Name: "set", Source: iter.Seq2[Case[string], error](stream), Extract: wrongAlways,
		Spec: eval.Spec{Fields: []eval.Field{{Path: "totl"}}}, Gate: Gate{Accuracy: 0.5}}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `data set set: gate not evaluable: no truth has "totl"; did you mean "total"? (case 1)`)

	suite.Gate = Gate{}
	ok, printed = inner(t, "TestX", suite.Run)
	assert.False(t, ok, "without a gate, either")
	assert.Contains(t, printed, `evaltest: data set "set": the numbers mean nothing: no truth has "totl"; did you mean "total"? (case 1)`)
}

func TestMistypedPathOfATableIsNotEvaluable(t *testing.T) {
	table := func(cases, rows int, spec eval.Spec) func(*testing.T) {
		return func(t *testing.T) {
			c := Collect(t, Config{Dataset: "set", Spec: spec, Gate: Gate{Accuracy: 0.5}, Cases: cases})
			t.Run("case", func(t *testing.T) {
				for i := range rows {
					t.Run(fmt.Sprint(i), func(t *testing.T) { c.FieldAccuracy(t, `{}`, `{"total":1}`) })
				}
			})
			t.Run("gate", c.Gate)
		}
	}
	spec := eval.Spec{Fields: []eval.Field{{Path: "totl"}}}
	ok, printed := inner(t, "TestX", table(2, 2, spec))
	assert.False(t, ok)
	assert.Contains(t, printed, `data set set: gate not evaluable: no truth has "totl"; did you mean "total"? (0)`)

	// In a part of the table the field may be missing, and this says why it is not a verdict.
	_, printed = inner(t, "TestX", table(3, 2, spec))
	assert.Contains(t, printed, `gate not evaluable: 2 of 3 cases were scored`)
	assert.Contains(t, printed, `no truth has "totl"; did you mean "total"? (0) (2 truths seen)`)
}

// A single assertion knows one truth: only its comparison can fail it.
func TestAssertionOnOneTruthIsNotRefused(t *testing.T) {
	withMain(t)
	f := &fake{name: "TestX"}
	told := f.run(func() {
		FieldAccuracy(f, `{"total":1}`, `{"total":1,"note":"x"}`, Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "tip"}}}})
	})
	assert.Empty(t, told)
	var out strings.Builder
	process.report(1, &out)
	assert.Contains(t, out.String(), `  no truth has "tip"; not named by the spec: "note" (1 truth seen)`+"\n")
}

func TestPreflightOfRedactedTruthsSaysNoValue(t *testing.T) {
	dir := withMain(t)
	suite := Suite[string, string]{Name: "set", Extract: echo, Cases: []Case[string]{{ID: "a", Want: `{"SECRET":"x","date":"SECRET 2"}`}},
		Spec: eval.Spec{Fields: []eval.Field{{Path: "totl", Unscored: true}, {Path: "date", Match: compare.Date{}}}}, Redaction: Redaction{Mode: redact.Hash}}
	_, printed := inner(t, "TestX", suite.Run)
	_, written := readArtifact(t, dir)
	assert.Contains(t, printed, `"date": date cannot read 1 of 1 truth`)
	assert.NotContains(t, printed+written, "SECRET")
}

// Each shard knows a part; together they know all.
func TestMistypedPathIsDecidedByAllShards(t *testing.T) {
	dir := withMain(t)
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "tip"}}}
	for n := 1; n <= 2; n++ {
		t.Setenv("EVALTEST_SHARD", fmt.Sprintf("%d/2", n))
		var set []Case[string]
		for i := range 20 {
			want := `{"total":1,"note":"x"}`
			set = append(set, Case[string]{ID: fmt.Sprint(i), Input: want, Want: want})
		}
		ok, printed := inner(t, "TestX", Suite[string, string]{Name: "set", Cases: set, Extract: echo, Spec: spec, Gate: Gate{Accuracy: 0.5}}.Run)
		assert.True(t, ok, printed)
		assert.Contains(t, printed, `no truth has "tip"; not named by the spec: "note" (`)
	}
	merged := mergeAll(t, dir)
	assert.Equal(t, `no truth has "tip"; not named by the spec: "note"`, merged.Nonsense())
	result, err := Gate{Accuracy: 0.5}.Check(merged)
	require.NoError(t, err)
	assert.False(t, result.Passed)
	assert.Equal(t, merged.Nonsense(), result.NotEvaluable)
}

// Of a key that an object has twice the last value counts: in the line of a case, in a truth and in an answer. Each is told once,
// with the number of cases and the first, as evalreport score does.
func TestLastOfEqualKeysCounts(t *testing.T) {
	dir := withMain(t)
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":"{\"x\":0,\"x\":1}","want":{"x":2},"want":{"x":1}}
{"id":"b","input":"{\"x\":0,\"x\":2}","want":{"x":3,"x":2}}
{"id":"c","id":"d","input":"{\"x\":3}","want":{"x":3}}
`})
	for n := 1; n <= 2; n++ {
		t.Setenv("EVALTEST_SHARD", fmt.Sprintf("%d/2", n))
		ok, printed := inner(t, "TestX", Suite[string, string]{File: "set.jsonl", Name: "set", Extract: echo, Spec: eval.Spec{Fields: []eval.Field{{Path: "x"}}}}.Run)
		assert.True(t, ok, printed)
	}
	merged := mergeAll(t, dir)
	assert.Equal(t, report.CaseCount{OK: 3, Pass: 3}, merged.Cases())
	warnings, _ := terminal.Warnings(&merged, terminal.MaxListed)
	assert.Equal(t, []string{
		`an object of the answer has the key "x" more than once: the last one counts (2 cases)`,
		`the line of the truth has the key "id" more than once: the last one counts`,
		`the line of the truth has the key "want" more than once: the last one counts`,
	}, warnings)
	var texts []string
	for _, f := range merged.Findings() {
		texts = append(texts, f.Text)
	}
	assert.Equal(t, []string{`1 truth has a key more than once in one object, of which the last value counts (first "x" in set.jsonl:2)`}, texts)
}

// How many rows another match field would pair is counted in every shard, and once
// however many trials there are.
func TestAdviceOnByAddsUp(t *testing.T) {
	dir := withMain(t)
	spec := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{By: []string{"code"}, Fields: []eval.Field{{Path: "code"}, {Path: "name"}}}}}}
	var set []Case[string]
	for i := range 26 {
		want := fmt.Sprintf(`{"lines":[{"code":"A-%d","name":"bolt %d"},{"code":"B-%d","name":"nut %d"}]}`, i, i, i, i)
		set = append(set, Case[string]{ID: fmt.Sprint(i), Input: strings.NewReplacer("A-", "first ", "B-", "second ").Replace(want), Want: want})
	}
	t.Setenv("EVALTEST_TRIALS", "2")
	for n := 1; n <= 2; n++ {
		t.Setenv("EVALTEST_SHARD", fmt.Sprintf("%d/2", n))
		_, printed := inner(t, "TestX", Suite[string, string]{Name: "set", Cases: set, Extract: echo, Spec: spec, Gate: Gate{Accuracy: 0.5}}.Run)
		assert.Contains(t, printed, `"lines": By: []string{"code"} pairs 0 of `)
	}
	var texts []string
	for _, f := range mergeAll(t, dir).Findings() {
		texts = append(texts, f.Text)
	}
	assert.Equal(t, []string{`"lines": By: []string{"code"} pairs 0 of 52 items; eval.List{By: []string{"name"}} would pair 52 of 52`}, texts)
}

// mergedSet returns the only data set of the artifacts in a folder.
func mergedSet(t *testing.T, dir string) *summarize.Set {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	var m summarize.Merge
	for _, file := range files {
		require.NoError(t, m.Read(artifact.File(file)))
	}
	sets := m.Sets()
	require.Len(t, sets, 1)
	return sets[0]
}

func mergeAll(t *testing.T, dir string) report.Summary {
	t.Helper()
	return mergedSet(t, dir).Summarizer.Summary()
}

// requireConflict checks that shards that decided otherwise are not judged together, and why.
func requireConflict(t *testing.T, dir, reason string) {
	t.Helper()
	set := mergedSet(t, dir)
	assert.NotEqual(t, artifact.Whole, set.State())
	assert.Regexp(t, reason, fmt.Sprint(set.Conflicts.First))
}
