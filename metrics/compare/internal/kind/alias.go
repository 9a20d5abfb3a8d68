package kind

// This file groups texts that mean the same. The doc comments of compare.OneOf and compare.Class specify the rules.

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Groups finds the group of a value, by its key.
type Groups map[string]*Group

// Group is a list of texts that mean the same.
type Group struct {
	Name   string
	Values []document.Value // the name, and then the others
}

// NewGroups makes groups of a name and its texts each. A group without texts, a blank text and a text in two groups are
// errors.
func NewGroups(aliases map[string][]string) (Groups, error) {
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
	added := &Group{Name: name}
	for _, text := range append([]string{name}, texts...) {
		folded := FoldText(text)
		other := g[folded]
		switch {
		case folded == "":
			return fmt.Errorf("%q has an alias that is blank", shorten(name))
		case other != nil && other != added:
			return fmt.Errorf("%q stands for both %q and %q", shorten(text), shorten(other.Name), shorten(name))
		}
		g[folded] = added
		if key := numberKey(folded); g[key] == nil {
			g[key] = added
		}
		added.Values = append(added.Values, words.TextValue(text))
	}
	return nil
}

func shorten(s string) string { return words.Shorten(s, 39) }

// Of returns the group of a text, a number or a bool; nil for a value in no group.
func (g Groups) Of(v document.Value) *Group {
	if len(g) == 0 {
		return nil
	}
	switch v.Kind() {
	case document.Number:
		return g[numberKey(v.RawText())]
	case document.String, document.Bool:
		return g[FoldText(v.Text())]
	}
	return nil
}

// numberKey returns the key of a number. No folded text has it, since none begins with a space.
func numberKey(text string) string { return " " + number.Canonical(text) }
