package paths

import (
	"iter"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// CountLeaves returns the number of leaves in v, v itself included: values that are not objects, arrays or empty.
func CountLeaves(v document.Value) (n int) { return (*AbsentWords)(nil).CountLeaves(v) }

// CountLeaves is the function CountLeaves for the words of w.
func (w *AbsentWords) CountLeaves(v document.Value) (n int) {
	switch v.Kind() {
	case document.Object:
		for _, member := range v.LastMembers() {
			n += w.CountLeaves(member)
		}
	case document.Array:
		for _, item := range v.Items() {
			n += w.CountLeaves(item)
		}
	default:
		if !w.Empty(v) {
			n = 1
		}
	}
	return n
}

// Leaves walks the leaves in v, v itself included, as CountLeaves counts them, with their paths, given the path of v. The
// paths of values in arrays are "" while named returns false.
func Leaves(path string, v document.Value, named func() bool) iter.Seq2[string, document.Value] {
	return (*AbsentWords)(nil).Leaves(path, v, named)
}

// Leaves is the function Leaves for the words of w.
func (w *AbsentWords) Leaves(path string, v document.Value, named func() bool) iter.Seq2[string, document.Value] {
	return func(yield func(string, document.Value) bool) { w.walkLeaves(path, v, named, yield) }
}

func (w *AbsentWords) walkLeaves(path string, v document.Value, named func() bool, yield func(string, document.Value) bool) bool {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			if !w.walkLeaves(Join(path, document.Path{{Key: key, Index: -1}}.String()), member, named, yield) {
				return false
			}
		}
	case document.Array:
		for i, item := range v.Items() {
			inside := ""
			if named() {
				inside = path + document.Path{document.Item(i)}.String()
			}
			if !w.walkLeaves(inside, item, named, yield) {
				return false
			}
		}
	default:
		return w.Empty(v) || yield(path, v)
	}
	return true
}

// Attributes returns the attribute of v, "", and the attributes of all values within v: "lines", "lines[]", "lines[].sku".
// The members of the objects at the attributes in maps have the attributes of items of a map, "rates{}".
func Attributes(v document.Value, maps map[string]bool) map[string]struct{} {
	all := map[string]struct{}{}
	addAttributes(all, maps, "", v)
	return all
}

func addAttributes(all map[string]struct{}, maps map[string]bool, attribute string, v document.Value) {
	all[attribute] = struct{}{}
	for key, member := range v.Members() {
		name := attribute + Members
		if !maps[attribute] {
			name = Join(attribute, document.Path{{Key: key, Index: -1}}.String())
		}
		addAttributes(all, maps, name, member)
	}
	for _, item := range v.Items() {
		addAttributes(all, maps, attribute+Items, item)
	}
}

// Inside returns the items of a list or, for the mark "{}", the members of a map, with their steps.
func Inside(v document.Value, mark string) iter.Seq2[document.Step, document.Value] {
	return Below(v, document.Step{Key: strings.Trim(mark, Items), Index: -1, Bracket: true})
}

// Below returns the values that a step leads to from a value, with their own steps: all items for [], all members for
// {}, else at most one value.
func Below(v document.Value, step document.Step) iter.Seq2[document.Step, document.Value] {
	return func(yield func(document.Step, document.Value) bool) {
		switch {
		case step.AllMembers():
			for key, member := range v.LastMembers() {
				if !yield(document.Step{Key: key, Index: -1}, member) {
					return
				}
			}
		case step.AllItems():
			for i, item := range v.Items() {
				if !yield(document.Item(i), item) {
					return
				}
			}
		default:
			if next := v.Step(step); next.Exists() {
				yield(step, next)
			}
		}
	}
}

// Emptiness says why a value is empty; the text begins with who.
func Emptiness(owner string, v document.Value) string {
	switch v.Kind() {
	case document.Missing:
		return owner + " has no such value"
	case document.Null:
		return owner + " is null"
	}
	if v.Empty() {
		return owner + " is blank"
	}
	return owner + " is " + v.RawText()
}

// IsZero reports whether v is the JSON of an unset Go value: 0, "", false, or "0" for a number that is written as text.
func IsZero(v document.Value) bool {
	switch v.Kind() {
	case document.Number:
		for _, c := range []byte(v.RawText()) {
			switch {
			case c == 'e' || c == 'E':
				return true
			case c >= '1' && c <= '9':
				return false
			}
		}
		return true
	case document.Bool:
		yes, _ := v.Bool()
		return !yes
	case document.String:
		return v.Text() == "" || v.Text() == "0"
	}
	return false
}

// ItemsOf returns the items of the arrays, without empty items.
func ItemsOf(arrays []document.Value) (items []document.Value) {
	for _, array := range arrays {
		for _, item := range array.Items() {
			if !item.Empty() {
				items = append(items, item)
			}
		}
	}
	return items
}

// CommonKind returns the common kind of the values that are not empty: Object, Array, or String for scalars. It is
// Missing without such values, and Null for a mixture.
func CommonKind(values []document.Value) document.Kind {
	common := document.Missing
	for _, v := range values {
		k := v.Kind()
		switch {
		case v.Empty():
			continue
		case k != document.Object && k != document.Array:
			k = document.String
		}
		if common != document.Missing && common != k {
			return document.Null
		}
		common = k
	}
	return common
}

// ItemsAt returns the items of the arrays at a path of some documents or items, without empty items. If keyed is set,
// it returns the members of the objects there.
func ItemsAt(values []document.Value, path string, keyed bool) []document.Value {
	if path != "" {
		values = ValuesAt(values, path)
	}
	if !keyed {
		return ItemsOf(values)
	}
	var items []document.Value
	for _, v := range values {
		for _, member := range v.LastMembers() {
			if !member.Empty() {
				items = append(items, member)
			}
		}
	}
	return items
}

// ValuesAt returns the values at a path of some documents or items.
func ValuesAt(values []document.Value, path string) []document.Value {
	p, err := document.ParsePath(path)
	if err != nil {
		return nil
	}
	found := arithmetic.Each(values, func(v document.Value) document.Value { return v.At(p) })
	return found
}

// AcceptsZero reports whether a truth is zero as for IsZero or IsNought, or lists one of these among the
// values that it accepts.
func AcceptsZero(want document.Value) bool {
	for _, accepted := range want.Items() {
		if AcceptsZero(accepted) {
			return true
		}
	}
	return IsZero(want) || IsNought(want)
}

// IsNought reports whether v is the number 0, or a text that prints it: "0.00", "0,00 €".
func IsNought(v document.Value) bool {
	if v.Kind() != document.String {
		return v.Kind() == document.Number && IsZero(v)
	}
	n, err := number.Parse(v.Text(), number.Auto)
	return err == nil && n.Decimal.Sign() == 0
}
