package compare

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
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
	// Fold compares strings in the form of [Fold]: case, width and the kind of white space make no difference, nor do the
	// signs of typography that [Auto] lists. It includes the options above.
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

func (Exact) formats() map[string]Comparator { return exactFormats }

var exactFormats = map[string]Comparator{
	"duration":              Exact{},
	"email":                 Exact{Fold: true},
	"idn-email":             Exact{Fold: true},
	"hostname":              Exact{Fold: true},
	"idn-hostname":          Exact{Fold: true},
	"ipv4":                  Exact{},
	"ipv6":                  Exact{FoldCase: true},
	"ip":                    Exact{FoldCase: true},
	"uri-reference":         Exact{TrimSpace: true},
	"iri-reference":         Exact{TrimSpace: true},
	"uri-template":          Exact{TrimSpace: true},
	"json-pointer":          Exact{},
	"relative-json-pointer": Exact{},
	"regex":                 Exact{},
	"byte":                  Exact{},
	"binary":                Exact{},
}

func (Exact) forms() []Form {
	return []Form{
		{Comparator: Exact{Fold: true}, Noun: "e-mail address", Has: func(v document.Value) bool {
			_, host, found := strings.Cut(v.Text(), "@")
			return found && strings.Contains(host, ".") && !strings.Contains(host, "@") && isOneWord(v)
		}},
	}
}

func isOneWord(v document.Value) bool {
	return !strings.ContainsFunc(strings.TrimSpace(v.Text()), unicode.IsSpace)
}

// validate returns nil: every combination of options is valid.
func (Exact) validate() error { return nil }

// Compare implements [Comparator].
func (e Exact) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() { // most fields of a good extractor
		return Binary(true), nil
	}
	if got.Kind() != want.Kind() {
		if e.Loose && kind.SameText(e.rule(), got, want) {
			return Binary(true), nil
		}
		if e.Loose && kind.SameForm(e.rule(), got, want) {
			return Binary(false), nil
		}
		return typeMismatch(got, want, ""), nil
	}
	if kind := want.Kind(); kind != document.Array && kind != document.Object {
		return Binary(e.equalScalars(got, want)), nil
	}
	if d := kind.FindDifference(got, want, e.sameValue); d != nil {
		return Comparison{Note: d.Describe(shorten)}, nil
	}
	return Binary(true), nil
}

// sameValue compares two scalars, or two values of different kinds.
func (e Exact) sameValue(got, want document.Value) (equal bool, reason string) {
	switch {
	case got.Kind() == want.Kind():
		return e.equalScalars(got, want), ""
	case e.Loose && kind.SameText(e.rule(), got, want):
		return true, ""
	case e.Loose && kind.SameForm(e.rule(), got, want):
		return false, ""
	}
	return false, fmt.Sprintf("got %s, want %s", got.Kind(), want.Kind())
}

func (e Exact) equalScalars(got, want document.Value) bool {
	switch want.Kind() {
	case document.Number:
		return number.Equal(got.RawText(), want.RawText())
	case document.String:
		return e.rule().Equal(got.Text(), want.Text())
	}
	return got.RawText() == want.RawText() // true, false, null
}

// rule returns the rule by which the options compare strings.
func (e Exact) rule() kind.FoldRule {
	return kind.FoldRule{Case: e.FoldCase, Space: e.TrimSpace, NFC: e.NFC, All: e.Fold}
}
