// Package merge joins artifacts of shards, packages and machines: one data set of one
// package and repetition becomes one, with a new summary and gate.
//
// Sources are read twice: first to add up and to find where the cases of each data set
// stand ([Plan]), then to copy them ([Merge.Write]). Numbers are kept, no records.
package merge

import (
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/gates"
	"github.com/extracteval/extracteval/report/summarize"
)

// Options change the merge. The zero value is the default.
type Options struct {
	// Limits replace the limits of the tests; see [artifact.Joiner].
	Limits *gates.File
	// Last: of a case that is there twice the last record counts, by the order of the
	// sources. Else such a case is a conflict of its data set.
	Last bool
	// Ahead, where it is not nil, is what [Merge.Write] is called with. Without Last it gets
	// records while sources are read, which are open twice then: none may be a pipe. Where
	// these are not the first after all, Write empties it and writes all again.
	Ahead Restarter
}

// Restarter is a file that is not whole yet.
type Restarter interface {
	io.Writer
	Restart() error // makes it empty
}

// errAhead: the records written ahead do not come first.
var errAhead = errors.New("merge: what was written ahead does not come first")

// Merge is a plan of the output: numbers, and where the records of cases stand.
type Merge struct {
	o      Options
	inputs []artifact.Source
	from   *copier
	end    func(*artifact.Set) error // ends the section that start began, nil for none
	joiner artifact.Joiner
	parts  map[*artifact.Set]*part
	// newest says where the record of each case stands that counts; nil when no case
	// may be there twice. doubts is how many cases plan did not find so.
	newest map[uint64]location
	doubts int

	section *artifact.Section // of the last case
	setHash uint64            // of its data set
}

// location is a line of an input.
type location struct{ input, line int }

func (l location) before(o location) bool {
	return l.input < o.input || l.input == o.input && l.line < o.line
}

// part is the material of a data set of the output.
type part struct {
	sum   *summarize.Summarizer
	spans []span // of the records
	copy  func() // the next of them, in a goroutine; nil before start
}

// Plan reads artifacts, adds them up and finds where the cases of each data set stand. An error comes from a source;
// the errors and conflicts in a data set are in [Merge.Sets].
func Plan(inputs []artifact.Source, o Options) (*Merge, error) {
	m := &Merge{o: o, inputs: inputs, from: &copier{inputs: inputs}}
	if o.Last {
		return m, m.planLast()
	}
	return m, m.plan()
}

// Sets returns the data sets. Those with Conflicts are not to be written: a case is there
// twice, or two specs or redactions differ.
func (m *Merge) Sets() []*artifact.Set { return m.joiner.Sets() }

// planLast plans with the last record of each case. It finds these records by a glance at the lines. plan then reads
// them; if a line did not hold the record that it seemed to hold, planLast reads all lines.
func (m *Merge) planLast() error {
	for _, glance := range []bool{true, false} {
		if err := m.findLast(glance); err != nil {
			return err
		}
		if err := m.plan(); err != nil || m.doubts == 0 {
			return err
		}
	}
	return nil
}

// findLast notes where the last record of each case stands.
func (m *Merge) findLast(glance bool) error {
	m.newest = map[uint64]location{}
	for i, in := range m.inputs {
		v := artifact.Visitor{Brief: true, Glance: glance}
		v.Case = func(s *artifact.Section, c *report.Case, at artifact.Place) error {
			m.newest[m.caseHash(s, c)] = location{i, at.Line}
			return nil
		}
		if _, err := artifact.Walk(in, v); err != nil {
			return err
		}
	}
	return nil
}

// caseHash stands for a case of a data set.
func (m *Merge) caseHash(s *artifact.Section, c *report.Case) uint64 {
	if s != m.section {
		m.section = s
		m.setHash = stats.DocumentHash(fmt.Sprintf("%q %q %d", s.Package, s.Key.Dataset, s.Repetition))
	}
	return stats.DocumentHash(c.ID) + m.setHash*5 + uint64(c.Trial)*0x9e3779b97f4a7c15
}

