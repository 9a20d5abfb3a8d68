package merge

import (
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report/artifact"
)

// span is a range of bytes of an input: whole lines, behind the last of which the
// line feed may lack.
type span struct {
	input      int
	start, end int64
}

// copier copies spans of inputs. It reads on where it is as long as it can: an input
// may hold very many data sets.
type copier struct {
	inputs []artifact.Source
	input  int // that is open
	from   io.ReadCloser
	at     int64
}

// copy writes lines as they are.
func (c *copier) copy(w io.Writer, s span) error {
	err := c.seek(s)
	if err == nil {
		err = c.lines(w, s)
	}
	if err == io.EOF {
		err = errors.New("it has become shorter while it was read")
	}
	if err != nil {
		return fmt.Errorf("copying from %s: %w", c.inputs[s.input].Name, err)
	}
	return nil
}

// seek goes to the start of a span.
func (c *copier) seek(s span) (err error) {
	if c.from != nil && c.input == s.input && c.at == s.start {
		return nil
	}
	seeker, ok := c.from.(io.Seeker)
	if c.from == nil || c.input != s.input || !ok && c.at > s.start {
		if err := c.close(); err != nil {
			return err
		}
		if c.from, err = c.inputs[s.input].Open(); err != nil {
			return err
		}
		c.input, c.at = s.input, 0
		seeker, ok = c.from.(io.Seeker)
	}
	if ok {
		_, err = seeker.Seek(s.start, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, c.from, s.start-c.at)
	}
	c.at = s.start
	return err
}

func (c *copier) lines(w io.Writer, s span) error {
	to := lastByte{Writer: w}
	n, err := io.CopyN(&to, c.from, s.end-s.start)
	c.at += n
	if err == nil && to.last != '\n' {
		_, err = w.Write([]byte{'\n'})
	}
	return err
}

func (c *copier) close() error {
	if c.from == nil {
		return nil
	}
	err := c.from.Close()
	c.from = nil
	return err
}

// lastByte remembers the last byte that was written.
type lastByte struct {
	io.Writer
	last byte
}

func (l *lastByte) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.last = p[len(p)-1]
	}
	return l.Writer.Write(p)
}
