package summarize

import "github.com/extracteval/extracteval/report"

// Spending adds up what some cases took, such as those of a slice. The zero value is ready
// to use.
type Spending struct{ sums usage }

// Add adds a case that was asked for.
func (s *Spending) Add(c *report.Case) { s.sums.add(c) }

// Sum returns what was added, nil where no case says what it used, was retried or timed
// out.
func (s *Spending) Sum() *report.Spending { return s.sums.summary(false) }
