package number

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// beside counts the marks beside the digits of a number. A text of MaxLength has no more
// marks than an uint16 counts.
type beside struct {
	minuses, pluses          uint16
	opened, closed           uint16 // brackets
	symbols, codes, percents uint16
	units, counts, rounds    uint16 // "@", "x", ",-"
	credits, debits          uint16
	asterisks                uint16   // before the digits, where they fill a field
	gaps, footnotes          uint16   // blanks at the decimal mark; asterisks and daggers after the digits
	gross, net               uint16   // remarks on tax: "TTC", "+ VAT"
	measures, classes        uint16   // "kg", and the letter of a class of tax
	per, crores              bool     // a unit after a slash; "cr", which is ten million in India
	currency                 currency // the currency that symbols and codes name together
	contradiction            bool     // they cannot be the same currency
	unit                     string
	class                    byte
}

func (b *beside) negative() bool { return b.minuses+b.opened > 0 }

// check returns the reason why a number is not printed with these marks, "" if it may be.
func (b *beside) check() (reason string) {
	switch {
	case b.minuses+b.pluses > 1:
		return "it has two signs"
	case b.opened != b.closed || b.opened > 1:
		return "its brackets are not one pair"
	case b.opened == 1 && b.minuses+b.pluses > 0:
		return "it has a sign and brackets"
	case b.percents > 1:
		return "it has two percent signs"
	case b.symbols > 1:
		return "it has two currency symbols"
	case b.codes > 1:
		return "it has two currency codes"
	case b.contradiction:
		return "its currency symbol and its currency code contradict each other"
	case b.percents > 0 && b.symbols+b.codes > 0:
		return "it has a currency and a percent sign"
	case b.units > 1 || b.counts > 1 || b.rounds > 1 || b.credits+b.debits+b.classes > 1 || b.gross+b.net > 1 || b.measures > 1 || b.asterisks > 0 && b.footnotes > 0:
		return "it has two marks"
	case b.counts > 0 && b.minuses+b.pluses+b.opened+b.percents+b.symbols+b.codes+b.units+b.rounds+b.credits+b.debits+b.asterisks+b.footnotes+b.gross+b.net+b.measures+b.classes > 0:
		return "it has a count mark and another mark"
	case b.percents > 0 && b.units+b.rounds+b.credits+b.debits+b.gross+b.net+b.measures+b.classes > 0:
		return "it has a percent sign and a mark"
	case b.measures > 0 && !b.per && b.unit != piece && b.symbols+b.codes > 0:
		return "it has a currency and a unit without a slash between them"
	case b.measures > 0 && b.gross+b.net > 0 && b.symbols+b.codes == 0:
		return "it has a unit and a remark on tax"
	case b.crores && (b.currency == (currency{}) || b.currency.canBe(rupee)):
		return "its \"cr\" may mean ten million"
	}
	return ""
}

// settle decides between the readings of an ambiguous number. With a mark for zero cents, or in a currency without
// cents, its separator groups: "1.250/-", "JPY 1.250". In a currency with three decimals it begins them: "1,250 KWD".
func (b *beside) settle(d *separated) {
	if d.other == 0 {
		return
	}
	decimals, ok := b.currency.decimals()
	if b.rounds > 0 {
		decimals, ok = 0, true
	}
	if ok {
		d.decimals, d.other = decimals, 0
	}
}

// marks returns the marks that the value leaves out.
func (b *beside) marks() (m marks) {
	for i, n := range [...]uint16{b.percents, b.symbols + b.codes, b.units, b.counts, b.rounds, b.credits, b.debits, b.asterisks, b.gaps, b.footnotes, b.gross, b.net, b.measures, b.classes} {
		if n > 0 {
			m |= 1 << i
		}
	}
	return m
}

