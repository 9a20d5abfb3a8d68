package detection

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The index finds every truth that a look at all of them finds.
func TestOverlapIndex(t *testing.T) {
	box := rapid.Custom(func(t *rapid.T) Box {
		n := rapid.IntRange(0, 12)
		return Box{X: float64(n.Draw(t, "x")), Y: float64(n.Draw(t, "y")), Width: float64(n.Draw(t, "width")), Height: float64(n.Draw(t, "height"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		var truths []imageTruth
		for _, b := range rapid.SliceOfN(box, 1, 40).Draw(t, "truths") {
			truths = append(truths, imageTruth{Truth: Truth{Box: b}})
		}
		voc := VOC{InclusivePixels: rapid.Bool().Draw(t, "inclusive pixels")}
		d := box.Draw(t, "detection")
		var found []int
		newOverlapIndex(truths, 7).each(d, voc.pixel(), func(i int) { found = append(found, i) })
		for i, truth := range truths {
			if voc.iou(d, truth.Box) > 0 && !slices.Contains(found, 7+i) {
				t.Fatalf("truth %d, %v, overlaps %v and is not found among %v", i, truth.Box, d, found)
			}
		}
		slices.Sort(found)
		if len(slices.Compact(found)) != len(found) {
			t.Fatalf("a truth is found twice: %v", found)
		}
	})
}

// A search on a page of text looks at a line, not at the page.
func TestOverlapIndexLooksAtALine(t *testing.T) {
	var truths []imageTruth
	for line := range 100 {
		for word := range 100 {
			truths = append(truths, imageTruth{Truth: Truth{Box: Box{X: float64(10 * word), Y: float64(20 * line), Width: 9, Height: 12}}})
		}
	}
	truths = append(truths, imageTruth{Truth: Truth{Box: Box{Width: 1000, Height: 2000}}}) // the page
	index, looked := newOverlapIndex(truths, 0), 0
	index.each(truths[5050].Box, 0, func(int) { looked++ })
	if looked != 101 {
		t.Errorf("looked at %d truths, want those of the line and the page, 101", looked)
	}
}
