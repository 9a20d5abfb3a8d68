package number

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Number is a number as a text prints it.
type Number struct {
	Decimal Decimal

	// Decimals is the number of printed decimals: 2 for "1.50", 0 for "100". The unit of the last printed digit is
	// 10^-Decimals. An exponent is subtracted: 1.5e3 has -2.
	Decimals int32

	currency currency
	unit     string // its name in units
	class    byte   // the letter behind "2,49 A"
	marks    marks

	// other is the power of ten between this reading of an ambiguous text and
	// the other one; 0 means unambiguous.
	other int8
}

// marks are the signs beside the digits that are not part of the value.
type marks uint16

const (
	percent marks = 1 << iota
	money
	unitPrice
	countMark
	noCents
	credit
	debit
	asterisk
	gap
	footnote
	gross
	net
	measure
	taxClass
	hundredths
)

// Ambiguous reports whether the text had a single separator that could group or
// could begin the decimals ("1.889", "1,889"), under [Auto], and neither its currency nor a mark for no cents decides. It
// was read as [US].
func (n Number) Ambiguous() bool { return n.other != 0 }

// Bare reports whether the number has no marks and one reading.
func (n Number) Bare() bool { return n.marks == 0 && n.other == 0 }

// Labelled reports whether a unit or the letter of a class of tax stands behind the number: "30 days" may be a text.
func (n Number) Labelled() bool { return n.marks&(measure|taxClass) != 0 }

// Other returns the reading of an ambiguous number under [EU], or n itself if n is unambiguous.
func (n Number) Other() Number {
	if n.other != 0 {
		n.Decimal.apd.Exponent += int32(n.other)
		n.Decimals -= int32(n.other)
		n.other = -n.other
	}
	return n
}

// Grouped returns the reading of an ambiguous number in which its separator groups, or n itself if n is unambiguous.
func (n Number) Grouped() Number {
	if n.other > 0 {
		return n.Other()
	}
	return n
}

// Together returns the readings of two numbers that may agree although their first readings do not. If both are
// ambiguous, their separators group digits in both, or begin the decimals in both. If one is, it is read in the currency
// of the other: "1.250" beside "JPY 1.250" is 1250.
func Together(a, b *Number) [][2]Number {
	switch {
	case a.Ambiguous() && b.Ambiguous():
		x, y := a.Grouped(), b.Grouped()
		return [][2]Number{{x, y}, {x.Other(), y.Other()}}
	case a.Ambiguous() || b.Ambiguous():
		return [][2]Number{{a.inCurrencyOf(b), b.inCurrencyOf(a)}}
	}
	return nil
}

// inCurrencyOf returns the reading of an ambiguous number that the currency of another decides, or n itself.
func (n *Number) inCurrencyOf(other *Number) Number {
	decimals, ok := other.currency.decimals()
	switch grouped := n.Grouped(); {
	case !ok || !n.currency.canBe(other.currency):
		return *n
	case decimals > 0:
		return grouped.Other()
	default:
		return grouped
	}
}

// Hundredths returns a number with a percent sign as the fraction that it is, 0.19 for "19 %", and any other number as
// it is.
func (n Number) Hundredths() Number {
	if n.marks&percent != 0 {
		n.Decimal.apd.Exponent -= 2
		n.Decimals += 2
		n.marks ^= percent | hundredths
	}
	return n
}

// Clash returns the reason why two numbers differ whatever their values are, "" without one. They differ if they have no
// currency in common ("$" may be USD or CAD, "kr" SEK, NOK or DKK), different units, or different letters of tax classes. They
// also differ if one is marked CR and the other DR, or if one is with tax and the other without. A number without such a mark
// agrees with every mark, but a quantity is neither an amount of money nor a percentage.
//
//	another currency: got €, want USD
//	another unit: got g, want kg
//	got CR, want DR
//	got an amount with tax, want one without
func Clash(got, want *Number) string {
	const tax = gross | net
	gotAccount, wantAccount := got.account(), want.account()
	switch {
	case !got.currency.canBe(want.currency):
		return "another currency: got " + got.currency.text + ", want " + want.currency.text
	case got.unit != "" && want.unit != "" && got.unit != want.unit, got.isQuantity() && want.isShare(), got.isShare() && want.isQuantity():
		return "another unit: got " + got.measure() + ", want " + want.measure()
	case gotAccount != "" && wantAccount != "" && gotAccount[0] != wantAccount[0]: // C may be CR
		return "got " + gotAccount + ", want " + wantAccount
	case got.marks&tax == net && want.marks&tax == gross:
		return "got an amount without tax, want one with tax"
	case (got.marks|want.marks)&tax == tax:
		return "got an amount with tax, want one without"
	}
	return ""
}

