package number

import (
	"math/big"
	"strings"
)

// jsonNumber is the text of a JSON number in its parts.
type jsonNumber struct {
	neg                       bool
	whole, decimals, exponent string // the exponent has its sign
}

// splitJSON reports false for a text that is not a JSON number.
func splitJSON(text string) (n jsonNumber, ok bool) {
	text, n.neg = strings.CutPrefix(text, "-")
	if i := max(strings.IndexByte(text, 'e'), strings.IndexByte(text, 'E')); i >= 0 {
		text, n.exponent = text[:i], text[i+1:]
		unsigned := n.exponent
		if strings.HasPrefix(unsigned, "+") || strings.HasPrefix(unsigned, "-") {
			unsigned = unsigned[1:]
		}
		if !onlyDigits(unsigned) {
			return n, false
		}
	}
	whole, decimals, point := strings.Cut(text, ".")
	n.whole, n.decimals = whole, decimals
	return n, onlyDigits(whole) && (len(whole) == 1 || whole[0] != '0') && (!point || onlyDigits(decimals))
}

func onlyDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// ParseJSON reads the text of a JSON number. It keeps every digit, and its result is never
// ambiguous. The error is an [*Error] of kind [TooLong], or of kind [NotANumber] for a text that is
// not a JSON number.
func ParseJSON(text string) (Number, error) {
	n, ok := splitJSON(text)
	switch {
	case !ok:
		return Number{}, newError(NotANumber, text, "it does not have the form of a JSON number")
	case len(text) > MaxLength:
		return Number{}, tooManyBytes(text)
	}
	d := separated{digits: []byte(n.whole + n.decimals), decimals: int32(len(n.decimals))}
	d.exponent, _ = readExponent(n.exponent)
	return d.number(text, n.neg)
}

// Equal reports whether two JSON number texts denote the same number: 100, 100.0
// and 1e2 are equal, 9007199254740993 and 9007199254740992 are not, -0 is 0. It is
// exact at any number of digits, and expands nothing. A text that is not a JSON number, or
// whose exponent is longer than [MaxLength], is equal only to itself.
func Equal(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := normalOf(a)
	y, okY := normalOf(b)
	return okX && okY && x.neg == y.neg && x.digits == y.digits && x.leading.Cmp(y.leading) == 0
}

// Canonical returns one text for all JSON texts that are [Equal], in the form of [Decimal.String]. So numbers can be
// hashed and looked up. A text that is equal only to itself is returned unchanged.
func Canonical(text string) string {
	if isPlain(text) {
		return text
	}
	if n, ok := normalOf(text); ok {
		return n.String()
	}
	return text
}

// isPlain reports whether [Canonical] returns a text unchanged, for the usual texts by a glance.
func isPlain(text string) bool {
	const most = 20 // characters, below which no number needs an exponent
	if len(text) > most {
		return false
	}
	point := false
	for i := range len(text) {
		switch text[i] {
		case 'e', 'E':
			return false
		case '.':
			point = true
		}
	}
	return !(point && text[len(text)-1] == '0') && !strings.HasPrefix(text, "0.0000") && !strings.HasPrefix(text, "-0")
}

// normalOf reports false for a text that is not a JSON number, and for an exponent of so many
// digits that reading it would take seconds.
func normalOf(text string) (normal, bool) {
	n, ok := splitJSON(text)
	if !ok || len(n.exponent) > MaxLength {
		return normal{}, false
	}
	digits := strings.TrimLeft(n.whole+n.decimals, "0")
	leading := big.NewInt(int64(len(digits) - len(n.decimals) - 1))
	if n.exponent != "" {
		exponent, _ := new(big.Int).SetString(n.exponent, 10)
		leading.Add(leading, exponent)
	}
	return newNormal(n.neg, digits, leading), true
}
