package reading

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Kind is the kind of a field.
type Kind uint8

const (
	Leaf Kind = iota
	List
	Set
)

// Builder makes a field of a spec, an F. path is from the document, or from the item of a list; match is for a leaf, or for the
// elements of a set, and by and fields are for a list.
type Builder[F any] func(path string, optional bool, kind Kind, match compare.Comparator, by []string, fields []F) F

// Bounds of the result.
const (
	maxFields = 10_000
	maxPaths  = 4 << 20 // bytes of all paths
)

// FieldsOfSchema reads a JSON Schema and returns the fields of its documents. The result is empty if the schema names no
// property. The error is of package spectext, and lists every mistake.
func FieldsOfSchema[F any](data []byte, build Builder[F]) ([]F, error) {
	r := &reader{open: make(map[document.Value]bool)}
	top := place{pointer: "#"}
	if len(data) > MaxSize {
		r.errorf(top, "the schema has %d bytes, want at most %d", len(data), MaxSize)
		return nil, r.Err()
	}
	root, err := document.Parse(data)
	if err != nil {
		r.Errorf(spectext.Position{}, "", "the schema is not JSON: %s", strings.TrimPrefix(err.Error(), "document: "))
		return nil, r.Err()
	}
	r.root, r.id = root, strings.TrimSuffix(root.Member("$id").Text(), "#")
	r.open[root] = true
	f := r.readSchema(root, top)
	if f.kinds == 0 {
		r.errorf(top, "no document is of this schema")
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	w := writer[F]{build: build}
	fields := w.document(f)
	if w.fields > maxFields || w.bytes > maxPaths {
		r.errorf(top, "the schema has more than %d fields, or their paths are too long; make the spec of a part of it", maxFields)
		return nil, r.Err()
	}
	return fields, nil
}

// writer makes fields of facts.
type writer[F any] struct {
	guesser
	build         Builder[F]
	fields, bytes int
}

func (w *writer[F]) document(f *facts) []F {
	switch {
	case f.likely() == object:
		fields, _ := w.object(nil, f, false)
		return fields
	case f.likely() == array && !f.tuple && f.items != nil:
		if element, leaf := w.value("", f, false); leaf == nil {
			return []F{element}
		}
	}
	return nil // a scalar has no fields
}

// rowKey is the path of the text that most likely tells the items of a list apart. Required texts come before optional ones,
// then the rank of their names decides; see [paths.RowRank].
type rowKey struct {
	path string
	rank int
}

// object returns the fields of the keys of an object, and the best of its texts if it is an item.
func (w *writer[F]) object(path document.Path, f *facts, optional bool) (fields []F, best rowKey) {
	for _, p := range f.named {
		if p.facts.kinds == 0 || w.fields > maxFields || w.bytes > maxPaths {
			continue
		}
		child := append(path[:len(path):len(path)], document.Step{Key: p.name, Index: -1})
		absent := optional || f.states && !f.required[p.name]
		if p.facts.likely() == object && len(p.facts.named) > 0 {
			inner, key := w.object(child, p.facts, absent)
			fields = append(fields, inner...)
			if key.rank > best.rank {
				best = key
			}
			continue
		}
		text := child.String()
		field, leaf := w.value(text, p.facts, absent)
		fields = append(fields, field)
		rank := paths.RowRank(p.name)
		if rank > 0 && !absent {
			rank += 10
		}
		if rank > best.rank && leaf != nil && compare.PairingOf(leaf) <= compare.PairByKind && !p.facts.fixed {
			best = rowKey{text, rank}
		}
	}
	return fields, best
}

// value returns the field of a value, with its comparator if it is a leaf.
func (w *writer[F]) value(path string, f *facts, optional bool) (field F, leaf compare.Comparator) {
	w.fields++
	w.bytes += len(path)
	leaf = compare.Auto{}
	switch kind := f.likely(); {
	case kind != array:
		leaf = w.comparator(f, kind)
	case f.items == nil || f.tuple:
	case f.items.likely() == object:
		fields, best := w.object(nil, f.items, false)
		var by []string
		if best.rank > 0 {
			by = []string{best.path}
		}
		return w.build(path, optional, List, nil, by, fields), nil
	case f.items.likely() == text:
		return w.build(path, optional, Set, w.comparator(f.items, text), nil, nil), nil
	}
	return w.build(path, optional, Leaf, leaf, nil, nil), leaf
}

// OfDocument returns the fields of a whole document, none for an empty truth, unless got has a list or a set there. It
// uses got only for the kind of the items of an array that is empty in the truth.
func OfDocument[F any](got, want document.Value, build Builder[F]) []F {
	gots, wants := []document.Value{got}, []document.Value{want}
	if want.Kind() == document.Object {
		return FieldsOf(nil, gots, wants, false, build)
	}
	f, kind := LeafOf("", gots, wants, build)
	if kind == Leaf && want.Empty() {
		return nil // the truth is empty: it has no key
	}
	return []F{f}
}

// FieldsOf returns the fields below a path of some objects: in the order of the document or, for
// items, sorted by key, since items have no common order.
func FieldsOf[F any](path document.Path, gots, wants []document.Value, items bool, build Builder[F]) (fields []F) {
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
		if structured(found[key]) {
			for _, object := range gots {
				if m := object.Member(key); !m.Empty() {
					members = append(members, m)
				}
			}
		}
		child := append(path[:len(path):len(path)], document.Step{Key: key, Index: -1})
		if paths.CommonKind(found[key]) == document.Object {
			fields = append(fields, FieldsOf(child, members, found[key], items, build)...)
		} else {
			field, _ := LeafOf(child.String(), members, found[key], build)
			fields = append(fields, field)
		}
	}
	return fields
}

