package render

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Case is a case to be shown: the keys by which it is found and sorted. [Read] returns the rest.
type Case struct {
	ID     string
	Trial  int
	Status string // "error", "fail", "partial", "broken", "pass" or "skipped"
	Score  report.Ratio

	worst  float64 // the key by which it is sorted
	packed []byte  // the record, compressed
}

// Record is a case with the classes of its fields' errors, "" for a field that is right.
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

// Compare orders cases: failed cases before passed ones, and the worst cases first, as in the lists of summaries.
func (c Case) Compare(o Case) int {
	return cmp.Or(
		cmp.Compare(terminal.Rank(c.Status), terminal.Rank(o.Status)),
		cmp.Compare(c.worst, o.worst),
		terminal.Natural(c.ID, o.ID),
		cmp.Compare(c.Trial, o.Trial),
	)
}

// Read returns the records of cases that [Load] kept, in their order.
func Read(cases []Case) ([]Record, error) {
	records := make([]Record, len(cases))
	for i, c := range cases {
		line, err := io.ReadAll(flate.NewReader(bytes.NewReader(c.packed)))
		read := new(report.Case)
		if err == nil {
			err = artifact.DecodeCase(line, read)
		}
		if err != nil {
			return nil, fmt.Errorf("render: case %q: %w", c.ID, err)
		}
		records[i] = Record{read, breakdown.Classes(read)}
	}
	return records, nil
}

// pack compresses the record of a case.
func (s *collector) pack(c *report.Case) ([]byte, error) {
	line, err := artifact.AppendRecord(nil, c)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	s.zip.Reset(&b)
	if _, err := s.zip.Write(line); err != nil {
		return nil, err
	}
	err = s.zip.Close()
	return bytes.Clone(b.Bytes()), err
}
