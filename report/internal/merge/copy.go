package merge

import (
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report/artifact"
)

// span is a range of whole lines of an input, in bytes. The last line may lack its line feed.
type span struct {
	input      int
	start, end int64
}

// copier copies spans of inputs. It goes back only when it must: an input may hold very many data
// sets, and be compressed.
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

// lines copies a span, and adds the line feed that its last line may lack.
func (c *copier) lines(w io.Writer, s span) error {
	n, err := io.CopyN(w, c.from, s.end-s.start-1)
	c.at += n
	if err != nil {
		return err
	}
	last := []byte{0, '\n'}
	n1, err := io.ReadFull(c.from, last[:1])
	c.at += int64(n1)
	if err != nil {
		return err
	}
	if last[0] == '\n' {
		last = last[:1]
	}
	_, err = w.Write(last)
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
