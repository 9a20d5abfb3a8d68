package shell

// This file joins artifacts of shards, packages and machines: all parts of a data set with the same package and
// repetition become one data set, with a new summary and gate.
//
// It reads sources twice: [PlanMerge] adds up the cases and notes where their records are, and [Merge.Write] copies the
// records. It keeps numbers in memory, not records.

import (
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// MergeOptions say what counts. The zero value is the default.
type MergeOptions struct {
	// Limits replace the gates of the tests; see [artifact.Joiner].
	Limits *verdict.GateFile
	// Last says that the last record of a case counts, in the order of the sources. Without it a case with two records
	// is a conflict of its data set.
	Last bool
}

// Merge is a plan of the output: numbers, and the places of the records of cases.
type Merge struct {
	inputs []artifact.Source
	copier *copier
	sums   summarize.Merge
	spans  map[*artifact.Set][]span // of the records
	// newest is the place of the record of each case that counts, by a hash of the case; nil
	// without MergeOptions.Last.
	newest map[uint64]location

	section *artifact.Section // of the last case
	setHash uint64            // of its data set
}

// location is a line of an input.
type location struct{ input, line int }

// PlanMerge reads artifacts, adds them up and notes where the cases of each data set stand. The error
// is an error of a source; [Merge.Sets] has the problems and conflicts of data sets.
func PlanMerge(inputs []artifact.Source, o MergeOptions) (*Merge, error) {
	m := &Merge{inputs: inputs, copier: &copier{inputs: inputs}, sums: summarize.Merge{Limits: o.Limits}, spans: map[*artifact.Set][]span{}}
	if o.Last {
		if err := m.findLast(); err != nil {
			return m, err
		}
	}
	for i, source := range inputs {
		if o.Last {
			m.sums.Counts = func(s *artifact.Section, c *report.Case, place artifact.Place) bool {
				return m.newest[m.caseHash(s, c)] == location{i, place.Line}
			}
		}
		m.sums.Added = func(set *artifact.Set, place artifact.Place) { m.addSet(set, span{i, place.Start, place.End}) }
		if err := m.sums.Read(source); err != nil {
			return m, err
		}
	}
	return m, nil
}

// Sets returns the data sets. Do not write a set with Conflicts: it has a case twice, or parts of
// different specs or redactions.
func (m *Merge) Sets() []*summarize.Set { return m.sums.Sets() }

// findLast sets newest.
func (m *Merge) findLast() error {
	m.newest = map[uint64]location{}
	for i, source := range m.inputs {
		_, err := artifact.Walk(source, artifact.Visitor{Brief: true, Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			m.newest[m.caseHash(s, c)] = location{i, place.Line}
			return nil
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// caseHash returns a hash of data set, id and trial.
func (m *Merge) caseHash(s *artifact.Section, c *report.Case) uint64 {
	if s != m.section {
		m.section = s
		m.setHash = stats.DocumentHash(fmt.Sprintf("%q %q %d", s.Package, s.Key.Dataset, s.Repetition))
	}
	return stats.DocumentHash(c.ID) + m.setHash*5 + uint64(c.Trial)*0x9e3779b97f4a7c15
}

// addSet adds a line of a data set. It extends the last span if the line follows it.
func (m *Merge) addSet(set *artifact.Set, s span) {
	spans := m.spans[set]
	if n := len(spans) - 1; n >= 0 && spans[n].input == s.input && (spans[n].end == s.start || spans[n].end == s.end) {
		spans[n].end = s.end // of a line with several trials as it was
		return
	}
	m.spans[set] = append(spans, s)
}

// Write writes one data set: the records of its cases as they are, a new summary and a new gate.
// A broken set stays broken: it gets no end record. Write skips a set without sections, which
// only Limits name.
func (m *Merge) Write(w io.Writer, set *summarize.Set) error {
	if set.Sections == 0 {
		return nil
	}
	ds := set.Dataset
	if ds.Cases = set.Expected; ds.Cases > 0 { // else it is not known
		ds.Cases = max(ds.Cases, set.Cases())
	}
	if err := errors.Join(writeRecord(w, set.Run), writeRecord(w, ds)); err != nil {
		return err
	}
	for _, s := range m.spans[set.Set] {
		if err := m.copier.copySpan(w, s); err != nil {
			return err
		}
	}
	sum := set.Summarizer.Summary()
	if err := writeRecord(w, sum); err != nil {
		return err
	}
	result, ok := set.Set.Judge(sum).Result()
	compared := result.Baseline == nil || set.Gate != nil // else evalreport check compares it
	if ok && compared {
		if err := writeRecord(w, result); err != nil {
			return err
		}
	}
	if set.State() == artifact.Broken {
		return nil
	}
	return writeRecord(w, report.End{Cases: set.Records, Partial: set.State() == artifact.Partial, Duration: set.Duration})
}

func writeRecord(w io.Writer, r report.Record) error {
	text, err := artifact.AppendRecord(nil, r)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// Close closes the source that Write has read last. It may be called more than once, and must be
// called before a source is replaced.
func (m *Merge) Close() error { return m.copier.close() }

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
	reader io.ReadCloser
	offset int64
}

// copySpan writes lines as they are.
func (c *copier) copySpan(w io.Writer, s span) error {
	err := c.seekSpan(s)
	if err == nil {
		err = c.lines(w, s)
	}
	if err == io.EOF {
		err = errors.New("it became shorter while it was read")
	}
	if err != nil {
		return fmt.Errorf("copying from %s: %w", c.inputs[s.input].Name, err)
	}
	return nil
}

// seekSpan goes to the start of a span.
func (c *copier) seekSpan(s span) (err error) {
	if c.reader != nil && c.input == s.input && c.offset == s.start {
		return nil
	}
	seeker, ok := c.reader.(io.Seeker)
	if c.reader == nil || c.input != s.input || !ok && c.offset > s.start {
		if err := c.close(); err != nil {
			return err
		}
		if c.reader, err = c.inputs[s.input].Open(); err != nil {
			return err
		}
		c.input, c.offset = s.input, 0
		seeker, ok = c.reader.(io.Seeker)
	}
	if ok {
		_, err = seeker.Seek(s.start, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, c.reader, s.start-c.offset)
	}
	c.offset = s.start
	return err
}

// lines copies a span, and adds the line feed that its last line may lack.
func (c *copier) lines(w io.Writer, s span) error {
	n, err := io.CopyN(w, c.reader, s.end-s.start-1)
	c.offset += n
	if err != nil {
		return err
	}
	last := []byte{0, '\n'}
	n1, err := io.ReadFull(c.reader, last[:1])
	c.offset += int64(n1)
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
	if c.reader == nil {
		return nil
	}
	err := c.reader.Close()
	c.reader = nil
	return err
}
