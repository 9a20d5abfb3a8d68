package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	spec := write("spec.yaml", "fields:\n  - {path: total, match: numeric, tolerance: 0.01}\n")
	want := write("invoices.want.jsonl", `{"id":"a","want":{"total":1}}
{"id":"b","want":{"total":2}}
{"id":"c","want":{"total":3}}
`)
	got := write("invoices.got.jsonl", `{"id":"a","got":{"total":"1,00"}}
{"id":"b","got":{"total":9}}
{"id":"d","got":{"total":4}}
no JSON
`)
	out := filepath.Join(dir, "out")
	var stdout bytes.Buffer
	args := []string{"-spec", spec, "-want", want, "-got", got, "-out", out}
	require.NoError(t, run(context.Background(), &stdout, io.Discard, args))
	assert.Contains(t, stdout.String(), "invoices: 3 cases")
	assert.Contains(t, stdout.String(), `
3 truths, 4 answers: 3 scored; 1 malformed answers, 1 truths without answer, 1 answers without truth
3 lines in `+out+`/dead-letters.jsonl
`)
	assert.FileExists(t, filepath.Join(out, "invoices.jsonl"))

	assert.EqualError(t, run(context.Background(), &stdout, io.Discard, append(args, "extra")), `evalbeam: unknown argument "extra"`)
	assert.ErrorContains(t, run(context.Background(), &stdout, io.Discard, append(args, "-spec", got)), "evalbeam: "+got+":\n")
	private := filepath.Join(dir, "private")
	require.NoError(t, run(context.Background(), &stdout, io.Discard, append(args, "-spec", spec, "-out", private, "-redact-path", "total=omit")))
	artifact, err := os.ReadFile(filepath.Join(private, "invoices.jsonl"))
	require.NoError(t, err)
	assert.Contains(t, string(artifact), `"redact_paths":{"total":"omit"}`)
	assert.NotContains(t, string(artifact), `"want":`)
	letters, err := os.ReadFile(filepath.Join(private, "dead-letters.jsonl"))
	require.NoError(t, err)
	assert.Contains(t, string(letters), `{"kind":"malformed_got","file":"`+got+`","line":4}`)
	assert.EqualError(t, run(context.Background(), &stdout, io.Discard, append(args, "-redact-path", "totl=omit")),
		`report: redaction rule "totl": the spec has no such attribute, only "total"`)
	assert.EqualError(t, run(context.Background(), &stdout, io.Discard, append(args, "-redact-path", "total")),
		`evalbeam: -redact-path: "total" is not a rule, want PATH=MODE, such as vendor.iban=omit`)
	assert.Error(t, run(context.Background(), &stdout, io.Discard, append(args, "-redact-path", "", "-spec", spec, "-got", filepath.Join(dir, "none-*"))), "a pattern that names no file")
}

func TestDatasetName(t *testing.T) {
	for pattern, want := range map[string]string{
		"gs://b/eval/invoices-*.jsonl.gz": "invoices", "invoices.want.jsonl": "invoices", "data/want": "want", "*.jsonl": "",
	} {
		assert.Equal(t, want, datasetName(pattern), pattern)
	}
}

// errStalled is prism's message when it has failed by itself, shortened.
var errStalled = errors.New("job job-001[go-job] failed: panic in stage.Execute bundle processing goroutine: " +
	"runtime error: invalid memory address or nil pointer dereference, stage: &{ID:stage-014},stackTrace:\n" +
	"goroutine 8 [running]:\n" +
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal/worker.(*W).sendInstruction(0x0, {0x1})\n" +
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal/worker.(*B).Progress(0x1, {0x1}, 0x0)")

func TestAgain(t *testing.T) {
	other := errors.New("panic in stage.Execute bundle processing goroutine: sdk returned empty residual application")
	for _, c := range []struct {
		reason string
		errs   []error
		runs   int
		want   error
		told   bool
	}{
		{"nothing failed", []error{nil}, 1, nil, false},
		{"an error is one of the pipeline", []error{io.ErrUnexpectedEOF}, 1, io.ErrUnexpectedEOF, false},
		{"another panic is not swallowed", []error{other}, 1, other, false},
		{"prism stalls once", []error{errStalled, nil}, 2, nil, true},
		{"what fails then is told", []error{errStalled, other}, 2, other, true},
		{"it ends with the second", []error{errStalled, errStalled}, 2, errStalled, true},
	} {
		var wErr bytes.Buffer
		runs := 0
		err := again(&wErr, func() error { runs++; return c.errs[runs-1] })
		assert.Equal(t, c.runs, runs, c.reason)
		assert.ErrorIs(t, err, c.want, c.reason)
		assert.Equal(t, c.told, wErr.Len() > 0, c.reason)
	}
}
