// Package ledger keeps what a comparison of runs needs of their cases: not their records, which are read as streams,
// but how each case ended, its row of counts, which most cases share with others, what was measured and what
// it took, and where its record stands, for the few that are shown.
//
// [Runs.Read] reads the artifacts of any number of runs over the same documents. What it keeps are
// [Cases], those of one data set of one run; cases of several runs share their numbers, and their
// attributes those of [Attributes]. Package diff tests two of them against each other, package compare makes a
// table of many, for which [Joined] has what several data sets have in common.
package ledger

import (
	"errors"
	"fmt"
	"sync"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Runs are any number of runs over the same documents. The zero value has none.
//
// Once all runs are read, what is kept of them may be read concurrently, but for
// [Cases.Records].
type Runs struct {
	Attributes
	rows rows
	ids  map[artifact.Key]*caseIDs
}

// Input is one run.
type Input struct {
	Name    string
	Sources []artifact.Source
	// Begun: of a data set that broke off before it began nothing is said.
	Begun bool
}

// Read reads runs and returns the data sets of each by key, or why there are none: a source
// cannot be opened or read, or the run holds no data set. Whatever else is wrong is in
// [Cases.Set]. A case has the same number in all data sets, of
// all runs, for whose sections as returns the same key; nil stands for that of the section.
//
// Where done is not nil the runs are read side by side. As soon as a case is there in all
// runs, in as many trials as their data sets have, and was asked for in each, done is called
// with these data sets, by run, and the number of the case. When it has returned the case is
// forgotten but for a hash of 64 bits of its name, and another one may have its number. Calls
// follow one another. What is not told, such as what a run lacks or has skipped, is in
// [Common] in the end.
//
// Read returns false where what was told does not hold: a case came again that had been
// forgotten, in a further trial or by mistake, or one whose name has the same hash, or in more
// trials than are compared, or as returns one key for two data sets of a run. Then everything
// is to be read again by other Runs, without done.
func (r *Runs) Read(inputs []Input, as func(*artifact.Section) artifact.Key, done func(all []*Cases, number int32)) (sets [][]*Cases, errs []error, ok bool) {
	sets, errs = make([][]*Cases, len(inputs)), make([]error, len(inputs))
	read := func(i int, b *beside) {
		one := reader{Runs: r, Input: inputs[i], number: i, as: as, beside: b, sets: map[artifact.Key]*Cases{}}
		sets[i], errs[i] = one.read()
	}
	if done == nil {
		for i := range inputs {
			read(i, nil)
		}
		return sets, errs, true
	}
	b := newBeside(len(inputs), done)
	var readers sync.WaitGroup
	for i := range inputs {
		readers.Go(func() {
			defer b.end(i)
			read(i, b)
		})
	}
	readers.Wait()
	return sets, errs, !b.again
}

// reader reads one of several runs.
type reader struct {
	*Runs
	Input
	number int
	as     func(*artifact.Section) artifact.Key
	beside *beside // nil where they are read one after the other
	sets   map[artifact.Key]*Cases
}

// read returns the data sets by key. Its errors have the name by which users know what they asked for.
func (r *reader) read() (sets []*Cases, err error) {
	joiner := artifact.Joiner{Distinct: r.beside != nil}
	for i, s := range r.Sources {
		if s.Open == nil {
			return nil, fmt.Errorf("diff: source %q of the %s run cannot be opened: Open is nil", s.Name, r.Name)
		}
		if err := r.source(&joiner, i, s); err != nil {
			return nil, fmt.Errorf("diff: %s run: %w", r.Name, err)
		}
	}
	for _, set := range joiner.Sets() {
		c := r.sets[set.Key]
		if c == nil { // a run that broke off has left nothing but the sign of it
			if r.Begun {
				continue
			}
			c = r.begin(&artifact.Section{Key: set.Key, Dataset: set.Dataset, Set: set})
		}
		sets = append(sets, c)
	}
	if len(sets) == 0 {
		return nil, errors.New("diff: the " + r.Name + " run holds no data set")
	}
	return sets, nil
}

func (r *reader) source(joiner *artifact.Joiner, number int, s artifact.Source) error {
	var at *Cases
	return joiner.Read(s, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { at = r.begin(s) },
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if r.beside != nil {
				r.beside.add(r.number, at, c, number, place.Line, s.Source)
			} else {
				at.add(c, number, place.Line, s.Source)
			}
			return nil
		},
		Summary: func(_ *artifact.Section, s *report.Summary) { at.measures.adopt(s.Metrics) },
	})
}

// begin returns the cases to which those of a section belong.
func (r *reader) begin(s *artifact.Section) *Cases {
	if r.beside != nil {
		r.beside.Lock()
		defer r.beside.Unlock()
	}
	c := r.sets[s.Key]
	if c != nil {
		return c
	}
	key := s.Key
	if r.as != nil {
		key = r.as(s)
	}
	if r.ids == nil {
		r.ids = map[artifact.Key]*caseIDs{}
	}
	ids := r.ids[key]
	if ids == nil {
		ids = &caseIDs{}
		r.ids[key] = ids
	}
	c = &Cases{Set: s.Set, Dataset: s.Dataset, runs: r.Runs, Sources: r.Sources, ids: ids, measures: newMeasured(s.Dataset.Measures)}
	r.sets[s.Key] = c
	if r.beside != nil {
		r.beside.begin(r.number, c)
	}
	return c
}
