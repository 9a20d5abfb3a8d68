package paired

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// tally counts changes by their size. Of a field there are few sizes, whatever the number of
// cases.
type tally struct {
	sizes  []stats.Changes // sorted
	recent []stats.Changes
}

func (t *tally) add(change float64, times int) {
	c := stats.Changes{Size: math.Abs(change)}
	if change > 0 {
		c.Up = times
	} else {
		c.Down = times
	}
	t.recent = append(t.recent, c)
	if len(t.recent) >= max(1024, len(t.sizes)) {
		t.all()
	}
}

// all returns the changes, each size once.
func (t *tally) all() []stats.Changes {
	if len(t.recent) == 0 {
		return t.sizes
	}
	t.sizes = append(t.sizes, t.recent...)
	t.recent = t.recent[:0]
	t.sizes, _ = stats.BySize(t.sizes) // sizes are above 0
	return t.sizes
}
