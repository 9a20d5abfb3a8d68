// Package files reads files line by line, writes files that readers see as a whole or not at all, makes names of files
// of the names of packages and data sets, and takes the names of files out of errors.
package files

import (
	"bufio"
	"bytes"
	"io"
)

// MaxLine is the length of the longest line that is read, 64 MiB.
const MaxLine = 64 << 20

// Lines reads the lines of a source, without a byte order mark at its beginning, which editors
// put there.
type Lines struct {
	in     *bufio.Reader
	long   []byte
	number int
	start  int64
	size   int
}

// NewLines returns the Lines of r.
func NewLines(r io.Reader) *Lines {
	return &Lines{in: bufio.NewReaderSize(r, 256<<10)}
}

// Next returns the next line with its line feed, which the last one may lack. The line is valid until the next call.
// A line longer than [MaxLine] is cut behind [MaxLine], and still longer than it. The error is io.EOF behind the last line,
// or the error of the source; the beginning of the line that it interrupts is lost.
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

// Slice returns the next line as Next does, and the error that has ended the line in the
// place of a line feed. It does not count.
func (l *Lines) Slice() (line []byte, err error) {
	l.start += int64(l.size)
	line, err = l.in.ReadSlice('\n')
	l.size = len(line)
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = l.in.ReadSlice('\n')
			l.size += len(line)
			if len(l.long) <= MaxLine {
				l.long = append(l.long, line...)
			}
		}
		line = l.long
	}
	return withoutMark(line, l.start), err
}

func withoutMark(line []byte, start int64) []byte {
	if start > 0 {
		return line
	}
	return bytes.TrimPrefix(line, []byte("\uFEFF"))
}

// LineAgain reads a line once more, given its start and size in a source as Lines found them.
func LineAgain(from io.ReaderAt, start int64, size int) ([]byte, error) {
	line := make([]byte, size)
	if _, err := from.ReadAt(line, start); err != nil && err != io.EOF {
		return nil, err
	}
	return withoutMark(line, start), nil
}

// At returns line n as Next does, reading forwards: n lies beyond the lines that were
// returned.
func (l *Lines) At(n int) ([]byte, error) {
	for {
		line, err := l.Next()
		if l.number >= n || err != nil {
			return line, err
		}
	}
}

// Number returns the number of the line that was returned last, from 1.
func (l *Lines) Number() int { return l.number }

// Start returns where it stands in the source, in bytes.
func (l *Lines) Start() int64 { return l.start }

// Size returns its length in the source, in bytes, with its line feed.
func (l *Lines) Size() int { return l.size }
