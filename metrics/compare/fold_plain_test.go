package compare_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"O’Brien ‘n’ O´Brien", "O'Brien 'n' O'Brien", "apostrophes"},
		{"24” “Pro” „so“ «ЁЖ» צה״ל", "24\" \"Pro\" \"so\" \"ЁЖ\" צה\"ל", "double quotes"},
		{"5′ 3″", "5' 3\"", "feet and inches"},
		{"120 m², m¹⁰ s⁻¹ Ca²⁺", "120 m2, m10 s-1 Ca2+", "raised digits after a letter"},
		{"H₂O, Ca(OH)₂", "H2O, Ca(OH)2", "lowered digits"},
		{"10² Pa, 10⁻¹²", "10^2 Pa, 10^-12", "powers"},
		{"10₂ m²3 m₂²", "10₂ m²3 m₂²", "digits beside digits stay"},
		{"(m)² x₂3", "(m)^2 x₂3", "a raised digit after a bracket"},
		{"½ 1½ 1 ½ a½ ½5 ⅟5", "1/2 1 1/2 1 1/2 a1/2 ½5 1/5", "fractions"},
		{"3⁄4 3∕4", "3/4 3/4", "fraction slashes"},
		{"10 × 20, 10×20, 3×", "10 x 20, 10x20, 3x", "times"},
		{"a×b a× ×b", "a×b a× ×b", "times beside letters"},
		{"№ 5 №5", "No 5 No5", "numero"},
		{"120㎡ Ⅳ 𝐀 ℃ ㈱ …", "120m2 IV A °C (株) ...", "letters of another style"},
		{"1㏠ 𝟏", "1㏠ 𝟏", "digits beside digits stay"},
		{"ﺍﻟﻌﺮﺑﻴﺔ ﷼ ﬡ", "العربية ریال א", "presentation forms"},
		{"\ufc5e \ufe70", "\ufc5e \ufe70", "Arabic marks that stand alone stay"},
		{"İi\u0307I\u0307e\u0307", "iiIe\u0307", "i with a dot"},
		{"Pro™ ① ª 5' ` 株", "Pro™ ① ª 5' ` 株", "other signs stay"},
		{"", "", "nothing"},
	} {
		assert.Equal(t, tt.want, kind.FoldPlain(tt.text), tt.reason)
	}
}

// plainly returns the characters beyond ASCII that are printed plainly in another way, without the letters that are signs then, such
// as ʼ: × stays beside a letter, and is an x beside a sign.
func plainly() (all []rune) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		plain := kind.FoldPlain(string(r))
		first, _ := utf8.DecodeRuneInString(plain)
		if utf8.ValidRune(r) && plain != string(r) && (!unicode.IsLetter(r) || unicode.IsLetter(first)) {
			all = append(all, r)
		}
	}
	return all
}

func TestPlainIsPlain(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom(append(plainly(), []rune("aI1 )i\u0307²³⁻₂₋½⅟⁄×’”№㎡㏠Ⅳ𝐀İ9")...)))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		once := kind.FoldPlain(s)
		assert.Equal(t, once, kind.FoldPlain(once), "twice")
	})
}

func TestPair(t *testing.T) {
	for _, tt := range []struct {
		a, b   string
		equal  bool
		reason string
	}{
		{"İSTANBUL", "istanbul", true, "a capital with a dot"},
		{"İSTANBUL", "Istanbul", true, "printed without Turkish letters"},
		{"DİYARBAKIR", "Diyarbakır", true, "both letters"},
		{"DIYARBAKIR", "Diyarbakır", true, "capitals without dots"},
		{"IĞDIR", "Iğdır", true, "a capital at the beginning"},
		{"kır", "kir", false, "two words"},
		{"KİR", "kır", false, "the capital of the other"},
		{"3”", "3’", false, "inches and feet"},
		{"10²", "102", false, "a power"},
		{"1½", "11/2", false, "one and a half"},
		{"1½", "1 1/2", true, "one and a half"},
		{"\uFDD0ı", "iı", false, "no character"},
	} {
		a, b := kind.FoldPair(tt.a, tt.b)
		assert.Equal(t, tt.equal, a == b, tt.reason)
		b, a = kind.FoldPair(tt.b, tt.a)
		assert.Equal(t, tt.equal, a == b, "%s, the other way round", tt.reason)
		assert.Equal(t, tt.equal, kind.SamePrinted(tt.a, tt.b), "%s, as printed", tt.reason)
	}
}

// Digits that stand together stay together: no digit joins another.
func TestPlainKeepsNumbers(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom(append(plainly(), []rune("a1 2’”×²₂½№İ")...)))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		after := digitGroup.FindAllString(kind.FoldPlain(s), -1)
		for _, n := range digitGroup.FindAllString(s, -1) {
			assert.Contains(t, after, n)
		}
	})
}
