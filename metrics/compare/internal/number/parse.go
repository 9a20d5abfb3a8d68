package number

import (
	"strings"
	"unicode/utf8"
)

// Number is a number as a text gives it.
type Number struct {
	Decimal Decimal

	// Decimals is the number of printed decimals: 2 for "1.50", 0 for "100".
	// The unit of the last printed digit is 10^-Decimals. An exponent counts
	// with it, so that 1.5e3 has -2.
	Decimals int32

	// Percent: the text had a percent sign, which was dropped: "5%" is 5.
	Percent bool

	// other is the power of ten between this reading of an ambiguous text and
	// the other one; 0 means unambiguous.
	other int8
}

// Ambiguous reports whether the text had a single separator that could group or
// could begin the decimals ("1.889", "1,889"), under [Auto]. It was read as [US].
func (n Number) Ambiguous() bool { return n.other != 0 }

// Note says what a reader of the result should know, "" when there is nothing:
//
//	percent sign dropped
//	ambiguous separator: read as 1889 (us), would be 1.889 (eu)
//
// Two notes are joined by "; ".
func (n Number) Note() string {
	var notes []string
	if n.Percent {
		notes = append(notes, "percent sign dropped")
	}
	if n.Ambiguous() {
		other := n.Decimal.Mul(Decimal{coef: 1, exp: int32(n.other)})
		notes = append(notes, "ambiguous separator: read as "+n.Decimal.Brief()+" (us), would be "+other.Brief()+" (eu)")
	}
	return strings.Join(notes, "; ")
}

// ParseJSON reads the text of a JSON number, of which no digit is lost and
// nothing is ambiguous. The error is an [*Error] of kind [TooLong], or of kind
// [NotANumber] for what is no JSON number.
func ParseJSON(text string) (Number, error) {
	if p := scan(text); p.ok && !p.odd {
		return p.number(), nil
	}
	if n := normalize(text); !n.ok {
		return Number{}, newError(NotANumber, text, "JSON does not write numbers like that")
	}
	return parse(text, Plain)
}

// Parse reads the text of a document as one number. White space around it is
// dropped. What may stand beside the digits, in any order:
//
//   - one sign: + or - before, - after ("5-"); the minus sign U+2212, hyphens and
//     the en dash are minus too
//   - or accounting brackets, which are a minus: "(5)", "$(5)", "(5 EUR)"
//   - one currency symbol and one ISO 4217 code (upper case), before or after:
//     "$5", "5 kr", "US$ 5", "EUR 5", "$5 USD"; they are dropped
//   - or one percent sign; dropped and noted: "5%" is 5
//   - white space, and invisible marks of writing direction
//
// Digits are those of any script (Unicode's Nd: full-width, Arabic-Indic,
// Devanagari …); superscripts, fractions and numerals are not digits. Which
// separators they have is a matter of the [Format]. An exponent ("1.5e3") may
// follow ungrouped digits. Digits are needed on the right of a decimal separator,
// not on its left: ".5" is a number, "5." is none.
//
// Everything else is an error, an [*Error]: no part of a text is left out to make
// a number of the rest. f is to be a valid format; one that is not reads nothing.
func Parse(text string, f Format) (Number, error) {
	p := scan(text)
	switch {
	case !p.ok || !f.Valid():
	case p.point && (f == EU || f.isAuto() && p.groups()): // the point may group
	default:
		return p.number(), nil
	}
	return parse(text, f)
}

// plain is a text of few ASCII digits with at most one point, the form that
// nearly all numbers have and that needs neither buffer nor table.
type plain struct {
	coef           int64
	exp            int32 // of coef
	whole, decimal int32 // digits before and after the point
	zero           bool  // begins with 0
	neg, point     bool
	exponent       bool // has one
	odd            bool // is no JSON: a plus, a leading zero, no digit before the point
	ok             bool
}

