package artifact

import (
	"bufio"
	"io"
)

// LineReader reads a source line by line, whatever the lines hold and however long
// they are. A [Reader] gives records instead.
type LineReader struct {
	in     *bufio.Reader
	long   []byte
	number int
	size   int
}

// NewLineReader returns a LineReader of r.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(r, 256<<10)}
}

// Next returns the next line with its line feed, which the last one may lack. The
// line is valid until the next call. Of a line longer than [MaxLineBytes] it returns
// no more than shows that it is. The error is io.EOF behind the last line, or that of
// the source; the beginning of the line that it interrupts is lost.
func (l *LineReader) Next() ([]byte, error) {
	line, size, err := l.slice()
	if err == io.EOF && size > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	l.number++
	l.size = size
	return line, nil
}

// slice returns the next line as Next does, its length in the source, and the error
// that has ended the line in the place of a line feed.
func (l *LineReader) slice() (line []byte, size int, err error) {
	line, err = l.in.ReadSlice('\n')
	size = len(line)
	if err != bufio.ErrBufferFull {
		return line, size, err
	}
	l.long = append(l.long[:0], line...)
	for err == bufio.ErrBufferFull {
		line, err = l.in.ReadSlice('\n')
		size += len(line)
		if len(l.long) <= MaxLineBytes {
			l.long = append(l.long, line...)
		}
	}
	return l.long, size, err
}

// At returns line n as Next does, reading forwards: n lies beyond the lines that were
// returned.
func (l *LineReader) At(n int) ([]byte, error) {
	for {
		line, err := l.Next()
		if l.number >= n || err != nil {
			return line, err
		}
	}
}

// Number returns the number of the line that was returned last, from 1.
func (l *LineReader) Number() int { return l.number }

// Size returns its length in the source, in bytes, with its line feed.
func (l *LineReader) Size() int { return l.size }
