package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// collection evaluates one list, set, map or packet. In a list or map it pairs the items, and evaluates the fields of
// each pair like the fields of a document; the values of an item without partner are missing or invented. In a set, an
// array of scalars without order, it pairs the elements that match; the others are missing or invented. A collection as
// a whole is one field of the case.
func (ev *evaluation) collection(f *field, got, wanted document.Value, position *place, t *reading.Tally) {
	want, ok := f.elements(wanted, false)
	kind := "an array"
	if f.keyed {
		kind = "an object"
	}
	if !ok {
		ev.reject("field %q: the truth has %s at %q, want %s", f.attribute, words.Article(wanted), position.pathOf(f), kind)
		return
	}
	if f.set == nil {
		for i, item := range want.Items {
			switch {
			case item.Kind() == document.Object || item.Kind() == document.Array:
			case f.keyed:
				ev.reject("field %q: the truth has %s under the key %q, want an object; give a Map of scalars a Match (each=numeric, say)", f.attribute, words.Article(item), want.Keys[i])
				return
			default:
				ev.reject("field %q: item %d of the truth is %s, want an object; use a Set for an array of scalars", f.attribute, want.Index[i], words.Article(item))
				return
			}
		}
	}
	gotItems, isArray := f.elements(got, true)
	expected := want.Len()
	path := position.pathOf(f)
	start, misses := len(ev.result.Fields), len(ev.result.Misses)
	inside := *position
	inside.path = path
	if path == paths.Document {
		inside.path = ""
	}
	inside.unscored = f.unscored
	own := &reading.Tally{List: true}
	if t.List {
		own = t                                                         // a list in a list: its leaves belong to the outer list
		inside.weight = min(max(inside.weight*f.weight, 1e-200), 1e200) // bounds the product of weights in nested lists
	}
	lacking := isArray && gotItems.Len() == 0 && expected > 0
	inside.excused, inside.spared = position.excused || f.optional && lacking, position.spared || f.optional && t.List

	switch {
	case isArray && gotItems.Len() == 0 && expected == 0:
		if position.alone != both || ev.void && f.unscored {
			return
		}
		if ev.void && ev.voidTag == "" {
			t.Skip(f.weight * position.weight)
			return
		}
		ev.absent(f, path, position, own)
	default:
		if !isArray {
			ev.inventField(f.Words, Miss{inside.path, reading.TagType, "got " + words.Article(got) + ", want " + kind}, got, &inside, own)
		}
		if f.packet != nil {
			ev.sections(f, &gotItems, &want, &inside, own)
		} else {
			ev.items(f, &gotItems, &want, &inside, own)
		}
	}
	if t.List || f.unscored || inside.excused {
		return
	}
	t.AddList(own, f.weight, f.optional && expected > 0)
	for i := range ev.result.Fields[start:] {
		leaf := &ev.result.Fields[start+i]
		leaf.Weight = own.Share(f.weight, leaf.Weight, leaf.Outcome)
	}
	if own.Misses == 0 {
		ev.result.Hits = append(ev.result.Hits, path)
	} else if len(ev.result.Misses) == misses { // no miss of the list was listed, since listing ended before
		ev.addMiss(path, "", "")
	}
}

// absent notes that a list or set is empty on both sides. An answer that could not be read has hallucinated it.
func (ev *evaluation) absent(f *field, path string, position *place, t *reading.Tally) {
	r := FieldResult{Path: path, Attribute: ev.rows[f.row].Attribute, Outcome: metrics.CorrectAbsence, GotIndex: position.got, WantIndex: position.want}
	if ev.void {
		r.Outcome, r.Tag, r.Note = metrics.Hallucinated, ev.voidTag, ev.result.Unreadable
		r.Weight = t.Add(r.Outcome, 0, 1, false, false)
		ev.addMiss(path, r.Tag, r.Note)
	} else {
		r.Score, r.Similarity = 1, 1
		if !f.unscored {
			t.Absent++
		}
		ev.result.Alignments = append(ev.result.Alignments, Alignment{Path: path, Attribute: f.attribute})
	}
	ev.rows[f.row].Counts.Add(r.Outcome)
	ev.result.Fields = append(ev.result.Fields, r)
}

