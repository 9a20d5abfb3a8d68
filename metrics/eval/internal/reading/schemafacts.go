package reading

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// kinds is a set of kinds of JSON values.
type kinds uint8

const (
	null kinds = 1 << iota
	boolean
	number
	text
	array
	object

	anything = null | boolean | number | text | array | object
)

// typeNames are the types that a schema may name.
var typeNames = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

var typeKinds = map[string]kinds{
	"string": text, "number": number, "integer": number, "boolean": boolean, "object": object, "array": array, "null": null,
}

// kindOf returns the kind of a value.
func kindOf(v document.Value) kinds {
	switch v.Kind() {
	case document.Bool:
		return boolean
	case document.Number:
		return number
	case document.String:
		return text
	case document.Array:
		return array
	case document.Object:
		return object
	}
	return null
}

// facts are a schema's constraints on the values at one place. The zero facts allow no value; see
// everything.
type facts struct {
	kinds    kinds
	fixed    bool   // const or enum list the values
	format   string // of texts, in lower case
	pattern  string // of texts
	encoded  bool   // texts hold bytes
	named    []property
	index    map[string]int // of named
	required map[string]bool
	states   bool // the schema says which keys are required
	items    *facts
	tuple    bool // items differ by their place
}

// property is a key of objects.
type property struct {
	name  string
	facts *facts
}

// everything returns the facts of a schema without constraints.
func everything() *facts { return &facts{kinds: anything} }

// property adds facts about a key.
func (f *facts) property(name string, types *facts) {
	arithmetic.Map(&f.index)[name] = len(f.named)
	f.named = append(f.named, property{name, types})
}

// intersect adds the facts g of another schema about the same values. g must not be used afterwards. If both allow values,
// but no common kind, the result is false, and path leads from this place to the place at which they contradict each
// other.
func (f *facts) intersect(g *facts) (contradicted string, ok bool) {
	ok = f.kinds == 0 || g.kinds == 0 || f.kinds&g.kinds != 0
	f.kinds &= g.kinds
	f.fixed = f.fixed || g.fixed
	f.encoded = f.encoded || g.encoded
	f.tuple = f.tuple || g.tuple
	f.states = f.states || g.states
	f.format = cmp.Or(f.format, g.format)
	f.pattern = cmp.Or(f.pattern, g.pattern)
	for _, p := range g.named {
		i, found := f.index[p.name]
		if !found {
			f.property(p.name, p.facts)
			continue
		}
		if inner, agree := f.named[i].facts.intersect(p.facts); !agree && ok {
			contradicted, ok = strings.TrimSuffix(p.name+"."+inner, "."), false
		}
	}
	for name := range g.required {
		f.require(name)
	}
	switch {
	case f.items == nil:
		f.items = g.items
	case g.items != nil:
		if inner, agree := f.items.intersect(g.items); !agree && ok {
			contradicted, ok = strings.TrimSuffix("[]."+inner, "."), false
		}
	}
	return contradicted, ok
}

// unite adds the values that g allows as an alternative. g must not be used afterwards.
func (f *facts) unite(g *facts) {
	if g.kinds == 0 {
		return
	}
	if f.kinds == 0 {
		*f = *g
		return
	}
	switch {
	case f.kinds == null:
		f.fixed = g.fixed
	case g.kinds != null:
		f.fixed = f.fixed && g.fixed
	}
	switch {
	case f.kinds&text == 0:
		f.format, f.pattern, f.encoded = g.format, g.pattern, g.encoded
	case g.kinds&text != 0:
		if f.format != g.format {
			f.format = ""
		}
		if f.pattern != g.pattern {
			f.pattern = ""
		}
		f.encoded = f.encoded && g.encoded
	}
	switch {
	case f.kinds&object == 0:
		f.required, f.states = g.required, g.states
	case g.kinds&object != 0:
		f.states = f.states || g.states
		for name := range f.required {
			if !g.required[name] {
				delete(f.required, name)
			}
		}
	}
	f.tuple = f.tuple || g.tuple
	for _, p := range g.named {
		if i, ok := f.index[p.name]; ok {
			f.named[i].facts.unite(p.facts)
		} else {
			f.property(p.name, p.facts)
		}
	}
	switch {
	case f.items == nil:
		f.items = g.items
	case g.items != nil:
		f.items.unite(g.items)
	}
	f.kinds |= g.kinds
}

