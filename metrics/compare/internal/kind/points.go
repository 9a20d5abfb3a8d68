package kind

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FoldPointed is [FoldPrinted] without the points, and the blanks and dashes beside points, that carry no identity:
//
//	Room 12.             Room 12             a final point after a digit or a closing mark
//	ca. 500 m            ca 500 m            a point at the end of a word, but for one before a point: No. .5 stays
//	U.S.A., B.V.         USA, BV             the points of an abbreviation of single letters; A.B has no final one, and stays
//	U 22. 7051           U 22.7051           a blank between a point and four digits or more; 3. 5 stays
//	viscose. - women's   viscose women's     a point and a dash alone between words; Mon - Fri stays
//	A.1, 3.5, 1.2.3                          stay
func FoldPointed(s string) string {
	s = pointAndDash.ReplaceAllString(FoldText(strings.Map(visible, s)), "$1 $2")
	s = pointAndBlank.ReplaceAllString(s, "$1.$2")
	all := strings.Split(s, " ")
	for i, word := range all {
		core := strings.Trim(word, `,;:()"'`)
		plain, pointed := strings.CutSuffix(core, ".")
		switch {
		case isAbbreviation(core):
			plain = strings.ReplaceAll(core, ".", "")
		case !pointed || !isLetterOrMark(lastRune(plain)) || i+1 < len(all) && strings.HasPrefix(all[i+1], "."):
			continue
		}
		all[i] = strings.Replace(word, core, plain, 1)
	}
	s = strings.Join(all, " ")
	if rest, found := strings.CutSuffix(s, "."); found {
		if last := lastRune(rest); unicode.IsDigit(last) || strings.ContainsRune(`)]"'°`, last) {
			s = rest
		}
	}
	return FoldPrinted(s)
}

var (
	pointAndDash  = regexp.MustCompile(`(\pL)\. - (\pL)`)
	pointAndBlank = regexp.MustCompile(`(\d)\. (\d{4})`)
)

// isAbbreviation reports whether a word is two letters or more with a point after each. Of three letters or more, the last
// may lack it.
func isAbbreviation(word string) bool {
	letters, pointed := 0, true
	for word != "" {
		r, size := utf8.DecodeRuneInString(word)
		if !pointed || !unicode.IsLetter(r) {
			return false
		}
		letters++
		word, pointed = strings.CutPrefix(word[size:], ".")
	}
	return letters > 2 || letters == 2 && pointed
}

// sameDigits reports whether two texts have only digits, five or more, and one of them has blanks between them.
func sameDigits(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if strings.Contains(a, " ") == strings.Contains(b, " ") {
		return false
	}
	a, b = strings.ReplaceAll(a, " ", ""), strings.ReplaceAll(b, " ", "")
	return a == b && len(a) >= 5 && !strings.ContainsFunc(a, func(r rune) bool { return r < '0' || r > '9' })
}
