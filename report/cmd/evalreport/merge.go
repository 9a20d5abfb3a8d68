package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/summarize"
)

var mergeCommand = command{
	name:  "merge",
	args:  "[flags] artifact ...",
	short: "join shards and packages into one file or directory",
	long: `Merge joins the artifacts of shards, packages and machines: one data set of one
package and repetition becomes one, with a new summary and gate. Records of cases
are copied as they are.

A case that is there twice is an error, unless -last says that the last one counts,
by the order of the arguments. So is a data set that was made with two specs or
recorded with two redactions. Nothing is written then. Of parts that are of the same
number of cases, the whole is partial when they have fewer together; else it is when
one of them is.

examples:
  evalreport merge -o all.jsonl.gz shard1 shard2 shard3
  evalreport merge -o merged/ ./...
  evalreport merge -last -o fixed.jsonl run.jsonl rerun.jsonl

exit codes: 0; 1 cases are there twice, or specs or redactions differ (nothing is
written), or records or shards are missing (what is there is written); 2 misuse or a
file that cannot be read or written.`,
	run: (*cli).merge,
}

func (c *cli) merge(args []string) (int, error) {
	fs := c.flags()
	out := fs.String("o", "-", "write to this `FILE`, compressed when it ends in .gz, or, when it ends in / or is a directory, one file for each data set into it")
	last := fs.Bool("last", false, "of a case that is there twice take the last one")
	args, err := c.parse(fs, args)
	if err != nil {
		return 0, err
	}
	inputs, err := c.artifacts(args)
	if err != nil {
		return 0, err
	}
	m := &merger{inputs: inputs}
	if *last {
		err = m.planLast()
	} else {
		err = m.plan()
	}
	if err != nil {
		return 0, err
	}
	if len(m.conflicts) > 0 {
		c.sayAll(m.conflicts, m.moreConflicts)
		c.say("nothing was written")
		return exitFound, nil
	}
	for _, set := range m.sorted() {
		if err := set.shards.Missing(set.dataset.Name, set.sum.Cases()); err != nil {
			set.partial = true
			m.problem(err)
		}
	}
	c.sayAll(m.problems, m.moreProblems)
	if err := c.writeMerged(m, *out); err != nil {
		return 0, err
	}
	if m.lost {
		return exitFound, nil
	}
	return exitOK, nil
}

// merger reads all inputs twice: first to add up and to find where the cases of
// each data set stand, then to copy them. It keeps numbers, no records.
type merger struct {
	inputs []artifact.Source
	sets   map[setKey]*mergedSet
	// newest says where the record of each case stands that counts; nil when no case
	// may be there twice. doubts is how many cases plan did not find so.
	newest map[uint64]location
	doubts int

	conflicts     []error
	moreConflicts int
	problems      []error
	moreProblems  int
	lost          bool // a record of an input is lost
}

// location is a line of an input.
type location struct{ input, line int }

func (l location) before(o location) bool {
	return l.input < o.input || l.input == o.input && l.line < o.line
}

// mergedSet is one data set of the output.
type mergedSet struct {
	run      report.Run
	dataset  report.Dataset
	first    string // name of the input that dataset is from
	sum      *summarize.Summarizer
	shards   artifact.Shards
	records  int
	spans    []span // of the records
	partial  bool   // a section is
	expected int    // cases that the sections are of
	same     bool   // all sections are of as many
	duration time.Duration
}

const maxListed = 20

func (m *merger) conflict(format string, args ...any) {
	if len(m.conflicts) == maxListed {
		m.moreConflicts++
		return
	}
	m.conflicts = append(m.conflicts, fmt.Errorf(format, args...))
}

func (m *merger) problem(err error) {
	m.lost = true
	if len(m.problems) == maxListed {
		m.moreProblems++
		return
	}
	m.problems = append(m.problems, err)
}

