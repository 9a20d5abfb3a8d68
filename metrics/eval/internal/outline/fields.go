package outline

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

// Fields reads a JSON Schema and returns the fields of its documents. The result is empty if the schema names no
// property. The error is of package spectext, and lists every mistake.
func Fields(data []byte) ([]Field, error) {
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
