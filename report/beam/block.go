package beam

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"encoding/gob"
	"fmt"

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

	open map[int][]blockLine
	size int // of the texts in open
}

// blockLine is a line of a block, with its id.
type blockLine struct {
	ID string
	Line
}

func (fn *blockFn) StartBundle(context.Context, func(int, []byte), func(DeadLetter)) {
	fn.open, fn.size = map[int][]blockLine{}, 0
}

func (fn *blockFn) ProcessElement(_ context.Context, line Line, emit func(int, []byte), dead func(DeadLetter)) error {
	id, err := format.ID(line.Text)
	if err != nil {
		dead(line.deadLetter(fn.Malformed, "", err.Error()))
		return nil
	}
	n := part(id)
	fn.open[n] = append(fn.open[n], blockLine{id, line})
	if fn.size += len(line.Text); fn.size < openBytes {
		return nil
	}
	return fn.close(emit)
}

func (fn *blockFn) FinishBundle(_ context.Context, emit func(int, []byte), _ func(DeadLetter)) error {
	return fn.close(emit)
}

func (fn *blockFn) close(emit func(int, []byte)) error {
	zip, err := flate.NewWriter(nil, zipLevel)
	if err != nil {
		return err
	}
	for n, lines := range fn.open {
		var block bytes.Buffer
		zip.Reset(&block)
		if err := cmp.Or(gob.NewEncoder(zip).Encode(lines), zip.Close()); err != nil {
			return err
		}
		emit(n, block.Bytes())
	}
	clear(fn.open)
	fn.size = 0
	return nil
}

// side is the lines of truths, or of answers, of one part, by id.
type side struct {
	ids   []string // in the order in which they come
	lines map[string]Line
}

// read adds the lines of a block. Of lines with the same id it keeps the first by file and
// number, in whatever order they arrive. The others go to dead.
func (s *side) read(block []byte, kind string, dead func(DeadLetter)) error {
	var lines []blockLine
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(block))).Decode(&lines); err != nil {
		return fmt.Errorf("beam: a block of lines is cut off: %w", err)
	}
	for _, l := range lines {
		s.add(l.ID, l.Line, kind, dead)
	}
	return nil
}

func (s *side) add(id string, line Line, kind string, dead func(DeadLetter)) {
	kept, again := s.lines[id]
	if !again {
		s.ids = append(s.ids, id)
	} else {
		if cmp.Or(cmp.Compare(line.File, kept.File), cmp.Compare(line.Number, kept.Number)) > 0 {
			line, kept = kept, line
		}
		dead(kept.deadLetter(kind, id, "an earlier line has this id"))
	}
	s.lines[id] = line
}