// LeafOf returns the field at a path with the given values: a list if they are arrays of objects, a set if they are
// arrays of texts, else a leaf. So arrays of numbers, of arrays and of mixed items are compared in order.
func LeafOf[F any](path string, gots, wants []document.Value, build Builder[F]) (field F, kind Kind) {
	wantItems, gotItems := paths.ItemsOf(wants), paths.ItemsOf(gots)
	switch paths.CommonKind(wants) {
	case document.Array:
		switch {
		case len(wantItems) > 0:
			return collection(path, gotItems, wantItems, build)
		case len(gotItems) > 0:
			return collection(path, gotItems, gotItems, build)
		}
	case document.Missing: // the truth has the key without a value
		if len(gotItems) > 0 && paths.CommonKind(gots) == document.Array {
			return collection(path, gotItems, gotItems, build)
		}
	}
	return build(path, false, Leaf, compare.Auto{}, nil, nil), Leaf
}

// collection returns a list if all items are objects, and a set if all are texts.
func collection[F any](path string, gots, items []document.Value, build Builder[F]) (field F, kind Kind) {
	switch of := paths.CommonKind(items); {
	case of == document.Object:
		var fields []F
		if len(gots) == 0 || &gots[0] != &items[0] {
			fields = FieldsOf(nil, gots, items, true, build)
		}
		return build(path, false, List, nil, nil, fields), List
	case of == document.String && areTexts(items):
		return build(path, false, Set, nil, nil, nil), Set
	}
	return build(path, false, Leaf, compare.Auto{}, nil, nil), Leaf
}

// IsCollection reports whether v is an array whose first item that is not empty is an object
// or a text.
func IsCollection(v document.Value) bool {
	for _, item := range v.Items() {
		if !item.Empty() {
			return item.Kind() == document.Object || item.Kind() == document.String
		}
	}
	return false
}

// HoldsArray reports whether a value is an array, or has one in it.
func HoldsArray(v document.Value) bool {
	for _, member := range v.Members() {
		if HoldsArray(member) {
			return true
		}
	}
	return v.Kind() == document.Array
}

// areTexts reports whether all values are strings.
func areTexts(values []document.Value) bool {
	return !slices.ContainsFunc(values, func(v document.Value) bool { return v.Kind() != document.String })
}

// structured reports whether values may be objects or arrays: none of them is a bool, a number, or a text that is not
// blank.
func structured(values []document.Value) bool {
	for _, v := range values {
		switch v.Kind() {
		case document.Bool, document.Number:
			return false
		case document.String:
			if !v.Empty() {
				return false
			}
		}
	}
	return true
}
