package summarize

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Merge joins artifacts in memory: those of several packages side by side, and
// shards of one data set into one. Data sets are the same when package, name and
// repetition are. The zero value is empty, ready to use.
type Merge struct {
	sets map[setKey]*Set
}

type setKey struct {
	pkg, dataset string
	repetition   int
}

// Set is one data set of one run, read from one artifact or from several shards.
type Set struct {
	// Run and Dataset are of the first artifact that was read.
	Run        report.Run
	Dataset    report.Dataset
	Summarizer *Summarizer
	// Partial: an artifact says that not all cases were scored.
	Partial bool
	// Incomplete: an artifact broke off or has bad lines.
	Incomplete bool
	// Files are the names of the artifacts.
	Files []string
	// Problems are bad lines, cases that are there twice, shards that are missing or
	// were made with another spec or another redaction: the first 20, and how many more
	// there are.
	Problems []error
	More     int

	shards artifact.Shards
	listed bool // missing shards are among the problems
}

const maxProblems = 20

func (s *Set) problem(err error) {
	if len(s.Problems) == maxProblems {
		s.More++
		return
	}
	s.Problems = append(s.Problems, err)
}

// Read adds an artifact. The error is one of the source; what is wrong with the
// records is in the Problems of their set. A case that is there already is left
// out, and is a problem. An artifact without a data set gives no set and is an error.
func (m *Merge) Read(from io.Reader, name string) error {
	r := artifact.NewReader(from, name)
	r.Brief = true
	var run report.Run
	var set *Set
	var before []error
	touched := map[*Set]bool{}
	problem := func(err error) {
		if set == nil {
			before = append(before, err)
			return
		}
		set.problem(err)
	}
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *artifact.SyntaxError:
			problem(rec)
		case *report.Run:
			run, set = *rec, nil
		case *report.Dataset:
			set = m.set(run, rec, name)
			touched[set] = true
		case *report.Case:
			if set == nil {
				problem(fmt.Errorf("%s:%d: case %q before its data set", name, r.Line(), rec.ID))
			} else if err := set.Summarizer.Add(rec); err != nil {
				problem(fmt.Errorf("%s:%d: %w", name, r.Line(), err))
			}
		case *report.Summary:
			if set != nil {
				set.Summarizer.Adopt(*rec)
			}
		case *report.End:
			if set != nil {
				set.Partial = set.Partial || rec.Partial
			}
		}
	}
	for s := range touched {
		s.Incomplete = s.Incomplete || !r.Complete()
		for _, err := range before {
			s.problem(err)
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	if len(touched) == 0 {
		before = append(before, fmt.Errorf("report: %s holds no data set", name))
		return before[0]
	}
	return nil
}

func (m *Merge) set(run report.Run, ds *report.Dataset, file string) *Set {
	key := setKey{run.Package, ds.Name, run.Repetition}
	set := m.sets[key]
	if set == nil {
		if m.sets == nil {
			m.sets = map[setKey]*Set{}
		}
		set = &Set{Run: run, Dataset: ds.Whole(), Summarizer: New(OptionsOf(ds))}
		m.sets[key] = set
	}
	if set.Dataset.SpecHash != ds.SpecHash {
		set.problem(fmt.Errorf("report: %s: data set %q was made with another spec than in %s", file, ds.Name, set.Files[0]))
	}
	if len(set.Files) > 0 {
		if other := ds.OtherRedaction(set.Dataset, set.Files[0]); other != "" {
			set.problem(fmt.Errorf("report: %s: data set %q %s", file, ds.Name, other))
		}
	}
	if err := set.shards.Add(*ds, file); err != nil {
		set.problem(err)
	}
	if !slices.Contains(set.Files, file) {
		set.Files = append(set.Files, file)
	}
	return set
}

// Sets returns the data sets by package, name and repetition, when all artifacts
// have been read: a shard that is missing is the first of the Problems of its set.
func (m *Merge) Sets() []*Set {
	for _, s := range m.sets {
		if err := s.shards.Missing(s.Dataset.Name, s.Summarizer.Cases()); err != nil && !s.listed {
			s.listed = true
			s.Problems = slices.Insert(s.Problems, 0, err)
		}
	}
	return slices.SortedFunc(maps.Values(m.sets), func(a, b *Set) int {
		return cmp.Or(
			cmp.Compare(a.Run.Package, b.Run.Package),
			cmp.Compare(a.Dataset.Name, b.Dataset.Name),
			cmp.Compare(a.Run.Repetition, b.Run.Repetition),
		)
	})
}
