package preflight

import (
	"cmp"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// branch is a field whose values in truths decide something, or a list with such a field.
type branch struct {
	attribute string
	want      document.Path
	match     compare.Comparator // of a leaf or of the elements of a set, as it is written
	prepared  compare.Comparator // of dates
	auto      bool               // dates: the truth says whether it is a list, a set or a leaf
	declared  bool               // the spec says that it has classes
	mark      string             // of the items of a list, set or map, "[]" or "{}"
	set, list bool
	items     []*branch // of a list; nil: all that its items have
	sections  *eval.Sections
	class     string // of the sections that have it, "" for all
}

// branches returns the fields, also those in lists, that keep accepts: leaves and sets, and lists without fields of their own.
func branches(fields []eval.Field, prefix string, inList bool, keep func(b *branch, inList bool) bool) (found []*branch) {
	for i := range fields {
		f := &fields[i]
		b := &branch{attribute: paths.Join(prefix, f.Path), want: parse(cmp.Or(f.WantPath, f.Path)), match: f.Match, mark: paths.Mark(f.Map != nil), sections: f.Sections}
		items, ofItems := f.Items()
		each, ofEach := f.Elements()
		b.list, b.set = ofItems != "" || f.Sections != nil, ofEach != ""
		kept := b.want != nil
		switch {
		case !kept:
		case f.Sections != nil:
			for _, class := range append([]string{""}, slices.Sorted(maps.Keys(f.Sections.Classes))...) {
				for _, inner := range branches(f.Sections.Named(class), b.attribute+b.mark, true, keep) {
					inner.class = class
					b.items = append(b.items, inner)
				}
			}
			kept = b.items != nil
		case len(items) > 0:
			b.items = branches(items, b.attribute+b.mark, true, keep)
			kept = b.items != nil
		case b.set:
			b.attribute, b.match = b.attribute+b.mark, each
			kept = keep(b, inList)
		default:
			kept = keep(b, inList)
		}
		if kept {
			found = append(found, b)
		}
	}
	return found
}

// search calls use with the values that a truth has for fields, the elements of a set one by one.
func search(fields []*branch, truth document.Value, use func(*branch, document.Value)) {
	for _, b := range fields {
		v := truth.At(b.want)
		switch {
		case !v.Exists():
		case b.items != nil:
			for _, item := range paths.Inside(v, b.mark) {
				search(b.among(item), item, use)
			}
		case b.set:
			for _, item := range paths.Inside(v, b.mark) {
				use(b, item)
			}
		default:
			use(b, v)
		}
	}
}

// among returns the fields of an item: all fields of a list or, in a packet, the fields of the section's class.
func (b *branch) among(item document.Value) []*branch {
	if b.sections == nil {
		return b.items
	}
	class, _ := b.sections.Of(item)
	return slices.DeleteFunc(slices.Clone(b.items), func(b *branch) bool { return b.class != "" && b.class != class })
}
