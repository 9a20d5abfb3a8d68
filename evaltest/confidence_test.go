package evaltest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
)

// recorded returns the confidences in the artifacts of a folder, by case and path.
func recorded(t *testing.T, dir string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		defer f.Close()
		r := artifact.NewReader(f, file)
		for r.Scan() {
			if c, ok := r.Record().(*report.Case); ok {
				of := map[string]string{}
				for _, f := range c.Fields {
					of[f.Path] = f.Confidence.String()
				}
				all[c.ID] = of
			}
		}
		require.NoError(t, r.Err())
	}
	return all
}

// sureReceipt keeps its confidences to itself.
type sureReceipt struct {
	Total float64    `json:"total"`
	Lines []sureLine `json:"lines" eval:"list,by=sku"`
	sure  []float64  // of total, then of the lines
}

type sureLine struct {
	SKU string `json:"sku"`
}

func TestSuiteConfidence(t *testing.T) {
	answers := map[string]sureReceipt{
		"a": {Total: 1, Lines: []sureLine{{"B"}, {"A"}}, sure: []float64{0.9, 0.5, 0.25}},
		"b": {Total: 2, sure: []float64{0.1}},
		"c": {Total: 3, sure: []float64{93}},
	}
	suite := Suite[string, sureReceipt]{
		Workers: 2,
		Cases: []Case[string]{
			{ID: "a", Input: "a", Want: `{"total":1,"lines":[{"sku":"A"},{"sku":"B"},{"sku":"C"}]}`},
			{ID: "b", Input: "b", Want: `{"total":3}`},
			{ID: "c", Input: "c", Want: `{"total":3}`},
			{ID: "failed", Input: "failed", Want: `{"total":3}`},
		},
		Extract: func(_ context.Context, in string) (sureReceipt, error) {
			if answer, ok := answers[in]; ok {
				return answer, nil
			}
			return sureReceipt{}, errors.New("overloaded")
		},
		Confidence: func(answer sureReceipt, path string) (float64, bool) {
			switch path {
			case "total":
				return answer.sure[0], true // would panic on the answer of a failure
			case "lines[0].sku":
				return answer.sure[1], true
			case "lines[1].sku":
				return answer.sure[2], true
			}
			return 0, false
		},
		Gate: Gate{MicroF1: 0.01},
	}
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	_, printed := inner(t, "TestConfidence", suite.Run)
	assert.Equal(t, map[string]map[string]string{
		"a":      {"total": "0.900", "lines[0].sku": "0.250", "lines[1].sku": "0.500", "lines[2].sku": "-"},
		"b":      {"total": "0.100", "lines": "-"},
		"c":      {"total": "-", "lines": "-"},
		"failed": {"total": "-"}, // an absent value is not counted
	}, recorded(t, dir))
	assert.Contains(t, printed, "warning: a confidence of total is not between 0 and 1 and is left out: scale it, in a suite by Confidence\n")
}

func TestAnswersHaveConfidencesBesideTheirValues(t *testing.T) {
	suite := Suite[string, string]{
		Cases: []Case[string]{
			{ID: "a", Input: `{"total":{"value":1,"confidence":0.75}}`, Want: `{"total":1}`},
			{ID: "b", Input: "```json\n{\"total\":{\"value\":2,\"confidence\":0.5}}\n```", Want: `{"total":1}`},
		},
		Spec:    eval.Spec{Lenient: true, Fields: []eval.Field{{Path: "total.value", WantPath: "total"}}},
		Extract: func(_ context.Context, in string) (string, error) { return in, nil },
		Gate:    Gate{MicroF1: 0.01},
	}
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	inner(t, "TestConfidence", suite.Run)
	assert.Equal(t, map[string]map[string]string{"a": {"total.value": "0.750"}, "b": {"total.value": "0.500"}}, recorded(t, dir))
}

func TestAssertionsTakeConfidences(t *testing.T) {
	dir := withMain(t)
	f := &fake{name: "TestAlone"}
	spec := eval.Spec{Fields: []eval.Field{{Path: "a"}}}
	of := func(confidence float64) Config {
		return Config{Spec: spec, Confidence: func(answer any, path string) (float64, bool) {
			return confidence, answer == `{"a":1}` && path == "a"
		}}
	}
	f.run(func() {
		FieldAccuracy(f, `{"a":1}`, `{"a":1}`, of(0.25))
		FieldAccuracy(f, `{"a":1}`, `{"a":1}`, of(0.5)) // each call has its own
		FieldAccuracy(f, `{"a":1}`, `{"a":1}`, Config{Spec: spec})
		FieldAccuracy(f, `{"a":1,"confidence":0.75}`, `{"a":1}`, of(0.5))
	})
	for _, d := range process.takeSets() {
		d.finish()
	}
	table := &fake{name: "TestTable"}
	table.run(func() {
		c := Collect(table, of(0.125))
		c.FieldAccuracy(table, `{"a":1}`, `{"a":1}`)
	})
	assert.Equal(t, map[string]map[string]string{
		"TestAlone": {"a": "0.250"}, "TestAlone#2": {"a": "0.500"}, "TestAlone#3": {"a": "0.250"}, "TestAlone#4": {"a": "-"},
		"TestTable": {"a": "0.125"},
	}, recorded(t, dir))
}

// A Confidence or a Measure that a hostile answer brings down fails its case and no
// other.
func TestConfidencePanics(t *testing.T) {
	suite := Suite[string, *sureReceipt]{
		Cases: []Case[string]{{ID: "none", Input: "", Want: `{"total":1}`}, {ID: "one", Input: "x", Want: `{"total":1}`}},
		Extract: func(_ context.Context, in string) (*sureReceipt, error) {
			if in == "" {
				return nil, nil
			}
			return &sureReceipt{Total: 1, sure: []float64{0.5}}, nil
		},
		Confidence: func(answer *sureReceipt, path string) (float64, bool) { return answer.sure[0], path == "total" },
		Measures: []Measure[string]{{Name: "m", Answer: func(_ context.Context, c Case[string], _ document.Value) (float64, float64, error) {
			return float64(c.Input[0]), 1, nil
		}}},
	}
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	passed, printed := inner(t, "TestConfidence", suite.Run)
	assert.False(t, passed)
	assert.Contains(t, printed, `evaltest: data set "TestConfidence", case "none": Confidence: panic on total: runtime error: invalid memory address or nil pointer dereference`)
	assert.Contains(t, printed, `case "none": measure "m": panic: runtime error: index out of range [0] with length 0`)
	assert.Equal(t, map[string]map[string]string{"none": {"total": "-", "lines": "-"}, "one": {"total": "0.500", "lines": "-"}}, recorded(t, dir))
	suite.Redaction.Mode = redact.Omit
	_, printed = inner(t, "TestConfidence", suite.Run)
	assert.Contains(t, printed, `case "none": Confidence: the error is withheld`)
	assert.NotContains(t, printed, "runtime error")
}
