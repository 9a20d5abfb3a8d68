package kind

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FoldPrinted drops the marks of a text that carry no identity, so that texts which differ only in
// these marks have one form. It is [FoldText], and then
//
//   - invisible characters (soft hyphens, direction marks of right-to-left text) are removed;
//   - a list bullet before a word is removed ([Bullet]);
//   - every kind of dash becomes a hyphen, and the wave dash a tilde;
//   - commas between words become blanks. A comma directly before a digit stays, unless it follows a letter: 1,5 and
//     ",5" are numbers;
//   - blanks are removed. A blank stays between two digits, between two numbers (3 -1, 3 .5, 3. 5), and between two
//     letters, unless one of them is Chinese or Japanese or both are Korean.
//
// Letters, digits and all other marks stay unchanged and in their order. FoldPrinted(FoldPrinted(s))
// is FoldPrinted(s).
func FoldPrinted(s string) string {
	runes := []rune(Bullet(FoldText(strings.Map(visible, s))))
	result := make([]rune, 0, len(runes))
	for i := 0; i < len(runes); {
		end := i
		for end < len(runes) && (runes[end] == ' ' || isComma(runes[end])) {
			end++
		}
		if end == i {
			result = append(result, runes[i])
			i++
			continue
		}
		switch gap, next := runes[i:end], runes[end:]; {
		case countsInGap(result, gap, next):
			result = append(result, gap...)
		case len(next) > 0 && countsAsBlank(result, next):
			result = append(result, ' ')
		}
		i = end
	}
	return string(result)
}

// SamePrinted reports whether two texts have the same form by [FoldPrinted], by [FoldPointed], or by [FoldPair], which folds two
// texts together. Five digits or more are the same with blanks and without, if nothing else is in the texts.
func SamePrinted(a, b string) bool {
	if strings.EqualFold(a, b) && isASCII(a) && isASCII(b) {
		return true
	}
	if !sameCharacters(a, b) {
		return false
	}
	if formA, formB := pairBy(FoldPrinted, a, b); formA == formB {
		return true
	}
	if strings.Contains(a, ".") || strings.Contains(b, ".") {
		formA, formB := pairBy(FoldPointed, a, b)
		return formA == formB
	}
	return sameDigits(a, b)
}

// sameCharacters returns false if two texts of ASCII differ in a letter or a digit, apart from case, as most texts do.
// It returns true if they do not, and if it reaches a character beyond ASCII first.
func sameCharacters(a, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && isMark(a[i]) {
			i++
		}
		for j < len(b) && isMark(b[j]) {
			j++
		}
		beyond := i < len(a) && a[i] >= utf8.RuneSelf || j < len(b) && b[j] >= utf8.RuneSelf
		if beyond || i == len(a) || j == len(b) {
			return beyond || i == len(a) && j == len(b)
		}
		if a[i]|0x20 != b[j]|0x20 { // letters in one case, digits unchanged
			return false
		}
		i++
		j++
	}
}

// isMark reports whether c is a character of ASCII that is neither a letter nor a digit.
func isMark(c byte) bool {
	return c < utf8.RuneSelf && !('0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z')
}

// Bullet returns a text without the bullets of a list before its first word: "- Tea" is Tea. A sign before a digit is
// not a bullet, nor is a dash without a blank after it. The text must be folded.
func Bullet(s string) string {
	rest := s
	for {
		r, tail := cutRune(rest)
		if !isBullet(r) || !strings.HasPrefix(tail, " ") {
			break
		}
		rest = tail[1:]
	}
	if first, _ := cutRune(rest); unicode.IsLetter(first) {
		return rest
	}
	return s
}

func cutRune(s string) (first rune, rest string) {
	first, size := utf8.DecodeRuneInString(s)
	return first, s[size:]
}

func isBullet(r rune) bool { return r == '*' || r == '•' || r == '▪' || visible(r) == '-' }

// visible maps dashes to the hyphen, the wave dash to the tilde, and drops invisible characters,
// except the two that join and part letters in some scripts.
func visible(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case r == 0x00AD, r == 0x061C, r == 0x200B, r == 0x200E, r == 0x200F, 0x202A <= r && r <= 0x202E,
		r == 0x2060, 0x2066 <= r && r <= 0x2069, r == 0xFEFF:
		return -1
	case r == '\u058A', r == '\u05BE', 0x2010 <= r && r <= 0x2015, r == '\u2043', r == '\u2212', r == '\u2500',
		r == '\u2E3A', r == '\u2E3B', r == '\uFE58', r == '\uFE63', r == '\uFF0D':
		return '-'
	case r == '\u301C':
		return '~'
	}
	return r
}

// isComma reports whether r is a comma of some script, in form [FoldText].
func isComma(r rune) bool { return r == ',' || r == '、' || r == '،' || r == '﹐' }

// countsInGap reports whether a gap of blanks and commas must stay, because a comma in it does more than end a word.
func countsInGap(previous, gap, next []rune) bool {
	switch {
	case strings.Trim(string(gap), " ") == "":
		return false
	case len(previous) == 0:
		return true
	case len(next) == 0 || gap[len(gap)-1] == ' ' && !unicode.IsMark(next[0]):
		return false
	case unicode.IsDigit(next[0]):
		return len(gap) > 1 || !isLetterOrMark(previous[len(previous)-1])
	}
	return !unicode.IsLetter(next[0])
}

// countsAsBlank reports whether the blank between two texts must stay, because the text without it would differ.
func countsAsBlank(previous, next []rune) bool {
	n := next[0]
	if len(previous) == 0 || unicode.IsMark(n) {
		return len(previous) > 0 // a combining mark would join another character
	}
	last := previous[len(previous)-1]
	switch {
	case isLetterOrMark(last) && unicode.IsLetter(n):
		return !Spaceless(last) && !Spaceless(n) && !(isSyllable(last) && isSyllable(n))
	case unicode.IsDigit(last):
		return unicode.IsDigit(n) || len(next) > 1 && beginsNumber(n) && unicode.IsDigit(next[1])
	case unicode.IsDigit(n):
		return endsNumber(last) && len(previous) > 1 && unicode.IsDigit(previous[len(previous)-2])
	}
	return false
}

func isLetterOrMark(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// isSyllable reports whether r is a whole Korean syllable. Korean has spaces, but people
// set them as they like.
func isSyllable(r rune) bool { return 0xAC00 <= r && r <= 0xD7A3 }

func beginsNumber(r rune) bool { return r == '-' || r == '+' || endsNumber(r) }

func endsNumber(r rune) bool { return r == '.' || r == '·' || r == '٫' }