func (f *facts) require(name string) {
	arithmetic.Map(&f.required)[name] = true
}

// likely returns the kinds that are meant, without null. A schema may leave out the type if its other keywords show it.
func (f *facts) likely() kinds {
	k := f.kinds &^ null
	if f.kinds|null != anything {
		return k
	}
	switch {
	case len(f.named) > 0:
		return object
	case f.items != nil || f.tuple:
		return array
	case f.format != "" || f.pattern != "" || f.encoded:
		return text
	}
	return k
}

// guesser guesses comparators from facts.
type guesser struct {
	patterns map[string]compare.Comparator // the comparators guessed from patterns
	looked   int                           // bytes of patterns
}

// comparator returns the comparator for a leaf of some kinds, null aside.
func (g *guesser) comparator(f *facts, kind kinds) compare.Comparator {
	switch kind {
	case number:
		return compare.Numeric{}
	case boolean:
		return compare.Exact{}
	case text:
		return g.ofText(f)
	case text | number:
		if compare.Name(g.ofText(f)) == compare.Name(compare.Numeric{}) {
			return compare.Numeric{}
		}
	case text | boolean, number | boolean, text | number | boolean:
		if f.fixed {
			return compare.Exact{Loose: true}
		}
	}
	return compare.Auto{} // by the kind of the truth
}

func (g *guesser) ofText(f *facts) compare.Comparator {
	if f.fixed {
		return compare.Exact{}
	}
	if c := compare.ForFormat(f.format); c != nil {
		return c
	}
	if f.encoded {
		return compare.Exact{}
	}
	if f.pattern == "" {
		return compare.Auto{}
	}
	c, found := g.patterns[f.pattern]
	if !found {
		c = compare.Auto{}
		if g.looked += len(f.pattern); len(f.pattern) <= longestPattern && g.looked <= mostPatterns {
			c = ofPattern(f.pattern)
		}
		arithmetic.Map(&g.patterns)[f.pattern] = c
	}
	return c
}

// A pattern is compiled only up to longestPattern bytes, and the patterns of a schema only up to mostPatterns bytes in
// all: a pattern of 200 bytes may take milliseconds to compile.
const (
	longestPattern = 200
	mostPatterns   = 8 << 10
)

// ofPattern guesses a comparator from the texts that a pattern matches. It never returns a Regex,
// which would take every answer of that form for right.
func ofPattern(pattern string) compare.Comparator {
	re, err := regexp.Compile(lookahead.ReplaceAllString(pattern, ""))
	if err != nil { // ECMA 262 has more than RE2
		return compare.Auto{}
	}
	any := func(texts ...string) bool { return slices.ContainsFunc(texts, re.MatchString) }
	switch {
	case any("a", "Z", "two words", "Some text, with a stop."):
		return compare.Auto{}
	case any("2024-01-31", "31.12.2024", "31/12/2024", "12/31/2024", "31-12-2024", "12-31-2024") && !any("7", "1234.56", "7777777777", "77-77"):
		return compare.Date{}
	case any("1234.56", "1234,56", "1.5") && !any("12-34", "12/34", "1.2.3.4", "+1+2"):
		return compare.Numeric{}
	}
	return compare.Exact{}
}

// lookahead matches lookaheads, which RE2 lacks and a guess does not need: Python's generators
// write decimals as (?!^[-+.]*$)[+-]?0*\d*\.?\d*.
var lookahead = regexp.MustCompile(`\(\?[!=][^()]*\)`)
