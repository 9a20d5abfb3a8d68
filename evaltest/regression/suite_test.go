package regression_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/regression"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// good is a record in which everything is in order.
func good(id string) map[string]any {
	return map[string]any{
		"caseId": id, "category": "letter", "documentText": "Anna 🙂 signed.", "instructions": "Who signed?",
		"targetSchema": json.RawMessage(`{"type":"object","required":["extractions"],"properties":{"extractions":{"type":"array","items":{` +
			`"type":"object","required":["class","start","end","quote"],"properties":{"start":{"type":"integer"},"end":{"type":"integer"}}}}}}`),
		"providerResponseText": `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`,
		"expected":             expected("non_empty", 1, 1),
		"sourceUrl":            "https://example.com/letters/1", "packId": "letters",
	}
}

// with is good with members replaced.
func with(id string, changes map[string]any) map[string]any {
	r := good(id)
	maps.Copy(r, changes)
	return r
}

func expected(kind string, least, most int) map[string]any {
	return map[string]any{"emptyResultKind": kind, "minExtractions": least, "maxExtractions": most}
}

// set writes records to a file of the current folder.
func set(t *testing.T, name string, records ...map[string]any) string {
	t.Helper()
	var text []byte
	for _, r := range records {
		line, err := json.Marshal(r)
		require.NoError(t, err)
		text = append(append(text, line...), '\n')
	}
	require.NoError(t, os.WriteFile(name, text, 0o666))
	return name
}

// run runs a suite as a test of its own and returns its output and the
// summary in its artifact, if there is one.
func run(t *testing.T, s regression.Suite) (printed string, passed bool, summary *report.Summary) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	passed, printed = innertest.Run(t, "TestSet", s.Run)
	for _, record := range innertest.Records(t, dir) {
		if s, ok := record.(*report.Summary); ok {
			summary = s
		}
	}
	return printed, passed, summary
}

func metric(t *testing.T, s *report.Summary, name string) float64 {
	t.Helper()
	require.NotNil(t, s)
	m := s.Number("measure " + name)
	require.True(t, m.Value.Defined, name)
	return m.Value.Value
}

// four is a set with a good answer, an empty one, a failure, and an answer whose
// quote stands elsewhere: after the emoji, UTF-16 counts two for it.
func four(t *testing.T) string {
	return set(t, "set.jsonl",
		good("good"),
		with("nothing", map[string]any{"category": "blank", "providerResponseText": `{"extractions":[]}`, "expected": expected("empty_by_evidence", 0, 0)}),
		with("failure", map[string]any{"packId": "hard", "providerResponseText": "I am sorry.", "expected": expected("empty_by_failure", 0, 0)}),
		with("shifted", map[string]any{"providerResponseText": "```json\n" + `{"extractions":[{"class":"act","start":8,"end":14,"quote":"signed"}]}` + "\n```",
			"expected": map[string]any{"emptyResultKind": "non_empty", "minExtractions": 1, "maxExtractions": 2,
				"extractions": []any{map[string]any{"class": "act", "start": 8, "end": 14, "quote": "signed"}, map[string]any{"class": "person", "start": 0, "end": 4, "quote": "Anna"}}}}),
	)
}

func TestSuite(t *testing.T) {
	t.Chdir(t.TempDir())
	file := four(t)
	for unit, want := range map[spans.Unit]float64{"utf16": 1, "runes": 0.5, "bytes": 0.5} {
		printed, passed, summary := run(t, regression.Suite{File: file, Unit: unit})
		assert.True(t, passed, printed)
		assert.Equal(t, want, metric(t, summary, "quoteInvariantRate"), unit)
	}
	printed, passed, summary := run(t, regression.Suite{File: file})
	require.True(t, passed, printed)
	for _, test := range []string{"good", "nothing", "failure", "shifted"} {
		assert.Contains(t, printed, "--- PASS: TestSet/case/"+test+" ")
	}
	for name, want := range map[string]float64{
		"schemaValidRate": 1, "failureRate": 0.25, "uniqueExtractionStability": 1,
		"extractionCountMin": 0.5, "extractionCountMax": 0.5, "extractionCountMean": 0.5, "extractionCountStdDev": 0,
		// One of two gold spans is found, at its place: P 1, R 1/2.
		"groundingStrictF1": 2.0 / 3, "groundingExactF1": 2.0 / 3, "groundingPartialF1": 2.0 / 3, "groundingTypeF1": 2.0 / 3,
		"cases": 4, "categories": 2, "packs": 2,
	} {
		assert.InDelta(t, want, metric(t, summary, name), 1e-9, name)
	}
}

