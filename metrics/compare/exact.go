package compare

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/fold"
	"github.com/extracteval/extracteval/metrics/document"
)

// Exact demands the same JSON type and the same value. It is not the default of a field: a field
// without a comparator has [Auto], unless its entry in a spec file, or its tag, states options of
// Exact without a name. [Name], [Describe], [Prepare] and [PairingOf] take a nil Comparator as
// Exact.
//
//   - Numbers are equal as decimals: 100, 100.0 and 1e2 are, 2^53+1 and 2^53
//     are not. No number is too long.
//   - Strings are equal code point by code point, under the options below.
//   - Arrays are equal item by item, in order.
//   - Objects are equal when they have the same keys with equal values, in any order; of duplicate
//     keys the last one counts. No option changes how keys are compared.
//   - Null equals null.
//
// Two values of different types do not match, with the tag "type mismatch" and a note that names both types. If arrays
// or objects differ, the note says where. The score is 1 or 0.
type Exact struct {
	// FoldCase compares strings after Unicode's full case folding: "Straße"
	// matches "STRASSE".
	FoldCase bool `json:"fold_case,omitzero"`
	// TrimSpace leaves out white space at the ends of strings.
	TrimSpace bool `json:"trim_space,omitzero"`
	// NFC compares strings in Unicode normalization form C, in which "é" is the
	// same as one character or as two.
	NFC bool `json:"nfc,omitzero"`
	// Fold compares strings in the form of [Fold]: case, width and the kind of white
	// space make no difference. It includes the options above.
	Fold bool `json:"fold,omitzero"`
	// Loose compares two values of different types by their texts, if each is a number, a bool or a string: 100 matches
	// "100" and, as a number, "100.0"; true matches "true". The options above apply to the strings. Loose does not
	// change how two strings are compared.
	Loose bool `json:"loose,omitzero"`
}

func (Exact) name() string { return "exact" }

func (Exact) pairing() Pairing { return PairByText }

func (e Exact) sentence() string {
	text := "exactly the same"
	if e.Loose {
		text += ", a number or bool also as text"
	}
	switch {
	case e.Fold:
		text += ", except for case, width and white space"
	case e.FoldCase && e.TrimSpace:
		text += ", but for case and white space at the ends"
	case e.FoldCase:
		text += ", but for case"
	case e.TrimSpace:
		text += ", but for white space at the ends"
	}
	if e.NFC && !e.Fold {
		text += ", in Unicode form C"
	}
	return text
}

// validate returns nil: every combination of options is valid.
func (Exact) validate() error { return nil }

// Compare implements [Comparator].
func (e Exact) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() { // most fields of a good extractor
		return Binary(true), nil
	}
	if got.Kind() != want.Kind() {
		if e.Loose && e.sameText(got, want) {
			return Binary(true), nil
		}
		if e.Loose && e.sameForm(got, want) {
			return Binary(false), nil
		}
		return typeMismatch(got, want, ""), nil
	}
	if kind := want.Kind(); kind != document.Array && kind != document.Object {
		return Binary(e.equalScalars(got, want)), nil
	}
	if d := e.differ(got, want); d != nil {
		return Comparison{Note: d.describe()}, nil
	}
	return Binary(true), nil
}

// difference is the first place where two structures differ.
type difference struct {
	path   document.Path // from the leaf up
	reason string        // "" for a scalar with another value
}

const (
	missingKey = "is missing"
	extraKey   = "is not expected"
)

func (d *difference) describe() string {
	slices.Reverse(d.path)
	place := shorten(d.path.String())
	switch {
	case d.reason == "":
		return "differs at " + place
	case d.reason == missingKey || d.reason == extraKey:
		return place + " " + d.reason
	case place == "":
		return d.reason
	}
	return "at " + place + ": " + d.reason
}

// differ returns nil for equal values. It recurses as deep as the values are,
// which package document bounds.
func (e Exact) differ(got, want document.Value) *difference {
	if got.Kind() != want.Kind() {
		if e.Loose && e.sameText(got, want) {
			return nil
		}
		if e.Loose && e.sameForm(got, want) {
			return &difference{}
		}
		return &difference{reason: fmt.Sprintf("got %s, want %s", got.Kind(), want.Kind())}
	}
	switch want.Kind() {
	case document.Object:
		return e.differObjects(got, want)
	case document.Array:
		return e.differArrays(got, want)
	}
	if !e.equalScalars(got, want) {
		return &difference{}
	}
	return nil
}

