package number

import (
	"sort"
	"unicode"
)

// Texts are not normalized to NFKC as a whole: that would turn "12²" into "122".

// DigitValue returns the value of a decimal digit of any script. In Unicode the digits 0 to 9 of a script are
// consecutive, and each range of category Nd consists of whole runs of ten. DigitValue reports false for other
// characters.
func DigitValue(r rune) (byte, bool) {
	if '0' <= r && r <= '9' {
		return byte(r - '0'), true
	}
	if r < 0x0660 || !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	if r <= 0xFFFF {
		table := unicode.Nd.R16
		i := sort.Search(len(table), func(i int) bool { return rune(table[i].Hi) >= r })
		return byte((r - rune(table[i].Lo)) % 10), true
	}
	table := unicode.Nd.R32
	i := sort.Search(len(table), func(i int) bool { return rune(table[i].Hi) >= r })
	return byte((r - rune(table[i].Lo)) % 10), true
}

func isDigit(r rune) bool {
	_, ok := DigitValue(r)
	return ok
}

// isDecimalSeparator reports whether a number may begin with r, as in ".5".
func isDecimalSeparator(r rune) bool {
	c, ok := separatorByte(r)
	return ok && (c == point || c == comma || c == arabicDecimal)
}

// isSpaceSeparator reports whether r is a space that may group digits: not a tab
// and not a line break, which separate two numbers.
func isSpaceSeparator(r rune) bool { return unicode.Is(unicode.Zs, r) }

// isBlank reports whether r counts for nothing beside the digits: white space,
// the marks of writing direction that Arabic and Hebrew texts put around a sign,
// and the byte order mark.
func isBlank(r rune) bool {
	switch r {
	case '\u200E', '\u200F', '\u061C', '\uFEFF':
		return true
	}
	return unicode.IsSpace(r)
}

// IsMinus reports whether r may be printed as a minus: hyphen-minus, hyphen, non-breaking hyphen,
// figure dash, en dash, minus, small and full-width hyphen-minus. The em dash may not: it marks an
// empty value.
func IsMinus(r rune) bool {
	switch r {
	case '-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\uFE63', '\uFF0D':
		return true
	}
	return false
}

// isDash accepts every minus and the longer dashes: after a separator they all mean zero cents.
func isDash(r rune) bool { return IsMinus(r) || r == '\u2014' || r == '\u2015' }

// isTimes reports whether r marks a count: "2x", "x 2", "2 ×".
func isTimes(r rune) bool {
	switch r {
	case 'x', 'X', '×', '\uFF58', '\uFF38':
		return true
	}
	return false
}

func isFootnote(r rune) bool { return r == '*' || r == '＊' || r == '†' || r == '‡' }

func isPlus(r rune) bool { return r == '+' || r == '\uFE62' || r == '\uFF0B' }

func isPercent(r rune) bool {
	return r == '%' || r == '\u066A' || r == '\uFE6A' || r == '\uFF05'
}

func isOpening(r rune) bool { return r == '(' || r == '\uFF08' }
func isClosing(r rune) bool { return r == ')' || r == '\uFF09' }
