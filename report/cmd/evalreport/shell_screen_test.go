package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func TestWhatIsNotATerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer f.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	for columns, width := range map[string]int{"": 0, "100": 100, "7": 0, "x": 0} {
		t.Setenv("COLUMNS", columns)
		assert.Equal(t, view.Screen{Width: width}, shell.PageOf(new(bytes.Buffer)))
		assert.Equal(t, view.Screen{Width: width}, shell.PageOf(f))
		assert.Equal(t, view.Screen{Width: width}, shell.PageOf(null))
	}
}

// On Linux a new pseudo-terminal is one, of no size as long as nobody gives it one.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/ptmx here: ", err)
	}
	defer f.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("COLUMNS", "")
	t.Setenv("NO_COLOR", "")
	assert.Equal(t, view.Screen{Width: 80, Colour: true}, shell.PageOf(f))
	t.Setenv("NO_COLOR", "1")
	t.Setenv("COLUMNS", "90")
	assert.Equal(t, view.Screen{Width: 90}, shell.PageOf(f))
	t.Setenv("TERM", "dumb")
	assert.Equal(t, view.Screen{Width: 90}, shell.PageOf(f))
}
