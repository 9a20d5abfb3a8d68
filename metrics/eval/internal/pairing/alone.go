package pairing

import (
	"math"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// unseen bounds the chance that two strangers have the same value in a list in which no value repeats: the chance is at most unseen,
// divided by the number of pairs of strangers. The worst case is a field with n²/2 possible values in a list of n items. All items differ
// with a chance of 1/e, and two strangers agree with a chance of 2/n². The product is 0.74/n²; any other number of values gives less.
const unseen = 0.74

// chanceOfOne returns the least chance that two strangers agree in one of the values in which items i and j agree. It considers
// only values that no other item has and whose form is rare: see rarity. Without such a value it returns 1.
func (l *remainder) chanceOfOne(i, j int) float64 {
	width, least := len(l.list.Fields), 1.0
	for _, k := range l.agreeing {
		if l.gotTold[i*width+k].same+l.wantTold[j*width+k].same > 0 {
			continue
		}
		got, want := l.got.Row(i)[k], l.want.Row(j)[k]
		if form := rarity(want); form < 1 && isSame(got, want) {
			least = min(least, l.chanceAlone(k, form))
		}
	}
	return least
}

// isSame reports whether two values are the same number or, once folded, the same text. A comparator may also match values that differ.
func isSame(a, b document.Value) bool {
	x, ok := decimalOf(a)
	y, both := decimalOf(b)
	return ok && both && x.Cmp(y) == 0 || textOf(a) == textOf(b)
}

// chanceAlone returns the chance that two strangers have the same value in a field. form is the chance by the form of the
// value. The result is never below the share of the strangers in both lists that have the same value in this field.
func (l *remainder) chanceAlone(field int, form float64) float64 {
	return max(l.chances[field], min(form, unseen/float64(l.pairs+1)))
}

// rarity returns the chance that a stranger has a value, by its form alone:
//
//	K-48213, INV-2024-00731          a tenth for each digit of a code, without years. A code begins with a letter and has three digits in a
//	030/1234567                      row and five letters and digits, or it has nine letters and digits
//	1234.56, 104233                  a tenth for each digit of an amount with cents, and of a number of six digits or more, without the zeros
//	                                 around them. Two digits fewer count in 19.99, 19.95 and 19.90: many prices end so
//	Delivery of consulting services  a tenth for each word of four letters after the first
//
// It is 1 for all other values: dates, measures, short texts.
func rarity(v document.Value) float64 {
	if v.Kind() != document.Number && v.Kind() != document.String {
		return 1
	}
	if _, dated := (compare.Auto{}).Read(v); dated {
		return 1
	}
	if d, ok := decimalOf(v); ok {
		return tenths(digitsThatTell(d.Abs().String()))
	}
	tellings := -1
	for _, word := range strings.Fields(compare.Fold(v.Text())) {
		if code := digitsOfCode(word); code > 0 {
			tellings += code + 1
		} else if strings.Count(word, "")-1 >= 4 {
			tellings++
		}
	}
	return tenths(max(tellings, 0))
}

func tenths(n int) float64 { return math.Pow10(-n) }

// digitsThatTell returns the number of digits of a decimal that strangers hardly share. It returns 0 for a number without
// cents that has fewer than six digits or is a day (20240301).
func digitsThatTell(text string) int {
	whole, fraction, cents := strings.Cut(text, ".")
	digits := len(strings.Trim(whole+fraction, "0"))
	switch {
	case !cents && (digits < 6 || len(whole) == 8 && isYear(whole[:4])):
		return 0
	case cents && (len(fraction) == 1 || strings.HasSuffix(fraction, "9") || strings.HasSuffix(fraction, "5")):
		return max(digits-2, 0)
	}
	return digits
}

// digitsOfCode returns the number of digits of a code, without the digits of years. It returns 0 for a word that is no code.
func digitsOfCode(word string) int {
	named, digits, longest := strings.IndexFunc(word, unicode.IsLetter) == 0, 0, 0
	size := 0 // in letters and digits
	for _, r := range word {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			size++
		}
	}
	for _, run := range strings.FieldsFunc(word, func(r rune) bool { return r < '0' || r > '9' }) {
		if !isYear(run) {
			digits, longest = digits+len(run), max(longest, len(run))
		}
	}
	if digits >= 3 && (size >= 9 || named && size >= 5 && longest >= 3) {
		return digits
	}
	return 0
}

func isYear(digits string) bool {
	return len(digits) == 4 && (digits[:2] == "19" || digits[:2] == "20")
}
