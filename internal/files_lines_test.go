package internal_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	for _, tt := range []struct {
		name, text string
		lines      []string
	}{
		{"nothing", "", nil},
		{"one line", "a\n", []string{"a\n"}},
		{"no line feed at the end", "a\nb", []string{"a\n", "b"}},
		{"blank lines", "\n\r\n\n", []string{"\n", "\r\n", "\n"}},
		{"a long line between short ones", "a\n" + long + "\nb\n", []string{"a\n", long + "\n", "b\n"}},
		{"a long line at the end", long, []string{long}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := files.NewLines(strings.NewReader(tt.text))
			for i, want := range tt.lines {
				line, err := r.Next()
				require.NoError(t, err)
				assert.Equal(t, want, string(line))
				assert.Equal(t, i+1, r.Number())
				assert.Equal(t, len(want), r.Size())
			}
			for range 2 {
				line, err := r.Next()
				assert.Equal(t, io.EOF, err)
				assert.Nil(t, line)
			}
			assert.Equal(t, len(tt.lines), r.Number())
		})
	}
}

func TestStartAndAgain(t *testing.T) {
	const text = "\uFEFFab\n\uFEFFc\n" // a mark after the beginning is part of its line
	r := files.NewLines(strings.NewReader(text))
	start := int64(0)
	for _, want := range []struct {
		line string
		size int
	}{{"ab\n", 6}, {"\uFEFFc\n", 5}} {
		line, err := r.Next()
		require.NoError(t, err)
		assert.Equal(t, want.line, string(line))
		assert.Equal(t, start, r.Start())
		assert.Equal(t, want.size, r.Size())
		again, err := files.LineAgain(strings.NewReader(text), r.Start(), r.Size())
		require.NoError(t, err)
		assert.Equal(t, want.line, string(again))
		start += int64(want.size)
	}
	_, err := files.LineAgain(broken{}, 0, 3)
	assert.ErrorIs(t, err, io.ErrClosedPipe)
}

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

func TestLinesAt(t *testing.T) {
	r := files.NewLines(strings.NewReader("a\nb\nc\nd"))
	for _, n := range []int{2, 3, 4} {
		line, err := r.At(n)
		require.NoError(t, err)
		assert.Equal(t, string("abcd"[n-1]), strings.TrimSuffix(string(line), "\n"))
		assert.Equal(t, n, r.Number())
	}
	_, err := r.At(5)
	assert.Equal(t, io.EOF, err)
}

func TestLinesTooLong(t *testing.T) {
	effort.OneGoroutine(t)
	long := effort.Size(files.MaxLine+2<<20, 2*files.MaxLine)
	r := files.NewLines(io.MultiReader(io.LimitReader(zeros{}, int64(long)), strings.NewReader("\nb\n")))
	line, err := r.Next()
	require.NoError(t, err)
	assert.Equal(t, long+1, r.Size())
	assert.Greater(t, len(line), files.MaxLine)
	assert.Less(t, len(line), files.MaxLine+1<<20, "what is beyond the limit is not kept")
	line, err = r.Next()
	require.NoError(t, err)
	assert.Equal(t, "b\n", string(line))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestLinesError(t *testing.T) {
	reset := errors.New("connection reset")
	r := files.NewLines(io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(reset)))
	line, err := r.Next()
	require.NoError(t, err)
	assert.Equal(t, "a\n", string(line))
	line, err = r.Next()
	assert.Equal(t, reset, err)
	assert.Nil(t, line)
	assert.Equal(t, 1, r.Number())
}