func (e Exact) equalScalars(got, want document.Value) bool {
	switch want.Kind() {
	case document.Number:
		return number.Equal(got.RawText(), want.RawText())
	case document.String:
		return e.equalStrings(got.Text(), want.Text())
	}
	return got.RawText() == want.RawText() // true, false, null
}

func (e Exact) differArrays(got, want document.Value) *difference {
	if got.Len() != want.Len() {
		return &difference{reason: fmt.Sprintf("got %s, want %d", words.Plural(got.Len(), "item"), want.Len())}
	}
	// The items of got by index, for the loop over want.
	items := make([]document.Value, 0, got.Len())
	for _, item := range got.Items() {
		items = append(items, item)
	}
	for i, item := range want.Items() {
		if d := e.differ(items[i], item); d != nil {
			return d.within(document.Item(i))
		}
	}
	return nil
}

// differObjects looks keys up in a map: a document may hold 100,000 of them.
func (e Exact) differObjects(got, want document.Value) *difference {
	extra, todo := lastMembers(got), lastMembers(want)
	for key := range want.Members() {
		w, ok := todo[key]
		if !ok {
			continue // a duplicate, done
		}
		delete(todo, key)
		g, ok := extra[key]
		if !ok {
			return &difference{reason: missingKey, path: document.Path{document.Key(key)}}
		}
		delete(extra, key)
		if d := e.differ(g, w); d != nil {
			return d.within(document.Key(key))
		}
	}
	if len(extra) > 0 {
		for key := range got.Members() {
			if _, ok := extra[key]; ok {
				return &difference{reason: extraKey, path: document.Path{document.Key(key)}}
			}
		}
	}
	return nil
}

func lastMembers(object document.Value) map[string]document.Value {
	members := make(map[string]document.Value, object.Len())
	maps.Insert(members, object.Members())
	return members
}

// within adds the step to the values that differ.
func (d *difference) within(step document.Step) *difference {
	d.path = append(d.path, step)
	return d
}

func (e Exact) equalStrings(got, want string) bool {
	if got == want {
		return true
	}
	if e.Fold {
		got, want = fold.Pair(got, want)
		return got == want
	}
	if e.TrimSpace {
		got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	}
	if e.FoldCase {
		if equal, ascii := equalFoldASCII(got, want); ascii {
			return equal
		}
	}
	return e.normal(got) == e.normal(want)
}

// normal applies the options but TrimSpace.
func (e Exact) normal(s string) string {
	switch {
	case e.Fold:
		return Fold(s)
	case e.FoldCase && e.NFC: // a canonical caseless match, as in Fold
		return norm.NFC.String(fold.Case(norm.NFD.String(s)))
	case e.FoldCase:
		return fold.Case(s)
	case e.NFC:
		return norm.NFC.String(s)
	}
	return s
}

// equalFoldASCII compares two strings without regard to case, if both are ASCII.
func equalFoldASCII(a, b string) (equal, ascii bool) {
	var beyond byte
	for i := 0; i < len(a); i++ {
		beyond |= a[i]
	}
	for i := 0; i < len(b); i++ {
		beyond |= b[i]
	}
	if beyond >= utf8.RuneSelf {
		return false, false
	}
	return strings.EqualFold(a, b), true
}

// sameText compares scalars of different types by their texts.
func (e Exact) sameText(got, want document.Value) bool {
	g, ok := e.scalarText(got)
	if !ok {
		return false
	}
	w, ok := e.scalarText(want)
	return ok && number.Equal(g, w) // which compares texts that are not numbers byte by byte
}

// sameForm reports whether, of two values of different types, one is the text of a value of the other's type: "10.11" is
// the text of a number. Such a pair differs in its value, and not in its type.
func (e Exact) sameForm(got, want document.Value) bool {
	if got.Kind() == document.String {
		got, want = want, got
	}
	text, ok := e.scalarText(want)
	switch got.Kind() {
	case document.Bool:
		return ok && (text == "true" || text == "false")
	case document.Number:
		_, err := number.ParseJSON(text)
		return ok && err == nil
	}
	return false
}

func (e Exact) scalarText(v document.Value) (text string, ok bool) {
	switch v.Kind() {
	case document.Bool, document.Number:
		return v.RawText(), true
	case document.String:
		text = v.Text()
		if e.TrimSpace {
			text = strings.TrimSpace(text)
		}
		return e.normal(text), true
	}
	return "", false
}
