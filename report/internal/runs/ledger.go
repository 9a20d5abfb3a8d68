// Package runs reads several runs over the same documents, matches their data sets and cases, and judges them by one truth
// and one spec. Package diff tests two runs against each other, package compare makes a table of many and says
// how many documents a comparison needs, package history follows numbers over time.
//
//   - [Ledger.Read] reads artifacts as streams. For each data set of each run it keeps [Cases]: how each case ended, its
//     row of counts (most cases share a row with others), its measures and spending, and the place of its record, which is
//     read again for the few cases that are shown. A case has the same number in all runs, and so has an attribute, see
//     [Attribute].
//   - [MatchSets] pairs the data sets of runs, [Common] the cases.
//   - [Judge] judges the runs by the truths of the run that began last, and under one spec, see [OneTruth].
//   - [Rows] makes a [Row] of each number of their summaries, in one loop.
//   - [Units] says which cases are one document, and count as evidence once.
package runs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Ledger holds any number of runs over the same documents. The zero value has none.
//
// Once all runs are read, all methods may be called concurrently, except [Cases.Records].
type Ledger struct {
	// DatasetName returns the name by which a data set of several runs is matched. By default this is its own name.
	DatasetName func(*artifact.Section) string

	// Attributes are the attributes, the invariants and the declared classes of all data sets of all runs, by their numbers.
	Attributes []Attribute
	numbers    map[string]int // by name, with a mark before the name of an invariant or a class
	rows       rows
	ids        map[string]*ids // by the name of the data set
}

// Input is the artifacts of one run.
type Input struct {
	Name    string            `json:"name"`
	Sources []artifact.Source `json:"-"`
	// Begun says to leave out a data set that broke off before it began.
	Begun bool `json:"-"`
}

// Read reads runs and returns the data sets of each by package and name. It returns an error for a run if a source
// cannot be opened or read, or if the run has no data set. Other errors are in [Cases].Set. Repetitions of a data set
// (go test -count and -cpu) are trials of it: trials of the second repetition are numbered after those of the first. A
// case has the same number in all data sets of a name, whatever their packages: these may have been renamed.
func (l *Ledger) Read(inputs []Input) (sets [][]*Cases, errs []error) {
	sets, errs = make([][]*Cases, len(inputs)), make([]error, len(inputs))
	for i, input := range inputs {
		r := reader{Ledger: l, Input: input, sets: map[artifact.Key]*Cases{}}
		sets[i], errs[i] = r.readRun()
	}
	return sets, errs
}

// reader reads one of several runs.
type reader struct {
	*Ledger
	Input
	sets map[artifact.Key]*Cases
}

// readRun returns the data sets by key. Its errors have the name of the run.
func (r *reader) readRun() (sets []*Cases, err error) {
	var joiner artifact.Joiner
	for i, s := range r.Sources {
		if s.Open == nil {
			return nil, fmt.Errorf("source %q of the %s run cannot be opened: Open is nil", s.Name, r.Name)
		}
		if err := r.source(&joiner, i, s); err != nil {
			return nil, fmt.Errorf("%s run: %w", r.Name, err)
		}
	}
	for _, set := range joiner.Sets() {
		c := r.sets[first(set.Key)]
		if c == nil { // the data set broke off before it began
			if r.Begun {
				continue
			}
			c = r.begin(&artifact.Section{Key: set.Key, Dataset: set.Dataset, Set: set})
		}
		if c.repetitions = append(c.repetitions, set); len(c.repetitions) == 1 {
			c.Set = set
			sets = append(sets, c)
		}
	}
	if len(sets) == 0 {
		return nil, errors.New("the " + r.Name + " run holds no data set")
	}
	return sets, nil
}

func (r *reader) source(joiner *artifact.Joiner, number int, s artifact.Source) error {
	var current *Cases
	return joiner.Read(s, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { current = r.begin(s) },
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			current.addCase(c, s.Key.Repetition, number, place.Line, s.Source)
			return nil
		},
		Summary: func(_ *artifact.Section, s *report.Summary) {
			current.summaries++
			current.recorded = slices.DeleteFunc(slices.Clone(s.Numbers), func(n report.Number) bool { return !n.OverTrials })
			if current.summaries > 1 {
				current.recorded = nil
			}
			current.nonsense = cmp.Or(current.nonsense, s.Nonsense())
		},
	})
}

// first returns the key of the first repetition of a data set.
func first(k artifact.Key) artifact.Key {
	k.Repetition = 1
	return k
}

// begin returns the Cases to which the cases of a section belong.
func (r *reader) begin(s *artifact.Section) *Cases {
	c := r.sets[first(s.Key)]
	if c != nil {
		return c
	}
	key := first(s.Key)
	if r.DatasetName != nil {
		key.Dataset = r.DatasetName(s)
	}
	c = &Cases{Key: key, Set: s.Set, Dataset: s.Dataset, Ledger: r.Ledger, sources: r.Sources, ids: arithmetic.Entry(&r.Ledger.ids, key.Dataset)}
	c.Dataset.Classes = slices.Clone(s.Dataset.Classes)
	for i := range c.Dataset.Classes {
		c.Dataset.Classes[i].Scores = "" // entries do not have the ranks
	}
	for _, m := range s.Dataset.Measures {
		if !m.OverTrials {
			c.measures = append(c.measures, m.Name)
		}
	}
	r.sets[first(s.Key)] = c
	return c
}

