package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	spec := filepath.Join(dir, "spec.yaml")
	require.NoError(t, os.WriteFile(spec, []byte(`invariants: [{name: has_total, schema: {required: [total]}}]`), 0o666))
	var out, problems bytes.Buffer
	exit := run(t.Context(), nil, &out, &problems, []string{"score", "-spec", spec, "-workers", "2", "-dir", filepath.Join(dir, "run"), got})
	assert.Equal(t, exitFound, exit)
	assert.Contains(t, problems.String(), `line has an id that was there before`)
	// Two of three answers have a total; the fourth is none.
	text := out.String()
	assert.Contains(t, text, "got: 4 cases: 2 pass, 2 fail; 1 error in the extractor; labelled 0 of 4\nNo case has a truth: the invariants are all that is known.\n")
	assert.Regexp(t, `(?m)^has_total +0\.667 +≈0\.208–0\.939 +2 +1 +·$`, text)
	assert.Contains(t, text, "  c  not labelled  fail\n    has_total is broken: missing property 'total'\n")
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
