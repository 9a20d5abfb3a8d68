package evaltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

func labelOf(t *testing.T, text string) *report.Label {
	l := new(report.Label)
	require.NoError(t, json.Unmarshal([]byte(text), l))
	return l
}

// The labels of cases in Go are those of a file.
func TestLabelsOfCases(t *testing.T) {
	reviewed, mistyped := new(report.Label), new(report.Label)
	reviewed.State, reviewed.By = "reviewed", "ann"
	mistyped.State = "drafft"
	of := labelOf(t, `{"state": "draft", "from": {"labels": {"model": "x"}}}`)
	run := func(system string, labels ...*report.Label) (bool, string) {
		suite := Suite[string, string]{Extract: echo, Labels: map[string]string{"model": system}, Gate: Gate{MacroF1: 1}}
		for i, l := range labels {
			suite.Cases = append(suite.Cases, Case[string]{Input: `{"a":1}`, Want: `{"a":1}`, Label: l})
			suite.Cases[i].ID = string(rune('a' + i))
		}
		return inner(t, "TestX", suite.Run)
	}
	ok, printed := run("y", of, reviewed, nil)
	assert.True(t, ok, printed)
	assert.Contains(t, printed, "1 of 3 truths is a draft, which nobody has reviewed")
	ok, printed = run("x", of, reviewed, nil)
	assert.False(t, ok)
	assert.Contains(t, printed, "gate not evaluable: 1 of 3 truths is a draft of the system that is judged")
	ok, printed = run("x", reviewed, mistyped)
	assert.False(t, ok)
	assert.Contains(t, printed, `case 2: id "b": label: unknown state "drafft"; did you mean "draft"? (valid: draft, reviewed, adjudicated)`)
	ok, printed = inner(t, "TestX", Suite[string, string]{
		Spec: eval.Spec{Invariants: positive}, PartlyLabelled: true, Extract: echo,
		Cases: []Case[string]{{ID: "a", Input: `{"total":1}`, Label: reviewed}},
	}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `case 1: id "a": there is a label and no truth: remove the label, or give the truth`)
}

// The labels of a folder stand in one file beside its pairs.
func TestLabelsOfAFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.input.txt": `{"n":1}`, "a.want.json": `{"n":1}`, "b.input.txt": `{"n":2}`, "b.want.json": `{"n":2}`,
		"labels.json": `{"b": {"state": "draft", "from": {"labels": {"model": "x"}}}}`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	ok, printed := inner(t, "TestX", Suite[string, string]{File: dir, Extract: echo, Labels: map[string]string{"model": "x"}, Gate: Gate{MacroF1: 1}}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "gate not evaluable: 1 of 2 truths is a draft of the system that is judged")
}
