package summarize

import (
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/usage"
)

// Spending adds up what some cases took, such as those of a slice. The zero value is ready
// to use.
type Spending struct{ sums taken }

// Add adds a case that was asked for.
func (s *Spending) Add(c *report.Case) { s.sums.add(c) }

// Sum returns what was added, nil where no case says what it used, was retried or timed
// out.
func (s *Spending) Sum() *usage.Spending { return s.sums.summary(false) }
