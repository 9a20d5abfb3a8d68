package number

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// beside counts what stands beside the digits of a number.
type beside struct {
	minuses, pluses          int
	opened, closed           int // brackets
	symbols, codes, percents int
}

func (b beside) negative() bool { return b.minuses+b.opened > 0 }

// check says which combination is none that a number is printed with.
func (b beside) check() (reason string) {
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
	case b.percents > 0 && b.symbols+b.codes > 0:
		return "it has a currency and a percent sign"
	}
	return ""
}

// strip takes away what stands before the first and after the last digit.
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
	return b, digits, b.check()
}

func (b *beside) before(s string) (rest, reason string) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case isDigit(r), isDecimalSeparator(r):
			return s, ""
		case isBlank(r):
		case isMinus(r):
			b.minuses++
		case isPlus(r):
			b.pluses++
		case isOpening(r):
			b.opened++
		case isPercent(r):
			b.percents++
		default:
			n, code := currencyPrefix(s)
			if n == 0 {
				return "", unexpected(s, "before the digits")
			}
			b.currency(code)
			size = n
		}
		s = s[size:]
	}
	return "", ""
}

func (b *beside) after(s string) (rest, reason string) {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		switch {
		case isDigit(r):
			return s, ""
		case isBlank(r):
		case isMinus(r):
			b.minuses++
		case isClosing(r):
			b.closed++
		case isPercent(r):
			b.percents++
		default:
			n, code := currencySuffix(s)
			if n == 0 {
				return "", unexpected(s[lastWord(s):], "after the digits")
			}
			b.currency(code)
			size = n
		}
		s = s[:len(s)-size]
	}
	return "", "it has no digits"
}

func (b *beside) currency(code bool) {
	if code {
		b.codes++
	} else {
		b.symbols++
	}
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
func unexpected(s, where string) string {
	word := s
	for i, r := range s {
		if i > 0 && (isDigit(r) || isBlank(r)) {
			word = s[:i]
			break
		}
	}
	if len(word) == 3 && isCode(strings.ToUpper(word)) {
		return fmt.Sprintf("unexpected %q %s (currency codes are upper case)", word, where)
	}
	return fmt.Sprintf("unexpected %q %s", clip(word), where)
}
