package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/lines"
)

// jsonLines is a file of JSON Lines that is read from begin to end, and again at
// any place.
type jsonLines struct {
	name   string
	file   *os.File
	in     *lines.Reader
	offset int64 // behind the last line that was read
}

// openLines opens a file, or the standard input for "-". What is compressed, or
// cannot be read at any place, is copied to a temporary file first.
func (c *cli) openLines(arg string) (*jsonLines, error) {
	name, path := arg, arg
	if arg == "-" {
		name = stdinName
	}
	again, err := c.seekable(arg)
	if err != nil {
		return nil, err
	}
	if !again {
		if path, err = c.copyOf(arg); err != nil {
			return nil, fmt.Errorf("%s: %w", name, cause(err))
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	c.closers = append(c.closers, func() { f.Close() })
	return &jsonLines{name: name, file: f, in: lines.New(f)}, nil
}

// seekable reports whether a file can be read at any place as it is.
func (c *cli) seekable(arg string) (bool, error) {
	if arg == "-" {
		return false, nil
	}
	info, err := os.Stat(arg)
	if err != nil {
		return false, fmt.Errorf("%s: %w", arg, cause(err))
	}
	if info.IsDir() {
		return false, fmt.Errorf("%s is a directory, want a file", arg)
	}
	if !info.Mode().IsRegular() {
		return false, nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return false, fmt.Errorf("%s: %w", arg, cause(err))
	}
	defer f.Close()
	head := make([]byte, 2)
	n, _ := io.ReadFull(f, head)
	return n < 2 || head[0] != 0x1f || head[1] != 0x8b, nil
}

// copyOf returns a temporary file with what a file, or the standard input, has without its
// compression. A command that reads one again gets the same copy.
func (c *cli) copyOf(arg string) (path string, err error) {
	if path, ok := c.copies[arg]; ok {
		return path, nil
	}
	if path, err = c.unpack(arg); err != nil {
		return "", err
	}
	if c.copies == nil {
		c.copies = make(map[string]string)
	}
	c.copies[arg] = path
	return path, nil
}

func (c *cli) unpack(arg string) (path string, err error) {
	if arg != "-" {
		f, err := artifact.Open(arg)
		if err != nil {
			return "", err
		}
		defer f.Close()
		return c.spool(f)
	}
	from, err := artifact.Decompress(c.stdin)
	if err != nil {
		return "", err
	}
	return c.spool(from)
}

// entry is one line of a file.
type entry struct {
	line   int
	offset int64
	text   []byte // nil when there is no room for it: it is read again
	size   int
}

// next returns the next line that is not blank, io.EOF behind the last.
func (l *jsonLines) next() (entry, error) {
	for {
		text, err := l.in.Next()
		if err != nil {
			return entry{}, err
		}
		e := entry{line: l.in.Number(), offset: l.offset, size: l.in.Size()}
		l.offset += int64(e.size)
		if e.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			e.text = bytes.Clone(text)
			return e, nil
		}
	}
}

// again fills in the text of a line that was let go.
func (l *jsonLines) again(e *entry) error {
	if e.text != nil {
		return nil
	}
	text := make([]byte, e.size)
	if _, err := l.file.ReadAt(text, e.offset); err != nil && err != io.EOF {
		return fmt.Errorf("%s:%d: reading it again: %w", l.name, e.line, cause(err))
	}
	e.text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\uFEFF")))
	return nil
}
