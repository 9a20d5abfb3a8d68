package breakdown

import (
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// documentOf returns the document that a case is of, the unit of every interval, threshold and comparison of slices:
// cases of one document count once.
func documentOf(c *report.Case) uint64 { return stats.DocumentHash(c.ID) }