func TestSuiteFails(t *testing.T) {
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl",
		with("refused", map[string]any{"providerResponseText": `{"extractions":[{"class":"person"}]}`}),
		with("many", map[string]any{"expected": expected("non_empty", 2, 3)}),
		with("answered", map[string]any{"expected": expected("empty_by_failure", 0, 0)}),
	)
	printed, passed, _ := run(t, regression.Suite{File: file})
	assert.False(t, passed)
	assert.Contains(t, printed, `response: wrong: got "schema: at /extractions/0: missing properties 'start', 'end', 'quote'", want "valid"`)
	assert.Contains(t, printed, `emptyResultKind: wrong: got "empty_by_failure", want "non_empty"`)
	assert.Contains(t, printed, `extractions: wrong: got 0, want "1 to 1"`)
	assert.Contains(t, printed, `extractions: wrong: got 1, want "2 to 3"`)
	assert.Contains(t, printed, `emptyResultKind: wrong: got "non_empty", want "empty_by_failure"`)
	for _, test := range []string{"refused", "many", "answered"} {
		assert.Contains(t, printed, "--- FAIL: TestSet/case/"+test+" ")
	}

	printed, passed, summary := run(t, regression.Suite{File: file, Gate: evaltest.Gate{
		Accuracy: 0.5, Limits: []evaltest.Limit{
			{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.9},
			{Metric: "measure failureRate", Is: "at_most", Value: 0.1},
			{Metric: "measure cases", Is: "at_least", Value: 5},
			{Metric: "driftRate", Is: "at_most", Value: 0},
		},
	}})
	assert.False(t, passed)
	assert.Contains(t, printed, "measure schemaValidRate 0.667 is below 0.900; measure failureRate 0.333 is above 0.100; measure cases 3.000 is below 5.000; driftRate is undefined (it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS), want at most 0.000, over 3 cases")
	assert.Equal(t, 3.0, metric(t, summary, "cases"))
}

func TestSuiteRunsNothingOfAMalformedSet(t *testing.T) {
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl", good("good"), good("good"), with("a", map[string]any{"category": " "}))
	for _, mode := range []string{"replay", "real"} {
		t.Setenv("EVALTEST_PROVIDER", mode)
		printed, passed, summary := run(t, regression.Suite{File: file})
		assert.False(t, passed)
		assert.Nil(t, summary)
		assert.NotContains(t, printed, "TestSet/")
		for line := range strings.Lines("regression: TestSet: nothing was run:\n" +
			"set.jsonl:2: caseId: \"good\" is the caseId of set.jsonl:1, too, want a unique one\n" +
			"set.jsonl:3: category: is \" \", want a string that is not blank\n") {
			assert.Contains(t, printed, strings.TrimSpace(line))
		}
	}
}

func TestSuiteRedactsRulesAndProblems(t *testing.T) {
	t.Chdir(t.TempDir())
	bad := set(t, "bad.jsonl", with("a", map[string]any{"category": 4711, "sourceUrl": "SECRET"}))
	rules := map[string]redact.Mode{"response": redact.Omit}
	printed, passed, _ := run(t, regression.Suite{File: bad, Redaction: evaltest.Redaction{Paths: rules}})
	assert.False(t, passed)
	assert.NotContains(t, printed, "SECRET")
	assert.NotContains(t, printed, "4711")
	assert.Contains(t, printed, "bad.jsonl:1: category: the value is withheld, since values are redacted, want a string that is not blank\n")

	quoted := `{"extractions":[{"class":"SECRET"}]}`
	schema := map[string]any{"properties": map[string]any{"extractions": map[string]any{"items": map[string]any{"properties": map[string]any{"class": map[string]any{"pattern": "^[a-z]+$"}}}}}}
	file := set(t, "set.jsonl", with("refused", map[string]any{"providerResponseText": quoted, "targetSchema": schema}))
	printed, passed, _ = run(t, regression.Suite{File: file})
	assert.False(t, passed)
	assert.Contains(t, printed, "SECRET", "a schema quotes what it refuses")
	printed, passed, _ = run(t, regression.Suite{File: file, Redaction: evaltest.Redaction{Paths: rules}})
	assert.False(t, passed)
	assert.NotContains(t, printed, "SECRET")
	assert.Contains(t, printed, "response: wrong: got (redacted), want (redacted)\n")
	assert.Contains(t, printed, "extractions: wrong: got 0, want ")
}

