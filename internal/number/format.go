package number

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Format says which separators a number is printed with. It says nothing about signs, currencies and digits: every
// format reads the same. Each format checks groups: the first is not empty and does not begin with 0, and the others
// have three digits; for Indian groups see [Indian]. The separators of Arabic script have one meaning: under every
// format but Plain, U+066B begins the decimals and U+066C groups.
type Format string

const (
	// Auto, also spelled "", tells the separators by their places:
	//
	//   - of two different ones the last is the decimal separator and may occur
	//     once: "1.889,00" is 1889, "1,889.00" too
	//   - one that occurs more than once groups: "1.889.000"
	//   - a space or an apostrophe groups, wherever it stands
	//   - a single point or comma is the decimal separator when it could not
	//     group: "1.5", "1,88", "0,125", "1234,567"
	//   - a single point or comma that could do either ("1.889", "1,889") is
	//     ambiguous; it is read as US would, and the number says so
	//   - unless its currency decides: amounts in yen have no decimals ("JPY 1.889"
	//     is 1889), amounts in Kuwaiti dinars have three ("1,889 KWD" is 1.889)
	//
	// Groups are thousands, or Indian when they are separated by commas.
	Auto   Format = "auto"
	US     Format = "us"     // 1,234,567.89; spaces may group
	EU     Format = "eu"     // 1.234.567,89; spaces may group
	Swiss  Format = "swiss"  // 1'234'567.89, with ' or ’; spaces may group
	Indian Format = "indian" // 12,34,567.89: the last group has three digits, the others two
	Plain  Format = "plain"  // 1234567.89: a decimal point, nothing groups
)

const formatNames = "auto, us, eu, swiss, indian, plain"

func (f Format) isAuto() bool { return f == Auto || f == "" }

// Valid reports whether f is one of the formats above, or "".
func (f Format) Valid() bool { return f == "" || slices.Contains(Formats(), f) }

// Formats lists the formats, the default first.
func Formats() []Format { return []Format{Auto, US, EU, Swiss, Indian, Plain} }

// Separators are kept as one byte each, whatever their Unicode form.
const (
	point         = '.'
	comma         = ','
	apostrophe    = '\''
	space         = ' '
	arabicDecimal = 'd'
	arabicGroup   = 'g'
	none          = 0
)

// decimalAndGroups returns the separators of a format other than Auto.
func (f Format) decimalAndGroups() (decimal byte, groups string) {
	switch f {
	case US:
		return point, ", g"
	case EU:
		return comma, ". g"
	case Swiss:
		return point, "' g"
	case Indian:
		return point, ",g"
	}
	return point, ""
}

// separated is a run of digits with its separators resolved.
type separated struct {
	digits   []byte // ASCII
	decimals int32  // how many of the digits are decimals
	exponent int32
	other    int8
}

// separate reads digits, separators and an exponent under a format.
func separate(s string, f Format) (d separated, reason string) {
	body, hasExponent, reason := d.scanBody(s)
	if reason != "" {
		return d, reason
	}
	var decimal, group byte
	if f.isAuto() {
		decimal, group, reason = d.guess(body, hasExponent)
	} else {
		decimal, group, reason = f.findMarks(body)
	}
	if reason != "" {
		return d, reason
	}
	whole := body
	if i := bytes.IndexByte(body, decimal); decimal != none && i >= 0 {
		whole = body[:i]
		d.decimals = int32(len(body) - i - 1)
		if j := bytes.IndexFunc(body[i+1:], isSeparatorByte); j >= 0 {
			return d, fmt.Sprintf("%s follows its decimal separator", separatorName(body[i+1+j]))
		}
	}
	if group != none && bytes.IndexByte(whole, group) >= 0 {
		if hasExponent {
			return d, "it is grouped and has an exponent"
		}
		if reason = checkGroups(whole, group, f); reason != "" {
			return d, reason
		}
	}
	d.digits = slices.DeleteFunc(body, func(c byte) bool { return isSeparatorByte(rune(c)) })
	return d, ""
}

// scanBody maps digits and separators to bytes, up to an exponent.
func (d *separated) scanBody(s string) (body []byte, hasExponent bool, reason string) {
	for i, r := range s {
		switch {
		case '0' <= r && r <= '9':
			body = append(body, byte(r))
		case r == 'e' || r == 'E':
			if len(body) == 0 || isSeparatorByte(rune(body[len(body)-1])) {
				return nil, false, "its exponent follows no digit"
			}
			d.exponent, reason = readExponent(s[i+1:])
			return body, true, reason
		default:
			c, ok := separatorByte(r)
			if !ok {
				value, ok := DigitValue(r)
				if !ok {
					return nil, false, unexpected(s[i:], "between the digits")
				}
				c = '0' + value
			}
			body = append(body, c)
		}
	}
	return body, false, ""
}

// readExponent reads [+-]digits to the end. It cuts an exponent far beyond MaxExponent to
// one that is still beyond.
func readExponent(s string) (exp int32, reason string) {
	text := s
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	for _, c := range []byte(s) { // not empty: strip leaves a digit at the end, or a separator after one
		if c < '0' || c > '9' {
			return 0, fmt.Sprintf("its exponent is %q", clipText(text))
		}
		exp = min(exp*10+int32(c-'0'), 10*MaxLength)
	}
	if neg {
		exp = -exp
	}
	return exp, ""
}

