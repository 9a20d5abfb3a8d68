package kind

// This file checks the names of classes and their aliases, and finds the class of a text. The doc comment of compare.Class specifies
// the rules.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

const (
	most      = 200 // classes
	mostBytes = 200 // of a name
)

// CheckClasses reports too many classes, a name that is too long, blank, begins with a round bracket or equals another after
// folding.
func CheckClasses(names []string) error {
	if len(names) > most {
		return fmt.Errorf("there are %d, want at most %d; for a value of so many, leave classes out and compare by exact", len(names), most)
	}
	seen := map[string]string{}
	for _, name := range names {
		folded := FoldText(words.Cut(name, mostBytes))
		switch other, twice := seen[folded]; {
		case len(name) > mostBytes:
			return fmt.Errorf("%q has %d bytes, want at most %d", words.Shorten(name, 39), len(name), mostBytes)
		case strings.TrimSpace(name) == "":
			return fmt.Errorf("%q is blank: an empty value is never of a class", name)
		case name[0] == '(':
			return fmt.Errorf("%q begins with a round bracket, as \"(other)\" and \"(empty)\" do in tables", name)
		case twice:
			return fmt.Errorf("%q and %q are the same class", other, name)
		}
		seen[folded] = name
	}
	return nil
}

// CheckClassAliases reports aliases of no class, and an alias that is blank, that stands for two classes or is another class.
func CheckClassAliases(names []string, aliases map[string][]string) error {
	if len(aliases) > 0 && len(names) == 0 {
		return errors.New("there are no classes to which they belong; give classes, too")
	}
	if _, err := NewGroups(aliases); err != nil {
		return err
	}
	for _, class := range slices.Sorted(maps.Keys(aliases)) {
		own, found := ClassOf(names, nil, class)
		if !found {
			return fmt.Errorf("%q is not one of the classes; each key is one of %s, and its list has other names of it", words.Shorten(class, 39), words.Quoted(names, 5, ""))
		}
		for _, text := range aliases[class] {
			if other, found := ClassOf(names, nil, text); found && other != own {
				return fmt.Errorf("%q stands for %q, and is a class of its own", words.Shorten(text, 39), words.Shorten(class, 39))
			}
		}
	}
	return nil
}

// ClassOf returns the name of a class that is equal to a text after folding, or that has the text as an alias.
func ClassOf(names []string, aliases map[string][]string, text string) (name string, ok bool) {
	if slices.Contains(names, text) {
		return text, true
	}
	if len(text) > 8*mostBytes {
		return "", false // too long, in whatever form
	}
	folded := FoldText(text)
	equal := func(name string) bool { return FoldText(name) == folded }
	if i := slices.IndexFunc(names, equal); i >= 0 {
		return names[i], true
	}
	for class, others := range aliases {
		if slices.ContainsFunc(others, equal) {
			return ClassOf(names, nil, class) // as names spell it
		}
	}
	return "", false
}
