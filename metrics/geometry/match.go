package geometry

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/assign"
)

// Matching is a 1:1 pairing of two lists of boxes. The similarity of a pair is its IoU. It is Incomplete if there were
// more overlapping pairs than [assign.Problem].MaxPairs allows, so that not all were compared.
type Matching struct{ assign.Result }

// slack lets a computed ratio reach the round threshold that it equals but for rounding.
const slack = 1e-9

// Match pairs got boxes with want boxes by an algorithm of package assign: [assign.Greedy] (the pair of the highest IoU
// first, then the next among the boxes left), [assign.Optimal] (the pairs with the maximum total IoU) or
// [assign.InOrder] (got[i] with want[i], whether or not they overlap). Greedy and Optimal pair only boxes that overlap
// with an IoU of at least threshold, from 0 to 1, with a slack of 1e-9. Among equally good pairings the one with more
// pairs wins; then the coordinates decide, so that the order of either list changes no count. An invalid box overlaps
// no other: call [Box.Valid] first to report it.
//
// A threshold outside of 0 to 1 is an error.
func Match(got, want []Box, algorithm func(assign.Problem) (assign.Result, error), threshold float64) (Matching, error) {
	result, err := algorithm(assign.Problem{
		Got:         len(got),
		Want:        len(want),
		Similarity:  func(i, j int) float64 { return got[i].IoU(want[j]) },
		Threshold:   threshold,
		Prefer:      func(int, int) int { return 1 },
		GotContent:  contents(got),
		WantContent: contents(want),
		Candidates:  newShelf(want).neighbours(got),
	})
	if err != nil {
		return Matching{}, fmt.Errorf("geometry: matching %d got and %d want boxes: %w", len(got), len(want), err)
	}
	return Matching{result}, nil
}

// MeanIoU is the sum of the IoU of all pairs divided by the length of the longer list: a box without partner contributes 0.
// It is undefined when both lists are empty.
func (m Matching) MeanIoU() (mean float64, ok bool) {
	longer := len(m.Pairs) + max(len(m.UnmatchedGot), len(m.UnmatchedWant))
	if longer == 0 {
		return 0, false
	}
	sum := 0.0
	for _, p := range m.Pairs {
		sum += p.Similarity
	}
	return sum / float64(longer), true
}

// Counts takes a pair as a match when its IoU is at least threshold (with a slack of 1e-9) and else as wrong, a want box
// without partner as missing and a got box without partner as invented. Precision, recall and F1 follow from its
// [metrics.Counts.Confusion].
func (m Matching) Counts(threshold float64) metrics.Counts {
	c := metrics.Counts{Missing: len(m.UnmatchedWant), Invented: len(m.UnmatchedGot)}
	for _, p := range m.Pairs {
		if p.Similarity >= threshold-slack {
			c.Match++
		} else {
			c.Wrong++
		}
	}
	return c
}

// IoUMatrix returns the IoU of every pair, row by row: got[i] and want[j] have index i*len(want)+j.
func IoUMatrix(got, want []Box) []float64 {
	matrix := make([]float64, len(got)*len(want))
	for i := range got {
		row := matrix[i*len(want) : (i+1)*len(want)]
		for j := range row {
			row[j] = boxIoU(&got[i], &want[j])
		}
	}
	return matrix
}

// contents returns a text for each box, by which assign orders ties.
func contents(boxes []Box) []string {
	texts := arithmetic.Each(boxes, func(b Box) string { return fmt.Sprint(b.Page, b.Y1, b.X1, b.Y2, b.X2, b.Relative) })
	return texts
}

// shelf holds the boxes of each page by their upper edges, so that a box is compared with those beside it and not with a
// whole document.
type shelf struct {
	boxes []Box
	pages map[int]shelfPage
}

type shelfPage struct {
	byTop   []int // indices into boxes, by Y1
	tallest float64
}

func newShelf(boxes []Box) shelf {
	s := shelf{boxes: boxes, pages: map[int]shelfPage{}}
	for i, b := range boxes {
		if b.Valid() != nil {
			continue
		}
		page := s.pages[b.Page]
		page.byTop = append(page.byTop, i)
		page.tallest = max(page.tallest, b.Y2-b.Y1)
		s.pages[b.Page] = page
	}
	for _, page := range s.pages {
		sort.Slice(page.byTop, func(i, j int) bool {
			a, b := page.byTop[i], page.byTop[j]
			return cmp.Or(order(boxes[a].Y1, boxes[b].Y1), cmp.Compare(a, b)) < 0
		})
	}
	return s
}

// neighbours returns the function that lists, for a box of got, those boxes of the shelf whose vertical extent meets its own.
func (s shelf) neighbours(got []Box) func(int) []int {
	var found []int
	return func(i int) []int {
		found = found[:0]
		g := got[i]
		page := s.pages[g.Page]
		// The next number below, since rounding must not lose a box that just reaches.
		first, _ := slices.BinarySearchFunc(page.byTop, math.Nextafter(g.Y1-page.tallest, math.Inf(-1)), func(j int, y float64) int {
			return order(s.boxes[j].Y1, y)
		})
		for _, j := range page.byTop[first:] {
			if !(s.boxes[j].Y1 < g.Y2) {
				break
			}
			if s.boxes[j].Y2 > g.Y1 {
				found = append(found, j)
			}
		}
		return found
	}
}
