package internal_test

import (
	"math/big"
	"testing"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/number"
)

// FuzzParse checks that nothing panics. Both readers read the canonical text of a number as the
// same value. An ASCII number without groups has the value that math/big reads.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "1.889,00 €", "(1,234.56)", "5 %", "12abc", "1,23,4", "12,34,567.89", "1'234.50", "-5-", "١٬٢٣٤٫٥٦",
		"1e999999999", "0e-99999999999", "NaN", "\u2212∞", "US$ 5 USD", "1.889", "\xff5", "5\u202f000", ".5e-3",
		"1.234,-", "5.--", "1,000/=", "Rp.56.000", "@880", "1x", "x 2", "1,234.56 CR", "5.", "1,889.", "$5 CAD", "€5 USD",
		"3 kg", "5 €/m2", "2,49 A", "1128240 рублей", "AU $5.", "R.5", "5 TOP", "5 C62",
	} {
		for i := range number.Formats() {
			f.Add(text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, format uint8) {
		formats := number.Formats()
		n, err := number.Parse(text, formats[int(format)%len(formats)])
		if err != nil {
			if message := err.Error(); !utf8.ValidString(message) || len(message) > 500 {
				t.Errorf("the message is not a readable line: %q", message)
			}
			return
		}
		_, _ = n.Note(), n.Hundredths().Note()
		if reason := number.Clash(&n, &n); reason != "" {
			t.Errorf("%q clashes with itself: %s", text, reason)
		}
		canonical := n.Decimal.String()
		again, err := number.ParseJSON(canonical)
		if err != nil || again.Decimal.Cmp(n.Decimal) != 0 {
			t.Errorf("%q reads as %s, and that as %s, %v", text, canonical, again.Decimal, err)
		}
		again, err = number.Parse(canonical, number.Plain)
		if err != nil || again.Decimal.Cmp(n.Decimal) != 0 {
			t.Errorf("%q reads as %s, and that in plain format as %s, %v", text, canonical, again.Decimal, err)
		}
		if number.Canonical(canonical) != canonical {
			t.Errorf("%s is not canonical: %s", canonical, number.Canonical(canonical))
		}
	})
}

// FuzzJSON checks that the three readers of JSON numbers accept the same texts, and that math/big
// agrees on the values.
func FuzzJSON(f *testing.F) {
	for _, a := range []string{"0", "-0.0", "100", "1e2", "9007199254740993", "1e400", "05", "1e+-5", "0.000e7", "12345678901234567890.5e-3"} {
		f.Add(a, "1E2")
		f.Add(a, "+1")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, errX := number.ParseJSON(a)
		y, errY := number.ParseJSON(b)
		if errX != nil || errY != nil {
			if number.Equal(a, b) != (a == b) || (number.Canonical(a) == number.Canonical(b)) != (a == b) {
				t.Errorf("%q and %q are not two numbers: Equal %v, canonical %q and %q", a, b, number.Equal(a, b), number.Canonical(a), number.Canonical(b))
			}
			return
		}
		equal := x.Decimal.Cmp(y.Decimal) == 0
		if number.Equal(a, b) != equal || (number.Canonical(a) == number.Canonical(b)) != equal {
			t.Errorf("%q and %q: equal %v, Equal %v, canonical %q and %q", a, b, equal, number.Equal(a, b), number.Canonical(a), number.Canonical(b))
		}
		if x.Decimals > 400 || x.Decimals < -400 || y.Decimals > 400 || y.Decimals < -400 {
			return // math/big would write the powers out
		}
		p, okP := new(big.Rat).SetString(a)
		q, okQ := new(big.Rat).SetString(b)
		if !okP || !okQ || p.Cmp(q) != x.Decimal.Cmp(y.Decimal) {
			t.Errorf("%q and %q: cmp %d; as rationals %v and %v", a, b, x.Decimal.Cmp(y.Decimal), p, q)
		}
	})
}
