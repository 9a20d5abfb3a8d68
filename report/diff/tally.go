package diff

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// tally counts changes by their size. Of a field there are few sizes, whatever the number of
// cases.
type tally struct {
	sizes  []stats.Changes // sorted
	recent []float64
}

func (t *tally) add(change float64) {
	t.recent = append(t.recent, change)
	if len(t.recent) >= max(1024, len(t.sizes)) {
		t.all()
	}
}

// all returns the changes, each size once.
func (t *tally) all() []stats.Changes {
	if len(t.recent) == 0 {
		return t.sizes
	}
	for _, change := range t.recent {
		c := stats.Changes{Size: math.Abs(change)}
		if change > 0 {
			c.Up = 1
		} else {
			c.Down = 1
		}
		t.sizes = append(t.sizes, c)
	}
	t.recent = t.recent[:0]
	t.sizes, _ = stats.BySize(t.sizes) // sizes are above 0
	return t.sizes
}
