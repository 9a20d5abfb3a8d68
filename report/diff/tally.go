package diff

import (
	"cmp"
	"math"
	"slices"

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
	slices.SortFunc(t.sizes, func(a, b stats.Changes) int { return cmp.Compare(a.Size, b.Size) })
	merged := t.sizes[:1]
	for _, c := range t.sizes[1:] {
		if last := &merged[len(merged)-1]; last.Size == c.Size {
			last.Up += c.Up
			last.Down += c.Down
		} else {
			merged = append(merged, c)
		}
	}
	t.sizes = merged
	return merged
}
