package summarize

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// maxSums bounds the rows of a summary: it has one for every attribute, invariant and measure
// in every trial.
const maxSums = 1 << 20

// names returns how many rows a trial can have so far.
func (s *Summarizer) names() int { return len(s.order) + len(s.rules) + len(s.measures) }

// fits returns an error when there is no room for a case.
func (s *Summarizer) fits(c *report.Case) error {
	trials, attributes := len(s.trials), s.names()
	if (trials+1)*(attributes+len(c.Counts)+len(c.Invariants)+len(c.Measures)) <= maxSums {
		return nil // even if all of it is new
	}
	if s.trials[c.Trial] == nil {
		trials++
	}
	for i := range c.Counts {
		if _, known := s.order[c.Counts[i].Attribute]; !known {
			attributes++
		}
	}
	for i := range c.Invariants {
		if _, known := s.rules[c.Invariants[i].Name]; !known {
			attributes++
		}
	}
	for i := range c.Measures {
		if _, known := s.measures[c.Measures[i].Name]; !known {
			attributes++
		}
	}
	if err := s.checkRows(trials, attributes); err != nil {
		return fmt.Errorf("%w: case %q is left out", err, c.ID)
	}
	return nil
}

// fitsAll returns an error when s has no room for the sums of o.
func (s *Summarizer) fitsAll(o *Summarizer) error {
	return s.checkRows(union(s.trials, o.trials), union(s.order, o.order)+union(s.rules, o.rules)+union(s.measures, o.measures))
}

// union is how many keys there are in one of two maps or in both.
func union[K comparable, V any](a, b map[K]V) int {
	n := len(a)
	for key := range b {
		if _, both := a[key]; !both {
			n++
		}
	}
	return n
}

func (s *Summarizer) checkRows(trials, attributes int) error {
	if trials*attributes <= maxSums {
		return nil
	}
	return fmt.Errorf("report: data set %q: %d attributes in %s are more than can be added up", s.o.Dataset, attributes, words.Plural(trials, "trial"))
}
