package eval

import (
	"cmp"

	"github.com/extracteval/extracteval/metrics/eval/internal/paths"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// set evaluates an array of scalars in which the order means nothing: elements
// that match are paired, the others are missing or invented.
func (ev *evaluation) set(f *field, got, want document.Value, at *place, t *tally) {
	wantItems, ok := elements(want)
	if !ok {
		ev.reject("field %q: the truth has %s at %q, want an array", f.attribute, article(want), at.pathOf(f))
		return
	}
	ev.collection(f, got, wantItems.len(), at, t, func(gotItems *sheet, inside *place, t *tally) {
		ev.setElements(f, gotItems, &wantItems, inside, t)
	})
}

func (ev *evaluation) setElements(f *field, got, want *sheet, at *place, t *tally) {
	element := &f.set.element
	partner := make([]int, want.len())
	for w := range partner {
		partner[w] = -1
	}
	paired := make([]bool, got.len())
	if at.alone == both {
		r, failed := ev.alignElements(f, got, want)
		for _, p := range r.Pairs {
			partner[p.Want] = p.Got
			paired[p.Got] = true
		}
		ev.result.Alignments = append(ev.result.Alignments, alignment(r, cmp.Or(at.path, paths.Document), got, want))
		// What a comparator could not judge is unknown, not missing and invented.
		for _, p := range failed {
			if partner[p.Want] < 0 && !paired[p.Got] {
				partner[p.Want] = p.Got
				paired[p.Got] = true
			}
		}
	}
	for w, i := range partner {
		if i < 0 {
			ev.aloneElement(element, document.Value{}, want.items[w], at.item(wantOnly, -1, want.index[w]), t, tagMissing)
			continue
		}
		ev.leaf(element, got.items[i], want.items[w], at.item(at.alone, got.index[i], want.index[w]), t)
	}
	for i := range paired {
		if !paired[i] {
			ev.aloneElement(element, got.items[i], document.Value{}, at.item(gotOnly, got.index[i], -1), t, tagItem)
		}
	}
}

func (ev *evaluation) aloneElement(element *field, got, want document.Value, at *place, t *tally, tag string) {
	misses, listed := t.misses, ev.invented < MaxInvented
	ev.leaf(element, got, want, at, t)
	if t.misses > misses && listed && !at.within {
		ev.miss(at.path, tag)
	}
}

// alignElements pairs the elements of a set, and returns the pairs that could
// not be judged.
func (ev *evaluation) alignElements(f *field, got, want *sheet) (r assign.Result, failed []assign.Pair) {
	element := &f.set.element
	const some = 0.5 // what a match is worth at least, so that a pair of matches is better than one
	p := assign.Problem{
		Got: got.len(), Want: want.len(),
		Threshold:   some,
		GotContent:  canonical(got),
		WantContent: canonical(want),
		EqualIsOne:  true,
		MaxPairs:    affordable(got, want),
	}
	match := func(int) compare.Comparator { return element.match }
	if auto, ok := element.match.(compare.Auto); ok {
		chosen := make([]compare.Comparator, want.len()) // once for each element of the truth
		match = func(j int) compare.Comparator {
			if chosen[j] == nil {
				chosen[j] = element.match
				if c, err := compare.Prepare(auto.For(want.items[j])); err == nil {
					chosen[j] = c
				}
			}
			return chosen[j]
		}
	}
	p.Similarity = func(i, j int) float64 {
		c, err := judge(ev.ctx, match(j), got.items[i], want.items[j])
		switch {
		case err != nil:
			if len(failed) < MaxInvented {
				failed = append(failed, assign.Pair{Got: i, Want: j})
			}
			return 0
		case !c.Match:
			return 0
		}
		return some + (1-some)*c.Similarity
	}
	var err error
	switch f.set.assign {
	case Optimal:
		r, err = assign.Optimal(p)
	case ByKey:
		r, err = assign.ByKey(p, foldedTexts(got), foldedTexts(want))
	case InOrder:
		r, err = assign.ByKey(p, indices(got), indices(want))
	default:
		r, err = assign.Greedy(p)
	}
	for i := range r.Pairs {
		s := &r.Pairs[i].Similarity
		*s = max(0, (*s-some)/(1-some))
	}
	return ev.assigned(f, r, err, got, want), failed
}

// affordable is the number of pairs of elements that can be compared in good time:
// fewer than MaxPairs where their texts are long; see [maxCells].
func affordable(got, want *sheet) int {
	cells := meanText(got) * meanText(want)
	return int(min(max(maxCells/max(cells, 1), 1), MaxPairs))
}

func meanText(s *sheet) float64 {
	sum := 0
	for _, item := range s.items {
		sum += len(item.RawText())
	}
	return float64(sum) / float64(max(s.len(), 1))
}

func canonical(s *sheet) []string {
	texts := make([]string, s.len())
	for i, item := range s.items {
		texts[i] = string(item.AppendCanonical(nil))
	}
	return texts
}

func foldedTexts(s *sheet) []string {
	texts := make([]string, s.len())
	for i, item := range s.items {
		texts[i] = compare.Fold(item.Text())
	}
	return texts
}
