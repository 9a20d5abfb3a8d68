package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Bool compares answers of yes and no, such as the boxes of a form: true and false, and the texts by which documents and
// services that read them say the same.
//
//	true    "Yes", "ja", "oui", "はい", "X", "☑", "✓", "selected", "[x]", 1    match
//	false   "No", "nein", "non", "☐", "unselected", "NOT_SELECTED", "[ ]", 0  match
//	true    "unselected", "No"                                                no match
//	true    "partly", "n/a", "✗", 2                                           no match: neither true nor false
//
// The words are those for yes, no, true and false in some 25 languages, and those of boxes that are ticked or empty. Case
// makes no difference. A cross (✗) and a circle (○) mean yes on some forms and no on others: they are not read.
//
// The note says how a text was read. A value that is neither does not match, and the note says so. An array or an object
// beside a truth that is true or false has the tag "type mismatch". A truth that is neither matches an identical
// answer. The score is 1 or 0.
type Bool struct{}

func (Bool) name() string { return "bool" }

func (Bool) pairing() Pairing { return PairByMatch }

func (Bool) sentence() string {
	return "true or false, also in words and as boxes (yes, no, ☑, ☐, selected)"
}

func (Bool) forms() []Form {
	return []Form{{Comparator: Bool{}, Noun: "yes or no", Distinct: 2, All: true, Has: func(v document.Value) bool {
		_, ok := kind.ParseBoolean(v.Text())
		return ok && !strings.ContainsAny(v.Text(), "01")
	}}}
}

// validate returns nil.
func (Bool) validate() error { return nil }

// Compare implements [Comparator].
func (Bool) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() {
		return Binary(true), nil
	}
	w, ok := boolOf(want)
	if !ok {
		return identical(Comparison{Note: "the truth " + neither(want)}, got, want), nil
	}
	g, ok := boolOf(got)
	switch {
	case !ok && got.Kind() >= document.Array:
		return typeMismatch(got, want, ""), nil
	case !ok:
		return Comparison{Note: "got " + neither(got)}, nil
	}
	result := Binary(g == w)
	result.Note = sideNotes(readAs(got, g), readAs(want, w))
	return result, nil
}

// readAs says how a value that is not of the type bool was read.
func readAs(v document.Value, value bool) string {
	if v.Kind() == document.Bool {
		return ""
	}
	return fmt.Sprintf("%s is read as %v", shorten(v.RawText()), value)
}

func neither(v document.Value) string { return shorten(v.RawText()) + " is neither true nor false" }

// Read returns the reading of a truth for the function [Read].
func (Bool) Read(want document.Value) (Reading, bool) {
	if _, ok := boolOf(want); !ok {
		return Reading{Why: neither(want)}, true
	}
	return Reading{OK: true}, true
}

// Scalar reads a value for the function [ScalarOf].
func (Bool) Scalar(v document.Value) (Scalar, error) {
	value, ok := boolOf(v)
	if !ok {
		return Scalar{}, errors.New(neither(v))
	}
	return Scalar{scalarBool, fmt.Sprint(value)}, nil
}

func boolOf(v document.Value) (value, ok bool) {
	switch v.Kind() {
	case document.Bool:
		return v.Bool()
	case document.String:
		return kind.ParseBoolean(v.Text())
	case document.Number:
		value = number.Equal(v.RawText(), "1")
		return value, value || number.Equal(v.RawText(), "0")
	}
	return false, false
}
