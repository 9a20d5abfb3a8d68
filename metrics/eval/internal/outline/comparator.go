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
	if c := formats[f.format]; c != nil {
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

// formats are the formats of JSON Schema (draft 2020-12, validation, 7.3), and below them the
// formats that OpenAPI and common generators add.
var formats = map[string]compare.Comparator{
	"date":                  compare.Date{},
	"date-time":             compare.Date{Instant: true},
	"time":                  compare.Exact{},
	"duration":              compare.Exact{},
	"email":                 compare.Exact{Fold: true},
	"idn-email":             compare.Exact{Fold: true},
	"hostname":              compare.Exact{Fold: true},
	"idn-hostname":          compare.Exact{Fold: true},
	"ipv4":                  compare.Exact{},
	"ipv6":                  compare.Exact{FoldCase: true},
	"uri":                   compare.Exact{TrimSpace: true},
	"uri-reference":         compare.Exact{TrimSpace: true},
	"iri":                   compare.Exact{TrimSpace: true},
	"iri-reference":         compare.Exact{TrimSpace: true},
	"uri-template":          compare.Exact{TrimSpace: true},
	"uuid":                  compare.Code{},
	"json-pointer":          compare.Exact{},
	"relative-json-pointer": compare.Exact{},
	"regex":                 compare.Exact{},

	"url":      compare.Exact{TrimSpace: true},
	"datetime": compare.Date{Instant: true},
	"ip":       compare.Exact{FoldCase: true},
	"byte":     compare.Exact{},
	"binary":   compare.Exact{},
	"decimal":  compare.Numeric{},
	"number":   compare.Numeric{},
	"double":   compare.Numeric{},
	"float":    compare.Numeric{},
	"int32":    compare.Numeric{},
	"int64":    compare.Numeric{},
	"integer":  compare.Numeric{},
	"currency": compare.Numeric{},
	"iban":     compare.Code{Checksum: "iban"},
	"ean":      compare.Code{Checksum: "ean"},
	"gtin":     compare.Code{Checksum: "ean"},
	"phone":    compare.Code{},
	"tel":      compare.Code{},
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
