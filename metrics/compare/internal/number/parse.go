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

	currency currency
	marks    marks

	// other is the power of ten between this reading of an ambiguous text and
	// the other one; 0 means unambiguous.
	other int8
}

// marks are what stood beside the digits and is not part of the value.
type marks uint8

const (
	percent marks = 1 << iota
	money
	unitPrice
	countMark
	noCents
	credit
	debit
	asterisk
)

// Ambiguous reports whether the text had a single separator that could group or
// could begin the decimals ("1.889", "1,889"), under [Auto]. It was read as [US].
func (n Number) Ambiguous() bool { return n.other != 0 }

// Bare reports whether there is nothing to say about the number but its value: no
// marks, and one reading.
func (n Number) Bare() bool { return n.marks == 0 && n.other == 0 }

// Other gives the other reading of an ambiguous number, that of [EU], and n itself
// where there is no other.
func (n Number) Other() Number {
	if n.other != 0 {
		n.Decimal = n.Decimal.Mul(Decimal{coef: 1, exp: int32(n.other)})
		n.Decimals -= int32(n.other)
		n.other = -n.other
	}
	return n
}

// Grouped gives the reading of an ambiguous number in which its separator groups,
// and n itself where there is no other.
func (n Number) Grouped() Number {
	if n.other > 0 {
		return n.Other()
	}
	return n
}

// Clash says why two numbers cannot be the same whatever their values are, "" when
// nothing keeps them from it: their currencies have none in common ("$" may be USD
// or CAD, "kr" SEK, NOK or DKK), or one is marked CR and the other DR. A number
// without such a mark goes with every other.
//
//	another currency: got €, want USD
//	got CR, want DR
func Clash(got, want *Number) string {
	const account = credit | debit
	switch {
	case !got.currency.canBe(want.currency):
		return "another currency: got " + got.currency.String() + ", want " + want.currency.String()
	case got.marks&account|want.marks&account == account:
		return "got " + got.marks.account() + ", want " + want.marks.account()
	}
	return ""
}

func (m marks) account() string {
	if m&credit != 0 {
		return "CR"
	}
	return "DR"
}

// Note is [Number.NoteBeside] of a number that has no marks.
func (n Number) Note() string { return n.NoteBeside(&Number{}) }

// NoteBeside says what a reader should know who sees n compared with other, "" when
// there is nothing:
//
//	percent sign dropped
//	currency dropped                          unless other has one, which Clash compares
//	CR dropped                                likewise
//	unit price mark dropped                   "@880"
//	count mark dropped                        "2x"
//	no-cents mark dropped                     "5,-"
//	asterisk dropped                          "*46000"
//	ambiguous separator: read as 1889 (us), would be 1.889 (eu)
//
// Several notes are joined by "; ".
func (n *Number) NoteBeside(other *Number) string {
	dropped := n.marks
	if other.marks&money != 0 {
		dropped &^= money
	}
	if other.marks&(credit|debit) != 0 {
		dropped &^= credit | debit
	}
	note := dropped.note()
	if !n.Ambiguous() {
		return note
	}
	ambiguous := "ambiguous separator: read as " + n.Decimal.Brief() + " (us), would be " + n.Other().Decimal.Brief() + " (eu)"
	if note == "" {
		return ambiguous
	}
	return note + "; " + ambiguous
}

var markNotes = [...]string{
	"percent sign dropped", "currency dropped", "unit price mark dropped", "count mark dropped", "no-cents mark dropped", "CR dropped", "DR dropped", "asterisk dropped",
}

func (m marks) note() (note string) {
	if m == money { // nearly all marks are
		return markNotes[1]
	}
	for i := 0; m != 0; i, m = i+1, m>>1 {
		switch {
		case m&1 == 0:
		case note == "":
			note = markNotes[i]
		default:
			note += "; " + markNotes[i]
		}
	}
	return note
}

// ParseJSON reads the text of a JSON number, of which no digit is lost and
// nothing is ambiguous. The error is an [*Error] of kind [TooLong], or of kind
// [NotANumber] for what is not a JSON number.
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
//     "$5", "5 kr", "Rp.5", "US$ 5", "EUR 5", "$5 USD"; a symbol and a code that
//     contradict each other are an error
//   - or one percent sign: "5%" is 5
//   - the mark of a unit price before ("@880"), CR or DR, also Cr and Dr, before or
//     after ("5.00 CR"; the sign stays what it is), a mark for no cents behind:
//     one or two dashes after a decimal separator ("1.234,-", "5.--"), "/-" and
//     "/=" ("500/-"); under [Auto] a single separator before it groups ("1.250/-")
//   - or the mark of a count alone, before or after: "1x", "x2", "2 ×"
//   - asterisks before, which fill a field: "*46000", "***46000"
//   - white space, and invisible marks of writing direction
//
// All of this but the sign is dropped, and [Number.Note] says so.
//
// Digits are those of any script (Unicode's Nd: full-width, Arabic-Indic,
// Devanagari …); superscripts, fractions and numerals are not digits. Which
// separators they have is a matter of the [Format]. An exponent ("1.5e3") may
// follow ungrouped digits. No digits are needed on the left of a decimal separator
// (".5"), and on its right where it is a point ("5." is 5, "1,889." is 1889) or a
// mark for no cents follows.
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
	odd            bool // is not JSON: a plus, a leading zero, no digit before the point
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
	b.settle(&d)
	if reason := d.trim(); reason != "" {
		return Number{}, newError(TooLong, text, "%s", reason)
	}
	return Number{
		Decimal:  fromDigits(b.negative(), d.digits, d.exponent-d.decimals),
		Decimals: d.decimals - d.exponent,
		currency: b.currency,
		marks:    b.marks(),
		other:    d.other,
	}, nil
}

// wordError tells the words for what is not a finite number from other junk.
func wordError(text, reason string) *Error {
	word := strings.TrimFunc(text, isBlank)
	if r, size := utf8.DecodeRuneInString(word); IsMinus(r) || isPlus(r) {
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
