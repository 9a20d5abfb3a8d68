package history

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// fieldNames are the fields of a spec, in its order.
type fieldNames []fieldName

// fieldName is a field: its place in truths, and its name in reports.
type fieldName struct {
	place document.Path
	name  string
}

func fieldNamesOf(spec *eval.Spec) fieldNames {
	if spec == nil {
		return nil
	}
	var all fieldNames
	all.add(spec.Fields, "", "")
	return all
}

func (n *fieldNames) add(fields []eval.Field, place, prefix string) {
	for _, f := range fields {
		location, text := paths.Join(place, cmp.Or(f.WantPath, f.Path)), paths.Join(prefix, f.Path)
		path, err := paths.ParseAttribute(cmp.Or(location, paths.Document))
		if err != nil {
			continue
		}
		*n = append(*n, fieldName{path, text})
		items, mark := f.Items()
		n.add(items, location+mark, text+mark)
		if f.Map != nil {
			member, _ := paths.ParseAttribute(paths.Members)
			*n = append(*n, fieldName{append(path[:len(path):len(path)], member...), text + paths.Members})
		}
	}
}

// attribute returns the attribute of a place in the truth. general is its path, with [] for each index.
func (n fieldNames) attribute(path document.Path, general string) string {
	best := -1
	for i := range n {
		if leads(n[i].place, path) && (best < 0 || len(n[i].place) > len(n[best].place)) {
			best = i
		}
	}
	if best < 0 {
		return general
	}
	rest := paths.General(path[len(n[best].place):].String())
	return paths.Join(n[best].name, rest)
}

// rank returns the number of the field that an attribute belongs to, len(n) for none.
func (n fieldNames) rank(attribute string) int {
	best := len(n)
	for i := range n {
		if (n[i].name == "" || paths.Covers(n[i].name, attribute)) && (best == len(n) || len(n[i].name) > len(n[best].name)) {
			best = i
		}
	}
	return best
}

// leads reports whether a field is at a place or above it.
func leads(field, path document.Path) bool {
	return len(field) <= len(path) && slices.EqualFunc(field, path[:len(field)], func(f, s document.Step) bool {
		return f.AllItems() && s.Bracket != f.AllMembers() || f.Key == s.Key
	})
}
