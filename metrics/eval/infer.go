package eval

import (
	"cmp"
	"errors"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// infer makes a plan in which the truth supplies the fields that the spec leaves open: all fields
// for a spec without fields, the fields of the items for a list without fields. A field with
// compare.Auto is a list or a set where the truth has an array of objects or of texts. Got is used
// only to tell the kind of items of an array that is empty in the truth.
func (e *Evaluator) infer(got, want document.Value) (*plan, error) {
	c := compiler{lenientPaths: e.spec.LenientPaths, settled: true, orders: e.spec.DateOrders}
	gots, wants, fields := []document.Value{got}, []document.Value{want}, e.spec.Fields
	if c.inferred = len(fields) == 0; c.inferred {
		fields = c.in.document(gots, wants)
	} else {
		fields = c.in.complete(fields, gots, wants)
	}
	return c.plan(fields), errors.Join(c.errs...)
}

// inference makes fields of the values of a truth.
type inference struct {
	lists map[*List]bool // those whose fields are all that the truth's items have
}

func (in *inference) infers(l *List) {
	if in.lists == nil {
		in.lists = make(map[*List]bool)
	}
	in.lists[l] = true
}

// document returns the fields of a whole document.
func (in *inference) document(gots, wants []document.Value) []Field {
	if wants[0].Kind() == document.Object {
		return in.fields(nil, gots, wants, false)
	}
	f := in.value(nil, gots, wants, false)
	if len(f) == 1 && f[0].List == nil && f[0].Set == nil && wants[0].Empty() {
		return nil // the truth is empty: it has no key
	}
	return f
}

// complete returns a copy of fields in which every list has fields, and every field with
// compare.Auto is a list, a set or a leaf by its arrays.
func (in *inference) complete(fields []Field, gots, wants []document.Value) []Field {
	full := make([]Field, len(fields))
	for i, f := range fields {
		full[i] = f
		wantPath := cmp.Or(f.WantPath, f.Path)
		if f.List == nil {
			if f.Set == nil && isAuto(f.Match) {
				full[i] = in.leaf(f, paths.ValuesAt(gots, f.Path), paths.ValuesAt(wants, wantPath))
			}
			continue
		}
		list := *f.List
		gotItems, wantItems := paths.ItemsAt(gots, f.Path), paths.ItemsAt(wants, wantPath)
		if len(list.Fields) == 0 {
			list.Fields = in.fields(nil, gotItems, wantItems, true)
			in.infers(&list)
		} else {
			list.Fields = in.complete(list.Fields, gotItems, wantItems)
		}
		full[i].List = &list
	}
	return full
}

// fields returns the fields below a path of some objects: in the order of the document or, for
// items, sorted by key, since items have no common order.
func (in *inference) fields(path document.Path, gots, wants []document.Value, items bool) (fields []Field) {
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
		step := document.Step{Key: key, Index: -1}
		fields = append(fields, in.value(append(path[:len(path):len(path)], step), members, found[key], items)...)
	}
	return fields
}

// value returns the field at a path, or the fields below it. The values are the ones at that path
// in a document or in the items of a list.
func (in *inference) value(path document.Path, gots, wants []document.Value, items bool) []Field {
	if paths.CommonKind(wants) == document.Object {
		return in.fields(path, gots, wants, items)
	}
	return []Field{in.leaf(Field{Path: path.String()}, gots, wants)}
}

// leaf makes a field a list where its values are arrays of objects, a set where they are
// arrays of texts, and else leaves it a leaf: arrays of numbers, of arrays and of mixed
// items are compared in order.
func (in *inference) leaf(f Field, gots, wants []document.Value) Field {
	f.Match = compare.Auto{}
	wantItems, gotItems := paths.ItemsOf(wants), paths.ItemsOf(gots)
	switch paths.CommonKind(wants) {
	case document.Array:
		switch {
		case len(wantItems) > 0:
			return in.collection(f, gotItems, wantItems)
		case len(gotItems) > 0:
			return in.collection(f, gotItems, gotItems)
		}
	case document.Missing: // the truth has the key without a value
		if len(gotItems) > 0 && paths.CommonKind(gots) == document.Array {
			return in.collection(f, gotItems, gotItems)
		}
	}
	return f
}

// collection makes a leaf a list if all items are objects, and a set if all are texts.
func (in *inference) collection(f Field, gots, items []document.Value) Field {
	switch kind := paths.CommonKind(items); {
	case kind == document.Object:
		list := new(List)
		in.infers(list)
		if len(gots) == 0 || &gots[0] != &items[0] {
			list.Fields = in.fields(nil, gots, items, true)
		}
		f.Match, f.List = nil, list
	case kind == document.String && paths.AreTexts(items):
		f.Match, f.Set = nil, &Set{}
	}
	return f
}

// isAuto reports whether a field leaves it to the truth how it is compared.
func isAuto(m compare.Comparator) bool { return m == nil || m == compare.Comparator(compare.Auto{}) }

// opens reports whether the values of a group's fields have an array that makes an open field
// a list or a set, here or in the items of a list; see leaf.
func (g *group) opens(slots []document.Value, path func(*field) document.Path) bool {
	if !g.open {
		return false
	}
	for i, v := range slots {
		f := &g.fields[i]
		switch {
		case f.open && paths.IsCollection(v):
			return true
		case f.list != nil && f.list.items.open:
			inItem := make([]document.Value, len(f.list.items.fields))
			for _, item := range v.Items() {
				if !paths.HoldsArray(item) {
					continue // as most items: At takes a look at all keys for each field
				}
				for k := range inItem {
					if of := &f.list.items.fields[k]; of.invalid == "" {
						inItem[k] = item.At(path(of))
					}
				}
				if f.list.items.opens(inItem, path) {
					return true
				}
			}
		}
	}
	return false
}

// nothing counts one correct absence for a truth and an answer without any value
// that are compared without fields: an empty page that was read as empty.
func (ev *evaluation) nothing(answer document.Value) {
	if len(ev.spec.Fields) > 0 || paths.CountLeaves(answer) > 0 || paths.CountLeaves(ev.truth) > 0 || len(ev.result.Fields) > 0 {
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