func TestSuiteMisuse(t *testing.T) {
	t.Chdir(t.TempDir())
	file := four(t)
	for _, tt := range []struct {
		name  string
		suite regression.Suite
		want  string
	}{
		{"no unit", regression.Suite{Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 1}}}}, "a limit on quoteInvariantRate needs the Unit of the offsets: utf16, bytes or runes"},
		{"an unknown metric", regression.Suite{Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure schemaValid", Is: "at_least", Value: 1}}}}, `gate: data set "TestSet" has no metric "measure schemaValid"; did you mean "measure schemaValidRate"? (`},
		{"an unknown unit", regression.Suite{Unit: "utf8"}, `"utf8"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.suite.File = file
			printed, passed, _ := run(t, tt.suite)
			assert.False(t, passed)
			assert.Contains(t, printed, tt.want)
			assert.NotContains(t, printed, "TestSet/case")
		})
	}
}

// Without a provider, record and real skip everything; the gate does not pass.
func TestSuiteWithoutProvider(t *testing.T) {
	t.Chdir(t.TempDir())
	file := four(t)
	for _, mode := range []string{"record", "real"} {
		t.Setenv("EVALTEST_PROVIDER", mode)
		printed, _, summary := run(t, regression.Suite{File: file, Gate: evaltest.Gate{Accuracy: 0.1}})
		assert.Contains(t, printed, "--- SKIP: TestSet ")
		assert.Contains(t, printed, "regression: EVALTEST_PROVIDER="+mode+", but no Provider is configured: nothing was asked, and nothing has passed")
		assert.NotContains(t, printed, "TestSet/")
		assert.Nil(t, summary)
	}
}

// noisy is a provider that gives the answers of a document one after the other.
func noisy(answers ...string) replay.Provider[regression.Request] {
	n := 0
	return func(context.Context, regression.Request) (string, error) {
		n++
		if answers[n-1] == "" {
			return "", errors.New("overloaded")
		}
		return answers[n-1], nil
	}
}

func TestSuiteInFiveTrials(t *testing.T) {
	t.Setenv("COLUMNS", "")
	t.Setenv("EVALTEST_TABLES", "")
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl", good("a"))
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	anna := `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`
	both := `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"},{"class":"act","start":8,"end":14,"quote":"signed"}]}`

	t.Setenv("EVALTEST_PROVIDER", "real")
	t.Setenv("EVALTEST_TRIALS", "5")
	printed, passed, summary := run(t, regression.Suite{File: file, Unit: "utf16", Gate: evaltest.Gate{Accuracy: 0.5}, Provider: noisy(anna, anna, both, "", anna)})
	assert.True(t, passed, printed)
	// Sets of keys: {A} three times, {A,B}, {}. Pairs: 3 of A and A with 1, 3 of A and AB with
	// 1/2, 3 of A and nothing with 0, AB and nothing 0: 4.5 of 10.
	assert.InDelta(t, 0.45, metric(t, summary, "uniqueExtractionStability"), 1e-9)
	assert.InDelta(t, 1.0, metric(t, summary, "extractionCountMean"), 1e-9)
	assert.InDelta(t, 0.6324555, metric(t, summary, "extractionCountStdDev"), 1e-6) // of 1,1,2,0,1: sqrt(2/5)
	assert.Equal(t, 0.0, metric(t, summary, "extractionCountMin"))
	assert.Equal(t, 2.0, metric(t, summary, "extractionCountMax"))
	assert.InDelta(t, 0.2, metric(t, summary, "failureRate"), 1e-9)
	assert.Equal(t, report.RatioOf(1, true), summary.Number("driftRate").Value)
	assert.Equal(t, []report.FlakyCase{{ID: "a", Failed: 2, Trials: 5}}, summary.Stability.Flaky)
	assert.Equal(t, 1, summary.Stability.Cases, "five trials of one case are one case")
	assert.Contains(t, printed, "    a fails in 2 of 5 trials\n")
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, before, after, "real writes nothing")

	t.Setenv("EVALTEST_PROVIDER", "replay")
	printed, passed, summary = run(t, regression.Suite{File: four(t), Unit: "utf16", Provider: noisy(), Gate: evaltest.Gate{Limits: []evaltest.Limit{
		{Metric: "measure uniqueExtractionStability", Is: "at_least", Value: 1},
		{Metric: "agreement", Is: "at_least", Value: 1},
		{Metric: "driftRate", Is: "at_most", Value: 0},
		{Metric: "flakyRate", Is: "at_most", Value: 0},
		{Metric: "measure extractionCountStdDev", Is: "at_most", Value: 0},
		{Metric: "pass^5", Is: "at_least", Value: 1},
		{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 1},
		{Metric: "measure schemaValidRate", Is: "at_least", Value: 1},
	}}})
	assert.True(t, passed, printed)
	assert.Equal(t, 4, summary.Stability.Cases)
}

func TestSuiteRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl", good("a"), with("b", map[string]any{"documentText": "Ben <b@example.com> signed."}), good("c"))
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(before), "\n")
	provider := func(_ context.Context, r regression.Request) (string, error) {
		if strings.HasPrefix(r.DocumentText, "Ben") {
			return "b@example.com\n" + `{"extractions":[{"class":"person","start":0,"end":3,"quote":"Ben"}]}`, nil
		}
		return "", errors.New("overloaded")
	}
	t.Setenv("EVALTEST_PROVIDER", "record")
	printed, passed, _ := run(t, regression.Suite{File: file, Provider: provider, Gate: evaltest.Gate{Accuracy: 0.3},
		Scrub: func(s string) string { return strings.ReplaceAll(s, "b@example.com", "<e-mail>") }})
	assert.True(t, passed, printed)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	now := strings.SplitAfter(string(after), "\n")
	require.Len(t, now, 4)
	assert.Equal(t, lines[0], now[0], "an error is not recorded")
	assert.Equal(t, lines[2], now[2])
	var r regression.Record
	require.NoError(t, json.Unmarshal([]byte(now[1]), &r))
	assert.Equal(t, "<e-mail>\n"+`{"extractions":[{"class":"person","start":0,"end":3,"quote":"Ben"}]}`, r.ProviderResponseText)
	records, err := regressionset.Read(file)
	require.NoError(t, err)
	assert.Len(t, records, 3)

	t.Setenv("EVALTEST_PROVIDER", "")
	printed, passed, _ = run(t, regression.Suite{File: file})
	assert.True(t, passed, printed)
}

func TestSuiteWithExtractionsOfItsOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl", with("a", map[string]any{
		"targetSchema":         json.RawMessage(`{"type":"object","properties":{"people":{"type":"array"}}}`),
		"providerResponseText": `{"people":[{"type":"person","from":0,"to":4,"text":"Anna"}]}`,
	}))
	layout := spans.Layout{Items: "people", Class: "type", Start: "from", End: "to", Quote: "text"}
	var seen string
	printed, passed, summary := run(t, regression.Suite{File: file, Unit: "runes", Extractions: layout.Extractions,
		Measures: []evaltest.Measure[regression.Record]{{Name: "people", Count: true, Answer: func(_ context.Context, c evaltest.Case[regression.Record], answer document.Value) (float64, float64, error) {
			seen = c.Input.CaseID
			return float64(answer.Get("answer.people").Len()), 1, nil
		}}},
		Gate: evaltest.Gate{Limits: []evaltest.Limit{
			{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 1},
			{Metric: "measure people", Is: "at_least", Value: 1},
		}}})
	assert.True(t, passed, printed)
	assert.Equal(t, 1.0, metric(t, summary, "people"))
	assert.Equal(t, "a", seen)
}
