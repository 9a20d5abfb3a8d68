package eval

import (
	"cmp"
	"errors"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// infer makes a plan in which the truth supplies the fields that the spec leaves open: all fields for a spec without
// fields, the fields of the items for a list without fields. A field with compare.Auto becomes a list or a set if the
// truth has an array of objects or of texts there. infer uses got only for the kind of the items of an array that is
// empty in the truth.
func (e *Evaluator) infer(got, want document.Value) (*plan, error) {
	c := compiler{spec: &e.spec, settled: true}
	gots, wants, fields := []document.Value{got}, []document.Value{want}, e.spec.Fields
	if c.inferred = len(fields) == 0; c.inferred {
		fields = reading.OfDocument(got, want, c.inference.build)
	} else {
		fields = c.inference.complete(fields, gots, wants)
	}
	return c.newPlan(fields), errors.Join(c.errs...)
}

// inference makes fields of the values of a truth.
type inference struct {
	inferred map[any]bool // each *List and *Map whose fields are all fields of the truth's items
}

func (i *inference) infers(example any) {
	arithmetic.Map(&i.inferred)[example] = true
}

// complete returns a copy of fields in which every list and map has fields, and the arrays at the place of a field with
// compare.Auto decide whether it is a list, a set or a leaf.
func (i *inference) complete(fields []Field, gots, wants []document.Value) []Field {
	full := make([]Field, len(fields))
	for k, f := range fields {
		full[k] = f
		wantPath := cmp.Or(f.WantPath, f.Path)
		if f.Sections != nil {
			s := *f.Sections
			s.Classes = make(map[string][]Field, len(s.Classes))
			for class, fields := range f.Sections.Classes {
				ofClass := slices.DeleteFunc(paths.ItemsAt(wants, wantPath, false), func(v document.Value) bool {
					own, _ := f.Sections.Of(v)
					return own != class
				})
				s.Classes[class] = i.complete(fields, paths.ItemsAt(gots, f.Path, false), ofClass)
			}
			full[k].Sections = &s
			continue
		}
		if f.List == nil && f.Map == nil {
			if f.Set == nil && isAuto(f.Match) {
				full[k] = i.inferLeaf(f, paths.ValuesAt(gots, f.Path), paths.ValuesAt(wants, wantPath))
			}
			continue
		}
		gotItems, wantItems := paths.ItemsAt(gots, f.Path, f.Map != nil), paths.ItemsAt(wants, wantPath, f.Map != nil)
		if f.Map != nil {
			full[k].Map = i.mapped(*f.Map, gotItems, wantItems)
			continue
		}
		list := *f.List
		if len(list.Fields) == 0 {
			list.Fields = reading.FieldsOf(nil, gotItems, wantItems, true, i.build)
			i.infers(&list)
		} else {
			list.Fields = i.complete(list.Fields, gotItems, wantItems)
		}
		full[k].List = &list
	}
	return full
}

// mapped completes a map with the given members. Without fields, its values are compared as the values of the truth show:
// by all of their leaves if they are objects, as lists or sets if they are arrays of objects or texts, else by
// compare.Auto.
func (i *inference) mapped(m Map, gots, wants []document.Value) *Map {
	if m.Match != nil || len(m.Fields) > 0 {
		m.Fields = i.complete(m.Fields, gots, wants)
		return &m
	}
	if kind := paths.CommonKind(wants); kind == document.Object || kind == document.Missing {
		m.Fields = reading.FieldsOf(nil, gots, wants, true, i.build)
	} else if field, kind := reading.LeafOf("", gots, wants, i.build); kind == reading.Leaf {
		m.Match = compare.Auto{}
	} else {
		m.Fields = []Field{field}
	}
	i.infers(&m)
	return &m
}

// inferLeaf makes a field a list or a set if the arrays at its place say so, see [reading.LeafOf].
func (i *inference) inferLeaf(f Field, gots, wants []document.Value) Field {
	leaf, _ := reading.LeafOf("", gots, wants, i.build)
	f.List, f.Set, f.Match = leaf.List, leaf.Set, leaf.Match
	return f
}

// build makes a list, a set or a leaf, see [reading.Builder].
func (i *inference) build(path string, optional bool, kind reading.Kind, match compare.Comparator, by []string, fields []Field) Field {
	f := Field{Path: path, Optional: optional, Match: match}
	switch kind {
	case reading.List:
		f.List = &List{By: by, Fields: fields}
		i.infers(f.List)
	case reading.Set:
		f.Match, f.Set = nil, &Set{Match: match}
	}
	return f
}

// isAuto reports whether the truth decides how a field is compared.
func isAuto(m compare.Comparator) bool { return m == nil || m == compare.Comparator(compare.Auto{}) }

// opens reports whether a value of a group's fields, or of the items of its lists, is an array that makes an open field
// a list or a set; see inferLeaf.
func (g *group) opens(slots []document.Value, path func(*field) document.Path) bool {
	if !g.open {
		return false
	}
	for i, v := range slots {
		f := &g.fields[i]
		switch {
		case f.open && reading.IsCollection(v):
			return true
		case f.list != nil && f.list.items.open && f.list.items.opensIn(v, f.keyed, path):
			return true
		case f.packet.isOpen():
			for _, g := range f.packet.groups {
				if g.open && g.opensIn(v, false, path) {
					return true
				}
			}
		}
	}
	return false
}

// opensIn is opens for the items of an array or, if keyed is set, for the members of an object.
func (g *group) opensIn(items document.Value, keyed bool, path func(*field) document.Path) bool {
	inItem := make([]document.Value, len(g.fields))
	step, _ := document.ParseAttribute(paths.Mark(keyed))
	for _, item := range paths.Below(items, step[0]) {
		if !reading.HoldsArray(item) {
			continue // most items hold no array, and At reads all keys for each field
		}
		for k := range inItem {
			if inner := &g.fields[k]; inner.invalid == "" {
				inItem[k] = item.At(path(inner))
			}
		}
		if g.opens(inItem, path) {
			return true
		}
	}
	return false
}

// nothing counts one correct absence if a spec without fields compares a truth and an answer without values: an empty
// page that was read as empty.
func (ev *evaluation) nothing(answer document.Value) {
	switch t := &ev.tally; {
	case len(ev.spec.Fields) > 0 || paths.CountLeaves(ev.truth) > 0:
		return
	case paths.CountLeaves(answer) > 0 || len(ev.result.Fields) > 0:
		if t.Null.Weight == 0 {
			t.Skip(1) // an answer without values would have this correct absence
		}
		return
	}
	ev.rows = append(ev.rows, metrics.Row{Attribute: paths.Document, Counts: metrics.Counts{CorrectAbsence: 1}})
	weight := ev.tally.Add(metrics.CorrectAbsence, 1, 1, false, false)
	ev.result.Hits = append(ev.result.Hits, paths.Document)
	ev.result.Fields = append(ev.result.Fields, FieldResult{
		Path: paths.Document, Attribute: paths.Document, Outcome: metrics.CorrectAbsence, Score: 1, Similarity: 1, Weight: weight,
		Got: answer.Raw(), Want: ev.truth.Raw(),
	})
}
