package outline

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// OfDocument returns the fields of a whole document, none for an empty truth, unless got has a list or a set there. It
// uses got only for the kind of the items of an array that is empty in the truth.
func OfDocument(got, want document.Value) []Field {
	gots, wants := []document.Value{got}, []document.Value{want}
	if want.Kind() == document.Object {
		return FieldsOf(nil, gots, wants, false)
	}
	f := LeafOf("", gots, wants)
	if f.Kind == Leaf && want.Empty() {
		return nil // the truth is empty: it has no key
	}
	return []Field{f}
}

// FieldsOf returns the fields below a path of some objects: in the order of the document or, for
// items, sorted by key, since items have no common order.
func FieldsOf(path document.Path, gots, wants []document.Value, items bool) (fields []Field) {
	var keys []string
	found := make(map[string][]document.Value)
	for _, object := range wants {
		for key, member := range object.LastMembers() {
			if _, ok := found[key]; !ok {
				keys = append(keys, key)
			}
			found[key] = append(found[key], member)
		}
	}
	if items {
		slices.Sort(keys)
	}
	for _, key := range keys {
		var members []document.Value
		if paths.Structured(found[key]) {
			for _, object := range gots {
				if m := object.Member(key); !m.Empty() {
					members = append(members, m)
				}
			}
		}
		child := append(path[:len(path):len(path)], document.Step{Key: key, Index: -1})
		if paths.CommonKind(found[key]) == document.Object {
			fields = append(fields, FieldsOf(child, members, found[key], items)...)
		} else {
			fields = append(fields, LeafOf(child.String(), members, found[key]))
		}
	}
	return fields
}

// LeafOf returns the field at a path with the given values: a list if they are arrays of objects, a set if they are
// arrays of texts, else a leaf. So arrays of numbers, of arrays and of mixed items are compared in order.
func LeafOf(path string, gots, wants []document.Value) Field {
	wantItems, gotItems := paths.ItemsOf(wants), paths.ItemsOf(gots)
	switch paths.CommonKind(wants) {
	case document.Array:
		switch {
		case len(wantItems) > 0:
			return collection(path, gotItems, wantItems)
		case len(gotItems) > 0:
			return collection(path, gotItems, gotItems)
		}
	case document.Missing: // the truth has the key without a value
		if len(gotItems) > 0 && paths.CommonKind(gots) == document.Array {
			return collection(path, gotItems, gotItems)
		}
	}
	return Field{Path: path, Match: compare.Auto{}}
}

// collection returns a list if all items are objects, and a set if all are texts.
func collection(path string, gots, items []document.Value) Field {
	switch kind := paths.CommonKind(items); {
	case kind == document.Object:
		f := Field{Path: path, Kind: List}
		if len(gots) == 0 || &gots[0] != &items[0] {
			f.Fields = FieldsOf(nil, gots, items, true)
		}
		return f
	case kind == document.String && paths.AreTexts(items):
		return Field{Path: path, Kind: Set}
	}
	return Field{Path: path, Match: compare.Auto{}}
}
