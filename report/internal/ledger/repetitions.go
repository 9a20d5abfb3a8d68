package ledger

import "github.com/extracteval/extracteval/report/artifact"

// Key returns the key of the data set, the same for all repetitions.
func (c *Cases) Key() artifact.Key { return first(c.Set.Key) }

// perRepetition is how many trials a repetition has.
func (c *Cases) perRepetition() int { return min(max(c.Dataset.Trials, 1), 1<<20) }

// trial returns the number of a trial of a repetition among those of all repetitions, false where there are too many.
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

// Repetitions is how many there are.
func (c *Cases) Repetitions() int { return max(len(c.repetitions), 1) }

// State is the worst of all repetitions.
func (c *Cases) State() artifact.State {
	s, _ := c.worst()
	return s
}

// Nonsense says why no gate could judge the numbers, "" where it could: see [report.Summary.Nonsense]. A part does not know
// of the whole, so that it is "" of shards.
func (c *Cases) Nonsense() string {
	if c.summaries > len(c.Sets()) {
		return ""
	}
	return c.nonsense
}

// Why says why not all repetitions are whole, "" when they are.
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

// Sets are the repetitions as they were read.
func (c *Cases) Sets() []*artifact.Set { return c.repetitions }
