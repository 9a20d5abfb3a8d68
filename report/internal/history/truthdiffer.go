package history

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// differ lists the changes of one case.
type differ struct {
	evaluator *eval.Evaluator
	names     fieldNames
	pairs     map[string][]eval.Pair // of rows, by the path of their array in the new truth
	outside   bool
	changes   []TruthChange
}

func (d differ) compare(old, new *truthLine) []TruthChange {
	// The rows of two truths are paired like those of an answer and its truth. If the evaluation fails, they are paired
	// like other items.
	if r, err := d.evaluator.Evaluate(context.Background(), old.truth, new.truth); err == nil && old.truth.Exists() && new.truth.Exists() {
		d.pairs = map[string][]eval.Pair{}
		for _, a := range r.Alignments {
			d.pairs[a.Path] = a.Pairs
		}
	}
	d.walk(nil, old.truth, new.truth)
	d.pairs, d.outside = nil, true
	d.walk(nil, old.others, new.others)
	return d.changes
}

func equal(a, b document.Value) bool {
	return a.Exists() == b.Exists() && string(a.AppendCanonical(nil)) == string(b.AppendCanonical(nil))
}

func (d *differ) walk(path document.Path, old, new document.Value) {
	switch {
	case equal(old, new):
	case old.Kind() == document.Object && new.Kind() == document.Object:
		for key, value := range old.LastMembers() {
			d.walk(append(slices.Clip(path), document.Key(key)), value, new.Member(key))
		}
		for key, value := range new.LastMembers() {
			if !old.Member(key).Exists() {
				d.walk(append(slices.Clip(path), document.Key(key)), document.Value{}, value)
			}
		}
	case old.Kind() == document.Array && new.Kind() == document.Array:
		d.items(path, old, new)
	default:
		d.add(path, old, new)
	}
}

// items compares two arrays.
func (d *differ) items(path document.Path, old, new document.Value) {
	paired, rows := d.pairs[showPath(path)]
	texts := allOf(old, document.String) && allOf(new, document.String)
	partner := make([]int, new.Len()) // in old, -1 for none
	for i := range partner {
		partner[i] = -1
	}
	taken := make([]bool, old.Len())
	for _, p := range paired {
		partner[p.Want], taken[p.Got] = p.Got, true
	}
	choose := func(same func(n, o int) bool) {
		for n := range partner {
			for o := 0; o < len(taken) && partner[n] < 0; o++ {
				if !taken[o] && same(n, o) {
					partner[n], taken[o] = o, true
				}
			}
		}
	}
	choose(func(n, o int) bool { return equal(old.Index(o), new.Index(n)) })
	if !rows && !texts {
		choose(func(int, int) bool { return true })
	}
	for n, o := range partner {
		place := append(slices.Clip(path), document.Item(n))
		if o < 0 {
			d.add(place, document.Value{}, new.Index(n))
		} else {
			d.walk(place, old.Index(o), new.Index(n))
		}
	}
	for o := range taken {
		if !taken[o] {
			d.add(append(slices.Clip(path), document.Item(o)), old.Index(o), document.Value{})
		}
	}
}

// allOf reports whether all items of an array have one kind.
func allOf(array document.Value, kind document.Kind) bool {
	for _, item := range array.Items() {
		if item.Kind() != kind {
			return false
		}
	}
	return true
}

func (d *differ) add(path document.Path, old, new document.Value) {
	c := TruthChange{Path: showPath(path), Beside: d.outside, Old: rawOf(old), New: rawOf(new)}
	c.Attribute = paths.General(c.Path)
	if !d.outside {
		c.Attribute = d.names.attribute(path, c.Attribute)
	}
	d.changes = append(d.changes, c)
}

func rawOf(v document.Value) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return slices.Clone(v.Raw())
}

func showPath(path document.Path) string {
	if len(path) == 0 {
		return paths.Document
	}
	return path.String()
}
