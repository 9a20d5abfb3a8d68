package baseline_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
)

// evaluate returns a run of 60 answers as a suite with a spec would record them. document returns the answer and the truth.
func evaluate(t *testing.T, spec string, gate report.Gate, document func(i int) (got, want string), inputs ...func(i int) []byte) *baseline.Run {
	t.Helper()
	input := func(i int) []byte { return fmt.Append(nil, i) }
	for _, own := range inputs {
		input = own
	}
	parsed, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	ds := report.Dataset{Name: "invoices", Gate: &gate}
	e, err := ds.SetSpec(parsed)
	require.NoError(t, err)
	run := baseline.New(artifact.NewRun("example.com/svc"), ds)
	for i := range 60 {
		got, want := document(i)
		result, err := e.Evaluate(context.Background(), got, want)
		require.NoError(t, err)
		c := report.NewCase(report.Observation{ID: fmt.Sprintf("inv-%03d", i), Trial: 1, Result: &result, Want: []byte(want), Input: input(i)}, report.CaseOptions{Classes: ds.Classes})
		require.NoError(t, run.Add(&c))
	}
	return run
}

const rules = `{"fields":[{"path":"total","match":"numeric"},{"path":"number","match":"exact"},{"path":"currency","match":"ignore"},
	{"path":"date","match":"date"},{"path":"lines","match":"list","by":["sku"],"fields":[{"path":"sku","match":"exact"},{"path":"amount","match":"numeric"}]}],"threshold":0.9}`

// invoice returns an invoice with a line.
func invoice(i int, number string, total float64) string {
	return fmt.Sprintf(`{"total":%v,"number":%q,"currency":"EUR","date":"2024-03-%02d","lines":[{"sku":"s%d","amount":7}]}`, total, number, 1+i%28, i)
}

func rightAnswer(i int) (got, want string) {
	want = invoice(i, fmt.Sprint("n-", i), 100)
	return want, want
}

// Kept answers are judged by the truths and rules of today where the spec has lists, too.
func TestKeptAnswersWithLists(t *testing.T) {
	gate := report.Gate{KeepAnswers: true}
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := evaluate(t, rules, gate, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)

	corrected := func(i int) (got, want string) {
		got, want = rightAnswer(i)
		return got, strings.Replace(want, `"n-`, `"m-`, 1)
	}
	b := evaluate(t, rules, gate, corrected).Judge(path)
	assert.True(t, b.Passed(), b)
	assert.Equal(t, 60, b.Cases)

	// A looser rule does not hide that the totals are no longer right by the old one.
	fallen := func(i int) (got, want string) {
		_, want = rightAnswer(i)
		return invoice(i, fmt.Sprint("n-", i), 102), want
	}
	b = evaluate(t, strings.Replace(rules, `"numeric"}`, `"numeric","tolerance":5}`, 1), gate, fallen).Judge(path)
	assert.False(t, b.Passed(), b)
	assert.Contains(t, b.String(), "it passes by the changed rules alone: under the old rules total 1.000")

	// A run that is worse by the looser rule, too, does not pass by it.
	fallen = func(i int) (got, want string) {
		_, want = rightAnswer(i)
		return invoice(i, "x", 102), want
	}
	b = evaluate(t, strings.Replace(rules, `"numeric"}`, `"numeric","tolerance":5}`, 1), gate, fallen).Judge(path)
	assert.Contains(t, b.String(), "hidden by the changed rules: under the old rules total 1.000")
}

// The truths of a run judge its baseline, too, though the run began before the baseline was made.
func TestRunThatBeganBeforeItsBaseline(t *testing.T) {
	gate := report.Gate{KeepAnswers: true}
	earlier := evaluate(t, rules, gate, func(i int) (got, want string) {
		want = invoice(i, fmt.Sprint("m-", i), 100)
		return want, want
	})
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := evaluate(t, rules, gate, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)
	b := earlier.Judge(path)
	assert.True(t, b.Passed(), b)
	assert.Contains(t, b.String(), "better: number 0.000 → 1.000 (+1.000)")
}

