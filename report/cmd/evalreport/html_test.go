package main

import (
	"bytes"
	"os"
	"path/filepath"
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
