package compare

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Unwrap implements [Wrapper].
func (o OneOf) Unwrap() Comparator { return o.Each }

// Wrap implements [Wrapper].
func (o OneOf) Wrap(each Comparator) Comparator {
	o.Each = each
	return o
}

// Accepted implements [Alternatives]. It returns the items of an array, or else the truth itself, each followed by its
// aliases.
func (o OneOf) Accepted(want document.Value) []document.Value {
	groups, err := kind.NewGroups(o.Aliases)
	if err != nil {
		return nil
	}
	return preparedOneOf{aliases: groups}.Accepted(want)
}

// Unwrap implements [Wrapper].
func (o preparedOneOf) Unwrap() Comparator { return o.each }

// Wrap implements [Wrapper].
func (o preparedOneOf) Wrap(each Comparator) Comparator {
	o.each = each
	return o
}

// Accepted implements [Alternatives].
func (o preparedOneOf) Accepted(want document.Value) (all []document.Value) {
	listed := []document.Value{want}
	if want.Kind() == document.Array {
		listed = nil
		for _, item := range want.Items() {
			listed = append(listed, item)
		}
	}
	for _, accepted := range listed {
		all = append(all, accepted)
		if group := o.aliases.Of(accepted); group != nil {
			all = append(all, slices.DeleteFunc(slices.Clone(group.Values), func(other document.Value) bool {
				return Fold(other.Text()) == Fold(accepted.Text())
			})...)
		}
	}
	return all
}
