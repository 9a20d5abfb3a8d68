package invariants

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/gotype"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/spectext"
)

// OfTags reads the invariants in the tags of a struct. Messages name the struct by the text where.
func OfTags(t reflect.Type, w *spectext.Problems, where string) []invariant.Invariant {
	var all []invariant.Invariant
	for _, tag := range gotype.Invariants(t) {
		one := invariant.Invariant{Name: tag.Get(gotype.InvariantTag), Rule: tag.Get(gotype.RuleTag)}
		at := fmt.Sprintf("%s: invariant %q", where, one.Name)
		if text, ok := tag.Lookup(gotype.ToleranceTag); ok {
			var err error
			if one.Tolerance, err = strconv.ParseFloat(text, 64); err != nil {
				w.Errorf(spectext.Position{}, at, "tolerance: %q is not a number", spectext.Shorten(text))
				continue
			}
		}
		if text, ok := tag.Lookup(gotype.InSourceTag); ok {
			if one.InSource = true; text != "true" {
				one.Paths = strings.Split(text, ";")
			}
		}
		if text, ok := tag.Lookup(gotype.OptionalTag); ok {
			if one.Optional = text == "true"; !one.Optional {
				w.Errorf(spectext.Position{}, at, "optional: got %q, want \"true\", or leave it out", spectext.Shorten(text))
			}
		}
		if slices.ContainsFunc(all, func(other invariant.Invariant) bool { return other.Name == one.Name }) {
			w.Errorf(spectext.Position{}, at, "there are two of this name; give each one of its own")
		}
		if err := one.Validate(); err != nil {
			w.Errorf(spectext.Position{}, at, "%v", err)
		}
		all = append(all, one)
	}
	return all
}
