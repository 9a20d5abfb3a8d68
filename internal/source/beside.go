package source

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/number"
)

// signs are the signs that a number may have by the characters beside it.
type signs struct{ positive, negative bool }

// surroundings examines the characters around digits. ok is false if the digits are a part of a longer number, a code,
// a date or a time of day.
func (t *Text) surroundings(p printed) (sign signs, percent, ok bool) {
	sign.positive = true
	text := t.source[p.start:p.end]
	previous, rest := t.source[:p.start], t.source[p.end:]
	year := len(text) == 4 && (text[:2] == "19" || text[:2] == "20")

	r, size := utf8.DecodeLastRuneInString(previous)
	zeros := text[0] == '0' && len(text) > 1 && text[1]-'0' <= 9
	switch {
	case zeros && len(text) > 3: // of a code
		return sign, false, false
	case size == 0:
	case isDigit(r), joinsParts(r) && endsWithDigit(previous[:len(previous)-size]) && !year:
		return sign, false, false
	case unicode.IsLetter(r) && !spaceless(r) && !isCurrencyOrTimes(previous):
		return sign, false, false
	}
	r, size = utf8.DecodeRuneInString(rest)
	switch next, _ := utf8.DecodeRuneInString(rest[size:]); {
	case size == 0:
	case isDigit(r), (joinsParts(r) || r == '.' || r == ',') && isDigit(next) && !year:
		return sign, false, false
	case unicode.IsLetter(r) && !spaceless(r) && beginsCode(rest):
		return sign, false, false
	}

	previous, rest = strings.TrimRight(previous, " \u00A0\u202F"), strings.TrimLeft(rest, " \u00A0\u202F")
	tight := len(previous) == int(p.start)
	percent = strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "٪") || strings.HasPrefix(rest, "％")
	previous, tight = t.currencyBefore(previous, tight)
	if r, size := utf8.DecodeLastRuneInString(previous); number.IsMinus(r) {
		sign.negative = true
		previous = previous[:len(previous)-size]
		if last, _ := utf8.DecodeLastRuneInString(previous); tight && !isWord(last) {
			sign.positive = false // it is a sign and not a dash
		}
	} else if r == '(' || r == '（' {
		sign.negative = true
	}
	if r, size := utf8.DecodeRuneInString(rest); number.IsMinus(r) {
		if next, _ := utf8.DecodeRuneInString(rest[size:]); !isWord(next) {
			sign.negative = true
		}
	}
	return sign, percent, true
}

// joinsParts reports whether a character between digits makes them a code, a date or a time.
func joinsParts(r rune) bool {
	switch r {
	case '-', '/', ':', '_', '.', ',', '\'':
		return true
	}
	return false
}

func endsWithDigit(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isDigit(r)
}

// isCurrencyOrTimes reports whether a text ends with a currency (EUR5, kr5) or a sign of
// multiplication (2x5).
func isCurrencyOrTimes(previous string) bool {
	word := lastLetters(previous)
	if word == "x" || word == "X" {
		return endsWithDigit(previous[:len(previous)-len(word)])
	}
	return word != "" && !endsWithDigit(previous[:len(previous)-len(word)]) && isCurrency(word)
}

// lastLetters returns the letters at the end of a text, "" for more than four.
func lastLetters(text string) string {
	start := len(text)
	for range 5 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if !unicode.IsLetter(r) {
			return text[start:]
		}
		start -= size
	}
	return ""
}

func isCurrency(word string) bool {
	_, err := number.Parse(word+" 1", number.Plain)
	return err == nil && word != "x" && word != "X"
}

// beginsCode reports whether the letters after digits belong to a code: digits follow them (2O24), or OCR may have
// read them in place of digits (147,6O). It is false for 5kg and 2x5.
func beginsCode(rest string) bool {
	if next := strings.TrimLeft(rest, "OoI"); len(next) < len(rest) {
		if r, _ := utf8.DecodeRuneInString(next); !unicode.IsLetter(r) {
			return true
		}
	}
	for i, r := range rest {
		switch {
		case unicode.IsLetter(r) && i < 32:
		case isDigit(r):
			return rest[:i] != "x" && rest[:i] != "X"
		default:
			return false
		}
	}
	return false
}

// currencyBefore removes a currency, and the blanks before it, from the end of a text. The result is tight if no blanks
// stood before the currency. Without a currency, currencyBefore returns its arguments.
func (t *Text) currencyBefore(previous string, tight bool) (string, bool) {
	r, size := utf8.DecodeLastRuneInString(previous)
	word := ""
	if size > 0 && unicode.Is(unicode.Sc, r) {
		word = previous[len(previous)-size:]
	} else if letters := lastLetters(previous); letters != "" && isCurrency(letters) {
		word = letters
	}
	if word == "" {
		return previous, tight
	}
	rest := previous[:len(previous)-len(word)]
	trimmed := strings.TrimRight(rest, " \u00A0\u202F")
	return trimmed, len(trimmed) == len(rest)
}
