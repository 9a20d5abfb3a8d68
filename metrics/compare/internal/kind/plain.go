package kind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// FoldPlain returns a text with the signs that typography prints in the place of plain ones, each only where the plain text
// has the same reading:
//
//   - kinds of apostrophes are ', and so are single quotes and the prime; double quotes are ", and so is the double prime:
//     O’Brien is O'Brien, 24” is 24", and 5′ is not 5";
//   - a raised or lowered digit after a letter is the digit: m² is m2, H₂O is H2O. Any other raised number is a power: 10²
//     is 10^2, which is not 102;
//   - ½ is 1/2, and 1½ is 1 1/2, which is not 11/2;
//   - × is x, unless a letter touches it; … is three points;
//   - № is No, ㎡ is m2, Ⅳ is IV, and so on for letters of another style, ligatures and the presentation forms of Arabic and
//     Hebrew;
//   - the ordinal sign º is the degree sign °, which is printed for it;
//   - İ is i.
//
// A sign whose digits would stand beside another digit stays.
func FoldPlain(s string) string {
	if !strings.ContainsFunc(s, isTypographic) {
		return s
	}
	runes := []rune(s)
	var dst []byte
	for i := 0; i < len(runes); {
		last, _ := utf8.DecodeLastRune(dst)
		size := 1
		if digits, end := raised(runes[i:]); end > 0 {
			size = end
			dst = append(dst, plainDigits(last, digits, runes[i:i+end], following(runes, i+end))...)
		} else {
			dst = append(dst, plainSign(last, runes[i], following(runes, i+1))...)
		}
		i += size
	}
	return string(dst)
}

func following(runes []rune, i int) rune {
	if i < len(runes) {
		return runes[i]
	}
	return -1
}

// isTypographic reports whether Plain may change r.
func isTypographic(r rune) bool {
	return r >= utf8.RuneSelf && (quoteOf(r) != 0 || raisedDigit(r) != 0 || plainText(r) != "" || r == '\u0307')
}

// quoteOf returns the plain quote or apostrophe for a typographic one, 0 for any other character.
func quoteOf(r rune) byte {
	switch r {
	case '´', 'ʹ', 'ʻ', 'ʼ', 'ʽ', '׳', '‘', '’', '‚', '‛', '′', '‵', '‹', '›', '❛', '❜', 'ꞌ', '＇':
		return '\''
	case '«', '»', 'ʺ', '״', '“', '”', '„', '‟', '″', '‶', '❝', '❞', '〝', '〞', '〟', '＂':
		return '"'
	}
	return 0
}

// raisedDigit returns the plain digit or sign for a raised or lowered one, 0 for any other character.
func raisedDigit(r rune) byte {
	switch {
	case r == '¹':
		return '1'
	case r == '²', r == '³':
		return byte('2' + r - '²')
	case r == '⁰', '⁴' <= r && r <= '⁹':
		return byte('0' + r - '⁰')
	case '₀' <= r && r <= '₉':
		return byte('0' + r - '₀')
	case r == '⁺', r == '₊':
		return '+'
	case r == '⁻', r == '₋':
		return '-'
	}
	return 0
}

// raised returns the raised or the lowered digits that a text begins with.
func raised(runes []rune) (digits string, end int) {
	for end < len(runes) && raisedDigit(runes[end]) != 0 && isLowered(runes[end]) == isLowered(runes[0]) {
		digits += string(rune(raisedDigit(runes[end])))
		end++
	}
	return digits, end
}

func isLowered(r rune) bool { return '₀' <= r && r <= '₋' }

// plainDigits returns the text for raised or lowered digits between two characters.
func plainDigits(last rune, digits string, printed []rune, next rune) string {
	switch {
	case unicode.IsDigit(next) || raisedDigit(next) != 0 || raisedDigit(last) != 0:
	case isLetterOrMark(last), isLowered(printed[0]) && last == ')':
		return digits
	case !isLowered(printed[0]):
		return "^" + digits
	}
	return string(printed)
}

// plainSign returns the text for a character between two others.
func plainSign(last, r, next rune) string {
	text := plainText(r)
	switch {
	case r == '\u0307' && (last == 'i' || last == 'I'): // İ in two characters
		return ""
	case r < utf8.RuneSelf, text == "" && quoteOf(r) == 0:
	case text == "":
		return string(rune(quoteOf(r)))
	case text == "x" && (isLetterOrMark(last) || isLetterOrMark(next)):
	case unicode.IsDigit(lastRune(text)) && unicode.IsDigit(next):
	case strings.Contains(text, "/") && unicode.IsDigit(last) && text != "/":
		return " " + text
	case unicode.IsDigit(rune(text[0])) && unicode.IsDigit(last):
	default:
		return text
	}
	return string(r)
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// plainText returns the text that has the same reading as a sign, whatever stands beside it; "" for any other character.
func plainText(r rune) string {
	switch {
	case r == 'º':
		return "°"
	case r < 0x00BC:
		return ""
	case r == 'İ':
		return "i"
	case r == '×', r == '✕', r == '✖', r == '⨯':
		return "x"
	case r == '⁄', r == '∕':
		return "/"
	case r == '℠', r == '™', !unicode.Is(compatible, r):
		return ""
	}
	text := norm.NFKC.String(string(r))
	if text == string(r) || text[0] == ' ' { // a mark that stands alone
		return ""
	}
	return slashes.Replace(text)
}

var slashes = strings.NewReplacer("⁄", "/", "∕", "/")

// compatible are the characters that are plainly read as their compatibility decomposition (Unicode, section 2.3). Signs in
// circles are not among them, nor raised letters.
var compatible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00BC, 0x00BE, 1}, // ¼ ½ ¾
		{0x0132, 0x0133, 1}, // ĳ
		{0x01C4, 0x01CC, 1}, // ǆ
		{0x01F1, 0x01F3, 1},
		{0x03D2, 0x03D2, 1}, // ϒ
		{0x2026, 0x2026, 1}, // …
		{0x2100, 0x2189, 1}, // ℃ № ⅓ Ⅳ
		{0x3200, 0x321E, 1}, // ㈀, of Korean
		{0x3220, 0x3243, 1}, // ㈱
		{0x3300, 0x33FF, 1}, // ㎡ ㍿
		{0xFB00, 0xFDFC, 1}, // ligatures, Hebrew, Arabic
		{0xFE70, 0xFEFC, 1}, // Arabic
	},
	R32: []unicode.Range32{{0x1D400, 0x1D7CB, 1}}, // 𝐀, without digits
}