// strip takes off the marks before the first and after the last digit. Only a
// decimal separator without decimals stays after the last digit ("5,-", "1,889.").
func strip(text string) (b beside, digits, reason string) {
	rest := strings.TrimFunc(text, isBlank)
	if rest == "" {
		return b, "", "it is blank"
	}
	rest, reason = b.before(rest)
	if reason != "" {
		return b, "", reason
	}
	if rest == "" {
		return b, "", "it has no digits"
	}
	digits, reason = b.after(rest)
	if reason != "" {
		return b, "", reason
	}
	digits = b.closeGap(digits)
	if b.class != 0 && !endsWithCents(digits) {
		return b, "", unexpected(string(b.class), "after the digits")
	}
	return b, digits, b.check()
}

// closeGap removes the blanks beside the last point or comma. Two digits must follow it or, if the text had a mark for
// no cents, nothing: "119. 95", "105 ,-".
func (b *beside) closeGap(s string) string {
	i := strings.LastIndexAny(s, ".,")
	if i < 0 {
		return s
	}
	whole, decimals := strings.TrimRightFunc(s[:i], isBlank), strings.TrimLeftFunc(s[i+1:], isBlank)
	closed := len(whole)+1+len(decimals) == len(s)
	if closed || whole == "" || decimals != "" && !(len(decimals) == 2 && onlyDigits(decimals)) {
		return s
	}
	b.gaps++
	return whole + s[i:i+1] + decimals
}

func (b *beside) before(s string) (rest, reason string) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case isDigit(r), isDecimalSeparator(r):
			return s, ""
		case isBlank(r):
		case IsMinus(r):
			b.minuses++
		case isPlus(r):
			b.pluses++
		case isOpening(r):
			b.opened++
		case isPercent(r):
			b.percents++
		case r == '@' || r == '＠':
			b.units++
		case isTimes(r) && !startsWithLetter(s[size:]):
			b.counts++
		case r == '*' || r == '＊':
			b.asterisks++
		default:
			size = b.wordBefore(s)
			if size == 0 {
				return "", unexpected(s, "before the digits")
			}
		}
		s = s[size:]
	}
	return "", ""
}

// wordBefore counts the currency, CR or DR that s begins with, and returns its
// length.
func (b *beside) wordBefore(s string) (size int) {
	if size, c := currencyPrefix(s); size > 0 {
		b.addMoney(c)
		return size
	}
	if len(s) >= 2 && !startsWithLetter(s[2:]) && b.account(s[:2]) {
		return 2
	}
	return 0
}

func (b *beside) after(s string) (rest, reason string) {
	minusesBefore := b.minuses
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		switch {
		case isDigit(r):
			if whole := strings.TrimRight(s, "0123456789"); endsWithLetter(whole) { // "m2", "C62"
				size = b.addUnit(s, s[strings.LastIndexAny(whole, " /")+1:])
			} else {
				size = 0
			}
			if size == 0 {
				return s, ""
			}
		case isBlank(r):
		case isDash(r), r == '=':
			mark, kept := roundMark(s)
			switch {
			case mark > 0 && b.minuses > minusesBefore:
				return "", "it has a minus after the mark for no cents"
			case mark > 0:
				b.rounds++
				size = mark
				if kept {
					return decimalMark(s[:len(s)-size]), ""
				}
			case IsMinus(r):
				b.minuses++
			default:
				return "", unexpected(s[lastWord(s):], "after the digits")
			}
		case strings.HasSuffix(s, "(s)") && endsWithLetter(s[:len(s)-3]): // "unit(s)"
			size = 3
		case isClosing(r):
			if remark := b.addRemark(s); remark > 0 {
				size = remark
			} else {
				b.closed++
			}
		case isPercent(r):
			b.percents++
		case isFootnote(r) && !endsWithDigit(s[:len(s)-size]): // 5* may be of a product
			b.footnotes++
		case isTimes(r) && !endsWithLetter(s[:len(s)-size]):
			b.counts++
		default:
			size = b.wordAfter(s)
			if size > 0 {
				break
			}
			if rest, ok := finalPoint(s); ok {
				return rest, ""
			}
			return "", unexpected(s[lastWord(s):], "after the digits")
		}
		s = s[:len(s)-size]
	}
	return "", "it has no digits"
}

