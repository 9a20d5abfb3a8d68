package compare

import (
	"context"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Currency compares the names of currencies: codes of ISO 4217 in any case, signs, and names in many languages (those of
// the Unicode CLDR). Amounts are compared by [Numeric].
//
//	"€", "euro", "Euros", "eur"    "EUR"    match
//	"zł", "złoty"                  "pln"    match
//	"$"                            "USD"    match, and so it does with "CAD": the note says that it may be several
//	"US$"                          "CAD"    no match
//	"$"                            "EUR"    no match
//
// A sign or a name that several countries have may be the currency of any of them, as in Numeric: two texts match if they
// can mean the same currency.
//
// A text that is not a currency does not match, and the note says so; a truth that is not a currency matches an identical
// answer. An answer that is not a string does not match a currency, with the tag "type mismatch". The score is 1 or 0.
type Currency struct{}

func (Currency) name() string { return "currency" }

func (Currency) pairing() Pairing { return PairByMatch }

func (Currency) sentence() string { return "currency, by its code, sign or name" }

func (Currency) forms() []Form {
	return []Form{{Comparator: Currency{}, Noun: "currency", Has: func(v document.Value) bool {
		text := strings.TrimSpace(v.Text())
		isName := strings.ContainsFunc(text, unicode.IsLower) // which may be a word of another kind: Mark
		return len(number.CurrencyCodes(text)) > 0 && !isName && (len(text) == 3 || strings.ContainsFunc(text, isCurrencySign))
	}}}
}

func isCurrencySign(r rune) bool { return unicode.Is(unicode.Sc, r) }

// validate returns nil.
func (Currency) validate() error { return nil }

// Compare implements [Comparator].
func (Currency) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() {
		return Binary(true), nil
	}
	w := currenciesOf(want)
	if len(w) == 0 {
		return identical(Comparison{Note: "the truth " + noCurrency(want)}, got, want), nil
	}
	g := currenciesOf(got)
	switch {
	case got.Kind() != document.String:
		return typeMismatch(got, want, ""), nil
	case len(g) == 0:
		return Comparison{Note: "got " + noCurrency(got)}, nil
	}
	result := Binary(kind.ShareCurrency(g, w))
	if result.Match {
		result.Note = sideNotes(kind.SeveralCurrencies(shorten(got.RawText()), g), kind.SeveralCurrencies(shorten(want.RawText()), w))
	}
	return result, nil
}

// currenciesOf returns the codes that a value may mean.
func currenciesOf(v document.Value) []string {
	if v.Kind() != document.String {
		return nil
	}
	return kind.CurrencyCodes(v.Text())
}

func noCurrency(v document.Value) string {
	if v.Kind() != document.String {
		return "is of type " + v.Kind().String() + ", and not a currency"
	}
	return shorten(v.RawText()) + " is not a currency"
}

// Read returns the reading of a truth for the function [Read].
func (Currency) Read(want document.Value) (Reading, bool) {
	if len(currenciesOf(want)) == 0 {
		return Reading{Why: noCurrency(want)}, true
	}
	return Reading{OK: true}, true
}
