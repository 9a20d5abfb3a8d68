package reading

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/spectext"
)

// InvariantsOfTags reads the invariants in the tags of a struct. Messages name the struct by the text where.
func InvariantsOfTags(t reflect.Type, w *spectext.Problems, location string) []invariant.Invariant {
	var all []invariant.Invariant
	for _, tag := range spectext.Invariants(t) {
		inv := invariant.Invariant{Name: tag.Get(spectext.InvariantTag), Rule: tag.Get(spectext.RuleTag)}
		label := fmt.Sprintf("%s: invariant %q", location, inv.Name)
		if text, ok := tag.Lookup(spectext.ToleranceTag); ok {
			var err error
			if inv.Tolerance, err = strconv.ParseFloat(text, 64); err != nil {
				w.Errorf(spectext.Position{}, label, "tolerance: %q is not a number", spectext.Shorten(text))
				continue
			}
		}
		if text, ok := tag.Lookup(spectext.InSourceTag); ok {
			inv.InSource = true
			if text != "true" {
				inv.Paths = strings.Split(text, ";")
			}
		}
		if text, ok := tag.Lookup(spectext.OptionalTag); ok {
			if inv.Optional = text == "true"; !inv.Optional {
				w.Errorf(spectext.Position{}, label, "optional: got %q, want \"true\", or leave it out", spectext.Shorten(text))
			}
		}
		if slices.ContainsFunc(all, func(other invariant.Invariant) bool { return other.Name == inv.Name }) {
			w.Errorf(spectext.Position{}, label, "there are two of this name; give each one of its own")
		}
		if err := inv.Validate(); err != nil {
			w.Errorf(spectext.Position{}, label, "%v", err)
		}
		all = append(all, inv)
	}
	return all
}
