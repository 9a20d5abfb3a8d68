package eval

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"

	"github.com/extracteval/extracteval/metrics/compare"
)

// With returns a copy of s in which attribute path is judged by m: "total", "lines[].sku" in a list,
// "orders[].lines[].sku" in a list of lists, "tags[]" for the elements of a set. s itself does not change. It is an
// error if the spec has no leaf or set of that attribute; the error lists the attributes that it has.
func (s Spec) With(path string, m compare.Comparator) (Spec, error) {
	fields, found := withMatch(s.Fields, "", path, m)
	if !found {
		return Spec{}, fmt.Errorf("eval: field %q: With found no such attribute%s", path, knownAttributes(s.Fields))
	}
	s.Fields = fields
	return s, nil
}

// withMatch returns a copy of fields, and of the lists on the way, with another comparator for one attribute.
func withMatch(fields []Field, prefix, attribute string, m compare.Comparator) (changed []Field, found bool) {
	for i, f := range fields {
		name := paths.Join(prefix, f.Path)
		switch {
		case f.Sections != nil:
			s := *f.Sections
			for _, class := range s.names() {
				below := paths.Join(name+"[]", s.Attribute(class, ""))
				if !found && paths.Covers(below, attribute) {
					var of []Field
					if of, found = withMatch(s.Classes[class], below, attribute, m); !found { // a path may begin with its class
						of, found = withMatch(s.Classes[class], name+"[]", attribute, m)
					}
					s.Classes = maps.Clone(s.Classes)
					s.Classes[class] = of
				}
			}
			f.Sections = &s
		case f.List != nil:
			var items []Field
			if items, found = withMatch(f.List.Fields, name+"[]", attribute, m); found {
				list := *f.List
				list.Fields = items
				f.List = &list
			}
		case f.Set != nil:
			if found = name+"[]" == attribute; found {
				set := *f.Set
				set.Match = m
				f.Set = &set
			}
		default:
			if found = name == attribute; found {
				f.Match = m
			}
		}
		if found {
			changed = slices.Clone(fields)
			changed[i] = f
			return changed, true
		}
	}
	return nil, false
}

// knownAttributes lists the attributes that With can set, for its error: leaves and the elements of sets.
func knownAttributes(fields []Field) string {
	var names []string
	for name := range leaves(fields) {
		names = append(names, name)
	}
	if len(names) == 0 {
		return "; the spec names none"
	}
	return "; the spec has " + words.Quoted(names, 20, "")
}
