package eval

import (
	"errors"

	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/paths"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/values"
)

// infer makes a plan in which the fields that the spec leaves open are those of
// the truth: all of them where the spec has no fields, those of the items where
// a list has none. Got is looked at only to tell what an array without items in
// the truth is an array of.
func (e *Evaluator) infer(got, want document.Value) (*plan, error) {
	c := compiler{lenientPaths: e.spec.LenientPaths}
	var p *plan
	if gots, wants := []document.Value{got}, []document.Value{want}; len(e.spec.Fields) == 0 {
		c.inferred = true
		p = c.plan(c.in.document(gots, wants))
	} else {
		p = c.plan(c.in.complete(e.spec.Fields, gots, wants))
	}
	if err := errors.Join(c.errs...); err != nil {
		return nil, err
	}
	return p, nil
}

// inference makes fields of what a truth has.
type inference struct {
	lists map[*List]bool // those whose fields are all that the truth's items have
}

// autoOrNothing judges an inferred leaf that is an array without items where the
// truth has it, or nothing: such arrays are empty.
type autoOrNothing struct{ compare.Auto }

func (in *inference) infers(l *List) {
	if in.lists == nil {
		in.lists = make(map[*List]bool)
	}
	in.lists[l] = true
}

// document returns the fields of a whole document.
func (in *inference) document(gots, wants []document.Value) []Field {
	if wants[0].Kind() == document.Object {
		return in.fields(nil, gots, wants)
	}
	f := in.value(nil, gots, wants)
	if len(f) == 1 && f[0].List == nil && f[0].Set == nil && wants[0].Empty() {
		return nil // the truth has nothing: it knows no key
	}
	return f
}

// complete returns a copy of fields in which every list has fields.
func (in *inference) complete(fields []Field, gots, wants []document.Value) []Field {
	full := make([]Field, len(fields))
	for i, f := range fields {
		full[i] = f
		if f.List == nil {
			continue
		}
		wantPath := f.WantPath
		if wantPath == "" {
			wantPath = f.Path
		}
		list := *f.List
		gotItems, wantItems := itemsAt(gots, f.Path), itemsAt(wants, wantPath)
		if len(list.Fields) == 0 {
			list.Fields = in.fields(nil, gotItems, wantItems)
			in.infers(&list)
		} else {
			list.Fields = in.complete(list.Fields, gotItems, wantItems)
		}
		full[i].List = &list
	}
	return full
}

// itemsAt returns the items of the arrays at a path of some documents or items.
func itemsAt(in []document.Value, path string) []document.Value {
	if path == "" {
		return values.Items(in)
	}
	p, err := document.ParsePath(path)
	if err != nil {
		return nil
	}
	arrays := make([]document.Value, len(in))
	for i, v := range in {
		arrays[i] = v.At(p)
	}
	return values.Items(arrays)
}

// fields returns the fields below a path of some objects, in the order in
// which the truth has them first.
func (in *inference) fields(path document.Path, gots, wants []document.Value) (fields []Field) {
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
	for _, key := range keys {
		var members []document.Value
		if values.Structured(found[key]) {
			for _, object := range gots {
				if m := object.Member(key); !m.Empty() {
					members = append(members, m)
				}
			}
		}
		step := document.Step{Key: key, Index: -1}
		fields = append(fields, in.value(append(path[:len(path):len(path)], step), members, found[key])...)
	}
	return fields
}

// value returns the field at a path, or the fields below it. The values are
// those that stand there in the items of a list, or in a document.
func (in *inference) value(path document.Path, gots, wants []document.Value) []Field {
	leaf := Field{Path: path.String(), Match: compare.Auto{}}
	switch values.CommonKind(wants) {
	case document.Object:
		return in.fields(path, gots, wants)
	case document.Array:
		wantItems, gotItems := values.Items(wants), values.Items(gots)
		switch {
		case len(wantItems) > 0:
			return []Field{in.collection(leaf, gotItems, wantItems)}
		case len(gotItems) > 0:
			return []Field{in.collection(leaf, gotItems, gotItems)}
		}
		leaf.Match = autoOrNothing{}
	case document.Missing: // the truth has the key without a value
		if gotItems := values.Items(gots); len(gotItems) > 0 && values.CommonKind(gots) == document.Array {
			return []Field{in.collection(leaf, gotItems, gotItems)}
		}
		leaf.Match = autoOrNothing{}
	}
	return []Field{leaf}
}

// collection makes a leaf a list or a set by what the items are, if they
// are all of one kind.
func (in *inference) collection(leaf Field, gots, items []document.Value) Field {
	switch values.CommonKind(items) {
	case document.Object:
		list := new(List)
		in.infers(list)
		if len(gots) == 0 || &gots[0] != &items[0] {
			list.Fields = in.fields(nil, gots, items)
		}
		if !pairing.AllDescribed(items, document.Path{{Key: description, Index: -1}}) {
			list.Assign = Optimal
		}
		leaf.Match, leaf.List = nil, list
	case document.String: // any scalar
		leaf.Match, leaf.Set = nil, &Set{}
	}
	return leaf
}

// nothing counts one correct absence for a truth and an answer without any value
// that are compared without fields: an empty page that was read as empty.
func (ev *evaluation) nothing(answer document.Value) {
	if len(ev.spec.Fields) > 0 || values.Leaves(answer) > 0 || values.Leaves(ev.truth) > 0 || len(ev.result.Fields) > 0 {
		return
	}
	ev.rows = append(ev.rows, metrics.Row{Attribute: paths.Document, Counts: metrics.Counts{CorrectAbsence: 1}})
	weight := ev.tally.add(metrics.CorrectAbsence, 1, 1, false, false)
	ev.result.Hits = append(ev.result.Hits, paths.Document)
	ev.result.Fields = append(ev.result.Fields, FieldResult{
		Path: paths.Document, Attribute: paths.Document, Outcome: metrics.CorrectAbsence, Score: 1, Similarity: 1, Weight: weight,
		Got: answer.Raw(), Want: ev.truth.Raw(),
	})
}
