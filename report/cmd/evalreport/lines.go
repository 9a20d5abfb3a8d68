package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report"
)

// lines reads a source line by line.
type lines struct {
	in   *bufio.Reader
	n    int // number of the last line that was read, from 1
	size int // its length in the source
	long []byte
}

func newLines(from io.Reader) *lines { return &lines{in: bufio.NewReaderSize(from, 256<<10)} }

// at returns line number n, reading forwards.
func (l *lines) at(n int) ([]byte, error) {
	for {
		line, err := l.next()
		if l.n >= n || err != nil {
			return line, err
		}
	}
}

// next returns the next line with its end, io.EOF behind the last one. It is valid
// until the next call. Of a line that is longer than [report.MaxLineBytes] only
// its size is right.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	l.size = len(line)
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = l.in.ReadSlice('\n')
			l.size += len(line)
			if len(l.long) <= report.MaxLineBytes {
				l.long = append(l.long, line...)
			}
		}
		line = l.long
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	l.n++
	return line, err
}

// copyLines copies lines as they are.
func copyLines(w io.Writer, in report.Source, spans []span) (n int, err error) {
	f, err := in.Open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	from := newLines(f)
	for _, s := range spans {
		for k := s.first; k <= s.last; k++ {
			line, err := from.at(k)
			if err == nil {
				_, err = w.Write(line)
			}
			if err == nil && line[len(line)-1] != '\n' {
				_, err = w.Write([]byte{'\n'})
			}
			if err != nil {
				return n, fmt.Errorf("copying %s:%d: %w", in.Name, k, err)
			}
			n++
		}
	}
	return n, nil
}
