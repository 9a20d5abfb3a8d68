package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Answers alone: the invariants of the spec are checked, and nothing else is.
func TestScoreWithoutTruths(t *testing.T) {
	dir := t.TempDir()
	got := filepath.Join(dir, "got.jsonl")
	require.NoError(t, os.WriteFile(got, []byte(`{"id":"a","got":{"total":"1"},"tags":{"vendor":"acme"}}
{"id":"b","got":"{\"total\":\"2\"}"}
{"id":"c","got":{}}
{"id":"d","error":"timeout"}
{"id":"a","got":{}}
`), 0o666))
	total := eval.Invariant{Name: "has_total", Func: func(_ context.Context, answer document.Value) (invariant.State, string, error) {
		if answer.Get("total").Empty() {
			return invariant.Broken, "there is no total", nil
		}
		return invariant.Holds, "", nil
	}}
	ds := report.Dataset{Name: "got"}
	evaluator, err := ds.SetSpec(eval.Spec{Invariants: []eval.Invariant{total}})
	require.NoError(t, err)
	var out, problems bytes.Buffer
	c := &cli{ctx: t.Context(), stdout: &out, stderr: &problems}
	defer c.Close()
	exit, err := c.scoreFiles("", got, filepath.Join(dir, "run"), nil, eval.SpecSource{}, &score.Job{Dataset: ds, Evaluator: evaluator, Workers: 2})
	require.NoError(t, err)
	assert.Equal(t, exitFound, exit)
	assert.Contains(t, problems.String(), `line has an id that was there before`)
	// Two of three answers have a total; the fourth is none.
	text := out.String()
	assert.Contains(t, text, "got: 4 cases: 2 pass, 2 fail; 1 error in the extractor; labelled 0 of 4\n  no case has a truth: the invariants are all that is known\n")
	assert.Regexp(t, `(?m)^has_total +2 +1 +· +0\.667 +≈0\.208–0\.939$`, text)
	assert.Contains(t, text, "  c  not labelled  fail\n    has_total is broken: there is no total\n")
	assert.NotContains(t, text, "accuracy")

	files, err := filepath.Glob(filepath.Join(dir, "run", "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	artifact, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for _, line := range []string{
		`"id":"a","trial":1,"status":"ok","verdict":"pass","unlabelled":true,`,
		`"invariants":[{"name":"has_total","state":"holds"}],"tags":{"vendor":"acme"},`,
		`"id":"d","trial":1,"status":"error","error":"timeout","verdict":"fail","unlabelled":true,`,
	} {
		assert.Equal(t, 1, strings.Count(string(artifact), line), line)
	}
}
