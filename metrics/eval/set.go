package eval

import (
	"cmp"

	"github.com/extracteval/extracteval/internal/pairing"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/scores"
)

func (ev *evaluation) setElements(f *field, got, want *sheet, at *place, t *scores.Tally) {
	element := &f.set.element
	var r assign.Result
	var failed []assign.Pair
	if at.alone == both {
		ev.warnStructure(f, got, want)
		var warnings pairing.Warnings
		r, failed, warnings = pairing.Elements(ev.ctx, &f.set.Set, &got.Sheet, &want.Sheet)
		ev.warnAll(warnings)
		ev.result.Alignments = append(ev.result.Alignments, alignment(r, cmp.Or(at.path, paths.Document), got, want))
	}
	partner, paired := partners(r.Pairs, got, want)
	// A pair that a comparator could not judge is errored, not missing and invented.
	for _, p := range failed {
		if partner[p.Want] < 0 && !paired[p.Got] {
			partner[p.Want], paired[p.Got] = p.Got, true
		}
	}
	for w, i := range partner {
		if i < 0 {
			ev.aloneElement(element, want.Items[w], at.item(wantOnly, -1, want.Index[w]), t)
			continue
		}
		ev.leaf(element, got.Items[i], want.Items[w], at.item(at.alone, got.Index[i], want.Index[w]), t)
	}
	for i := range paired {
		if !paired[i] {
			ev.aloneElement(element, got.Items[i], at.item(gotOnly, got.Index[i], -1), t)
		}
	}
}

// aloneElement evaluates an element without partner, and lists its miss.
func (ev *evaluation) aloneElement(element *field, v document.Value, at *place, t *scores.Tally) {
	got, want, tag := v, document.Value{}, tagItem
	if at.alone == wantOnly {
		got, want, tag = want, got, tagMissing
	}
	misses, listed := t.Misses, ev.invented < paths.MaxInvented
	ev.leaf(element, got, want, at, t)
	if t.Misses > misses && listed && !at.within {
		ev.miss(at.path, tag, ev.result.Fields[len(ev.result.Fields)-1].Note)
	}
}
