package beam

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
)

// read returns the lines as "number: text" and the dead letters as "kind line: reason".
func read(from io.Reader) (lines, dead []string, err error) {
	err = readLines("f", from,
		func(l Line) { lines = append(lines, fmt.Sprintf("%d: %s", l.Number, l.Text)) },
		func(d DeadLetter) { dead = append(dead, fmt.Sprintf("%s %d: %s", d.Kind, d.Line, d.Reason)) })
	return lines, dead, err
}

func zip(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestReadLines(t *testing.T) {
	var long strings.Builder // far more text than compressed bytes
	for i := range 20_000 {
		fmt.Fprintf(&long, "{\"id\":%d}\n", i)
	}
	half := zip(t, long.String())
	for _, tt := range []struct {
		name string
		from io.Reader
		want []string
		dead []string
	}{
		{"plain", strings.NewReader("a\nb\n"), []string{"1: a", "2: b"}, nil},
		{"no line feed at the end", strings.NewReader("a\nb"), []string{"1: a", "2: b"}, nil},
		{"blank lines count as lines", strings.NewReader("\n a \r\n\n\nb"), []string{"2: a", "5: b"}, nil},
		{"byte order mark", strings.NewReader("\uFEFFa\n"), []string{"1: a"}, nil},
		{"empty", strings.NewReader(""), nil, nil},
		{"gzip, whatever its name", bytes.NewReader(zip(t, "a\nb\n")), []string{"1: a", "2: b"}, nil},
		{"two gzip files as one", bytes.NewReader(append(zip(t, "a\n"), zip(t, "b\n")...)), []string{"1: a", "2: b"}, nil},
		{"damaged gzip header", strings.NewReader("\x1f\x8bnothing of the kind"), nil, []string{"unreadable 1: the file is damaged from here on: gzip: invalid header"}},
		{"too long", strings.NewReader("a\n" + strings.Repeat("x", artifact.MaxLineBytes+1) + "\nb\n"), []string{"1: a", "3: b"}, []string{"unreadable 2: the line is longer than 64 MiB"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, dead, err := read(tt.from)
			require.NoError(t, err)
			assert.Equal(t, tt.want, lines)
			assert.Equal(t, tt.dead, dead)
		})
	}
	t.Run("all of a compressed file", func(t *testing.T) {
		lines, _, err := read(bytes.NewReader(half))
		require.NoError(t, err)
		assert.Len(t, lines, 20_000)
	})
	t.Run("cut gzip", func(t *testing.T) {
		lines, dead, err := read(bytes.NewReader(half[:len(half)/2]))
		require.NoError(t, err)
		require.Greater(t, len(lines), 1000)
		assert.Equal(t, []string{fmt.Sprintf("unreadable %d: the file is damaged from here on: unexpected EOF", len(lines)+1)}, dead)
	})
	t.Run("a file system that fails", func(t *testing.T) {
		_, dead, err := read(io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(errors.New("connection reset"))))
		assert.EqualError(t, err, "beam: reading f behind line 2: connection reset", "it may be tried again")
		assert.Empty(t, dead)
	})
}

func TestFirstLineCountsInAnyOrder(t *testing.T) {
	lines := []Line{{"b", 1, nil}, {"a", 9, nil}, {"a", 10, nil}}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		i, dead := 0, 0
		kept, ok := first(func(l *Line) bool {
			if i == len(order) {
				return false
			}
			*l = lines[order[i]]
			i++
			return true
		}, "id", DuplicateGot, func(d DeadLetter) {
			dead++
			assert.Equal(t, DuplicateGot, d.Kind)
		})
		assert.True(t, ok)
		assert.Equal(t, lines[1], kept)
		assert.Equal(t, 2, dead)
	}
}

func TestOptionsErrors(t *testing.T) {
	assert.EqualError(t, Options{Want: "ftp://a", Shards: -1, Policy: "both"}.Validate(), `beam: Want: file system scheme "ftp" not registered for "ftp://a"
beam: Got names no file
beam: Out names no file
beam: the data set has no name
beam: -1 shards, want 1 to 100000
metrics: unknown policy "both", want "wrong_both", "wrong_fp" or "wrong_fn"`)
}
