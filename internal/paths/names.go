package paths

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Document is the text for the empty path.
const Document = "(document)"

// MaxInvented is the most values without a field that one result lists. A result counts all of them. It bounds the cost
// of an answer of a million items.
const MaxInvented = 1000

// Join appends a path to the path of its starting point: "lines[]" and "amount" give
// "lines[].amount", "rows[]" and "[0]" give "rows[][0]".
func Join(prefix, path string) string {
	if prefix == "" || path == "" || path[0] == '[' {
		return prefix + path
	}
	return prefix + "." + path
}

// Member returns the attribute of a member.
func Member(attribute, key string) string {
	return Join(attribute, document.Path{document.Key(key)}.String())
}

// Leads reports whether a document has a value at a path. If the document or an item of a list lacks a step, it calls
// tell, unless nil, with each name that is in the place of the step.
func Leads(v document.Value, path document.Path, prefix string, tell func(string)) (found bool) {
	for i, step := range path {
		if step.AllItems() {
			for _, item := range Below(v, step) {
				found = Leads(item, path[i+1:], prefix+document.Path{step}.String(), tell) || found
			}
			return found
		}
		next := v.Step(step)
		if !next.Exists() {
			if tell != nil {
				for key := range v.Members() {
					tell(Member(prefix, key))
				}
			}
			return false
		}
		v, prefix = next, Join(prefix, document.Path{step}.String())
	}
	return v.Exists()
}

// General returns the attribute that a path is an example of: "lines[3].amount"
// gives "lines[].amount".
func General(path string) string {
	if !strings.Contains(path, "[") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		b.WriteByte(path[i])
		if path[i] != '[' {
			continue
		}
		key, _ := strconv.QuotedPrefix(path[i+1:]) // "" where no quoted key follows
		b.WriteString(key)
		i += len(key)
		for i+1 < len(path) && path[i+1] >= '0' && path[i+1] <= '9' {
			i++
		}
	}
	return b.String()
}

// Covers reports whether an attribute is name or lies below it: "lines" covers "lines[].amount".
func Covers(name, attribute string) bool {
	rest, ok := strings.CutPrefix(attribute, name)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[' || strings.HasPrefix(rest, Members))
}

// The ends of the names of the items of a list, "lines[]", and of a map, "rates{}".
const (
	Items   = "[]"
	Members = "{}"
)

// Mark returns the end of the names of the items of a map or, if keyed is not set, of a list.
func Mark(keyed bool) string {
	if keyed {
		return Members
	}
	return Items
}

// Collection returns the name of the list or map that has the items of an attribute: "lines" for "lines[]".
func Collection(attribute string) (name string, ok bool) {
	if name, ok = strings.CutSuffix(attribute, Items); !ok {
		name, ok = strings.CutSuffix(attribute, Members)
	}
	return name, ok
}

// InItems reports whether an attribute is about the items of a list or map, or about values in them.
func InItems(attribute string) bool {
	return strings.Contains(attribute, Items) || strings.Contains(attribute, Members)
}

// ParseAttribute reads the name of an attribute or the path of a leaf. Both may be [Document], or begin with it.
func ParseAttribute(name string) (document.Path, error) {
	if rest, ok := strings.CutPrefix(name, Document); ok {
		if rest == "" {
			return document.Path{}, nil
		}
		name = strings.TrimPrefix(rest, ".")
	}
	return document.ParseAttribute(name)
}

// Overlapping returns the index pairs of paths that lead to the same place, or to a place inside the other's; the
// lesser index comes first. It leaves out nil paths.
//
// Overlapping sorts the paths by their keys, so that each path is followed by the paths that continue it.
func Overlapping(paths []document.Path) (pairs [][2]int) {
	var order []int
	for i := range paths {
		if paths[i] != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return slices.CompareFunc(paths[a], paths[b], func(s, t document.Step) int { return strings.Compare(s.Key, t.Key) })
	})
	for i, a := range order {
		for _, b := range order[i+1:] {
			outer, inner := paths[a], paths[b]
			if !SameKeys(outer, inner) {
				break
			}
			if mayCoincide(outer, inner) {
				pairs = append(pairs, [2]int{min(a, b), max(a, b)})
			}
		}
	}
	return pairs
}

// SameKeys reports whether inner starts with the keys of outer.
func SameKeys(outer, inner document.Path) bool {
	if len(inner) < len(outer) {
		return false
	}
	for i := range outer {
		if outer[i].Key != inner[i].Key {
			return false
		}
	}
	return true
}

// mayCoincide reports whether in some document outer leads to a place on the way to inner, given that inner begins with
// the keys of outer. lines.0 may coincide with lines[0] and with lines["0"], but lines[0] and lines["0"] never
// coincide.
func mayCoincide(outer, inner document.Path) bool {
	for i, s := range outer {
		t := inner[i]
		element := s.Index >= 0 && t.Index >= 0
		member := !s.Bracket && !t.Bracket
		if !element && !member {
			return false
		}
	}
	return true
}

// AnyValue reports whether a value at a path, in any items or members, is not empty and right.
func AnyValue(v document.Value, path document.Path, right func(document.Value) bool) bool {
	for i, step := range path {
		if step.AllItems() || step.AllMembers() {
			for _, item := range Below(v, step) {
				if AnyValue(item, path[i+1:], right) {
					return true
				}
			}
			return false
		}
		v = v.Step(step)
	}
	return !v.Empty() && right(v)
}
