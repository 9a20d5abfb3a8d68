// Package files reads files line by line, writes files that readers see as a whole or not at all, makes file names from
// the names of packages and data sets, and removes file names from errors.
package files

import (
	"bufio"
	"bytes"
	"io"
)

// MaxLine is the length of the longest line that is read whole, 64 MiB.
const MaxLine = 64 << 20

// Lines reads the lines of a source. It drops a byte order mark at the beginning of the source.
type Lines struct {
	reader *bufio.Reader
	long   []byte
	number int
	start  int64
	size   int
}

// NewLines returns the Lines of r.
func NewLines(r io.Reader) *Lines {
	size := 256 << 10
	if r, ok := r.(interface{ Len() int }); ok { // in memory, often a single line
		size = min(size, r.Len()+1)
	}
	return &Lines{reader: bufio.NewReaderSize(r, size)}
}

// Next returns the next line with its line feed, which the last line may lack. The line is valid until the next call.
// Next cuts a line that is longer than [MaxLine], to a little more than MaxLine. The error is io.EOF after the last
// line, or the error of the source; the beginning of the interrupted line is lost.
func (l *Lines) Next() ([]byte, error) {
	line, err := l.Slice()
	if err == io.EOF && l.size > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	l.number++
	return line, nil
}

// Slice returns the next line as Next does, and the error that ended the line in place of a line feed. It does not
// count the line.
func (l *Lines) Slice() (line []byte, err error) {
	l.start += int64(l.size)
	line, err = l.reader.ReadSlice('\n')
	l.size = len(line)
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = l.reader.ReadSlice('\n')
			l.size += len(line)
			if len(l.long) <= MaxLine {
				l.long = append(l.long, line...)
			}
		}
		line = l.long
	}
	return withoutMark(line, l.start), err
}

// WithoutMark returns a text without the byte order mark that programs of Windows write before it.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\uFEFF")) }

func withoutMark(line []byte, start int64) []byte {
	if start > 0 {
		return line
	}
	return WithoutMark(line)
}

// LineAgain reads a line again, given its Start and Size in the source.
func LineAgain(source io.ReaderAt, start int64, size int) ([]byte, error) {
	line := make([]byte, size)
	if _, err := source.ReadAt(line, start); err != nil && err != io.EOF {
		return nil, err
	}
	return withoutMark(line, start), nil
}

// At reads on to line n, and returns it as Next does. n must be greater than [Lines.Number].
func (l *Lines) At(n int) ([]byte, error) {
	for {
		line, err := l.Next()
		if l.number >= n || err != nil {
			return line, err
		}
	}
}

// Number returns the number of the last line that was returned, from 1.
func (l *Lines) Number() int { return l.number }

// Start returns the offset in the source, in bytes, of the last line that was returned.
func (l *Lines) Start() int64 { return l.start }

// Size returns the length in the source, in bytes and with its line feed, of the last line that was returned.
func (l *Lines) Size() int { return l.size }
