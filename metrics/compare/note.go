package compare

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// typeMismatch is the judgement on two values of types that cannot match. Two values of one type differ for another
// reason: tag.
func typeMismatch(got, want document.Value, tag string) Comparison {
	if got.Kind() == want.Kind() {
		return Comparison{Tag: tag, Note: "both are of type " + got.Kind().String()}
	}
	return Comparison{
		Tag:  tagTypeMismatch,
		Note: fmt.Sprintf("got %s, want %s", got.Kind(), want.Kind()),
	}
}

// unreadable returns the judgement on two values if one is of a type that cannot hold a number or a date. tag is the
// tag of the judgement for two values of one type.
func unreadable(got, want document.Value, form, tag string) Comparison {
	c := typeMismatch(got, want, tag)
	c.Note += ", and only numbers and strings are read as " + form
	return c
}

func holdsScalarText(v document.Value) bool {
	return v.Kind() == document.Number || v.Kind() == document.String
}

// apartBy is the judgement on two values that are too far apart. The note names the tolerance if there is one.
func apartBy(difference, allowed string, tolerant bool) Comparison {
	if !tolerant {
		return Comparison{Note: "off by " + difference}
	}
	return Comparison{
		Tag:  tagOutsideTolerance,
		Note: "off by " + difference + ", allowed " + allowed,
	}
}

// sideNotes joins the notes on both sides, and says which side each is about.
func sideNotes(got, want string) string {
	switch {
	case got == "" && want == "":
		return ""
	case got == want:
		return "both: " + got
	}
	if got != "" {
		got = "got: " + got
	}
	if want != "" {
		want = "want: " + want
	}
	return joinNotes(got, want)
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// shorten bounds a text of a document or a spec in a message.
func shorten(s string) string { return words.Shorten(s, 39) }

// briefNumber returns a number with at most six digits, for messages.
func briefNumber(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

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

// matchesItself returns the reading of a place, which is not OK if the place does not match itself: a box without area
// overlaps nothing, and the vector [0, 0] has no angle.
func matchesItself(place Comparator, want document.Value) Reading {
	c, err := place.Compare(context.Background(), want, want)
	if err != nil || c.Match {
		return Reading{OK: err == nil}
	}
	return Reading{Why: "it does not match itself: " + c.Note}
}

func sameText(got, want document.Value) bool {
	if got.Kind() == document.String && want.Kind() == document.String {
		return slices.Equal(strings.Fields(got.Text()), strings.Fields(want.Text()))
	}
	c, _ := Exact{}.Compare(context.Background(), got, want) // Exact returns no error
	return c.Match
}
