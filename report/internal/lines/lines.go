// Package lines reads a source line by line, whatever the lines hold and however long they are. The Reader of package
// artifact reads records.
package lines

import (
	"bufio"
	"bytes"
	"io"
)

// Max is the length of the longest line that is read, 64 MiB.
const Max = 64 << 20

// Reader reads the lines of a source, without a byte order mark at its beginning, which editors
// put there.
type Reader struct {
	in     *bufio.Reader
	long   []byte
	number int
	start  int64
	size   int
}

// New returns a Reader of r.
func New(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 256<<10)}
}

// Next returns the next line with its line feed, which the last one may lack. The line is valid until the next call.
// A line longer than [Max] is cut behind [Max], and still longer than it. The error is io.EOF behind the last line,
// or the error of the source; the beginning of the line that it interrupts is lost.
func (l *Reader) Next() ([]byte, error) {
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
func (l *Reader) Slice() (line []byte, err error) {
	l.start += int64(l.size)
	line, err = l.in.ReadSlice('\n')
	l.size = len(line)
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = l.in.ReadSlice('\n')
			l.size += len(line)
			if len(l.long) <= Max {
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

// Again reads a line once more, given its start and size in a source as a Reader found them.
func Again(from io.ReaderAt, start int64, size int) ([]byte, error) {
	line := make([]byte, size)
	if _, err := from.ReadAt(line, start); err != nil && err != io.EOF {
		return nil, err
	}
	return withoutMark(line, start), nil
}

// At returns line n as Next does, reading forwards: n lies beyond the lines that were
// returned.
func (l *Reader) At(n int) ([]byte, error) {
	for {
		line, err := l.Next()
		if l.number >= n || err != nil {
			return line, err
		}
	}
}

// Number returns the number of the line that was returned last, from 1.
func (l *Reader) Number() int { return l.number }

// Start returns where it stands in the source, in bytes.
func (l *Reader) Start() int64 { return l.start }

// Size returns its length in the source, in bytes, with its line feed.
func (l *Reader) Size() int { return l.size }
