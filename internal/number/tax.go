package number

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// addClass counts the letter from A to G after a blank by which receipts tell the rates of tax, as in "2,49 A", or C and D, which
// may be credit and debit. H is left out, as it stands for credit in German.
func (b *beside) addClass(s string) (size int) {
	n := len(s) - 1
	before, _ := utf8.DecodeLastRuneInString(s[:n])
	if s[n] < 'A' || s[n] > 'G' || !isBlank(before) {
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
	included = " inkl incl including inclusive inc included incluido incluida inclusa compresa comprise s "
	excluded = " + plus zzgl exkl excl excluding ex excluded ohne hors bez "
)

// taxRemark returns the length of the remark on tax that s ends with, 0 without one, and whether the amount includes
// the tax: "TTC", "inkl. MwSt." and "IVA incluido" say so, "HT", "zzgl. MwSt." and "+ VAT" that it does not.
func taxRemark(s string) (size int, gross bool) {
	rest, tax := cutWord(s)
	if tax == "ttc" || tax == "ht" {
		return len(s) - len(rest), tax == "ttc"
	}
	rest, qualifier := cutWord(strings.TrimRightFunc(rest, isBlank))
	listed := func(word, list string) bool { return strings.Contains(list, " "+word+" ") }
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
	return rest, strings.ToLower(strings.TrimRight(s[len(rest):], "."))
}