// items evaluates the items of a list, set or map.
func (ev *evaluation) items(f *field, got, want *sheet, position *place, t *reading.Tally) {
	if f.list != nil {
		g := f.list.items
		want.fillItems(g, &g.want, true)
		got.fillItems(g, &g.got, ev.counts(g))
		ev.warnAll(reading.Uncompared(want.rest, g.scope.want))
	}
	a, failed, toWant, toGot := ev.align(f, got, want, position)
	if f.list != nil {
		rows := want.Len() + min(len(a.UnmatchedGot), paths.MaxInvented)
		ev.result.Fields = slices.Grow(ev.result.Fields, rows*len(f.list.items.fields))
	}
	partner, paired := pairing.Partners(a.Pairs, &got.Sheet, &want.Sheet)
	// A pair that a comparator could not judge is errored, not missing and invented.
	for _, p := range failed {
		if partner[p.Want] < 0 && !paired[p.Got] {
			partner[p.Want], paired[p.Got] = p.Got, true
		}
	}
	for w, i := range partner {
		switch {
		case i < 0:
			ev.addLone(f, got, want, -1, w, position.lonePlace(got, want, -1, w, &toWant), t)
		case f.set != nil:
			ev.addLeaf(&f.set.element, got.Items[i], want.Items[w], position.itemPlace(position.alone, got, want, i, w), t)
		default:
			ev.count(f, metrics.Match)
			inside := position.itemPlace(position.alone, got, want, i, w)
			inside.remark = a.Remarks[i]
			ev.group(f.list.items, got.content(i), want.content(w), inside, t)
		}
	}
	for i := range paired {
		if !paired[i] {
			ev.addLone(f, got, want, i, -1, position.lonePlace(got, want, i, -1, &toGot), t)
		}
	}
}

// addLone evaluates item i of got or item j of want, which has no partner; the other number is -1.
func (ev *evaluation) addLone(f *field, got, want *sheet, i, j int, position *place, t *reading.Tally) {
	switch {
	case f.set != nil && i < 0:
		ev.aloneElement(&f.set.element, want.Items[j], position, t)
	case f.set != nil:
		ev.aloneElement(&f.set.element, got.Items[i], position, t)
	case i < 0:
		ev.count(f, metrics.Missing)
		ev.aloneItem(f.list.items, f.list.items.nothing, want.content(j), position, t)
	default:
		ev.count(f, metrics.Invented)
		ev.aloneItem(f.list.items, got.content(i), f.list.items.nothing, position, t)
	}
}

// count counts an item.
func (ev *evaluation) count(f *field, o metrics.Outcome) {
	ev.rows[f.row].Counts.Add(o)
}

// aloneItem evaluates an item without partner, and lists all its misses as one.
func (ev *evaluation) aloneItem(g *group, got, want content, position *place, t *reading.Tally) {
	misses, listed := t.Misses, ev.invented < paths.MaxInvented
	ev.group(g, got, want, position, t)
	if t.Misses == misses || position.enclosed {
		return
	}
	switch {
	case position.alone == wantOnly:
		ev.addMiss(position.path, reading.TagMissing, noSuchItem+position.nearest)
	case listed:
		ev.addMiss(position.path, reading.TagItem, "the truth has no such item"+position.nearest)
	}
}

func (ev *evaluation) addMiss(path, tag, note string) {
	ev.result.Misses = append(ev.result.Misses, Miss{path, tag, note})
}

// itemPlace returns the place of a pair of items, or of an item without partner, whose other number is -1. Its path has the
// index or key in want, or else in got.
func (p *place) itemPlace(alone side, got, want *sheet, i, j int) *place {
	result := *p
	result.enclosed = p.alone != both
	result.alone = alone
	named, n := want, j
	if j >= 0 {
		result.want = append(slices.Clip(p.want), want.Index[j])
		if want.Keys != nil {
			result.wantKeys = append(slices.Clip(p.wantKeys), want.Keys[j])
		}
	} else {
		named, n = got, i
	}
	if i >= 0 {
		result.got = append(slices.Clip(p.got), got.Index[i])
	}
	if got.Keys != nil && i >= 0 {
		result.gotKeys = append(slices.Clip(p.gotKeys), got.Keys[i])
		result.renamed = p.renamed || j >= 0 && got.Keys[i] != want.Keys[j]
	}
	result.path = paths.Join(p.path, document.Path{named.Step(n)}.String())
	return &result
}

// aloneElement evaluates an element without partner, and lists its miss.
func (ev *evaluation) aloneElement(element *field, v document.Value, position *place, t *reading.Tally) {
	got, want, tag := v, document.Value{}, reading.TagItem
	if position.alone == wantOnly {
		got, want, tag = want, got, reading.TagMissing
	}
	misses, listed := t.Misses, ev.invented < paths.MaxInvented
	ev.addLeaf(element, got, want, position, t)
	if t.Misses > misses && listed && !position.enclosed {
		ev.addMiss(position.path, tag, ev.result.Fields[len(ev.result.Fields)-1].Note)
	}
}