// plan adds up and finds the spans.
func (m *Merge) plan() error {
	*m = Merge{o: m.o, inputs: m.inputs, from: m.from, joiner: artifact.Joiner{Limits: m.o.Limits}, parts: map[*artifact.Set]*part{}, newest: m.newest, doubts: len(m.newest)}
	for i, in := range m.inputs {
		if m.newest != nil {
			m.joiner.Counts = func(s *artifact.Section, c *report.Case, at artifact.Place) bool {
				return m.counts(m.caseHash(s, c), location{i, at.Line})
			}
		}
		var set *part
		if err := m.joiner.Read(in, artifact.Visitor{
			Brief: true,
			Begin: func(s *artifact.Section) {
				if set = m.part(s.Set); m.o.Ahead != nil && m.newest == nil && m.end == nil {
					m.start(struct{ io.Writer }{m.o.Ahead}, s.Set, set) // the system would copy parts of pages
				}
			},
			Case: func(_ *artifact.Section, c *report.Case, at artifact.Place) error {
				set.copied(span{i, at.Start, at.End})
				return set.sum.Add(c)
			},
			Summary: func(_ *artifact.Section, s *report.Summary) { set.sum.Adopt(*s) },
		}); err != nil {
			return errors.Join(err, m.Close())
		}
	}
	return nil
}

func (m *Merge) part(set *artifact.Set) *part {
	p := m.parts[set]
	if p == nil {
		o := summarize.OptionsOf(&set.Dataset)
		o.Distinct = true // the joiner sees to it
		p = &part{sum: summarize.New(o)}
		m.parts[set] = p
	}
	return p
}

// copied adds a line. Lines that are copied while sources are read are in the processor's cache still.
func (p *part) copied(s span) {
	n := len(p.spans) - 1
	if n >= 0 && p.spans[n].input == s.input && p.spans[n].end == s.start && (p.copy == nil || s.end-p.spans[n].start <= 1<<20) {
		p.spans[n].end = s.end
		return
	}
	if n >= 0 && p.copy != nil {
		p.copy()
	}
	p.spans = append(p.spans, s)
}

// start begins to write a data set, its head and with each p.copy a span, and m.end ends that:
// with [errAhead] if it was to be another one. While sources are read it is the one that begins
// first, which mostly is the first by its key, too, with the head that its first section makes.
func (m *Merge) start(w io.Writer, set *artifact.Set, p *part) {
	ds := set.Dataset
	ds.Cases = cases(set)
	next, copied := 0, make(chan error, 1)
	copied <- errors.Join(add(w, set.Run), add(w, ds))
	p.copy = func() {
		err, s := <-copied, p.spans[next]
		next++
		go func() {
			if err == nil {
				err = m.from.copy(w, s)
			}
			copied <- err
		}()
	}
	m.end = func(of *artifact.Set) error {
		m.end = nil
		for next < len(p.spans) {
			p.copy()
		}
		if err := <-copied; err != nil || of == set && cases(set) == ds.Cases {
			return err
		}
		return errAhead
	}
}

// counts reports whether the record of a case that stands here is the last one.
func (m *Merge) counts(hash uint64, here location) bool {
	switch last := m.newest[hash]; {
	case last == here:
		m.doubts-- // confirmed
		return true
	case last.before(here):
		m.doubts++ // overlooked
	}
	return false
}

// Write writes one data set: a new summary and gate, and the records of cases as they are. A broken data set stays
// broken: it gets no end record. A set without an artifact, such as one that only limits name, is not written.
func (m *Merge) Write(w io.Writer, set *artifact.Set) error {
	if set.Sections == 0 {
		return nil // a gate is of no artifact
	}
	p := m.part(set)
	if m.end == nil {
		m.start(w, set, p)
	}
	err := m.end(set)
	if err == errAhead {
		if err = m.o.Ahead.Restart(); err == nil {
			m.start(w, set, p)
			err = m.end(set)
		}
	}
	if err != nil {
		return err
	}
	sum := p.sum.Summary()
	if err := add(w, sum); err != nil {
		return err
	}
	if result, ok := set.Judge(sum).Result(); ok {
		if err := add(w, result); err != nil {
			return err
		}
	}
	if set.State() == artifact.Broken {
		return nil
	}
	return add(w, report.End{Cases: set.Records, Partial: set.State() == artifact.Partial, Duration: set.Duration})
}

// cases returns how many the head of a data set says that there are.
func cases(set *artifact.Set) int {
	if set.Expected > 0 {
		return max(set.Expected, set.Cases())
	}
	return set.Expected
}

func add(w io.Writer, r report.Record) error {
	text, err := artifact.AppendRecord(nil, r)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// Close closes the source that was read last. It may be called before a source is
// replaced, and again.
func (m *Merge) Close() error {
	if m.end != nil {
		m.end(nil)
	}
	return m.from.close()
}