// wordAfter counts the unit, currency, CR, DR, remark on tax or class of tax that s ends with, and returns its length.
func (b *beside) wordAfter(s string) (size int) {
	if size := b.addUnit(s, s[len(strings.TrimRightFunc(s, inUnit)):]); size > 0 {
		return size
	}
	if size, c := currencySuffix(s); size > 0 {
		b.addMoney(c)
		return size
	}
	if n := len(s) - 2; n >= 0 && !endsWithLetter(s[:n]) && b.account(s[n:]) {
		return 2
	}
	return cmp.Or(b.addRemark(s), b.addClass(s))
}

func (b *beside) addMoney(c currency) {
	if c.isCode() {
		b.codes++
	} else {
		b.symbols++
	}
	if !b.currency.canBe(c) {
		b.contradiction = true
	}
	if c.isCode() || b.currency == (currency{}) {
		b.currency = c
	}
}

// rupee is a currency whose amounts are printed in "cr", ten millions.
var rupee = currency{"", "BDT INR LKR NPR PKR"}

// account counts CR and DR, by which statements tell credits from debits.
func (b *beside) account(word string) bool {
	switch word {
	case "CR", "Cr", "cr":
		b.credits++
		b.crores = word == "cr"
	case "DR", "Dr", "dr":
		b.debits++
	default:
		return false
	}
	return true
}

// roundMark returns the length of the mark for no cents at the end of s, 0 without one. A mark is one or two dashes
// after a decimal separator, which is kept ("5,-", "5.--"), or a slash with a dash or an equals sign ("500/-",
// "500/="). Blanks may be between them ("5. -").
func roundMark(s string) (size int, kept bool) {
	rest := s
	for range 2 {
		r, n := utf8.DecodeLastRuneInString(rest)
		if !isDash(r) {
			break
		}
		rest = rest[:len(rest)-n]
	}
	dashes := len(s) - len(rest)
	if dashes == 0 {
		rest = s[:len(s)-1] // the equals sign
	}
	rest = strings.TrimRightFunc(rest, isBlank)
	r, n := utf8.DecodeLastRuneInString(rest)
	if r == '/' {
		return len(s) - len(rest) + n, false
	}
	c, ok := separatorByte(r)
	whole := strings.TrimRightFunc(rest[:len(rest)-n], isBlank)
	if dashes > 0 && ok && (c == point || c == comma) && endsWithDigit(whole) {
		return len(s) - len(rest), true
	}
	return 0, false
}

// decimalMark returns a number that ends with a separator before a mark for no cents. If the same separator groups its
// digits, the last becomes the other one: "1.234.-" is "1.234,".
func decimalMark(s string) string {
	for _, pair := range [...]string{".,", ",."} {
		if whole, ok := strings.CutSuffix(s, pair[:1]); ok && strings.Contains(whole, pair[:1]) {
			return whole + pair[1:]
		}
	}
	return s
}

// finalPoint removes the point at the end of "5.". If the text has other separators ("1,889."), the point stays: it is
// the decimal separator.
func finalPoint(s string) (rest string, ok bool) {
	r, size := utf8.DecodeLastRuneInString(s)
	rest = s[:len(s)-size]
	last, _ := utf8.DecodeLastRuneInString(rest)
	if c, _ := separatorByte(r); c != point || !isDigit(last) {
		return "", false
	}
	separates := func(r rune) bool { _, ok := separatorByte(r); return ok }
	if strings.ContainsFunc(rest, separates) {
		return s, true
	}
	return rest, true
}

func endsWithDigit(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isDigit(r)
}

// lastWord finds where the last run without digits and blanks begins.
func lastWord(s string) int {
	i := len(s)
	for i > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if isDigit(r) || isBlank(r) {
			break
		}
		i -= size
	}
	return i
}

// unexpected names the word at the start of s.
func unexpected(s, location string) string {
	word := s
	for i, r := range s {
		if i > 0 && (isDigit(r) || isBlank(r)) {
			word = s[:i]
			break
		}
	}
	if code := strings.ToUpper(word); code != word && find(code) != "" {
		return fmt.Sprintf("unexpected %q %s (as a currency code it is upper case)", word, location)
	}
	return fmt.Sprintf("unexpected %q %s", clipText(word), location)
}
