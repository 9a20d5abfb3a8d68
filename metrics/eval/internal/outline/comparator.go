package outline

import (
	"regexp"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare"
)

// comparator returns the comparator for a leaf of some kinds, null aside.
func (w *writer) comparator(f *facts, kind kinds) compare.Comparator {
	switch kind {
	case number:
		return compare.Numeric{}
	case boolean:
		return compare.Exact{}
	case text:
		return w.ofText(f)
	case text | number:
		if compare.Name(w.ofText(f)) == compare.Name(compare.Numeric{}) {
			return compare.Numeric{}
		}
	case text | boolean, number | boolean, text | number | boolean:
		if f.fixed {
			return compare.Exact{Loose: true}
		}
	}
	return compare.Auto{} // by the kind of the truth
}

func (w *writer) ofText(f *facts) compare.Comparator {
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
	c, found := w.patterns[f.pattern]
	if !found {
		c = compare.Auto{}
		if w.looked += len(f.pattern); len(f.pattern) <= longestPattern && w.looked <= mostPatterns {
			c = ofPattern(f.pattern)
		}
		if w.patterns == nil {
			w.patterns = make(map[string]compare.Comparator)
		}
		w.patterns[f.pattern] = c
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
