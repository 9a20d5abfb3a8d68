package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// wrong is a suite of which every case is wrong.
func wrong(name string, n int, gate Gate) Suite[int, json.RawMessage] {
	s := Suite[int, json.RawMessage]{Name: name, Gate: gate, Extract: func(context.Context, int) (json.RawMessage, error) {
		return json.RawMessage(`{"invoice_number":"A"}`), nil
	}}
	for i := range n {
		s.Cases = append(s.Cases, Case[int]{ID: fmt.Sprint("c", i), Want: json.RawMessage(`{"invoice_number":"B"}`)})
	}
	return s
}

// The artifact has the mistakes of a thousand cases, the log has only a hundred cases.
func TestOutputOfCasesIsBounded(t *testing.T) {
	withMain(t)
	_, printed := inner(t, "TestX", wrong("set", maxPrinted+30, gate90).Run)
	assert.Equal(t, maxPrinted, strings.Count(printed, "0/1 fields matched"), printed)
	assert.Equal(t, 1, strings.Count(printed, "the mistakes of 100 cases were printed; the artifact has all"))
	assert.Equal(t, 1, strings.Count(printed, "micro average"))
	_, printed = inner(t, "TestX", wrong("small", 3, gate90).Run)
	assert.NotContains(t, printed, "in the artifact alone")
}

// After all data sets of a package stands how each went, once.
func TestClosingSummary(t *testing.T) {
	withMain(t)
	inner(t, "TestX", func(t *testing.T) {
		wrong("gated", 2, gate90).Run(t)
		wrong("ungated", 2, Gate{}).Run(t)
		FieldAccuracy(t, `{"a":1}`, `{"a":1}`, Config{Dataset: "shared"})
	})
	var out strings.Builder
	process.report(1, &out)
	_, closing, ok := strings.Cut(out.String(), "3 data sets: ")
	assert.True(t, ok, out.String())
	assert.Equal(t, `1 failed, 2 no gate
  data set  verdict  macro F1  micro F1  pass  cases
  gated     failed      0.000         -    0%  2 cases: 2 fail
  ungated   no gate     0.000         -    0%  2 cases: 2 fail
  shared    no gate     1.000     1.000  100%  1 case: 1 pass
`, closing)
	assert.Equal(t, []verdict.Verdict{verdict.Failed, verdict.NoGate, verdict.NoGate}, verdictsOf(process.closed))
}

func verdictsOf(all []terminal.Closing) (verdicts []verdict.Verdict) {
	for _, c := range all {
		verdicts = append(verdicts, c.Verdict)
	}
	return verdicts
}

// Whoever prints the tables says so, and COLUMNS how wide they may be.
func TestTablesAndTheEnvironment(t *testing.T) {
	withMain(t)
	t.Setenv("EVALTEST_TABLES", "off")
	_, printed := inner(t, "TestX", wrong("a", 1, gate90).Run)
	assert.NotContains(t, printed, "micro average")
	assert.Contains(t, printed, "data set a: micro F1 is undefined, want at least 0.900", "what failed is told all the same")
	t.Setenv("EVALTEST_TABLES", "on")
	_, printed = inner(t, "TestX", wrong("b", 1, gate90).Run)
	assert.Contains(t, printed, "match  wrong  missing      P      R     F1  95% interval")
	t.Setenv("COLUMNS", "60")
	_, printed = inner(t, "TestX", wrong("c", 1, gate90).Run)
	assert.Contains(t, printed, "52 columns are too few for P, R, match, support")
	t.Setenv("EVALTEST_TABLES", "maybe")
	_, printed = inner(t, "TestX", wrong("d", 1, gate90).Run)
	assert.Contains(t, printed, `invalid value for EVALTEST_TABLES="maybe": want on or off`)
}

// The most likely cause of a verdict stands below it in the message of the gate: what preflight says about the worst
// field, or the most frequent warning.
func TestCauseInTheMessageOfTheGate(t *testing.T) {
	suite := func(answer string) string {
		s := Suite[int, string]{Gate: Gate{MacroF1: 0.9}, Extract: func(_ context.Context, n int) (string, error) {
			return fmt.Sprintf(answer, n), nil
		}}
		for n := range 5 {
			s.Cases = append(s.Cases, Case[int]{ID: fmt.Sprint("c", n), Input: 10 + 7*n, Want: fmt.Sprintf(`{"total":%d,"paid":true}`, 10+7*n)})
		}
		_, printed := inner(t, "TestX", s.Run)
		return printed
	}
	for _, tt := range []struct{ answer, message string }{
		{`{"sum":%d,"paid":true}`, `evaltest: data set TestX: macro F1 0\.500 is below 0\.900, .*\n +see: "total": no answer has it, and 5 answers have its values under "sum", `},
		{`{"total":%d,"paid":`, `evaltest: data set TestX: macro F1 0\.000 is below 0\.900, .*\n +see: got could not be read: .* \(5 cases\)\n`},
	} {
		assert.Regexp(t, tt.message, suite(tt.answer))
	}
	assert.NotContains(t, suite(`{"total":%d,"paid":true}`), "see: ")
}

// A suite that is refused before its first case has no table, so its message has all findings.
func TestFindingsBesideAnError(t *testing.T) {
	type invoice struct {
		Number string  `json:"number"`
		Paid   float64 `json:"paid,omitempty"`
	}
	ok, printed := inner(t, "TestX", Suite[string, invoice]{
		Cases:   []Case[string]{{ID: "a", Want: json.RawMessage(`{"number":"A","paid":0}`)}},
		Spec:    eval.Spec{Fields: []eval.Field{{Path: "numbr"}, {Path: "paid"}}},
		Extract: func(context.Context, string) (invoice, error) { return invoice{}, nil },
	}.Run)
	assert.False(t, ok)
	assert.Regexp(t, `evaltest: TestX: no truth has "numbr"; did you mean "number"\?.*\n +not an error by itself: 1 truth of paid is 0, and Paid has omitempty`, printed)
}

// GitHub acts on "##[error]", and Azure on "##vso[", anywhere in a line of go test.
func TestSuiteWithCommandsAsIDs(t *testing.T) {
	var ids []string
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: []Case[string]{
			{ID: "##[error]good", Input: `{"a":1}`, Want: `{"a":1}`},
			{ID: "##vso[task.complete result=Succeeded]", Input: `{"a":"##[error]b"}`, Want: `{"a":1}`},
			{ID: "x\n::error::y", Input: `{"a":1}`, Want: `{"a":1}`},
		},
		Extract: echo,
		Measures: []Measure[string]{{Name: "seen", Answer: func(_ context.Context, c Case[string], _ document.Value) (float64, float64, error) {
			ids = append(ids, c.ID)
			return 1, 1, nil
		}}},
	}.Run)
	assert.False(t, ok)
	assert.NotRegexp(t, `(?m)##\[|##vso|^\s*::`, printed)
	assert.Contains(t, printed, `--- PASS: TestX/case/#\u0023[error]good `)
	assert.Contains(t, printed, `--- FAIL: TestX/case/#\u0023vso[task.complete_result=Succeeded] `)
	assert.Equal(t, []string{"##[error]good", "##vso[task.complete result=Succeeded]", "x\n::error::y"}, ids, "the ids stay as they are")
}
