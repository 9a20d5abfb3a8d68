package render

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"io"
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Case is a case that is kept to be shown: the keys by which it is found and sorted. [Read] returns
// the rest.
type Case struct {
	ID     string
	Trial  int
	Status string // "error", "fail", "partial", "broken", "pass" or "skipped"
	Score  report.Ratio

	worst  float64          // the key by which it is sorted
	from   *artifact.Source // that holds the record, at a place
	place  artifact.Place
	packed []byte // the record, of a source that cannot be read at a place
}

// Record is a case with the classes of its fields' errors, "" for a field that is
// right.
type Record struct {
	*report.Case
	Classes []source.Class
}

func newCase(c *report.Case) Case {
	holding, broken := invariant.Holding(c.Invariants)
	return Case{
		ID: c.ID, Trial: c.Trial, Status: terminal.Status(c), Score: c.Score,
		worst: invariant.Worst(c.Score.Value, c.Unlabelled, holding, broken),
	}
}

// Compare is for sorting: failed cases come before passed ones, and the worst cases
// first, as the lists of summaries have them.
func (c Case) Compare(o Case) int {
	return cmp.Or(
		cmp.Compare(terminal.Rank(c.Status), terminal.Rank(o.Status)),
		cmp.Compare(c.worst, o.worst),
		terminal.Natural(c.ID, o.ID),
		cmp.Compare(c.Trial, o.Trial),
	)
}

// Read returns the records of cases that [Load] kept, in their order, from the sources that they were found
// in, of which one at a time is open. It is an error when a source has changed since.
func Read(cases []Case) ([]Record, error) {
	records := make([]Record, len(cases))
	var r reader
	defer r.close()
	for i := range cases {
		c, err := r.read(&cases[i])
		if err != nil {
			return nil, fmt.Errorf("render: case %q: %w", cases[i].ID, err)
		}
		records[i] = Record{c, breakdown.Classes(c)}
	}
	return records, nil
}

// reader reads records from the source that is open.
type reader struct {
	from   *artifact.Source
	file   io.ReadCloser
	buffer []byte
}

func (r *reader) read(c *Case) (*report.Case, error) {
	text, err := r.text(c)
	if err != nil {
		return nil, err
	}
	read := new(report.Case)
	if err := artifact.DecodeCase(text, read); err != nil || !newCase(read).is(c) {
		return nil, fmt.Errorf("%s:%d: it has changed while it was read", c.from.Name, c.place.Line)
	}
	return read, nil
}

// is reports whether c was read from the record of a case.
func (c Case) is(o *Case) bool {
	return c.ID == o.ID && c.Trial == o.Trial && c.Status == o.Status && c.Score == o.Score && c.worst == o.worst
}

// text returns the text of a record, valid until the next call.
func (r *reader) text(c *Case) ([]byte, error) {
	if c.packed != nil {
		return io.ReadAll(flate.NewReader(bytes.NewReader(c.packed)))
	}
	if r.from != c.from {
		r.close()
		file, err := c.from.Open()
		if err != nil {
			return nil, err
		}
		r.from, r.file = c.from, file
	}
	seeker, ok := r.file.(io.Seeker)
	if !ok {
		return nil, fmt.Errorf("%s: it can no longer be read at a place", c.from.Name)
	}
	n := int(c.place.End - c.place.Start)
	r.buffer = slices.Grow(r.buffer[:0], n)[:n]
	_, err := seeker.Seek(c.place.Start, io.SeekStart)
	if err == nil {
		_, err = io.ReadFull(r.file, r.buffer)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", c.from.Name, c.place.Line, err)
	}
	return r.buffer, nil
}

func (r *reader) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// packer compresses records.
type packer struct {
	line []byte
	out  bytes.Buffer
	zip  *flate.Writer
}

func (p *packer) pack(c *report.Case) (_ []byte, err error) {
	if p.line, err = artifact.AppendRecord(p.line[:0], c); err != nil {
		return nil, err
	}
	if p.zip == nil {
		p.zip, _ = flate.NewWriter(nil, flate.BestSpeed) // a level that there is
	}
	p.out.Reset()
	p.zip.Reset(&p.out)
	if _, err := p.zip.Write(p.line); err != nil {
		return nil, err
	}
	if err := p.zip.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(p.out.Bytes()), nil
}