// Without the answers, rules that change no outcome leave all fields in the comparison, and only the pass rate is left out.
func TestRulesOfScores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := evaluate(t, rules, report.Gate{}, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)
	wrongNumbers := func(i int) (got, want string) {
		_, want = rightAnswer(i)
		return invoice(i, "x", 100), want
	}
	for change, spec := range map[string]string{
		"number: weight unset → 2":           strings.Replace(rules, `"number",`, `"number","weight":2,`, 1),
		"number: unscored unset → true":      strings.Replace(rules, `"number",`, `"number","unscored":true,`, 1),
		"number: optional unset → true":      strings.Replace(rules, `"number",`, `"number","optional":true,`, 1),
		"threshold 0.9 → 0.2":                strings.Replace(rules, "0.9", "0.2", 1),
		"aggregation unset → all_or_nothing": strings.Replace(rules, `"threshold"`, `"aggregation":"all_or_nothing","threshold"`, 1),
		`date_orders unset → {"date":"dmy"}`: strings.Replace(rules, `"threshold"`, `"date_orders":{"date":"dmy"},"threshold"`, 1),
		"currency: match ignore → exact":     strings.Replace(rules, "ignore", "exact", 1),
		"currency: left out":                 strings.Replace(rules, `{"path":"currency","match":"ignore"},`, "", 1),
		"vat: new":                           strings.Replace(rules, `{"path":"date"`, `{"path":"vat"},{"path":"date"`, 1),
	} {
		b := evaluate(t, spec, report.Gate{}, rightAnswer).Judge(path)
		assert.True(t, b.Passed(), "%s: %s", change, b)
		assert.Contains(t, b.String(), "pass rate ("+change)
		b = evaluate(t, spec, report.Gate{}, wrongNumbers).Judge(path)
		assert.False(t, b.Passed(), change)
		assert.Equal(t, "number", b.Worse[0].Name, "%s: %s", change, b)
	}
}

// A field that is ignored now is gone, as one that is left out.
func TestIgnoredFieldIsGone(t *testing.T) {
	for _, gate := range []report.Gate{{}, {KeepAnswers: true}} {
		path := filepath.Join(t.TempDir(), "b.jsonl")
		_, err := evaluate(t, rules, gate, rightAnswer).Write(path, report.Summary{})
		require.NoError(t, err)
		b := evaluate(t, strings.Replace(rules, `"number","match":"exact"`, `"number","match":"ignore"`, 1), gate, rightAnswer).Judge(path)
		assert.False(t, b.Passed())
		assert.Contains(t, b.Lines(), "number is gone: this run has no value of it")
	}
}

// A new field that most answers have wrong is not compared, and neither are the cases that it fails.
func TestNewField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.jsonl")
	document := func(i int) (got, want string) {
		_, want = rightAnswer(i)
		return strings.Replace(want, "EUR", "USD", 1), want
	}
	_, err := evaluate(t, strings.Replace(rules, `{"path":"currency","match":"ignore"},`, "", 1), report.Gate{}, document).Write(path, report.Summary{})
	require.NoError(t, err)
	spec := strings.Replace(rules, "ignore", "exact", 1)
	b := evaluate(t, spec, report.Gate{}, document).Judge(path)
	assert.True(t, b.Passed(), b)
	b = evaluate(t, spec, report.Gate{}, func(i int) (got, want string) {
		got, want = document(i)
		if i < 12 {
			got = strings.Replace(got, `"n-`, `"m-`, 1)
		}
		return got, want
	}).Judge(path)
	assert.False(t, b.Passed(), b)
	assert.Equal(t, 12, len(b.Broken)+b.MoreBroken, b)

	present := filepath.Join(t.TempDir(), "b.jsonl")
	_, err = evaluate(t, spec, report.Gate{}, document).Write(present, report.Summary{})
	require.NoError(t, err)
	lines, err := baseline.Lowered(path, present)
	require.NoError(t, err)
	assert.Empty(t, lines)
}

