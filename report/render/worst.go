package render

import (
	"cmp"

	"github.com/extracteval/extracteval/report"
)

// compareCases has the worst cases first.
func compareCases(a, b *report.Case) int {
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(a.Score.Value, b.Score.Value),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Trial, b.Trial),
	)
}

func rank(c *report.Case) int {
	switch status(c) {
	case "error":
		return 0
	case "pass":
		return 2
	case "skipped":
		return 3
	}
	return 1
}
