package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
)

func TestSameLetters(t *testing.T) {
	for _, tt := range []struct {
		a, b   string
		same   bool
		reason string
	}{
		{"K. Tanabe", "A. Tanabe", false, "another person"},
		{"K. Tanabe", "k Tanabe", true, "case and the point are form"},
		{"J. B. Roux", "J.B. Rouxx", true, "blanks between initials are form"},
		{"J. B. Roux", "J. D. Roux", false, "the second initial"},
		{"J. B. Roux", "B. J. Roux", false, "another order"},
		{"J. B. Roux", "J. Roux", false, "one is lacking"},
		{"A. Bartholomew", "Bartholomew", false, "an initial with a point is not an article"},
		{"Lot A Western Field", "Lot Western Field", false, "a capital behind a word is not an article"},
		{"A. Lind", "E. Lind", false, "two initials that could be particles"},
		{"É. Roux", "E\u0301. Rouxx", true, "composed and decomposed"},
		{"É. Roux", "E. Roux", false, "an accent"},
		{"lease of a small house", "lease of small house", true, "an article"},
		{"A tale of two streets", "Tale of two streets", true, "an article at the beginning"},
		{"Juan y María", "Juan & María", true, "a connective and its sign"},
		{"Анна и Пётр", "Анна Пётр", true, "a Russian connective"},
		{"e-mail adress", "e mail address", true, "the same word of one letter"},
		{"E-Mail", "email", true, "the same letters"},
		{"U.S. Tin", "US Tin", true, "the same letters"},
		{"Shelf 'A' upper row", "Shelf B upper row", false, "apostrophes around the letter"},
		{"Mother's choice", "Mothers choise", true, "an apostrophe joins"},
		{"서울 역 앞", "서울역 옆", true, "a Korean syllable is a word"},
		{"Ｂ Tanabe", "B Tanabee", true, "full width"},
	} {
		for _, p := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			same, _, _ := kind.SameLetters(p[0], p[1])
			assert.Equal(t, tt.same, same, "%s: %q and %q", tt.reason, p[0], p[1])
		}
	}
}

func FuzzSameLetters(f *testing.F) {
	f.Add("Dr. A. Lind", "Dr. B. Lind")
	f.Add("e-mail ı É", "E\u0301 email I")
	f.Fuzz(func(t *testing.T, a, b string) {
		same, got, want := kind.SameLetters(a, b)
		back, gotBack, wantBack := kind.SameLetters(b, a)
		self, _, _ := kind.SameLetters(a, a)
		if same != back || !self {
			t.Errorf("%q and %q: %v, back %v, itself %v", a, b, same, back, self)
		}
		assert.Equal(t, [][]string{got, want}, [][]string{wantBack, gotBack})
	})
}