// A class is judged by the rule of its field.
func TestClassesOfChangedRule(t *testing.T) {
	spec := `{"fields":[{"path":"number"},{"path":"type","match":"class","classes":["bill","letter"],"aliases":{"bill":["invoice"]}}]}`
	path := filepath.Join(t.TempDir(), "b.jsonl")
	document := func(i int) (got, want string) {
		return fmt.Sprintf(`{"number":%d,"type":"invoice"}`, i), fmt.Sprintf(`{"number":%d,"type":"bill"}`, i)
	}
	_, err := evaluate(t, spec, report.Gate{}, document).Write(path, report.Summary{})
	require.NoError(t, err)
	b := evaluate(t, strings.Replace(spec, `,"aliases":{"bill":["invoice"]}`, "", 1), report.Gate{}, document).Judge(path)
	assert.Empty(t, b.Worse)
	assert.Empty(t, b.NotEvaluable, "one of two fields is compared: classes are not counted")
	assert.Contains(t, b.String(), "left out, as the rule has changed: type, type=bill, pass rate (type: aliases")
}

// Over half of the fields left out are not evaluable, however many invariants are compared.
func TestInvariantsAreNoFields(t *testing.T) {
	rule := func(total, number string) string {
		return fmt.Sprintf(`{"fields":[{"path":"total","match":%q},{"path":"number","match":%q},{"path":"date","match":"date"}],
			"invariants":[{"name":"positive","rule":"total > 0"},{"name":"large","rule":"total >= 100"}]}`, total, number)
	}
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := evaluate(t, rule("numeric", "exact"), report.Gate{}, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.True(t, evaluate(t, rule("exact", "exact"), report.Gate{}, rightAnswer).Judge(path).Passed())
	b := evaluate(t, rule("exact", "code"), report.Gate{}, rightAnswer).Judge(path)
	assert.Equal(t, "the rules of 2 of 3 fields have changed", b.NotEvaluable)
}

// Copies of a document are one in what comes and goes by chance: their values do so together.
func TestCopiesComeAndGoTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.jsonl")
	document := func(broken, copies int) func(i int) (got, want string) {
		return func(i int) (got, want string) {
			got, want = rightAnswer(max(i, copies-1))
			if i < broken {
				got = invoice(max(i, copies-1), "x", 100)
			}
			return got, want
		}
	}
	copied := func(broken int) *baseline.Run { // of ten copies of the first document and 50 others
		return evaluate(t, rules, report.Gate{}, document(broken, 10), func(i int) []byte { return fmt.Append(nil, max(i, 9)) })
	}
	_, err := copied(0).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.True(t, copied(10).Judge(path).Passed())
	assert.False(t, copied(20).Judge(path).Passed(), "ten others are broken, too")

	_, err = evaluate(t, rules, report.Gate{}, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.False(t, evaluate(t, rules, report.Gate{}, document(10, 0)).Judge(path).Passed())
}

// Values where no truth has one are a fall to 0.
func TestMadeUpValues(t *testing.T) {
	spec := strings.Replace(rules, `{"path":"date"`, `{"path":"vat","absent":true},{"path":"date"`, 1)
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := evaluate(t, spec, report.Gate{}, rightAnswer).Write(path, report.Summary{})
	require.NoError(t, err)
	made := evaluate(t, spec, report.Gate{}, func(i int) (got, want string) {
		_, want = rightAnswer(i)
		return strings.Replace(want, "{", `{"vat":1,`, 1), want
	})
	b := made.Judge(path)
	assert.False(t, b.Passed())
	assert.Contains(t, b.String(), "vat - → 0.000, p <0.001: 60 broken")
	present := filepath.Join(t.TempDir(), "present.jsonl")
	_, err = made.Write(present, report.Summary{})
	require.NoError(t, err)
	for lines, files := range map[string][2]string{"vat - → 0.000": {path, present}, "": {present, path}} {
		lowered, err := baseline.Lowered(files[0], files[1])
		require.NoError(t, err)
		assert.Contains(t, strings.Join(lowered, "\n"), lines)
		assert.Equal(t, lines == "", len(lowered) == 0, lowered)
	}
}
