package eval

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/pairing"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/scores"
)

// collection evaluates one list, set or packet. In a list it pairs the items, and evaluates the fields of each pair
// like the fields of a document; the values of an item without partner are missing or invented. In a set, an array of
// scalars without order, it pairs the elements that match; the others are missing or invented. A collection as a whole
// is one field of the case.
func (ev *evaluation) collection(f *field, got, wanted document.Value, at *place, t *scores.Tally) {
	want, ok := elements(wanted)
	if !ok {
		ev.reject("field %q: the truth has %s at %q, want an array", f.attribute, words.Article(wanted), at.pathOf(f))
		return
	}
	if f.set == nil {
		for i, item := range want.Items {
			if item.Kind() != document.Object && item.Kind() != document.Array {
				ev.reject("field %q: item %d of the truth is %s, want an object; use a Set for an array of scalars", f.attribute, want.Index[i], words.Article(item))
				return
			}
		}
	}
	gotItems, isArray := elements(got)
	expected := want.Len()
	path := at.pathOf(f)
	start, misses := len(ev.result.Fields), len(ev.result.Misses)
	inside := *at
	inside.path = path
	if path == paths.Document {
		inside.path = ""
	}
	inside.unscored = f.unscored
	own := &scores.Tally{List: true}
	if t.List {
		own = t                                                         // a list in a list: its leaves belong to the outer list
		inside.weight = min(max(inside.weight*f.weight, 1e-200), 1e200) // bounds the product of weights in nested lists
	}
	lacking := isArray && gotItems.Len() == 0 && expected > 0
	inside.excused = at.excused || f.optional && lacking

	switch {
	case isArray && gotItems.Len() == 0 && expected == 0:
		if at.alone != both {
			return
		}
		if ev.void {
			if !f.unscored {
				t.Skip(f.weight * at.weight)
			}
			return
		}
		ev.absent(f, path, at, own)
	default:
		if !isArray {
			ev.inventField(Miss{inside.path, tagType, "got " + words.Article(got) + ", want an array"}, got, &inside, own)
		}
		switch {
		case f.set != nil:
			ev.setElements(f, &gotItems, &want, &inside, own)
		case f.packet != nil:
			ev.sections(f, &gotItems, &want, &inside, own)
		default:
			ev.listItems(f, &gotItems, &want, &inside, own)
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
		ev.miss(path, "", "")
	}
}

// absent notes that a list or set is empty on both sides.
func (ev *evaluation) absent(f *field, path string, at *place, t *scores.Tally) {
	row := &ev.rows[f.row]
	row.Counts.Add(metrics.CorrectAbsence)
	if !f.unscored {
		t.Absent++
	}
	ev.result.Fields = append(ev.result.Fields, FieldResult{
		Path: path, Attribute: row.Attribute, Outcome: metrics.CorrectAbsence, Score: 1, Similarity: 1,
		GotIndex: at.got, WantIndex: at.want,
	})
	if at.alone == both {
		ev.result.Alignments = append(ev.result.Alignments, Alignment{Path: path})
	}
}

func (ev *evaluation) listItems(f *field, got, want *sheet, at *place, t *scores.Tally) {
	l, g := f.list, f.list.items
	want.fill(g, &g.want, true)
	got.fill(g, &g.got, ev.counts(g))
	ev.uncompared(g, want.rest)

	var a pairing.Paired
	var toWant, toGot []Nearest
	if at.alone == both {
		ev.warnStructure(f, got, want)
		empty := func(i int, v document.Value) bool { return ev.spec.empty(&g.fields[i], v) }
		zero := func(i int, v document.Value) bool { return g.fields[i].zeroIsEmpty && paths.IsZero(v) }
		a = pairing.Items(ev.ctx, &l.List, &got.Sheet, &want.Sheet, empty, zero)
		ev.warnAll(a.Warnings)
		out := alignment(a.Result, cmp.Or(at.path, paths.Document), got, want)
		out.NearestToWant, out.NearestToGot = candidates(a.NearestToWant, got, want), candidates(a.NearestToGot, got, want)
		ev.result.Alignments = append(ev.result.Alignments, out)
		toWant, toGot = out.NearestToWant, out.NearestToGot
	}

	partner, paired := partners(a.Pairs, got, want)
	ev.result.Fields = slices.Grow(ev.result.Fields, want.Len()*len(g.fields))
	nothing := g.noContent()
	for w, i := range partner {
		if i < 0 {
			ev.count(f, metrics.Missing)
			inside := at.item(wantOnly, -1, want.Index[w])
			if len(toWant) > 0 && toWant[0].Want == want.Index[w] {
				inside.nearest = "; " + toWant[0].Note(false)
				toWant = toWant[1:]
			}
			ev.aloneItem(g, nothing, want.content(w), inside, t)
			continue
		}
		ev.count(f, metrics.Match)
		inside := at.item(at.alone, got.Index[i], want.Index[w])
		ev.group(g, got.content(i), want.content(w), inside, t)
	}
	for i := range paired {
		if !paired[i] {
			ev.count(f, metrics.Invented)
			inside := at.item(gotOnly, got.Index[i], -1)
			if len(toGot) > 0 && toGot[0].Got == got.Index[i] {
				inside.nearest = "; " + toGot[0].Note(true)
				toGot = toGot[1:]
			}
			ev.aloneItem(g, got.content(i), nothing, inside, t)
		}
	}
}

// warnStructure warns once for an attribute whose items are of another kind on one side than on the other (objects,
// arrays, scalars): every item is then missing or invented.
func (ev *evaluation) warnStructure(f *field, got, want *sheet) {
	ofGot, ofWant := paths.CommonKind(got.Items), paths.CommonKind(want.Items)
	names := map[document.Kind]string{document.Object: "objects", document.Array: "arrays", document.String: "texts or numbers"}
	if ofGot != ofWant && names[ofGot] != "" && names[ofWant] != "" {
		ev.warn("field %q: the truth has %s where got has %s, so no items can match", f.attribute, names[ofWant], names[ofGot])
	}
}

// count counts an item.
func (ev *evaluation) count(f *field, o metrics.Outcome) {
	ev.rows[f.row].Counts.Add(o)
}

// aloneItem evaluates an item without partner, and lists all its misses as one.
func (ev *evaluation) aloneItem(g *group, got, want content, at *place, t *scores.Tally) {
	misses, listed := t.Misses, ev.invented < paths.MaxInvented
	ev.group(g, got, want, at, t)
	if t.Misses == misses || at.within {
		return
	}
	switch {
	case at.alone == wantOnly:
		ev.miss(at.path, tagMissing, noSuchItem+at.nearest)
	case listed:
		ev.miss(at.path, tagItem, "the truth has no such item"+at.nearest)
	}
}

func (ev *evaluation) miss(path, tag, note string) {
	ev.result.Misses = append(ev.result.Misses, Miss{path, tag, note})
}

// item returns the place of a pair of items, or of an item without partner, whose other index is -1. Its path has the
// index in want, or else the index in got.
func (at *place) item(alone side, got, want int) *place {
	p := *at
	p.within = at.alone != both
	p.alone = alone
	index := want
	if got >= 0 {
		p.got = append(slices.Clip(at.got), got)
	}
	if want >= 0 {
		p.want = append(slices.Clip(at.want), want)
	} else {
		index = got
	}
	p.path = at.path + "[" + strconv.Itoa(index) + "]"
	return &p
}
