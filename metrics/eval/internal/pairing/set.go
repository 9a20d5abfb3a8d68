package pairing

import (
	"context"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Set says how the elements of a set are paired.
type Set struct {
	Name   string // its name in warnings
	Match  compare.Comparator
	Assign Assign
}

// Elements pairs the elements of a set that its comparator matches, the more similar ones first, and returns the pairs
// that could not be judged, too. Under ByKey and InOrder, elements with the same text or index are paired even if the
// comparator does not match them.
func Elements(ctx context.Context, s *Set, got, want *Sheet) (r assign.Result, failed []assign.Pair, w Warnings) {
	const some = 0.5 // the least worth of a match, so that two matches are better than one
	comparatorOf := comparators(s.Match, want.Items)
	waits := patience{ctx: ctx}
	w.structure(s.Name, got, want)
	p := assign.Problem{
		Got: got.Len(), Want: want.Len(),
		Threshold:   some,
		GotContent:  ofItems(got, canonical),
		WantContent: ofItems(want, canonical),
		EqualIsOne:  true,
		MaxPairs:    affordable(got, want),
		Stop:        waits.expired,
		Similarity: func(i, j int) float64 {
			if waits.overTexts(len(got.Items[i].RawText()), len(want.Items[j].RawText())) {
				return 0
			}
			c, err := Judge(ctx, comparatorOf(j), got.Items[i], want.Items[j])
			switch {
			case err != nil:
				if len(failed) < maxFailed {
					failed = append(failed, assign.Pair{Got: i, Want: j})
				}
				return 0
			case !c.Match:
				return 0
			}
			return some + (1-some)*c.Similarity
		},
	}
	var gotKeys, wantKeys []string
	switch s.Assign {
	case ByKey:
		gotKeys, wantKeys = ofItems(got, folded), ofItems(want, folded)
	case InOrder:
		gotKeys, wantKeys = got.indices(), want.indices()
	}
	r, err := solve(s.Assign, p, gotKeys, wantKeys)
	w.warnOver(&waits, s.Name)
	for i := range r.Pairs {
		similar := &r.Pairs[i].Similarity
		*similar = max(0, (*similar-some)/(1-some))
	}
	return w.assigned(s.Name, r, err, got, want), failed, w
}

// maxFailed bounds how many pairs that could not be judged are kept.
const maxFailed = 1000

// affordable is the number of pairs of elements that can be compared in good time:
// fewer than maxPairs where their texts are long; see [maxCells].
func affordable(got, want *Sheet) int {
	cells := meanText(got) * meanText(want)
	return int(min(max(maxCells/max(cells, 1), 1), maxPairs))
}

func meanText(s *Sheet) float64 {
	sum := 0
	for _, item := range s.Items {
		sum += len(item.RawText())
	}
	return float64(sum) / float64(max(s.Len(), 1))
}

// ofItems returns a text for each item.
func ofItems(s *Sheet, text func(document.Value) string) []string {
	texts := make([]string, s.Len())
	for i, item := range s.Items {
		texts[i] = text(item)
	}
	return texts
}

func canonical(v document.Value) string { return string(v.AppendCanonical(nil)) }
func folded(v document.Value) string    { return compare.Fold(v.Text()) }
