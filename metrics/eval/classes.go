package eval

import (
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
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

// decides checks the names of [Field].Decides.
func (c *compiler) decides(all []Field) {
	var names []string
	for name := range each(all, "", inGot) {
		names = append(names, name)
	}
	for name, f := range each(all, "", inGot) {
		if _, classes := compare.ClassesOf(f.Match); len(f.Decides) > 0 && (!classes || strings.Contains(name, "[]")) {
			c.errorf(inField(name), "decides is for fields with classes outside of lists; give it match: class")
		}
		for _, of := range f.Decides {
			others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
			if !slices.ContainsFunc(others, func(n string) bool { return paths.Covers(of, n) }) {
				c.errorf(inField(name), "decides names %q, which is no other field%s", of, words.Hint(of, others))
			}
		}
	}
}

// Classes returns the classes of the fields that have some, in spec order, recognised ones of a spec without fields by name.
// A field that is declared without names has the values of the truths, if Spec.TruthClasses has them.
func (e *Evaluator) Classes() (all []ClassList) {
	left := maps.Clone(e.spec.TruthClasses)
	for attribute, match := range leaves(e.spec.Fields) {
		names, declared := compare.ClassesOf(match)
		if len(names) == 0 {
			names = left[attribute]
		}
		if delete(left, attribute); len(names) > 0 {
			all = append(all, ClassList{attribute, names, declared})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		all = append(all, ClassList{Attribute: name, Names: left[name]})
	}
	return all
}
