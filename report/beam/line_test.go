package beam

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/files"
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
		{"too long", strings.NewReader("a\n" + strings.Repeat("x", files.MaxLine+1) + "\nb\n"), []string{"1: a", "3: b"}, []string{"unreadable 2: the line is longer than 64 MiB"}},
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
		assert.EqualError(t, err, "beam: reading f after line 2: connection reset", "it may be tried again")
		assert.Empty(t, dead)
	})
}

// The lines of a part are those that went into its blocks, whatever they hold. Of an id the
// first line by file and number counts, in whatever order the blocks come.
func TestBlocks(t *testing.T) {
	text := func(id string) []byte { return []byte(`{"id":"` + id + `","got":{}}`) }
	lines := []Line{{"b", 1, text("x")}, {"a", 9, text("x")}, {"a", 10, text("x")}, {"a", 11, text("y")}, {"a", 12, []byte("no\xff")}, {"b", 1 << 40, text("ä")}}
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {1, 2, 0, 4, 3, 5}} {
		for _, bundles := range []int{1, len(order)} {
			got := side{lines: map[string]Line{}}
			var dead []DeadLetter
			letter := func(d DeadLetter) { dead = append(dead, d) }
			fn := blockFn{Malformed: malformedGot}
			emit := func(n int, block []byte) {
				assert.True(t, n >= 0 && n < parts)
				require.NoError(t, got.read(block, duplicateGot, letter))
				require.Error(t, (&side{lines: map[string]Line{}}).read(block[:len(block)/2], duplicateGot, letter))
			}
			for part := range slices.Chunk(order, len(order)/bundles) {
				fn.StartBundle(t.Context(), emit, letter)
				for _, i := range part {
					require.NoError(t, fn.ProcessElement(t.Context(), lines[i], emit, letter))
				}
				require.NoError(t, fn.FinishBundle(t.Context(), emit, letter))
			}
			assert.Equal(t, map[string]Line{"x": lines[1], "y": lines[3], "ä": lines[5]}, got.lines)
			assert.ElementsMatch(t, []string{"x", "y", "ä"}, got.ids)
			kinds := map[string][]int{}
			for _, d := range dead {
				kinds[d.Kind] = append(kinds[d.Kind], d.Line)
			}
			slices.Sort(kinds[duplicateGot])
			assert.Equal(t, map[string][]int{duplicateGot: {1, 10}, malformedGot: {12}}, kinds)
		}
	}
}

func TestOptionsErrors(t *testing.T) {
	assert.EqualError(t, Options{Want: "ftp://a", Shards: -1, Policy: "both"}.validate(), `beam: Want: file system scheme "ftp" not registered for "ftp://a"
beam: Got names no file
beam: Out names no file
beam: the data set has no name
beam: -1 shards, want 1 to 100000
metrics: unknown policy "both", want "wrong_both", "wrong_fp" or "wrong_fn"`)
}
