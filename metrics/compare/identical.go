package compare

import (
	"context"

	"github.com/extracteval/extracteval/metrics/compare/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// SureMatch reports whether a prepared comparator is known, without being asked, to match a
// value with every value of the same JSON text, with nothing to say about it: Compare would
// be [Binary](true). It is for most values of most documents; false says that only Compare
// knows.
func SureMatch(c Comparator, v document.Value) bool {
	kind := v.Kind()
	if kind != document.String && kind != document.Number && kind != document.Bool {
		return false
	}
	switch c := c.(type) {
	case Exact, Auto, preparedFuzzy:
		return true
	case *preparedNumeric:
		return kind == document.Number && number.IsShort(v.RawText())
	case preparedDate:
		return kind == document.String && c.parser.IsISO(v.Text())
	}
	return false
}

// noteIdentical is what a match says whose truth the comparator could not read.
const noteIdentical = "both sides are the same"

// identical is the rule of the comparators that read a value before they judge
// it, where they cannot read the truth: what is identical is right. Strings are
// compared by their words, so that the length and kind of white space make no
// difference, other values as [Exact] compares them. Equal is a match whose note
// says what kept the comparator from reading the truth; else the judgement is miss.
func identical(miss Comparison, got, want document.Value) Comparison {
	if !sameText(got, want) {
		return miss
	}
	c := Binary(true)
	c.Note = joinNotes(miss.Note, noteIdentical)
	return c
}

// matchesItself is the reading of a place: a box without area overlaps nothing, and
// the vector [0, 0] has no angle, not even to itself.
func matchesItself(place Comparator, want document.Value) Reading {
	c, err := place.Compare(context.Background(), want, want)
	if err != nil || c.Match {
		return Reading{OK: err == nil}
	}
	return Reading{Why: "it does not match itself: " + c.Note}
}

func sameText(got, want document.Value) bool {
	if got.Kind() == document.String && want.Kind() == document.String {
		return sameWords(got.Text(), want.Text())
	}
	c, _ := Exact{}.Compare(context.Background(), got, want) // it has no error
	return c.Match
}
