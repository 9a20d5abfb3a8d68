package compare

import (
	"maps"
	"slices"

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
	p, err := o.aliases()
	if err != nil {
		return nil
	}
	return p.Accepted(want)
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
		if len(o.aliases) == 0 || accepted.Kind() != document.String {
			continue
		}
		folded := Fold(accepted.Text())
		if group := o.aliases[folded]; group != nil {
			for _, alias := range group.values {
				if Fold(alias.Text()) != folded {
					all = append(all, alias)
				}
			}
		}
	}
	return all
}

// alias is a list of texts that mean the same.
type alias struct {
	name   string
	values []document.Value
}

// aliases prepares the Aliases alone.
func (o OneOf) aliases() (preparedOneOf, error) {
	p := preparedOneOf{aliases: make(map[string]*alias)}
	for _, name := range slices.Sorted(maps.Keys(o.Aliases)) {
		if err := p.addAliases(name, o.Aliases[name]); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (o preparedOneOf) addAliases(name string, texts []string) error {
	if len(texts) == 0 {
		return optionErrorf("one_of", "aliases", "%q has no alias; list some, or leave it out", shorten(name))
	}
	group := &alias{name: name}
	for _, text := range append([]string{name}, texts...) {
		folded := Fold(text)
		other := o.aliases[folded]
		switch {
		case folded == "":
			return optionErrorf("one_of", "aliases", "%q has an alias that is blank", shorten(name))
		case other != nil && other != group:
			return optionErrorf("one_of", "aliases", "%q stands for both %q and %q", shorten(text), shorten(other.name), shorten(name))
		}
		o.aliases[folded] = group
		quoted, err := marshalUnescaped(text)
		if err != nil {
			return optionErrorf("one_of", "aliases", "%v", err)
		}
		value, err := document.Parse(quoted)
		if err != nil {
			return optionErrorf("one_of", "aliases", "%v", err)
		}
		group.values = append(group.values, value)
	}
	return nil
}
