package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
)

// Only those who can read the data can read the review file, and the review file is not a link to
// another file.
func TestReviewFileOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions and links are others there")
	}
	p := newPlace(t)
	for _, perm := range []fs.FileMode{0o600, 0o640, 0o400} {
		require.NoError(t, os.Chmod(p.options.Data, perm))
		require.NoError(t, p.open().Mark(review.Mark{Decision: accept.Wrong}))
		info, err := os.Stat(p.options.File)
		require.NoError(t, err)
		assert.Zero(t, info.Mode().Perm()&^(perm|0o600), "%v for %v", info.Mode(), perm)
		require.NoError(t, os.Remove(p.options.File))
	}
	require.NoError(t, os.Chmod(p.options.Data, 0o600))

	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Symlink(elsewhere, p.options.File))
	_, err := review.Open(p.options)
	assert.ErrorContains(t, err, "set.review.jsonl is a link; name the file that it leads to")
	require.NoError(t, os.Remove(p.options.File))
	s := p.open()
	require.NoError(t, os.Symlink(elsewhere, p.options.File))
	assert.ErrorIs(t, s.Mark(review.Mark{Decision: accept.Wrong}), review.ErrNotWritten)
	assert.NoFileExists(t, elsewhere)
	require.NoError(t, os.Remove(p.options.File))
	require.NoError(t, os.Mkdir(p.options.File, 0o777))
	_, err = review.Open(p.options)
	assert.ErrorContains(t, err, "set.review.jsonl is not a file")
}

const whole = `{"dataset":"set","case":"a","path":"number","decision":"answer","want":"A","got":"B","reviewer":"ann","time":"2026-01-12T09:30:00Z"}` + "\n"

// A write that was killed leaves a part of a line, which is cut off; nothing else ever is.
func TestTornLine(t *testing.T) {
	p := newPlace(t)
	for n := range len(whole) - 1 {
		p.write(p.options.File, whole+whole[:n])
		s := p.open()
		assert.Equal(t, whole[:n], s.Cut)
		assert.Equal(t, whole, p.read())
	}
	p.write(p.options.File, whole+whole[:len(whole)-1])
	s := p.open()
	assert.Empty(t, s.Cut, "a line without its end is a line")
	require.NoError(t, s.Mark(review.Mark{Question: 1, Decision: accept.Wrong}))
	assert.Equal(t, 3, strings.Count(p.read(), "\n"))
	assert.True(t, strings.HasPrefix(p.read(), whole+whole))

	for _, other := range []string{"%PDF-1.7", `{"id":"a"`, whole + `{"id":"a"`, whole[:20] + "\n" + whole, "{}\n"} {
		p.write(p.options.File, other)
		_, err := review.Open(p.options)
		assert.Error(t, err, "it is not a review file")
		assert.Equal(t, other, p.read(), "and stays as it is")
	}
}

// A review file that goes away is written anew, and one that somebody breaks is left alone.
func TestReviewFileUnderneath(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	require.NoError(t, s.Mark(review.Mark{Question: 0, Decision: accept.Answer}))
	require.NoError(t, os.Remove(p.options.File))
	looked, _, _ := s.Progress()
	assert.Equal(t, 1, looked)
	require.NoError(t, s.Mark(review.Mark{Question: 1, Decision: accept.Answer}))
	assert.Equal(t, 2, strings.Count(p.read(), "\n"))

	was := p.read()
	p.write(p.options.File, was+"broken\n")
	err := s.Mark(review.Mark{Question: 2, Decision: accept.Wrong})
	assert.ErrorIs(t, err, review.ErrNotWritten)
	assert.ErrorContains(t, err, "set.review.jsonl:3: ")
	assert.Equal(t, was+"broken\n", p.read())
	p.write(p.options.File, was)
	require.NoError(t, s.Mark(review.Mark{Question: 2, Decision: accept.Wrong}))
}

func TestNoRoomForTheReviewFile(t *testing.T) {
	p := newPlace(t)
	dir := filepath.Join(filepath.Dir(p.options.Data), "gone")
	p.options.File = filepath.Join(dir, "r.jsonl")
	_, err := review.Open(p.options)
	assert.ErrorContains(t, err, "r.jsonl: there is no folder ")
	require.NoError(t, os.Mkdir(dir, 0o777))
	s := p.open()
	require.NoError(t, os.Remove(dir))
	assert.ErrorIs(t, s.Mark(review.Mark{Decision: accept.Answer}), review.ErrNotWritten)
	looked, _, _ := s.Progress()
	assert.Zero(t, looked)
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, s.Mark(review.Mark{Decision: accept.Answer}), "it is there again")
}
