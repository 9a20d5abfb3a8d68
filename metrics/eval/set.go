package eval

import (
	"cmp"

	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/paths"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/values"
)

// set evaluates an array of scalars in which the order means nothing: elements
// that match are paired, the others are missing or invented.
func (ev *evaluation) set(f *field, got, want document.Value, at *place, t *tally) {
	wantItems, ok := elements(want)
	if !ok {
		ev.reject("field %q: the truth has %s at %q, want an array", f.attribute, values.Article(want), at.pathOf(f))
		return
	}
	ev.collection(f, got, &wantItems, at, t)
}

func (ev *evaluation) setElements(f *field, got, want *sheet, at *place, t *tally) {
	element := &f.set.element
	partner := make([]int, want.Len())
	for w := range partner {
		partner[w] = -1
	}
	paired := make([]bool, got.Len())
	if at.alone == both {
		ev.warnStructure(f, got, want)
		var said warnings
		r, failed := pairing.Elements(ev.ctx, f.attribute, element.match, f.set.assign, &got.Sheet, &want.Sheet, said.add)
		ev.warnAll(said)
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
			ev.aloneElement(element, document.Value{}, want.Items[w], at.item(wantOnly, -1, want.Index[w]), t, tagMissing)
			continue
		}
		ev.leaf(element, got.Items[i], want.Items[w], at.item(at.alone, got.Index[i], want.Index[w]), t)
	}
	for i := range paired {
		if !paired[i] {
			ev.aloneElement(element, got.Items[i], document.Value{}, at.item(gotOnly, got.Index[i], -1), t, tagItem)
		}
	}
}

func (ev *evaluation) aloneElement(element *field, got, want document.Value, at *place, t *tally, tag string) {
	misses, listed := t.misses, ev.invented < MaxInvented
	ev.leaf(element, got, want, at, t)
	if t.misses > misses && listed && !at.within {
		ev.miss(at.path, tag, ev.result.Fields[len(ev.result.Fields)-1].Note)
	}
}
