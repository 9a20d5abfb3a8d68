// Package alias groups texts that mean the same. The doc comment of compare.OneOf specifies the rules.
package alias

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/fold"
	"github.com/extracteval/extracteval/metrics/compare/internal/option"
	"github.com/extracteval/extracteval/metrics/document"
)

// Groups finds the group of a text.
type Groups map[string]*group // by each of their folded texts

// group is a list of texts that mean the same.
type group struct {
	name   string
	values []document.Value
}

// New makes groups of a name and its texts each. A group without texts, a blank text and a text in two groups are
// errors.
func New(aliases map[string][]string) (Groups, error) {
	groups := make(Groups)
	for _, name := range slices.Sorted(maps.Keys(aliases)) {
		if err := groups.add(name, aliases[name]); err != nil {
			return groups, err
		}
	}
	return groups, nil
}

func (g Groups) add(name string, texts []string) error {
	if len(texts) == 0 {
		return fmt.Errorf("%q has no alias; list some, or leave it out", shorten(name))
	}
	added := &group{name: name}
	for _, text := range append([]string{name}, texts...) {
		folded := fold.Text(text)
		other := g[folded]
		switch {
		case folded == "":
			return fmt.Errorf("%q has an alias that is blank", shorten(name))
		case other != nil && other != added:
			return fmt.Errorf("%q stands for both %q and %q", shorten(text), shorten(other.name), shorten(name))
		}
		g[folded] = added
		quoted, err := option.Marshal(text)
		if err != nil {
			return err
		}
		value, err := document.Parse(quoted)
		if err != nil {
			return err
		}
		added.values = append(added.values, value)
	}
	return nil
}

func shorten(s string) string { return words.Shorten(s, 39) }

// Of returns the texts of the group of a value, the value's own among them; nil for a value in no group.
func (g Groups) Of(v document.Value) []document.Value {
	if len(g) == 0 || v.Kind() != document.String {
		return nil
	}
	if found := g[fold.Text(v.Text())]; found != nil {
		return found.values
	}
	return nil
}