// OtherMarks reports whether each of two numbers has a mark that the other lacks: 5% and €5.
func OtherMarks(a, b *Number) bool { return a.marks&^b.marks != 0 && b.marks&^a.marks != 0 }

// isQuantity reports whether n is of a unit that is no price, and isShare whether n is an amount of money or a percentage.
func (n *Number) isQuantity() bool { return n.unit != "" && n.unit != piece && n.marks&money == 0 }
func (n *Number) isShare() bool    { return n.unit == "" && n.marks&(money|percent) != 0 }

// measure returns the unit of n, or what stands for it.
func (n *Number) measure() string {
	if n.marks&percent != 0 {
		return "%"
	}
	return cmp.Or(n.unit, n.currency.text)
}

// account returns the letters that tell credits from debits, or classes of tax.
func (n *Number) account() string {
	switch {
	case n.marks&credit != 0:
		return "CR"
	case n.marks&debit != 0:
		return "DR"
	case n.class == 0:
		return ""
	}
	return string(n.class)
}

// Note returns the note of [Number.NoteBeside] for a comparison with a number without marks.
func (n Number) Note() string { return n.NoteBeside(&Number{}) }

// NoteBeside returns a note on n for the reader of a comparison with other. The note may be empty:
//
//	percent sign dropped
//	currency dropped                          unless other has one, which Clash compares
//	CR dropped                                likewise
//	unit price mark dropped                   "@880"
//	count mark dropped                        "2x"
//	no-cents mark dropped                     "5,-"
//	asterisk dropped                          "*46000"
//	blank at the decimal mark dropped         "119. 95"
//	footnote mark dropped                     "34,50 € *"
//	tax remark dropped                        "+ VAT", unless other has one, which Clash compares
//	unit dropped                              "3 kg", likewise
//	tax class dropped                         "2,49 A", likewise
//	percent read as hundredths                after Hundredths
//	ambiguous separator: read as 1889 (us), would be 1.889 (eu)
//
// Several notes are joined by "; ".
func (n *Number) NoteBeside(other *Number) string {
	dropped := n.marks
	if other.marks&money != 0 {
		dropped &^= money
	}
	for _, pair := range [...]marks{credit | debit, gross | net, measure, taxClass} {
		if other.marks&pair != 0 {
			dropped &^= pair
		}
	}
	note := dropped.describe()
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
	"blank at the decimal mark dropped", "footnote mark dropped", "tax remark dropped", "tax remark dropped",
	"unit dropped", "tax class dropped", "percent read as hundredths",
}

func (m marks) describe() string {
	var notes []string
	for i, note := range markNotes {
		if m>>i&1 != 0 {
			notes = append(notes, note)
		}
	}
	return strings.Join(notes, "; ")
}

