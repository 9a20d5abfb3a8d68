package number

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// classes are the letters by which receipts tell the rates of tax, as in "2,49 A", or that an amount is taxed (T) or is not (N).
// C and D may be credit and debit. H and S are left out, as they are credit and debit in German.
const classes = "ABCDEFGNT"

// addClass counts the letter of a class of tax after a blank or the sign of a currency.
func (b *beside) addClass(s string) (size int) {
	n := len(s) - 1
	before, _ := utf8.DecodeLastRuneInString(s[:n])
	if strings.IndexByte(classes, s[n]) < 0 || !isBlank(before) && !isSign(before) {
		return 0
	}
	b.classes++
	b.class = s[n]
	return 1
}

// endsWithCents reports whether a number ends with two decimals.
func endsWithCents(digits string) bool {
	n := len(digits) - 3
	return n >= 0 && (digits[n] == '.' || digits[n] == ',') && onlyDigits(digits[n+1:])
}

// The words of remarks on tax, in lower case and without points.
const (
	taxes    = " mwst ust vat gst iva tva btw moms dph tax "
	included = " inkl incl including inclusive inc included incluido incluida incluse inclusa compresa comprise s "
	excluded = " + plus zzgl exkl excl excluding ex excluded ohne hors bez "
	withTax  = " ttc tvac brutto 税込 税込み "
	noTax    = " ht htva netto 税抜 税抜き 税別 "
)

// addRemark counts the remark on tax that s ends with, in brackets or without, and returns its length.
func (b *beside) addRemark(s string) (size int) {
	const longest = 64
	size, gross := taxRemark(s)
	if last, n := utf8.DecodeLastRuneInString(s); isClosing(last) {
		tail := s[max(0, len(s)-longest):]
		outside, inside, _ := strings.Cut(strings.ReplaceAll(tail[:len(tail)-n], "（", "("), "(")
		if size, gross = taxRemark(inside); size > 0 && size == len(inside) {
			size = len(tail) - len(outside)
		} else {
			size = 0
		}
	}
	switch {
	case size == 0:
	case gross:
		b.gross++
	default:
		b.net++
	}
	return size
}

// taxRemark returns the length of the remark on tax that s ends with, 0 without one, and whether the amount includes
// the tax: "TTC", "inkl. 19 % MwSt." and "IVA incluido" say so, "HT", "zzgl. MwSt." and "+ VAT" that it does not.
func taxRemark(s string) (size int, gross bool) {
	listed := func(word, list string) bool { return strings.Contains(list, " "+word+" ") }
	rest, tax := cutWord(s)
	if listed(tax, withTax) || listed(tax, noTax) {
		return len(s) - len(rest), listed(tax, withTax)
	}
	rest = strings.TrimRightFunc(rest, isBlank)
	if before, ok := strings.CutSuffix(rest, "%"); ok {
		rest = strings.TrimRight(before, "0123456789,. ")
	}
	rest, qualifier := cutWord(rest)
	if listed(qualifier, taxes) {
		tax, qualifier = qualifier, tax
	}
	gross = listed(qualifier, included)
	if !listed(tax, taxes) || !gross && !listed(qualifier, excluded) {
		return 0, false
	}
	return len(s) - len(rest), gross
}

// cutWord cuts the word, or the plus, off the end of s.
func cutWord(s string) (rest, word string) {
	if rest, ok := strings.CutSuffix(s, "+"); ok {
		return rest, "+"
	}
	rest = strings.TrimRightFunc(s, func(r rune) bool { return r == '.' || unicode.IsLetter(r) })
	return rest, strings.ToLower(strings.ReplaceAll(s[len(rest):], ".", ""))
}
