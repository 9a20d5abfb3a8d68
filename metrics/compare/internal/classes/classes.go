// Package classes checks the names of classes, and finds the class of a text. The doc comment of compare.Class specifies
// the rules.
package classes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/fold"
)

const (
	most      = 200 // classes
	mostBytes = 200 // of a name
)

// Check reports too many classes, a name that is too long, blank, begins with a round bracket or equals another after
// folding.
func Check(names []string) error {
	if len(names) > most {
		return fmt.Errorf("there are %d, want at most %d; for a value of so many, leave classes out and compare by exact", len(names), most)
	}
	seen := map[string]string{}
	for _, name := range names {
		folded := fold.Text(words.Cut(name, mostBytes))
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

// Of returns the name that equals a text after folding.
func Of(names []string, text string) (name string, ok bool) {
	if slices.Contains(names, text) {
		return text, true
	}
	if len(text) > 8*mostBytes {
		return "", false // too long, in whatever form
	}
	folded := fold.Text(text)
	i := slices.IndexFunc(names, func(n string) bool { return fold.Text(n) == folded })
	if i < 0 {
		return "", false
	}
	return names[i], true
}
