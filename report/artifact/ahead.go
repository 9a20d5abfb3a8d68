package artifact

import (
	"runtime"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/inorder"
)

// chunk is some lines of a source that follow each other. One goroutine reads them, another
// decodes them, and a third visits their records.
type chunk struct {
	text  []byte
	lines []chunkLine
	cases []report.Case // what records with Brief or Glance point to, by line
}

type chunkLine struct {
	from, to int // in text
	number   int
	last     bool // in its source, and without a line feed
	place    Place
	record   report.Record // nil where the line is to be skipped
	head     bool          // it is to be a run record, on which those behind it depend
}

const (
	chunkBytes = 256 << 10 // that a chunk has at least, but for the last one
	chunkLines = 256       // that it has at most
	chunkKept  = 1 << 20   // bytes of memory that are used again
	chunkLarge = 8 << 20   // bytes above which nothing is read until a chunk was visited
	maxAbreast = 8         // workers, which is more than what visits their records can take
)

// ahead decodes records with several workers while others are visited, in the order of
// their lines. In memory are a few chunks, at most one of them larger than chunkLarge.
func (w *walk) ahead(r *Reader) {
	abreast := min(runtime.GOMAXPROCS(0), maxAbreast)
	in := Reader{Brief: r.Brief, Glance: r.Glance, name: r.name, brief: new(report.Case)}
	inorder.Run(abreast, abreast+2,
		func(c *chunk) (more, large bool) {
			more = c.fill(r)
			return more, len(c.text) > chunkLarge
		},
		func(_ int, c *chunk) { c.decode(r.Brief, r.Glance, r.name) },
		func(c *chunk) bool {
			for i := range c.lines {
				l := &c.lines[i]
				if l.head || in.foreign {
					in.line = l.number
					l.record = in.decode(c.text[l.from:l.to], l.last)
				}
				if l.record != nil {
					w.record(l.record, l.place)
				}
			}
			if cap(c.text) > chunkKept {
				*c = chunk{}
			}
			return true
		})
}

// fill reads lines, and reports whether there may be more.
func (c *chunk) fill(r *Reader) bool {
	c.text, c.lines = c.text[:0], c.lines[:0]
	for len(c.text) < chunkBytes && len(c.lines) < chunkLines {
		line, last, ok := r.next()
		if !ok {
			return false
		}
		start, end := r.Span()
		l := chunkLine{from: len(c.text), number: r.line, last: last, place: Place{r.line, start, end}}
		c.text = append(c.text, line...)
		l.to = len(c.text)
		c.lines = append(c.lines, l)
	}
	return true
}

// decode decodes each line as if no run before it were of another schema.
func (c *chunk) decode(brief, glance bool, name string) {
	if len(c.cases) < len(c.lines) && (brief || glance) {
		c.cases = make([]report.Case, chunkLines)
	}
	r := Reader{Brief: brief, Glance: glance, name: name}
	for i := range c.lines {
		l := &c.lines[i]
		if brief || glance {
			r.brief = &c.cases[i]
		}
		r.line, r.foreign, r.head = l.number, false, false
		l.record = r.decode(c.text[l.from:l.to], l.last)
		l.head = r.head
	}
}