// findMarks tells decimal and group separator apart as the format demands.
func (f Format) findMarks(body []byte) (decimal, group byte, reason string) {
	decimal, groups := f.decimalAndGroups()
	if f != Plain && bytes.IndexByte(body, arabicDecimal) >= 0 {
		decimal = arabicDecimal
	}
	decimals := 0
	for _, c := range body {
		switch {
		case !isSeparatorByte(rune(c)):
		case c == decimal:
			decimals++
		case bytes.IndexByte([]byte(groups), c) < 0:
			return 0, 0, fmt.Sprintf("%s is not a separator of the format %s", separatorName(c), f)
		case group != none && c != group:
			return 0, 0, "it is grouped in two ways"
		default:
			group = c
		}
	}
	if decimals > 1 {
		return 0, 0, "it has two decimal separators"
	}
	return decimal, group, ""
}

// guess tells decimal and group separator apart by the rules of Auto.
func (d *separated) guess(body []byte, hasExponent bool) (decimal, group byte, reason string) {
	var first, second byte // the kinds in order of appearance
	var firsts, seconds int
	for _, c := range body {
		switch {
		case !isSeparatorByte(rune(c)):
		case first == none || c == first:
			first = c
			firsts++
		case second == none || c == second:
			second = c
			seconds++
		default:
			return 0, 0, "it has three kinds of separators"
		}
	}
	canBeDecimal := func(c byte) bool { return c == point || c == comma || c == arabicDecimal }
	switch {
	case first == none:
		return none, none, ""
	case second != none:
		if first == arabicDecimal || !canBeDecimal(second) || seconds > 1 {
			return 0, 0, "none of its separators can be the decimal separator"
		}
		return second, first, ""
	case first == arabicDecimal:
		if firsts > 1 {
			return 0, 0, "it has two decimal separators"
		}
		return first, none, ""
	case !canBeDecimal(first) || firsts > 1:
		return none, first, ""
	}
	offset := bytes.IndexByte(body, first)
	couldGroup := len(body)-offset-1 == 3 && 1 <= offset && offset <= 3 && body[0] != '0' && !hasExponent
	switch {
	case !couldGroup:
		return first, none, ""
	case first == point: // read as us: decimals; eu: thousands
		d.other = +3
		return point, none, ""
	default: // read as us: thousands; eu: decimals
		d.other = -3
		return none, comma, ""
	}
}

// checkGroups checks the sizes of the groups before the decimal separator.
func checkGroups(whole []byte, group byte, f Format) (reason string) {
	groups := bytes.Split(whole, []byte{group})
	if len(groups[0]) > 0 && groups[0][0] == '0' {
		return "a grouped number does not begin with 0"
	}
	indian := f == Indian || f.isAuto() && group == comma && len(groups) > 2 && len(groups[1]) == 2
	for i, g := range groups {
		size, most := 3, 3
		if indian && i < len(groups)-1 {
			size, most = 2, 2
		}
		if i == 0 {
			if len(g) < 1 || len(g) > most {
				return fmt.Sprintf("its first group has %s, and 1 to %d are needed", count(len(g)), most)
			}
		} else if len(g) != size {
			return fmt.Sprintf("a group has %s, and %d are needed", count(len(g)), size)
		}
	}
	return ""
}

func count(digits int) string {
	if digits == 1 {
		return "1 digit"
	}
	return fmt.Sprintf("%d digits", digits)
}

// number returns the number of text, or an error when it is beyond the limits.
func (d separated) number(text string, neg bool) (Number, error) {
	d.digits = bytes.TrimLeft(d.digits, "0")
	if len(d.digits) == 0 {
		d.exponent = max(min(d.exponent, MaxExponent), -MaxExponent) // 0e999999999 is 0
	} else if limit := d.beyond(); limit != "" {
		return Number{}, newError(TooLong, text, "%s", limit)
	}
	return Number{Decimal: fromDigits(neg, d.digits, d.exponent-d.decimals), Decimals: d.decimals - d.exponent}, nil
}

// beyond returns the limit that the number exceeds, "" for a number within the limits.
func (d *separated) beyond() string {
	last := d.exponent - d.decimals
	switch first := last + int32(len(d.digits)); {
	case len(d.digits) > MaxDigits:
		return fmt.Sprintf("%d digits, and at most %d are read", len(d.digits), MaxDigits)
	case first > MaxExponent:
		return fmt.Sprintf("it is 10^%d or more", MaxExponent)
	case last < -MaxExponent:
		return fmt.Sprintf("it has digits below 10^-%d", MaxExponent)
	}
	return ""
}

// isSeparatorByte reports whether a byte that scan wrote is not a digit.
func isSeparatorByte(c rune) bool { return c < '0' || c > '9' }

func separatorName(c byte) string {
	switch c {
	case point:
		return "a point"
	case comma:
		return "a comma"
	case apostrophe:
		return "an apostrophe"
	case space:
		return "a space"
	case arabicDecimal:
		return "an Arabic decimal separator"
	}
	return "an Arabic thousands separator"
}

// separatorByte maps the Unicode forms of a separator to one byte.
func separatorByte(r rune) (byte, bool) {
	switch r {
	case '.', ',', '\'', ' ':
		return byte(r), true
	case '\uFF0E': // full-width full stop
		return point, true
	case '\uFF0C', '\u060C': // full-width and Arabic comma
		return comma, true
	case '\u2019', '\u2018', '\u02BC', '\uFF07':
		return apostrophe, true
	case '\u066B':
		return arabicDecimal, true
	case '\u066C':
		return arabicGroup, true
	}
	if r >= utf8.RuneSelf && isSpaceSeparator(r) {
		return space, true
	}
	return 0, false
}
