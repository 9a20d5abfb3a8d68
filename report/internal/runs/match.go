package runs

import (
	"slices"

	"github.com/extracteval/extracteval/report/artifact"
)

// Match is a data set of several runs.
type Match struct {
	Key artifact.Key // in the last run that has it
	// Sides has the data set of each run, nil for a run that does not have it.
	Sides []*Cases
}

// MatchSets pairs the data sets of several runs: by package and name those that all runs have, and the others by name
// where no run has two of the name left, since a package may have been renamed. Data sets that are still left stand by
// package and name. The result is in the order of the keys.
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
