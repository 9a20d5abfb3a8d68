package score

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/extracteval/extracteval/internal/files"
)

// File is a file of JSON Lines that can be read at any place, and more than once.
type File struct {
	name string
	file *os.File
	temp bool

	unlabelled int // cases without a label that [Truths] skipped when the file was last read
}

// Open opens a file; messages call it name. A file that is compressed by gzip, or cannot be read at any place (a
// pipe, say), is copied to a temporary file first, which Close removes.
func Open(name, path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(fmt.Errorf("%s is a directory, want a file", name), f.Close())
	}
	head := make([]byte, 2)
	if n, err := f.ReadAt(head, 0); (err == nil || err == io.EOF) && !(n == 2 && head[0] == 0x1f && head[1] == 0x8b) {
		return &File{name: name, file: f}, nil
	}
	defer f.Close()
	to, err := unpack(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	return &File{name: name, file: to, temp: true}, nil
}

// unpack copies the uncompressed contents of a file to a temporary one.
func unpack(packed io.Reader) (*os.File, error) {
	from, err := files.Decompress(packed)
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "evalreport-*")
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, from); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error {
	err := f.file.Close()
	if f.temp {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

// Name returns the name of the file in messages.
func (f *File) Name() string { return f.name }

// Reader returns a reader of all that it has, without its compression. Several can be
// used at the same time.
func (f *File) Reader() io.Reader { return io.NewSectionReader(f.file, 0, math.MaxInt64) }

// fileLines reads the lines of a file.
type fileLines struct {
	*File
	in *files.Lines
}

func (f *File) lines() *fileLines { return &fileLines{File: f, in: files.NewLines(f.Reader())} }

// entry is one line of a file, or its place.
type entry struct {
	line   int
	offset int64
	size   int
	text   []byte // nil for a place
}

// at returns the place of a line, FILE:LINE.
func (l *fileLines) at(e entry) string { return fmt.Sprintf("%s:%d", l.name, e.line) }

// next returns the next line that is not blank, io.EOF behind the last.
func (l *fileLines) next() (entry, error) {
	for {
		text, err := l.in.Next()
		if err != nil {
			return entry{}, err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			return entry{l.in.Number(), l.in.Start(), l.in.Size(), bytes.Clone(text)}, nil
		}
	}
}

// again returns the line at a place.
func (l *fileLines) again(e entry) (entry, error) {
	text, err := files.LineAgain(l.file, e.offset, e.size)
	if err != nil {
		return e, fmt.Errorf("%s: reading it again: %w", l.at(e), files.Cause(err))
	}
	e.text = bytes.TrimSpace(text)
	return e, nil
}
