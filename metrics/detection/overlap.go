package detection

import (
	"cmp"
	"slices"
)

// overlapIndex finds the truths of one image that may overlap a box. It is a balanced
// tree in an array that is sorted by the lower edges on one axis: the middle of each
// stretch is its root, and knows the greatest upper edge of the stretch. A search takes
// the logarithm of the truths, and for each truth that meets the box on that axis the
// same at most.
type overlapIndex struct {
	vertical bool // the axis: lines of a page are narrow there
	spans    []span
}

type span struct {
	low, high float64
	highest   float64 // of the stretch whose middle it is
	truth     int
}

// newOverlapIndex returns the index of truths, where first is the index of the first one. Its axis
// is the one on which they share less.
func newOverlapIndex(truths []imageTruth, first int) *overlapIndex {
	x := &overlapIndex{vertical: share(truths, true) < share(truths, false)}
	for i, t := range truths {
		low, high := x.edges(t.Box)
		x.spans = append(x.spans, span{low: low, high: high, truth: first + i})
	}
	slices.SortFunc(x.spans, func(a, b span) int { return cmp.Compare(a.low, b.low) })
	x.fill(x.spans)
	return x
}

// share returns the sum of the lengths on an axis, relative to what they span: how many
// boxes there are at each place.
func share(truths []imageTruth, vertical bool) float64 {
	x := overlapIndex{vertical: vertical}
	least, most := x.edges(truths[0].Box)
	sum := 0.0
	for _, t := range truths {
		low, high := x.edges(t.Box)
		least, most = min(least, low), max(most, high)
		sum += high - low
	}
	if most == least {
		return float64(len(truths))
	}
	return sum / (most - least)
}

func (x *overlapIndex) edges(b Box) (low, high float64) {
	if x.vertical {
		return b.Y, b.Y + b.Height
	}
	return b.X, b.X + b.Width
}

// fill sets the highest edges of all nodes and returns the highest of all.
func (x *overlapIndex) fill(spans []span) float64 {
	if len(spans) == 0 {
		return 0
	}
	middle := len(spans) / 2
	highest := spans[middle].high
	if middle > 0 {
		highest = max(highest, x.fill(spans[:middle]))
	}
	if middle+1 < len(spans) {
		highest = max(highest, x.fill(spans[middle+1:]))
	}
	spans[middle].highest = highest
	return highest
}

// each calls visit with each truth that meets the box on the axis, or is not farther
// from it than slack, in no particular order.
func (x *overlapIndex) each(b Box, slack float64, visit func(truth int)) {
	low, high := x.edges(b)
	x.search(x.spans, low-slack, high+slack, visit)
}

func (x *overlapIndex) search(spans []span, low, high float64, visit func(truth int)) {
	for len(spans) > 0 {
		middle := len(spans) / 2
		root := &spans[middle]
		if root.highest < low {
			return
		}
		x.search(spans[:middle], low, high, visit)
		if root.low > high {
			return
		}
		if root.high >= low {
			visit(root.truth)
		}
		spans = spans[middle+1:]
	}
}
