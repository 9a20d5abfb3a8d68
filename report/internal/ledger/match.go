package ledger

import (
	"slices"

	"github.com/extracteval/extracteval/report/artifact"
)

// ByName returns the key by which cases of several runs are numbered together, for [Runs.Read]. It has no package,
// since that may have been renamed.
func ByName(s *artifact.Section) artifact.Key { return WithoutPackage(s.Key) }

// WithoutPackage returns a key without its package, of the first repetition.
func WithoutPackage(k artifact.Key) artifact.Key {
	return artifact.Key{Dataset: k.Dataset, Repetition: 1}
}

// Match is a data set of two runs, or of one of them.
type Match struct {
	Key   artifact.Key
	Sides [2]*Cases
}

// MatchTwo pairs the data sets of two runs by package and name, and the others by name if the name is unique, since a
// package may have been renamed. The pairs are in the order of their keys.
func MatchTwo(sets [][]*Cases) (all []Match) {
	var byKey [2]map[artifact.Key]*Cases
	for side, all := range sets {
		byKey[side] = map[artifact.Key]*Cases{}
		for _, of := range all {
			byKey[side][of.Key()] = of
		}
	}
	left := map[artifact.Key]*[2][]*Cases{} // by name: the data sets of each run that the other lacks
	for side, some := range sets {
		for _, of := range some {
			key := of.Key()
			switch other := byKey[1-side][key]; {
			case other == nil:
				key = WithoutPackage(key)
				if left[key] == nil {
					left[key] = new([2][]*Cases)
				}
				left[key][side] = append(left[key][side], of)
			case side == 0:
				all = append(all, Match{Key: key, Sides: [2]*Cases{of, other}})
			}
		}
	}
	for side, some := range sets {
		for _, of := range some {
			key := of.Key()
			if byKey[1-side][key] != nil {
				continue
			}
			m := Match{Key: key}
			m.Sides[side] = of
			if both := left[WithoutPackage(key)]; len(both[0]) == 1 && len(both[1]) == 1 {
				if side == 1 { // it is paired with that of the old run
					continue
				}
				m.Sides[1], m.Key = both[1][0], both[1][0].Key()
			}
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b Match) int { return a.Key.Compare(b.Key) })
	return all
}

// Key returns the key of the data set, the same for all repetitions.
func (c *Cases) Key() artifact.Key { return first(c.Set.Key) }

// perRepetition returns the number of trials of a repetition.
func (c *Cases) perRepetition() int { return min(max(c.Dataset.Trials, 1), 1<<20) }

// trial returns the number of a trial of a repetition among the trials of all repetitions. ok is false if there are too
// many.
func (c *Cases) trial(repetition, trial int) (number int32, ok bool) {
	before := max(repetition, 1) - 1
	return int32(min(before, MaxTrials)*c.perRepetition() + trial), before < MaxTrials
}

// own returns the number that the trial of an entry has in its repetition.
func (c *Cases) own(e *Entry) int32 {
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
	worst, of := c.Set.State(), c.Set
	for _, set := range c.repetitions {
		if s := set.State(); s > worst {
			worst, of = s, set
		}
	}
	return worst, of
}

// Sets returns the repetitions as they were read.
func (c *Cases) Sets() []*artifact.Set { return c.repetitions }
