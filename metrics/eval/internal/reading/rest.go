package reading

import (
	"cmp"
	"fmt"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// spot is a place among fields.
type spot struct {
	tree *Tree
	key  string
}

// Last returns the values that no field covers, of duplicate keys the last one.
func Last(found []Rest) (last []Rest) {
	if len(found) == 0 {
		return nil
	}
	places := make(map[spot]int, len(found))
	for i := range found {
		places[spot{found[i].From, found[i].Step.Key}] = i
	}
	for i := range found {
		if r := &found[i]; places[spot{r.From, r.Step.Key}] == i {
			last = append(last, *r)
		}
	}
	return last
}

// Uncompared returns warnings about values of the truth that no field compares, one for each place. The values are below
// an attribute.
func Uncompared(found []Rest, attribute string) (warnings []string) {
	if len(found) == 0 {
		return nil
	}
	seen := make(map[spot]struct{})
	for i := range found {
		r := &found[i]
		key := spot{r.From, r.Step.Key}
		if r.Step.Bracket {
			key.key = "" // all elements are one place
		}
		if _, ok := seen[key]; ok || paths.CountLeaves(r.Value) == 0 {
			continue
		}
		seen[key] = struct{}{}
		name := cmp.Or(paths.General(paths.Join(attribute, r.Text())), paths.Document)
		if r.Stray {
			warnings = append(warnings, fmt.Sprintf("the truth has %s at %q, where the spec has fields below it", words.Article(r.Value), name))
			continue
		}
		warnings = append(warnings, fmt.Sprintf("the truth has %q, which no field of the spec compares", name))
	}
	return warnings
}

// Mismatch returns the note of a value that stands where fields expect an object or an array.
func (r *Rest) Mismatch() string {
	if r.Value.Kind() == document.Array {
		return "got an array, want an object"
	}
	return "got " + words.Article(r.Value) + ", want an object or an array"
}
