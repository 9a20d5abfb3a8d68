package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Kind is the kind of a [Field].
type Kind uint8

const (
	Leaf Kind = iota
	List
	Set
)

// Field is one field of a spec, as a schema describes it.
type Field struct {
	Path     string // from the document, or from the item of a list
	Kind     Kind
	Match    compare.Comparator // of a leaf, or of the elements of a set
	By       []string           // of a list
	Fields   []Field            // of the items of a list
	Optional bool

	fixed bool // the schema lists its values, which many rows share
}

// Bounds of the result.
const (
	maxFields = 10_000
	maxPaths  = 4 << 20 // bytes of all paths
)

// FieldsOfSchema reads a JSON Schema and returns the fields of its documents. The result is empty if the schema names no
// property. The error is of package spectext, and lists every mistake.
func FieldsOfSchema(data []byte) ([]Field, error) {
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
	w := writer{}
	fields := w.document(f)
	if w.fields > maxFields || w.bytes > maxPaths {
		r.errorf(top, "the schema has more than %d fields, or their paths are too long; make the spec of a part of it", maxFields)
		return nil, r.Err()
	}
	return fields, nil
}

// writer makes fields of facts.
type writer struct {
	fields, bytes int
	patterns      map[string]compare.Comparator // the comparators guessed from patterns
	looked        int                           // bytes of patterns
}

func (w *writer) document(f *facts) []Field {
	switch {
	case f.likely() == object:
		return w.object(nil, f, false)
	case f.likely() == array && !f.tuple && f.items != nil:
		if element := w.value(nil, f, false); element.Kind != Leaf {
			return []Field{element}
		}
	}
	return nil // a scalar has no fields
}

// object returns the fields of the keys of an object.
func (w *writer) object(path document.Path, f *facts, optional bool) (fields []Field) {
	for _, p := range f.named {
		if p.facts.kinds == 0 || w.fields > maxFields || w.bytes > maxPaths {
			continue
		}
		child := append(path[:len(path):len(path)], document.Step{Key: p.name, Index: -1})
		absent := optional || f.states && !f.required[p.name]
		if p.facts.likely() == object && len(p.facts.named) > 0 {
			fields = append(fields, w.object(child, p.facts, absent)...)
			continue
		}
		fields = append(fields, w.value(child, p.facts, absent))
	}
	return fields
}

func (w *writer) value(path document.Path, f *facts, optional bool) Field {
	field := Field{Path: path.String(), Optional: optional, Match: compare.Auto{}, fixed: f.fixed}
	w.fields++
	w.bytes += len(field.Path)
	kind := f.likely()
	if kind != array {
		field.Match = w.comparator(f, kind)
		return field
	}
	if f.items == nil || f.tuple {
		return field
	}
	switch likely := f.items.likely(); likely {
	case object:
		field.Kind, field.Match = List, nil
		field.Fields = w.object(nil, f.items, false)
		field.By = matchKeys(field.Fields)
	case text:
		field.Kind, field.Match = Set, w.comparator(f.items, likely)
	}
	return field
}

// matchKeys returns the path of the text that most likely tells the items of a list apart, or no path. Required texts come
// before optional ones, then the rank of their names decides; see [paths.RowRank].
func matchKeys(fields []Field) []string {
	rank := func(f Field) int {
		rank := paths.RowRank(lastKey(f.Path))
		if rank > 0 && !f.Optional {
			rank += 10
		}
		return rank
	}
	var texts []Field
	for _, f := range fields {
		if isText := f.Match != nil && compare.PairingOf(f.Match) <= compare.PairByKind; isText && f.Kind == Leaf && !f.fixed && rank(f) > 0 {
			texts = append(texts, f)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	best := slices.MaxFunc(texts, func(a, b Field) int { return cmp.Compare(rank(a), rank(b)) })
	return []string{best.Path}
}

func lastKey(path string) string {
	p, err := document.ParsePath(path)
	if err != nil || len(p) == 0 {
		return ""
	}
	return p[len(p)-1].Key
}

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
		if structured(found[key]) {
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
	case kind == document.String && areTexts(items):
		return Field{Path: path, Kind: Set}
	}
	return Field{Path: path, Match: compare.Auto{}}
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
