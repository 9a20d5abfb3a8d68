package eval

import (
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare"
)

// ClassList names the classes of a field whose value is one of a few.
type ClassList struct {
	Attribute string   `json:"attribute"`
	Names     []string `json:"names"`
	// Declared: the spec says that the field has classes, by [compare.Class]. Otherwise they were recognised in the
	// truths; see [Spec].TruthClasses.
	Declared bool `json:"declared,omitzero"`
}

// Classes returns the classes of the fields that have some, in spec order, recognised ones of a spec without fields by name.
// A field that is declared without names has the values of the truths, if Spec.TruthClasses has them.
func (e *Evaluator) Classes() (all []ClassList) {
	left := maps.Clone(e.spec.TruthClasses)
	add := func(attribute string, match compare.Comparator) {
		names, declared := compare.ClassesOf(match)
		if len(names) == 0 {
			names = left[attribute]
		}
		if delete(left, attribute); len(names) > 0 {
			all = append(all, ClassList{attribute, names, declared})
		}
	}
	for name, f := range each(e.spec.Fields, "", inGot) {
		if f.Set != nil {
			add(name+"[]", f.Set.Match)
		} else if f.List == nil {
			add(name, f.Match)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		all = append(all, ClassList{Attribute: name, Names: left[name]})
	}
	return all
}
