package compare_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestPrinted(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"", "", "nothing"},
		{"1427 Sample Drive, Washington DC", "1427sample drive washington dc", "a comma between words is a blank, and one beside a digit says nothing"},
		{"DUBAI,U.A.E.", "dubai u.a.e.", "a comma without a blank"},
		{"東京都、千代田区 1－1", "東京都千代田区1-1", "a Chinese comma, a blank, full width"},
		{"السوق، دبي 5", "السوق دبي5", "an Arabic comma"},
		{"Sample Drive 5,", "sample drive5", "a comma at the end"},
		{", 5", ", 5", "one at the beginning stays"},
		{"1,5", "1,5", "between digits it stays"},
		{"1, 5", "1 5", "with a blank it parts two numbers"},
		{"Menge ,5", "menge ,5", "a number may begin with it"},
		{"5,-", "5,-", "a price without cents"},
		{"a,, b", "a b", "two commas are one"},
		{"0 – 20", "0-20", "blanks beside a dash"},
		{"0 -20", "0 -20", "a sign"},
		{"3 .5 3. 5 3 . 5", "3 .5 3. 5 3. 5", "a decimal point with a blank is more than one without"},
		{"12 : 30", "12:30", "blanks beside a colon"},
		{"12 34", "12 34", "a blank between digits"},
		{"7.5 YR 4/6", "7.5yr4/6", "blanks between a letter and a digit"},
		{"B AB 12", "b ab12", "words stay apart: BA B 12 is another number plate"},
		{"서울시 강남구", "서울시강남구", "Korean syllables"},
		{"ᄀ ᅡ", "ᄀ ᅡ", "Korean letters would make a syllable"},
		{"A ‐ ‑ ‒ – — ― − B", "a-------b", "kinds of dashes"},
		{"10:00〜18:00", "10:00~18:00", "a wave dash is a tilde, as it is in some encodings"},
		{"מ\u200f - 101", "מ-101", "a direction mark"},
		{"3\" - 0\"", "3\"-0\"", "quotes stay"},
		{"- Tidak Pedas", "tidak pedas", "a bullet"},
		{"• – Tea", "tea", "two of them"},
		{"- 5", "-5", "a sign, though there is a blank"},
		{"-Tea", "-tea", "a dash without a blank is part of the word"},
		{"a \u0301", "a \u0301", "a combining mark keeps its blank"},
		{"a,\u0301", "a,\u0301", "and its comma"},
	} {
		assert.Equal(t, tt.want, kind.FoldPrinted(tt.text), tt.reason)
	}
}

// Words in every order with every mark between them: the characters that carry identity are the
// same before and after.
func TestPrintedKeepsLettersDigitsAndMarks(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune(" ,,  --–−.:;/'\"()+*•、・،٫12345AaBbßÉ東京ーカ서울ᄀ가ᅡמחק\u0301\u3099\u200f\u00ad\u05be％½")))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		once := kind.FoldPrinted(s)
		assert.Equal(t, once, kind.FoldPrinted(once), "folded twice")
		assert.Equal(t, carrying(kind.Bullet(kind.FoldText(shown.Replace(s)))), carrying(once), "letters, digits and marks")
		assert.Equal(t, numbers(kind.Bullet(kind.FoldText(shown.Replace(s)))), numbers(once), "digits that stand together")
	})
}

func TestSamePrinted(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune(" ,-–1aAb東́K")))
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		assert.Equal(t, kind.FoldPrinted(a) == kind.FoldPrinted(b), kind.SamePrinted(a, b))
		assert.Equal(t, kind.SamePrinted(a, b), kind.SamePrinted(b, a))
	})
}

// shown leaves out the marks that nobody sees, and writes dashes as "-".
var shown = strings.NewReplacer("\u200f", "", "\u00ad", "", "\u05be", "-", "–", "-", "−", "-")

// carrying returns a text without blanks and commas.
func carrying(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ,、،", r) {
			return -1
		}
		return r
	}, s)
}

// numbers returns the digits of a text that stand together, with the commas between them.
func numbers(s string) []string { return digitGroup.FindAllString(s, -1) }

var digitGroup = regexp.MustCompile(`\p{Nd}+([,、،]\p{Nd}+)*`)
