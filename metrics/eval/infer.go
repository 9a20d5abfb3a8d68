package eval

import (
	"cmp"
	"errors"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/outline"
)

// infer makes a plan in which the truth supplies the fields that the spec leaves open: all fields
// for a spec without fields, the fields of the items for a list without fields. A field with
// compare.Auto is a list or a set where the truth has an array of objects or of texts. Got is used
// only to tell the kind of items of an array that is empty in the truth.
func (e *Evaluator) infer(got, want document.Value) (*plan, error) {
	c := compiler{lenientPaths: e.spec.LenientPaths, settled: true, orders: e.spec.DateOrders}
	gots, wants, fields := []document.Value{got}, []document.Value{want}, e.spec.Fields
	if c.inferred = len(fields) == 0; c.inferred {
		fields = c.in.all(outline.OfDocument(got, want))
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

// complete returns a copy of fields in which every list has fields, and every field with
// compare.Auto is a list, a set or a leaf by its arrays.
func (in *inference) complete(fields []Field, gots, wants []document.Value) []Field {
	full := make([]Field, len(fields))
	for i, f := range fields {
		full[i] = f
		wantPath := cmp.Or(f.WantPath, f.Path)
		if f.Sections != nil {
			s := *f.Sections
			s.Classes = make(map[string][]Field, len(s.Classes))
			for class, of := range f.Sections.Classes {
				ofClass := slices.DeleteFunc(paths.ItemsAt(wants, wantPath), func(v document.Value) bool {
					own, _ := f.Sections.Of(v)
					return own != class
				})
				s.Classes[class] = in.complete(of, paths.ItemsAt(gots, f.Path), ofClass)
			}
			full[i].Sections = &s
			continue
		}
		if f.List == nil {
			if f.Set == nil && isAuto(f.Match) {
				full[i] = in.leaf(f, paths.ValuesAt(gots, f.Path), paths.ValuesAt(wants, wantPath))
			}
			continue
		}
		list := *f.List
		gotItems, wantItems := paths.ItemsAt(gots, f.Path), paths.ItemsAt(wants, wantPath)
		if len(list.Fields) == 0 {
			list.Fields = in.all(outline.FieldsOf(nil, gotItems, wantItems, true))
			in.infers(&list)
		} else {
			list.Fields = in.complete(list.Fields, gotItems, wantItems)
		}
		full[i].List = &list
	}
	return full
}

// leaf makes a field a list or a set by the arrays at its place, see [outline.LeafOf].
func (in *inference) leaf(f Field, gots, wants []document.Value) Field {
	f.Match = nil
	return in.made(f, outline.LeafOf("", gots, wants))
}

// made returns a field as its values describe it.
func (in *inference) made(f Field, as outline.Field) Field {
	switch as.Kind {
	case outline.List:
		f.List = &List{Fields: in.all(as.Fields)}
		in.infers(f.List)
	case outline.Set:
		f.Set = &Set{}
	default:
		f.Match = compare.Auto{}
	}
	return f
}

func (in *inference) all(as []outline.Field) (fields []Field) {
	for _, one := range as {
		fields = append(fields, in.made(Field{Path: one.Path}, one))
	}
	return fields
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
		case f.list != nil && f.list.items.open && f.list.items.opensIn(v, path):
			return true
		case f.packet.open():
			for _, g := range f.packet.groups {
				if g.open && g.opensIn(v, path) {
					return true
				}
			}
		}
	}
	return false
}

// opensIn is opens for the items of an array.
func (g *group) opensIn(array document.Value, path func(*field) document.Path) bool {
	inItem := make([]document.Value, len(g.fields))
	for _, item := range array.Items() {
		if !paths.HoldsArray(item) {
			continue // as most items: At takes a look at all keys for each field
		}
		for k := range inItem {
			if of := &g.fields[k]; of.invalid == "" {
				inItem[k] = item.At(path(of))
			}
		}
		if g.opens(inItem, path) {
			return true
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