// Labelled are the sources of a run that have the same labels.
type Labelled struct {
	Labels  map[string]string
	Sources []artifact.Source
	// Datasets are the names of the first data set of each source.
	Datasets []string
}

// ByLabels divides the sources of a run by their labels, and keeps their order. Artifacts of one data set with different labels are
// different runs of it, not parts of one run. A source that cannot be read has no labels.
func ByLabels(sources []artifact.Source) (parts []Labelled) {
	index := map[string]int{}
	for _, s := range sources {
		labels, dataset := headOf(s)
		text := words.Labels(labels)
		if _, ok := index[text]; !ok {
			index[text] = len(parts)
			parts = append(parts, Labelled{Labels: labels})
		}
		part := &parts[index[text]]
		part.Sources, part.Datasets = append(part.Sources, s), append(part.Datasets, dataset)
	}
	return parts
}

// headOf returns the labels and the name of the first data set in a source.
func headOf(s artifact.Source) (labels map[string]string, dataset string) {
	if s.Open == nil {
		return nil, ""
	}
	f, err := s.Open()
	if err != nil {
		return nil, ""
	}
	defer f.Close()
	for r := artifact.NewReader(f, s.Name); r.Scan(); {
		switch record := r.Record().(type) {
		case *report.Run:
			labels = record.Labels
		case *report.Dataset:
			return labels, record.Name
		case *report.Case, *report.End:
			return labels, ""
		}
	}
	return labels, ""
}

// Match is a data set of several runs.
type Match struct {
	Key artifact.Key // in the last run that has it
	// Sides has the data set of each run, nil for a run that does not have it.
	Sides []*Cases
}

// MatchSets pairs the data sets of several runs. Data sets that all runs have are paired by package and name. The
// others are paired by name, since a package may have been renamed, unless a run has two of this name left. Data sets
// that are still left stand by package and name. The result is in the order of the keys.
func MatchSets(sets [][]*Cases) (all []Match) {
	byKey, byName := map[artifact.Key]*Match{}, map[artifact.Key]*Match{}
	several := map[artifact.Key]bool{} // names of which a run has two left
	put := func(matches map[artifact.Key]*Match, key artifact.Key, side int, c *Cases) {
		if matches[key] == nil {
			matches[key] = &Match{Sides: make([]*Cases, len(sets))}
		}
		several[key] = several[key] || matches[key].Sides[side] != nil
		matches[key].Key, matches[key].Sides[side] = c.Key, c
	}
	for side, some := range sets {
		for _, c := range some {
			put(byKey, c.Key, side, c)
		}
	}
	for side, some := range sets {
		for _, c := range some {
			if slices.Contains(byKey[c.Key].Sides, nil) {
				put(byName, artifact.Key{Dataset: c.Key.Dataset}, side, c)
			}
		}
	}
	for _, m := range byKey {
		if !slices.Contains(m.Sides, nil) || several[artifact.Key{Dataset: m.Key.Dataset}] {
			all = append(all, *m)
		}
	}
	for key, m := range byName {
		if !several[key] {
			all = append(all, *m)
		}
	}
	slices.SortFunc(all, func(a, b Match) int { return a.Key.Compare(b.Key) })
	return all
}

// perRepetition returns the number of trials of a repetition.
func (c *Cases) perRepetition() int { return min(max(c.Dataset.Trials, 1), 1<<20) }

// trial returns the number of a trial of a repetition among the trials of all repetitions. ok is false if there are too
// many.
func (c *Cases) trial(repetition, trial int) (number int32, ok bool) {
	index := max(repetition, 1) - 1
	return int32(min(index, MaxTrials)*c.perRepetition() + trial), index < MaxTrials
}

// ownTrial returns the number that the trial of an entry has in its repetition.
func (c *Cases) ownTrial(e *Entry) int32 {
	if len(c.repetitions) < 2 {
		return e.Trial
	}
	return (e.Trial-1)%int32(c.perRepetition()) + 1
}

// Repetitions returns the number of repetitions.
func (c *Cases) Repetitions() int { return max(len(c.repetitions), 1) }

// State returns the worst state of all repetitions.
func (c *Cases) State() artifact.State {
	s, _ := c.worst()
	return s
}

// Nonsense says why no gate can judge the numbers, "" if a gate can: see [report.Summary.Nonsense]. The summary of a
// shard does not cover the whole run, so for shards Nonsense checks only whether the system is judged by its own
// drafts.
func (c *Cases) Nonsense() string {
	if c.summaries > len(c.Sets()) || c.nonsense == "" {
		return c.OwnDrafts(c)
	}
	return c.nonsense
}

// Why says why not all repetitions are whole, "" if they are.
func (c *Cases) Why() string {
	_, set := c.worst()
	return set.Why()
}

func (c *Cases) worst() (artifact.State, *artifact.Set) {
	state, worst := c.Set.State(), c.Set
	for _, set := range c.repetitions {
		if s := set.State(); s > state {
			state, worst = s, set
		}
	}
	return state, worst
}

// Sets returns the repetitions as they were read.
func (c *Cases) Sets() []*artifact.Set { return c.repetitions }
