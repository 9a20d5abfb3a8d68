package eval

import (
	"fmt"
	"github.com/extracteval/extracteval/internal/words"

	"github.com/extracteval/extracteval/metrics/compare"
)

// With returns a copy of s in which attribute path is judged by m: "total", "lines[].sku" in a list,
// "orders[].lines[].sku" in a list of lists, "rates{}.amount" in a map, "tags[]" for the elements of a set. s itself does
// not change. It is an error if the spec has no leaf or set of that attribute; the error lists the attributes that it
// has.
func (s Spec) With(path string, m compare.Comparator) (Spec, error) {
	found := false
	changed := s.Replaced(func(attribute string, old compare.Comparator) compare.Comparator {
		if attribute != path {
			return old
		}
		found = true
		return m
	})
	if !found {
		return Spec{}, fmt.Errorf("eval: field %q: With found no such attribute%s", path, knownAttributes(s))
	}
	return changed, nil
}

// knownAttributes lists the attributes that With can set, for its error: leaves and the elements of sets.
func knownAttributes(s Spec) string {
	var names []string
	for name := range s.Leaves() {
		names = append(names, name)
	}
	if len(names) == 0 {
		return "; the spec names none"
	}
	return "; the spec has " + words.Quoted(names, 20, "")
}
