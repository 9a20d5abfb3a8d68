package estimate

import "github.com/extracteval/extracteval/metrics/stats"

// Shares adds up, over cases, the share of a case's trials in which a statement is true. It sums integers, so that the
// order of cases does not matter.
type Shares struct {
	Cases    int
	byTrials []int // sums by the number of trials of the case
}

// Add adds a case with the given number of trials, of; the statement is true in count of them.
func (s *Shares) Add(count, trials int) {
	for len(s.byTrials) <= trials {
		s.byTrials = append(s.byTrials, 0)
	}
	s.byTrials[trials] += count
	s.Cases++
}

// Sum returns the sum of the shares.
func (s *Shares) Sum() (sum float64) {
	for trials, count := range s.byTrials {
		sum += float64(count) / float64(max(trials, 1))
	}
	return sum
}

// Interval returns Wilson's interval of the mean share, with the number of cases as the number of trials: a second
// trial is not a second case. evidence is the share of the cases that counts as evidence, 1 if each case is a unit of
// its own. The interval is undefined without cases.
func (s *Shares) Interval(level, evidence float64) (stats.Interval, bool) {
	return stats.Wilson(s.Sum()/float64(max(s.Cases, 1)), float64(s.Cases)*evidence, level)
}
