package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/metrics/stats"
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

A data set that is broken (its run broke off, records are lost) stays so: what is there
of it is written without an end record, so that nobody takes it for a complete run.

exit codes: 0; 1 cases are there twice, or specs or redactions differ (nothing is
written), or records or shards are missing (what is there is written); 2 misuse or a
file that cannot be read or written.`,
	run: (*cli).merge,
}

func (c *cli) merge(args []string) (int, error) {
	fs := c.flags()
	out := fs.String("o", "-", "write to this `FILE`, compressed when it ends in .gz, or, when it ends in / or is a directory, one file for each data set into it")
	gate := gateFlag(fs)
	last := fs.Bool("last", false, "of a case that is there twice take the last one")
	args, err := c.parse(fs, args)
	if err != nil {
		return 0, err
	}
	limits, err := c.gates(*gate)
	if err != nil {
		return 0, err
	}
	inputs, err := c.artifacts(args)
	if err != nil {
		return 0, err
	}
	m := &merger{inputs: inputs, limits: limits}
	if *last {
		err = m.planLast()
	} else {
		err = m.plan()
	}
	if err != nil {
		return 0, err
	}
	sets := m.joiner.Sets()
	var conflicts []error
	for _, set := range sets {
		c.sayAll(set.Conflicts.First, set.Conflicts.More)
		conflicts = append(conflicts, set.Conflicts.First...)
	}
	if len(conflicts) > 0 {
		hint := ""
		if errors.Is(errors.Join(conflicts...), artifact.ErrTwice) {
			hint = "; with -last the last record of a case counts"
		}
		c.say("nothing was written%s", hint)
		return exitFound, nil
	}
	exit := exitOK
	for _, set := range sets {
		c.sayAll(set.Problems.First, set.Problems.More)
		if err := set.Lacking(); err != nil {
			c.say("%s", err)
			exit = exitFound
		}
		if set.State() == artifact.Broken {
			exit = exitFound
			if set.Sections > 0 {
				c.say("data set %q is broken, and written without an end record: it is of no complete run", set.Dataset.Name)
			}
		}
	}
	return exit, c.writeMerged(m, *out)
}

// merger reads all inputs twice: first to add up and to find where the cases of
// each data set stand, then to copy them. It keeps numbers, no records.
type merger struct {
	inputs []artifact.Source
	limits *report.GateFile
	joiner artifact.Joiner
	parts  map[*artifact.Set]*mergedSet
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

// mergedSet is what a data set of the output is made of.
type mergedSet struct {
	sum   *summarize.Summarizer
	spans []span // of the records
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
func (m *merger) caseHash(s *artifact.Section, c *report.Case) uint64 {
	if s != m.section {
		m.section = s
		m.setHash = stats.DocumentHash(fmt.Sprintf("%q %q %d", s.Package, s.Key.Dataset, s.Repetition))
	}
	return stats.DocumentHash(c.ID) + m.setHash*5 + uint64(c.Trial)*0x9e3779b97f4a7c15
}

// plan adds up and finds the spans.
func (m *merger) plan() error {
	*m = merger{inputs: m.inputs, limits: m.limits, joiner: artifact.Joiner{Limits: m.limits}, parts: map[*artifact.Set]*mergedSet{}, newest: m.newest, doubts: len(m.newest)}
	for i, in := range m.inputs {
		if m.newest != nil {
			m.joiner.Counts = func(s *artifact.Section, c *report.Case, at artifact.Place) bool {
				return m.counts(m.caseHash(s, c), location{i, at.Line})
			}
		}
		var set *mergedSet
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

func (m *merger) part(set *artifact.Set) *mergedSet {
	part := m.parts[set]
	if part == nil {
		o := summarize.OptionsOf(&set.Dataset)
		o.Distinct = true // the joiner sees to it
		part = &mergedSet{sum: summarize.New(o)}
		m.parts[set] = part
	}
	return part
}

func (p *mergedSet) copied(s span) {
	if n := len(p.spans); n > 0 && p.spans[n-1].input == s.input && p.spans[n-1].end == s.start {
		p.spans[n-1].end = s.end
		return
	}
	p.spans = append(p.spans, s)
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

// writeMerged writes the data sets to one file, to the standard output or, one
// file each, to a directory.
func (c *cli) writeMerged(m *merger, out string) (err error) {
	from := &copier{inputs: m.inputs}
	defer func() { err = errors.Join(err, from.close()) }()
	if !isFolder(out) {
		return c.output(out, func(w io.Writer) error {
			for _, set := range m.joiner.Sets() {
				if err := m.write(w, set, from); err != nil {
					return err
				}
			}
			return from.close() // it may be the file that is replaced
		})
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return fmt.Errorf("creating %s: %w", out, cause(err))
	}
	for _, set := range m.joiner.Sets() {
		if set.Sections == 0 {
			continue
		}
		name := filename.Stem(set.Package, set.Dataset.Name)
		if set.Repetition > 1 {
			name += fmt.Sprintf(".rep%d", set.Repetition)
		}
		if set.State() == artifact.Partial {
			name += ".partial"
		}
		if err := writeFile(filepath.Join(out, name+".jsonl"), func(w io.Writer) error { return m.write(w, set, from) }); err != nil {
			return err
		}
	}
	return nil
}

// write writes one data set. What is broken stays so: it gets no end record.
func (m *merger) write(w io.Writer, set *artifact.Set, from *copier) error {
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
	part := m.part(set)
	for _, span := range part.spans {
		if err := from.copy(w, span); err != nil {
			return err
		}
	}
	sum := part.sum.Summary()
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
