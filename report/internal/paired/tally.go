package paired

import (
	"math"

	"github.com/extracteval/extracteval/internal/signflip"
)

// tally counts changes by their size. Of a field there are few sizes, whatever the number of
// cases.
type tally struct {
	sizes  []signflip.Changes // sorted
	recent []signflip.Changes
}

func (t *tally) add(change float64, times int) {
	c := signflip.Changes{Size: math.Abs(change)}
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
func (t *tally) all() []signflip.Changes {
	if len(t.recent) == 0 {
		return t.sizes
	}
	t.sizes = append(t.sizes, t.recent...)
	t.recent = t.recent[:0]
	t.sizes, _ = signflip.BySize(t.sizes) // sizes are above 0
	return t.sizes
}
