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

// Options say what counts. The zero value is the default.
type Options struct {
	// Limits are judged in the place of those of the tests; see [artifact.Joiner].
	Limits *gates.File
	// Last: of a case that is there twice the last record counts, by the order of the
	// sources. Else such a case is a conflict of its data set.
	Last bool
}

// Merge is a plan of what is written: numbers, and where the records of cases stand.
type Merge struct {
	inputs []artifact.Source
	from   *copier
	limits *gates.File
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

// part is what a data set of the output is made of.
type part struct {
	sum   *summarize.Summarizer
	spans []span // of the records
}

// Plan reads artifacts, adds them up and finds where the cases of each data set stand.
// The error is one of a source; what is wrong with a data set, and what conflicts, is in
// [Merge.Sets].
func Plan(inputs []artifact.Source, o Options) (*Merge, error) {
	m := &Merge{inputs: inputs, from: &copier{inputs: inputs}, limits: o.Limits}
	if o.Last {
		return m, m.planLast()
	}
	return m, m.plan()
}

// Sets returns the data sets. Those with Conflicts are not to be written: a case is there
// twice, or two specs or redactions differ.
func (m *Merge) Sets() []*artifact.Set { return m.joiner.Sets() }

// planLast plans with the last record of each case. To find these, a glance at the
// lines will do: plan reads them, and where a line did not hold what it seemed to
// hold, all are read to find them.
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
	*m = Merge{inputs: m.inputs, from: m.from, limits: m.limits, joiner: artifact.Joiner{Limits: m.limits}, parts: map[*artifact.Set]*part{}, newest: m.newest, doubts: len(m.newest)}
	for i, in := range m.inputs {
		if m.newest != nil {
			m.joiner.Counts = func(s *artifact.Section, c *report.Case, at artifact.Place) bool {
				return m.counts(m.caseHash(s, c), location{i, at.Line})
			}
		}
		var set *part
		if err := m.joiner.Read(in, artifact.Visitor{
			Brief: true,
			Begin: func(s *artifact.Section) { set = m.part(s.Set) },
			Case: func(_ *artifact.Section, c *report.Case, at artifact.Place) error {
				set.copied(span{i, at.Start, at.End})
				return set.sum.Add(c)
			},
			Summary: func(_ *artifact.Section, s *report.Summary) { set.sum.Adopt(*s) },
		}); err != nil {
			return err
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

func (p *part) copied(s span) {
	if n := len(p.spans); n > 0 && p.spans[n-1].input == s.input && p.spans[n-1].end == s.start {
		p.spans[n-1].end = s.end
		return
	}
	p.spans = append(p.spans, s)
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

// Write writes one data set: a new summary and gate, and the records of cases as they
// are. What is broken stays so: it gets no end record. A set that is of no artifact, as
// one that limits alone name, is not written.
func (m *Merge) Write(w io.Writer, set *artifact.Set) error {
	if set.Sections == 0 {
		return nil // a gate is of no artifact
	}
	ds := set.Dataset
	if ds.Cases = set.Expected; ds.Cases > 0 {
		ds.Cases = max(ds.Cases, set.Cases())
	}
	var text []byte
	add := func(r report.Record) (err error) {
		text, err = artifact.AppendRecord(text[:0], r)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	if err := errors.Join(add(set.Run), add(ds)); err != nil {
		return err
	}
	p := m.part(set)
	for _, span := range p.spans {
		if err := m.from.copy(w, span); err != nil {
			return err
		}
	}
	sum := p.sum.Summary()
	if err := add(sum); err != nil {
		return err
	}
	if result, ok := set.Judge(sum).Result(); ok {
		if err := add(result); err != nil {
			return err
		}
	}
	if set.State() == artifact.Broken {
		return nil
	}
	return add(report.End{Cases: set.Records, Partial: set.State() == artifact.Partial, Duration: set.Duration})
}

// Close closes the source that was read last. It may be called before a source is
// replaced, and again.
func (m *Merge) Close() error { return m.from.close() }
