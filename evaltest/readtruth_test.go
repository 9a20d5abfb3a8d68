package evaltest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// shouted reads truths whose keys may be in capitals.
func shouted(want any) (document.Value, error) {
	v, err := document.Of(want)
	if err != nil {
		return v, err
	}
	if v.Get("TOTL").Exists() {
		return v, errors.New("TOTL: unknown key\nit is the second line of the mistake")
	}
	return document.Parse([]byte(strings.ReplaceAll(v.RawText(), `"TOTAL"`, `"total"`)))
}

func TestReadTruth(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	file := filepath.Join(t.TempDir(), "set.jsonl")
	const text = `{"TOTAL":5}`
	require.NoError(t, os.WriteFile(file, []byte(`{"id":"a","input":"","want":`+text+`}`), 0o600))
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}}, ReadTruth: shouted}
	s := Suite[string, string]{File: file, Spec: spec, Extract: func(context.Context, string) (string, error) { return `{"total":5}`, nil }}
	passed, printed := inner(t, "TestReadTruth", s.Run)
	assert.True(t, passed, printed)
	records, _ := readArtifact(t, dir)
	found := false
	for _, r := range records {
		if c, ok := r.(*report.Case); ok {
			found = true
			assert.Equal(t, metrics.Match, c.Fields[0].Outcome)
			assert.Equal(t, report.DataHash("a", []byte(text)), c.DataHash, "of the file, which tools read without ReadTruth")
		}
	}
	assert.True(t, found)

	require.NoError(t, os.WriteFile(file, []byte(`{"id":"a","input":"","want":{"TOTL":5}}`), 0o600))
	_, _, err := suiteOf(&s).openData(t)
	assert.EqualError(t, err, filepath.ToSlash(file)+`:1: id "a": want: TOTL: unknown key
`+filepath.ToSlash(file)+`:1: id "a": want: it is the second line of the mistake`)

	f := &fake{name: "TestReadTruth"}
	f.run(func() { assert.Equal(t, 1.0, FieldAccuracy(f, `{"total":5}`, text, Config{Spec: spec}).Score) })
	f.run(func() { FieldAccuracy(f, `{"total":5}`, `{"TOTL":5}`, Config{Spec: spec}) })
	assert.Contains(t, strings.Join(f.log, "\n"), "FATAL evaltest: TestReadTruth: want: TOTL: unknown key")
}
