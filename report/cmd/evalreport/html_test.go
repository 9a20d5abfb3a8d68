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

// A page has 70 kB or more: a terminal gets none, unless -o asks for it. On Linux a new pseudo-terminal is one.
func TestNoPageForATerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/ptmx here: ", err)
	}
	defer f.Close()
	missing := filepath.Join(t.TempDir(), "run")
	for _, args := range [][]string{{"html", missing}, {"compare", "-format", "html", missing, missing}} {
		var errs bytes.Buffer
		assert.Equal(t, exitMisuse, run(t.Context(), nil, f, &errs, args))
		assert.Equal(t, "evalreport "+args[0]+": a page is for a browser: name its file, -o report.html, or pipe it to a command\nrun 'evalreport "+args[0]+" -h' for its usage\n", errs.String())
	}
	for _, out := range []string{"-", filepath.Join(t.TempDir(), "page.html")} {
		var errs bytes.Buffer
		assert.Equal(t, exitMisuse, run(t.Context(), nil, f, &errs, []string{"html", "-o", out, missing}))
		require.Contains(t, errs.String(), "no such file or directory")
	}
}

// Two files and a folder with scans are enough to see documents: lines name pictures relative to their file, and other pictures bear
// the id.
func TestScansOfTwoFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"data/scans/one.png", "more/b.png", "secret.png"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		writeScan(t, name)
	}
	truths := `{"id":"a","want":{"total":1},"pages":["scans/one.png"]}
{"id":"b","want":{"total":2}}
{"id":"c","want":{"total":3}}
{"id":"../secret","want":{"total":4}}
`
	require.NoError(t, os.WriteFile("data/want.jsonl", []byte(truths), 0o666))
	require.NoError(t, os.WriteFile("got.jsonl", []byte(strings.NewReplacer("want", "got", `:3`, `:9`, `,"pages":["scans/one.png"]`, "").Replace(truths)), 0o666))
	var out, errs bytes.Buffer
	require.Equal(t, exitFound, run(t.Context(), nil, &out, &errs, []string{"score", "data/want.jsonl", "got.jsonl"}), "%s", &errs)
	require.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, []string{"html", "-pages", "more", "-o", "page.html"}), "%s", &errs)
	assert.Equal(t, "evalreport html: no picture of 2 of 4 documents is found (looked for ID.png, ID.jpg, ID-1.png in more): \"../secret\", \"c\"\n", errs.String())
	page, err := os.ReadFile("page.html")
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(page), "<image "))
}
