package beam

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/metrics/stats"
)

func init() {
	beam.RegisterDoFn(&blockFn{})
	register.Emitter2[int, []byte]()
}

// parts is the number of parts in which lines are joined. A part must fit into the memory of
// a worker: with a billion documents of 500 bytes it is 120 MB.
const parts = 4096

// openBytes is the number of bytes of lines that a bundle holds before it
// writes them as blocks.
const openBytes = 64 << 20

// part returns the part of an id.
func part(id string) int {
	h := stats.DocumentHash(id)
	return int((h ^ h>>32) % parts)
}

// blockFn collects the lines of each part in a bundle: an engine then moves, stores and
// charges for compressed blocks of some hundred lines, instead of single lines.
type blockFn struct {
	Malformed string // kind of the lines without an id

	open map[int]*openBlock
	size int
	zip  *flate.Writer
}

// openBlock is the text of a block. Each line has its id, its file (empty if it is the same as
// for the line before), its number and its text.
type openBlock struct {
	text []byte
	file string // file of the last line
}

func (fn *blockFn) StartBundle(context.Context, func(int, []byte), func(DeadLetter)) error {
	fn.open, fn.size = map[int]*openBlock{}, 0
	if fn.zip != nil {
		return nil
	}
	var err error
	fn.zip, err = flate.NewWriter(nil, zipLevel)
	return err
}

func (fn *blockFn) ProcessElement(_ context.Context, line Line, emit func(int, []byte), dead func(DeadLetter)) error {
	id, err := format.ID(line.Text)
	if err != nil {
		dead(line.dead(fn.Malformed, "", err.Error()))
		return nil
	}
	n := part(id)
	b := fn.open[n]
	if b == nil {
		b = &openBlock{}
		fn.open[n] = b
	}
	before := len(b.text)
	b.add(id, line)
	if fn.size += len(b.text) - before; fn.size < openBytes {
		return nil
	}
	return fn.close(emit)
}

func (fn *blockFn) FinishBundle(_ context.Context, emit func(int, []byte), _ func(DeadLetter)) error {
	return fn.close(emit)
}

func (fn *blockFn) close(emit func(int, []byte)) error {
	for n, b := range fn.open {
		var zipped bytes.Buffer
		fn.zip.Reset(&zipped)
		if _, err := fn.zip.Write(b.text); err != nil {
			return err
		}
		if err := fn.zip.Close(); err != nil {
			return err
		}
		emit(n, zipped.Bytes())
	}
	clear(fn.open)
	fn.size = 0
	return nil
}

func (b *openBlock) add(id string, l Line) {
	file := l.File
	if file == b.file {
		file = ""
	}
	b.file = l.File
	b.text = appendText(appendText(b.text, id), file)
	b.text = binary.AppendUvarint(b.text, uint64(l.Number))
	b.text = appendText(b.text, string(l.Text))
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// side is the lines of truths, or of answers, of one part, by id.
type side struct {
	ids   []string // in the order in which they come
	lines map[string]Line
}

// read adds the lines of a block. Of lines with the same id it keeps the first by file and
// number, in whatever order they arrive. The others go to dead.
func (s *side) read(block []byte, kind string, dead func(DeadLetter)) error {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(block)))
	if err != nil {
		return err
	}
	c := cursor{text, nil}
	file := ""
	for len(c.rest) > 0 && c.err == nil {
		id := string(c.text())
		if name := c.text(); len(name) > 0 {
			file = string(name)
		}
		s.add(id, Line{File: file, Number: c.number(), Text: c.text()}, kind, dead)
	}
	return c.err
}

func (s *side) add(id string, line Line, kind string, dead func(DeadLetter)) {
	kept, again := s.lines[id]
	if !again {
		s.ids = append(s.ids, id)
	} else {
		if cmp.Or(cmp.Compare(line.File, kept.File), cmp.Compare(line.Number, kept.Number)) > 0 {
			line, kept = kept, line
		}
		dead(kept.dead(kind, id, "an earlier line has this id"))
	}
	s.lines[id] = line
}

// cursor reads the text of an openBlock.
type cursor struct {
	rest []byte
	err  error
}

func (c *cursor) number() int {
	n, size := binary.Uvarint(c.rest)
	if size <= 0 {
		c.rest, c.err = nil, errors.New("beam: a block of lines is cut off")
		return 0
	}
	c.rest = c.rest[size:]
	return int(n)
}

func (c *cursor) text() []byte {
	n := c.number()
	if n < 0 || n > len(c.rest) {
		c.rest, c.err = nil, errors.New("beam: a block of lines is cut off")
		return nil
	}
	text := c.rest[:n:n]
	c.rest = c.rest[n:]
	return text
}