// Parse reads the text of a document as one number. White space around it is dropped. These may be before or after the
// digits, in any order:
//
//   - one sign: + or - before, - after ("5-"); the minus sign U+2212, hyphens and
//     the en dash are minus too
//   - or accounting brackets, which are a minus: "(5)", "$(5)", "(5 EUR)"
//   - one currency symbol or name and one ISO 4217 code, before or after, in any case: "$5", "5 kr", "Rp.5", "US$ 5",
//     "5 рублей", "EUR 5", "5 pln", "$5 USD"; a symbol and a code that contradict each other are an error, and so are
//     codes in lower case that are words: "5 all"
//   - or one percent sign: "5%" is 5
//   - the mark of a unit price before ("@880"), CR or DR, also Cr and Dr, before or
//     after ("5.00 CR"; the sign stays), "cr" and "dr" with a currency that is no rupee; a mark for no cents after:
//     one or two dashes after a decimal separator ("1.234,-", "5.--", "5. -"), "/-" and
//     "/=" ("500/-"); under [Auto] a single separator before it groups ("1.250/-")
//   - a unit after: "3 kg", "12 Stk."; beside a currency one of pieces, or after a slash or "per": "$5 ea.", "5 €/kg"
//   - a letter from A to G, N or T after two decimals and a blank, the class of a tax: "2,49 A"
//   - a remark on tax after: "TTC", "inkl. 19 % MwSt.", "(+ VAT)"; footnote marks after a blank or
//     a currency: "5.00 *", "5.00 €†"
//   - or only the mark of a count, before or after: "1x", "x2", "2 ×"
//   - asterisks before, which fill a field: "*46000", "***46000"
//   - white space, and invisible marks of writing direction
//
// All of this but the sign is dropped, and [Number.Note] says so.
//
// Digits may be of any script (Unicode's Nd: full-width, Arabic-Indic, Devanagari …); superscripts, fractions and
// numerals are not digits. The [Format] decides which separators may be between them. An exponent ("1.5e3") may follow
// ungrouped digits. Digits may be missing on the left of a decimal separator (".5"), and on its right if it is a point
// ("5." is 5, "1,889." is 1889) or a mark for no cents follows.
//
// Blanks beside a decimal separator with two digits after it are dropped ("119. 95").
//
// Everything else is an error, an [*Error]: Parse never ignores a part of a text to read a number in the rest. It
// returns an error if f is not a valid format.
func Parse(text string, f Format) (Number, error) {
	if !f.Valid() {
		return Number{}, newError(NotANumber, text, "the format %q does not exist; valid are %s", string(f), formatNames)
	}
	if len(text) > MaxLength {
		return Number{}, tooManyBytes(text)
	}
	b, digits, reason := strip(text)
	if reason != "" {
		return Number{}, wordError(text, reason)
	}
	return b.read(text, digits, f)
}

// read reads the digits of a text, from which b was stripped.
func (b *beside) read(text, digits string, f Format) (Number, error) {
	d, reason := separate(digits, f)
	if reason != "" {
		return Number{}, newError(NotANumber, text, "%s", reason)
	}
	b.settle(&d)
	n, err := d.number(text, b.negative())
	if err != nil {
		return Number{}, err
	}
	n.currency, n.unit, n.class, n.marks, n.other = b.currency, b.unit, b.class, b.marks(), d.other
	return n, nil
}

func tooManyBytes(text string) *Error {
	return newError(TooLong, text, "%d bytes, and at most %d are read", len(text), MaxLength)
}

// wordError tells "NaN" and the words for infinity from other junk.
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

// Kind says why a text gave no number.
type Kind string

const (
	NotANumber Kind = "not a number" // junk, words, wrong grouping, two signs
	NaN        Kind = "NaN"          // the text says "NaN", in any case
	Infinite   Kind = "infinite"     // the text says "Inf", "Infinity" or "∞", in any case, with or without a sign
	TooLong    Kind = "too long"     // beyond MaxLength, MaxDigits or MaxExponent
)

// Error is the error of [Parse] and [ParseJSON], as a pointer.
type Error struct {
	Kind   Kind
	Text   string // the text that was read, cut at 40 bytes
	Reason string // the problem in one clause, as in: a group has 2 digits, and 3 are needed
}

// Error returns one line: the text, the kind of the error, and the reason.
func (e *Error) Error() string {
	switch e.Kind {
	case NaN, Infinite:
		return fmt.Sprintf("number: %q is %s: %s", e.Text, e.Kind, e.Reason)
	case TooLong:
		return fmt.Sprintf("number: %q is too long to read: %s", e.Text, e.Reason)
	}
	return fmt.Sprintf("number: %q is not a number: %s", e.Text, e.Reason)
}

func newError(kind Kind, text, format string, args ...any) *Error {
	return &Error{Kind: kind, Text: clipText(text), Reason: fmt.Sprintf(format, args...)}
}

// clipText bounds the part of a hostile document that gets into a message. A rune cut in two
// is harmless: the text is printed with %q.
func clipText(text string) string {
	const limit = 40
	if len(text) <= limit {
		return text
	}
	return text[:limit-3] + "..."
}

// Readings returns the numbers that [Parse] reads in a text under each of the [Formats], in
// their order and each once. It returns nil for a text that no format reads.
func Readings(text string) []Decimal {
	if len(text) > MaxLength || !strings.ContainsFunc(text, isDigit) {
		return nil // most texts: no reason is needed
	}
	b, digits, reason := strip(text)
	if reason != "" {
		return nil
	}
	var all []Decimal
	for _, f := range Formats() {
		n, err := b.read(text, digits, f)
		if err == nil && !slices.ContainsFunc(all, func(other Decimal) bool { return other.Cmp(n.Decimal) == 0 }) {
			all = append(all, n.Decimal)
		}
	}
	return all
}