// scan is the fast path: [+-]digits[.digits][e[+-]digits], in all at most
// fastDigits digits with an exponent of at most three.
func scan(s string) (p plain) {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		p.neg = s[i] == '-'
		p.odd = s[i] == '+'
		i++
	}
	start := i
	var coef int64
	point := -1
	for ; i < len(s); i++ {
		c := s[i]
		if digit := c - '0'; digit <= 9 {
			coef = coef*10 + int64(digit)
		} else if c == '.' && point < 0 {
			point = i
		} else {
			break
		}
		if i-start > fastDigits {
			return p
		}
	}
	if point < 0 {
		p.whole = int32(i - start)
	} else {
		p.point = true
		p.whole, p.decimal = int32(point-start), int32(i-point-1)
		if p.decimal == 0 {
			return p
		}
	}
	digits := p.whole + p.decimal
	if digits == 0 || digits > fastDigits {
		return p
	}
	p.zero = s[start] == '0'
	p.odd = p.odd || p.whole == 0 || p.zero && p.whole > 1
	p.exp = -p.decimal
	if i < len(s) {
		exp, ok := scanExponent(s[i:])
		if !ok {
			return p
		}
		p.exponent = true
		p.exp += exp
	}
	if p.neg {
		coef = -coef
	}
	p.coef = coef
	p.ok = true
	return p
}

// scanExponent reads e[+-]digits to the end of s, up to three digits.
func scanExponent(s string) (exp int32, ok bool) {
	if len(s) < 2 || s[0]|0x20 != 'e' {
		return 0, false
	}
	neg := s[1] == '-'
	s = s[1:]
	if neg || s[0] == '+' {
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 3 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		digit := s[i] - '0'
		if digit > 9 {
			return 0, false
		}
		exp = exp*10 + int32(digit)
	}
	if neg {
		exp = -exp
	}
	return exp, true
}

func (p plain) number() Number {
	return Number{Decimal: Decimal{coef: p.coef, exp: p.exp}, Decimals: -p.exp}
}

// groups reports whether the point could as well group thousands: "1.889", but
// neither "0.125" nor "1234.567".
func (p plain) groups() bool {
	return p.decimal == 3 && 1 <= p.whole && p.whole <= 3 && !p.zero && !p.exponent
}

// parse reads every text that Parse describes.
func parse(text string, f Format) (Number, error) {
	if !f.Valid() {
		return Number{}, newError(NotANumber, text, "the format %q does not exist; valid are %s", string(f), formatNames)
	}
	if len(text) > MaxLength {
		return Number{}, newError(TooLong, text, "%d bytes, and at most %d are read", len(text), MaxLength)
	}
	b, digits, reason := strip(text)
	if reason != "" {
		return Number{}, wordError(text, reason)
	}
	var buf [64]byte
	d, reason := separate(digits, f, buf[:0])
	if reason != "" {
		return Number{}, newError(NotANumber, text, "%s", reason)
	}
	if reason := d.trim(); reason != "" {
		return Number{}, newError(TooLong, text, "%s", reason)
	}
	return Number{
		Decimal:  fromDigits(b.negative(), d.digits, d.exponent-d.decimals),
		Decimals: d.decimals - d.exponent,
		Percent:  b.percents == 1,
		other:    d.other,
	}, nil
}

// wordError tells the words for what is no finite number from other junk.
func wordError(text, reason string) *Error {
	word := strings.TrimFunc(text, isBlank)
	if r, size := utf8.DecodeRuneInString(word); isMinus(r) || isPlus(r) {
		word = word[size:]
	}
	switch {
	case strings.EqualFold(word, "nan"):
		return newError(NaN, text, "NaN never matches")
	case strings.EqualFold(word, "inf"), strings.EqualFold(word, "infinity"), word == "∞":
		return newError(Infinite, text, "an infinite number never matches")
	}
	return newError(NotANumber, text, "%s", reason)
}
