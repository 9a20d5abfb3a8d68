package compare

import (
	"context"

	"github.com/extracteval/extracteval/metrics/document"
)

// noteIdentical is the note of a match whose truth the comparator could not read.
const noteIdentical = "both sides are the same"

// identical is the rule for truths that a comparator cannot read: an identical answer is right.
// Strings are compared by their words, so that the length and kind of white space make no
// difference, other values as [Exact] compares them. For equal values the judgement is a match
// whose note says why the truth could not be read; else it is miss.
func identical(miss Comparison, got, want document.Value) Comparison {
	if !sameText(got, want) {
		return miss
	}
	c := Binary(true)
	c.Note = joinNotes(miss.Note, noteIdentical)
	return c
}

// matchesItself returns the reading of a place. A box without area does not overlap even itself,
// and the vector [0, 0] has no angle to itself.
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
