package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/parquet"
)

func TestRun(t *testing.T) {
	const small = "../../../internal/render/testdata/small.jsonl"
	folder := t.TempDir()
	text, err := os.ReadFile(small)
	require.NoError(t, err)
	cut := filepath.Join(folder, "cut.jsonl")
	require.NoError(t, os.WriteFile(cut, text[:len(text)-40], 0o644))
	for _, one := range []struct {
		name   string
		args   []string
		exit   int
		stderr string
	}{
		{"a file", []string{small}, exitOK, ""},
		{"broken off", []string{cut}, exitFound, `evalparquet: invoices: broken: `},
		{"no such file", []string{"none.jsonl"}, exitMisuse, "evalparquet: stat none.jsonl: no such file or directory"},
		{"an empty folder", []string{t.TempDir()}, exitMisuse, "holds no artifact (*.jsonl)"},
		{"no folder by default", nil, exitMisuse, "_evaltest"},
		{"unknown flag", []string{"-x"}, exitMisuse, "usage: evalparquet"},
		{"help", []string{"-h"}, exitOK, "usage: evalparquet"},
	} {
		t.Run(one.name, func(t *testing.T) {
			out := t.TempDir()
			var stdout, stderr bytes.Buffer
			assert.Equal(t, one.exit, run(&stdout, &stderr, append([]string{"-o", out}, one.args...)))
			assert.Contains(t, stderr.String(), one.stderr)
			if one.args != nil && one.stderr == "" {
				assert.Equal(t, "cases.parquet, fields.parquet and alignments.parquet are in "+out+"\n", stdout.String())
				rows, err := pq.ReadFile[parquet.Field](filepath.Join(out, "fields.parquet"))
				require.NoError(t, err)
				assert.Len(t, rows, 28, "the comparisons of small.csv")
			}
		})
	}
}