// planLast plans with the last record of each case. To find these, a glance at the
// lines will do: plan reads them, and where a line did not hold what it seemed to
// hold, all are read to find them.
func (m *merger) planLast() error {
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
func (m *merger) findLast(glance bool) error {
	m.newest = map[uint64]location{}
	return m.read(handler{glance: glance, onCase: func(s *section, c *report.Case, r *artifact.Reader) {
		m.newest[s.caseHash(c)] = location{s.input, r.Line()}
	}})
}

// plan adds up and finds the spans.
func (m *merger) plan() error {
	*m = merger{inputs: m.inputs, sets: map[setKey]*mergedSet{}, newest: m.newest, doubts: len(m.newest)}
	return m.read(handler{
		onSection: m.begin,
		onCase:    m.add,
		onEnd: func(s *section, e *report.End) {
			set := m.sets[s.key]
			set.partial = set.partial || e.Partial
			set.duration += e.Duration
		},
		onBad: m.problem,
		onBroken: func(s *section) {
			m.problem(fmt.Errorf("%s: data set %q broke off: it has no end", s.name, s.dataset.Name))
			m.sets[s.key].partial = true
		},
	})
}

func (m *merger) begin(s *section) {
	set := m.sets[s.key]
	if set == nil {
		set = &mergedSet{
			run: s.run, dataset: s.dataset.Whole(), first: s.name, expected: s.dataset.Cases, same: true,
			sum: summarize.New(summarize.OptionsOf(s.dataset)),
		}
		m.sets[s.key] = set
	}
	set.same = set.same && set.expected == s.dataset.Cases
	set.expected = max(set.expected, s.dataset.Cases)
	if set.dataset.SpecHash != s.dataset.SpecHash {
		m.conflict("%s: data set %q was made with another spec than elsewhere: its cases cannot be added up", s.name, s.dataset.Name)
	}
	if other := s.dataset.OtherRedaction(set.dataset, set.first); other != "" {
		m.conflict("%s: data set %q %s: one record cannot say both", s.name, s.dataset.Name, other)
	}
	if err := set.shards.Add(*s.dataset, s.name); err != nil && m.newest == nil {
		m.conflict("%w", err)
	}
}

func (m *merger) add(s *section, c *report.Case, r *artifact.Reader) {
	line := r.Line()
	if m.newest != nil && !m.counts(s.caseHash(c), location{s.input, line}) {
		return
	}
	set := m.sets[s.key]
	switch err := set.sum.Add(c); {
	case errors.Is(err, summarize.ErrTwice):
		m.conflict("%s:%d: case %q of data set %q is there already; with -last the last one counts", s.name, line, c.ID, s.dataset.Name)
		return
	case err != nil:
		m.conflict("%s:%d: %w", s.name, line, err)
		return
	}
	set.records++
	start, end := r.Span()
	if n := len(set.spans); n > 0 && set.spans[n-1].input == s.input && set.spans[n-1].end == start {
		set.spans[n-1].end = end
		return
	}
	set.spans = append(set.spans, span{s.input, start, end})
}

// counts reports whether the record of a case that stands here is the last one.
func (m *merger) counts(hash uint64, here location) bool {
	switch last := m.newest[hash]; {
	case last == here:
		m.doubts-- // confirmed
		return true
	case last.before(here):
		m.doubts++ // overlooked
	}
	return false
}

// sorted returns the data sets by package, name and repetition.
func (m *merger) sorted() []*mergedSet {
	keys := make([]setKey, 0, len(m.sets))
	for k := range m.sets {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b setKey) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.dataset, b.dataset), cmp.Compare(a.repetition, b.repetition))
	})
	sets := make([]*mergedSet, len(keys))
	for i, k := range keys {
		sets[i] = m.sets[k]
	}
	return sets
}

// writeMerged writes the data sets to one file, to the standard output or, one
// file each, to a directory.
func (c *cli) writeMerged(m *merger, out string) (err error) {
	from := &copier{inputs: m.inputs}
	defer func() { err = errors.Join(err, from.close()) }()
	if !isFolder(out) {
		return c.output(out, func(w io.Writer) error {
			for _, set := range m.sorted() {
				if err := set.write(w, from); err != nil {
					return err
				}
			}
			return from.close() // it may be the file that is replaced
		})
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return fmt.Errorf("creating %s: %w", out, cause(err))
	}
	for _, set := range m.sorted() {
		name := filename.Stem(set.run.Package, set.dataset.Name)
		if set.run.Repetition > 1 {
			name += fmt.Sprintf(".rep%d", set.run.Repetition)
		}
		if set.isPartial() {
			name += ".partial"
		}
		if err := writeFile(filepath.Join(out, name+".jsonl"), func(w io.Writer) error { return set.write(w, from) }); err != nil {
			return err
		}
	}
	return nil
}

// isPartial reports whether cases lack. Partial runs of one data set may be the
// whole of it together.
func (s *mergedSet) isPartial() bool {
	if s.same && s.expected > 0 {
		return s.sum.Cases() < s.expected
	}
	return s.partial
}

// write writes one data set.
func (s *mergedSet) write(w io.Writer, from *copier) error {
	ds := s.dataset
	ds.Cases = max(s.expected, s.sum.Cases())
	if s.expected == 0 {
		ds.Cases = 0
	}
	var text []byte
	add := func(r report.Record) (err error) {
		text, err = artifact.AppendRecord(text[:0], r)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	if err := errors.Join(add(s.run), add(ds)); err != nil {
		return err
	}
	for _, span := range s.spans {
		if err := from.copy(w, span); err != nil {
			return err
		}
	}
	sum := s.sum.Summary()
	if err := add(sum); err != nil {
		return err
	}
	if gate := ds.Gate; gate != nil && len(gate.Metrics) == 0 {
		if err := add(judge(*gate, &summarize.Set{Dataset: ds, Partial: s.isPartial()}, sum)); err != nil {
			return err
		}
	}
	return add(report.End{Cases: s.records, Partial: s.isPartial(), Duration: s.duration})
}
