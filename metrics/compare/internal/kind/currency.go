package kind

// This file reads names of currencies. The doc comment of compare.Currency specifies the rules.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
)

// CurrencyCodes returns the codes that a text may mean; there are none for a text that is not a currency.
func CurrencyCodes(text string) []string {
	text = strings.TrimSpace(text)
	if codes := number.CurrencyCodes(text); len(codes) > 0 {
		return codes
	}
	if len(text) == 3 {
		return number.CurrencyCodes(strings.ToUpper(text)) // "all" is a word beside a number, and not here
	}
	return number.CurrencyCodes(strings.ReplaceAll(text, "-", " ")) // US-Dollar
}

// ShareCurrency reports whether two texts can mean the same currency, by their codes.
func ShareCurrency(a, b []string) bool {
	return slices.ContainsFunc(a, func(code string) bool { return slices.Contains(b, code) })
}

// SeveralCurrencies says which currencies a text may mean, "" if it is one.
func SeveralCurrencies(text string, codes []string) string {
	const most = 4
	if len(codes) == 1 {
		return ""
	}
	text += " may be " + strings.Join(codes[:min(len(codes), most)], ", ")
	if n := len(codes) - most; n > 0 {
		text += fmt.Sprintf(" and %d others", n)
	}
	return text
}
