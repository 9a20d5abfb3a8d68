package summarize

import (
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// Spending adds up the spending of some cases, such as a slice. The zero value is ready to use.
type Spending struct{ sums taken }

// Add adds a case that was asked for.
func (s *Spending) Add(c *report.Case) { s.sums.add(c) }

// Sum returns the total. It is nil where all cases are silent about their use, and none was retried or timed out.
func (s *Spending) Sum() *usage.Spending { return s.sums.summary(false) }
