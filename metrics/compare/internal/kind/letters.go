package kind

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// particles are articles and connectives of one letter: a house, Juan y María, pane e vino, Анна и Пётр.
const particles = "aàeéioóuyаиαηοو"

var pointedWord = regexp.MustCompile(`[\pL\pM\pN'’]+\.?`)

// Apart names a difference by which similar texts do not mean the same, if want has no digits: digits in got, other Roman
// numerals, or other words of one letter. It is "" if there is none.
func Apart(got, want string) string {
	if strings.ContainsFunc(got, IsDigit) {
		return "got has digits, and want has none"
	}
	if same, g, w := SameNumerals(got, want); !same {
		return fmt.Sprintf("the Roman numerals differ: got %s, want %s", quoteAll(g), quoteAll(w))
	}
	if same, g, w := SameLetters(got, want); !same {
		return fmt.Sprintf("the words of one letter differ: got %q, want %q", strings.Join(g, " "), strings.Join(w, " "))
	}
	return ""
}

// IsDigit reports whether r is a digit or, such as ½ and ², contains one.
func IsDigit(r rune) bool {
	return '0' <= r && r <= '9' || r >= utf8.RuneSelf && (unicode.IsDigit(r) || unicode.Is(unicode.No, r))
}

// SameLetters reports whether two texts have the same words of one letter, such as initials, in the same order; case and a
// point behind them make no difference. If one text has fewer such words, particles are left out: a, e, y and the like
// without a point that are in small letters or are the first word. Texts whose letters are all the same, such as e-mail and
// email, have the same words. got and want are the words of one letter.
func SameLetters(a, b string) (same bool, got, want []string) {
	got, restA := lettersOf(a)
	want, restB := lettersOf(b)
	if slices.Equal(got, want) || len(got) != len(want) && slices.Equal(restA, restB) {
		return true, got, want
	}
	a, b = pairBy(letters, a, b)
	return a == b, got, want
}

// lettersOf returns the folded words of one letter of a text, and those that are not particles. A character of a script
// with whole syllables or words in it is not a letter.
func lettersOf(text string) (all, others []string) {
	for i, word := range pointedWord.FindAllString(norm.NFC.String(text), -1) {
		core := strings.Trim(word, `'’.`)
		r, size := utf8.DecodeRuneInString(core)
		if core == "" || size < len(core) || !isLetterOrMark(r) || Spaceless(r) || isSyllable(r) {
			continue
		}
		letter := FoldText(core)
		all = append(all, letter)
		if !strings.Contains(particles, letter) || strings.HasSuffix(word, ".") || i > 0 && unicode.IsUpper(r) {
			others = append(others, letter)
		}
	}
	return all, others
}

// letters returns the folded letters of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if isLetterOrMark(r) {
			return r
		}
		return -1
	}, FoldText(text))
}
