package strictness

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// Boxes counts the boxes of answers to an attribute that [compare.Box] compares as Format says, "xyxy" or "xywh".
type Boxes struct {
	Attribute string `json:"attribute"`
	Format    string `json:"format"`
	// Of Pairs boxes of answers, Right match their truths as they stand.
	Pairs int `json:"pairs"`
	Right int `json:"right,omitzero"`
	// Answers is how many match if the answer is read by the other format, Truths how many match if the truth is.
	Answers int `json:"answers,omitzero"`
	Truths  int `json:"truths,omitzero"`
	// Fractions are fractions of the page whose truths are lengths, Lengths are lengths whose truths are fractions.
	Fractions int `json:"fractions,omitzero"`
	Lengths   int `json:"lengths,omitzero"`
}

const (
	maxBoxes   = 500 // attributes
	leastBoxes = 5   // of an attribute that is reported
)

// others has the other format of a format.
var others = map[string]string{"xyxy": "xywh", "xywh": "xyxy"}

// box returns a comparator as a Box with its format. ok is false if it is not a Box of xyxy or xywh.
func box(m compare.Comparator) (b compare.Box, ok bool) {
	switch m := m.(type) {
	case compare.Box:
		b = m
	case *compare.Box:
		if m == nil {
			return b, false
		}
		b = *m
	default:
		return b, false
	}
	b.Format = cmp.Or(b.Format, "xyxy")
	return b, others[b.Format] != ""
}

// AddBoxes counts the boxes that were compared in a document. match returns the comparator of an attribute.
func (e *Forms) AddBoxes(leaves []eval.FieldResult, match func(attribute string) compare.Comparator) {
	for i := range leaves {
		leaf := &leaves[i]
		if leaf.Outcome != metrics.Match && leaf.Outcome != metrics.Wrong {
			continue
		}
		b, ok := box(match(leaf.Attribute))
		if !ok || len(e.Boxes) == maxBoxes {
			continue
		}
		e.boxes(leaf.Attribute, b.Format).add(countBox(b, ValueOf(leaf.Got), ValueOf(leaf.Want)))
	}
}

// countBox returns the counts of one box and its truth.
func countBox(b compare.Box, g, w document.Value) Boxes {
	gotBox, gotOther := readBoxes(b, g)
	wantBox, wantOther := readBoxes(b, w)
	least := cmp.Or(b.Threshold, compare.DefaultBoxThreshold)
	matches := func(a, b *geometry.Box) int {
		return numberOf(a != nil && b != nil && compare.Reaches(a.IoU(*b), least))
	}
	return Boxes{
		Pairs: 1, Right: matches(gotBox, wantBox), Answers: matches(gotOther, wantBox), Truths: matches(gotBox, wantOther),
		Fractions: numberOf(inFractions(gotBox, gotOther) && inLengths(wantBox)), Lengths: numberOf(inLengths(gotBox) && inFractions(wantBox, wantOther)),
	}
}

// readBoxes reads a box by the format of b and by the other format. A result is nil if the value is no box of that format.
func readBoxes(b compare.Box, v document.Value) (box, other *geometry.Box) {
	shape, _ := b.Shape(v)
	if stated, ok := shape.(geometry.Box); ok {
		box = &stated
	}
	if shape, _ = (compare.Box{Format: others[b.Format]}).Shape(v); shape != nil {
		if second, ok := shape.(geometry.Box); ok {
			other = &second
		}
	}
	return box, other
}

func numberOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inFractions reports whether a box is in fractions of the page, by one of its readings. The reading must say so, or have
// coordinates from 0 to 1, at least one of them between 0 and 1.
func inFractions(readings ...*geometry.Box) bool {
	return slices.ContainsFunc(readings, func(b *geometry.Box) bool {
		return b != nil && (b.Relative || b.X1 >= 0 && b.Y1 >= 0 && max(b.X2, b.Y2) <= 1 && !isWhole(b))
	})
}

func isWhole(b *geometry.Box) bool {
	return !slices.ContainsFunc([]float64{b.X1, b.Y1, b.X2, b.Y2}, func(c float64) bool { return c != math.Trunc(c) })
}

// inLengths reports whether a box is in lengths: a coordinate is too great for a fraction, even for a box that is a little
// over the edge of the page.
func inLengths(b *geometry.Box) bool { return b != nil && !b.Relative && max(b.X2, b.Y2) > 2 }

func (b *Boxes) add(o Boxes) {
	b.Pairs += o.Pairs
	b.Right += o.Right
	b.Answers += o.Answers
	b.Truths += o.Truths
	b.Fractions += o.Fractions
	b.Lengths += o.Lengths
}

// finding returns the other form of the boxes, "" for fewer than five boxes and for boxes without another form. Nine of ten
// boxes must be in other units, or more than half must match in the other format, and at most one in five as they stand.
func (b *Boxes) finding() string {
	other := others[b.Format]
	if b.Pairs < leastBoxes || other == "" {
		return ""
	}
	found := fmt.Sprintf("%q: ", b.Attribute)
	switch {
	case b.Fractions*10 >= b.Pairs*9:
		return found + fmt.Sprintf("%d of %d answers are fractions of the page, and their truths are lengths, such as pixels; no option converts them: multiply the answers by the width and height of the page", b.Fractions, b.Pairs)
	case b.Lengths*10 >= b.Pairs*9:
		return found + fmt.Sprintf("%d of %d answers are lengths, such as pixels, and their truths are fractions of the page; no option converts them: divide the answers by the width and height of the page", b.Lengths, b.Pairs)
	case b.Right*5 > b.Pairs || max(b.Answers, b.Truths)*2 <= b.Pairs:
		return ""
	case b.Answers >= b.Truths:
		return found + fmt.Sprintf("%d of %d answers match as %s, and %d as %s, which their truths are; no option reads two formats: write the answers as %[5]s", b.Answers, b.Pairs, other, b.Right, b.Format)
	}
	return found + fmt.Sprintf("%d of %d answers match if their truths are read as %s, and %d as %s, as the spec says; no option reads two formats: write the truths as %[5]s", b.Truths, b.Pairs, other, b.Right, b.Format)
}

// OtherFormat returns the option with which match would read a box that it cannot read now, "" for none.
func OtherFormat(match compare.Comparator, v document.Value) string {
	b, ok := box(match)
	if !ok {
		return ""
	}
	if stated, other := readBoxes(b, v); stated != nil || other == nil {
		return ""
	}
	return "format: " + others[b.Format]
}
