package compare_test

import (
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestCurrency(t *testing.T) {
	c, auto := compare.Currency{}, compare.Auto{}
	run(t, []row{
		{"sign and code", c, `"€"`, `"EUR"`, hit},
		{"name and code", c, `"Euros"`, `"EUR"`, hit},
		{"sign and name", c, `"zł"`, `"złoty"`, hit},
		{"small letters", c, `"try"`, `"₺"`, hit},
		{"a hyphen", c, `"US-Dollar"`, `"USD"`, hit},
		{"blanks at the ends", c, `" EUR"`, `"€"`, hit},
		{"another currency", c, `"USD"`, `"EUR"`, miss},
		{"a sign of another", c, `"$"`, `"EUR"`, miss},
		{"the sign of one country", c, `"US$"`, `"CAD"`, miss},
		{"a name of several", c, `"Rs."`, `"INR"`, hitWith(`got: "Rs." may be INR, LKR, MUR, NPR and 2 others`)},
		{"a sign of several", c, `"¥"`, `"元"`, hitWith(`got: "¥" may be CNY, JPY; want: "元" may be CNY, HKD, MOP, TWD`)},
		{"no currency", c, `"n/a"`, `"EUR"`, missWith("", `got "n/a" is not a currency`)},
		{"an amount", c, `"5 €"`, `"EUR"`, missWith("", `got "5 €" is not a currency`)},
		{"a number", c, `978`, `"EUR"`, missWith("type mismatch", "got number, want string")},
		{"a truth that is none", c, `"EUR"`, `"points"`, missWith("", `the truth "points" is not a currency`)},
		{"a truth that is none, the same", c, `"points "`, `"points"`, hitWith(`the truth "points" is not a currency; both sides are the same`)},
		{"a truth that is a number", c, `"EUR"`, `978`, missWith("", `the truth is of type number, and not a currency`)},

		{"auto", auto, `"EUR"`, `"€"`, hit},
		{"auto, small letters", auto, `"pln"`, `"zł"`, hit},
		{"auto, another currency", auto, `"EUR"`, `"$"`, miss},
		{"auto, a name of two words", auto, `"USD"`, `"US dollars"`, hit},
		{"auto, a text that is no currency", auto, `"all"`, `"lek"`, miss},
	})
}
