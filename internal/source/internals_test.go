package source

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Letters that are folded alone are folded as compare.Fold folds them.
func TestFoldsAlone(t *testing.T) {
	n := 0
	for r := rune(0x80); r < 0x10000; r++ {
		if foldsAlone(r) {
			n++
			assert.Equal(t, compare.Fold(string(r)), string(unicode.ToLower(r)), "%U", r)
		}
	}
	assert.Greater(t, n, 30_000)
}

// form returns the text of compare.Fold, letters and digits alone.
func TestForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aÄß ﬁſ\u0308\u0301ﾊﾞｶー가각1٣-.İŉΣσς株々"))).Draw(t, "text")
		want := strings.Map(func(r rune) rune {
			if r == '٣' {
				return '3'
			}
			if !isWord(r) {
				return -1
			}
			return r
		}, compare.Fold(text))
		f := newForm(text)
		got := string(f.text)
		if !strings.ContainsFunc(text, isMark) { // a mark may stand on a blank
			assert.Equal(t, want, got, "%q", text)
		}
		assert.Len(t, f.offsets, len(f.text))
		for i, at := range f.offsets {
			assert.True(t, 0 <= at && int(at) < len(text) && (i == 0 || f.offsets[i-1] <= at))
		}
	})
}

func TestAlike(t *testing.T) {
	for _, pair := range [][2]string{
		{"Bremsen", "Brernsen"}, {"2O23/1184", "2023/1184"}, {"Bremsbe1äge", "Bremsbeläge"}, {"8ILL", "b1ll"}, {"Wolf", "vvolf"},
		{"Cœur", "Coeur"}, {"ÉTÉ", "ete"}, {"50", "SO"}, {"Z6", "2g"},
	} {
		assert.Equal(t, string(newAlike(newForm(pair[0])).text), string(newAlike(newForm(pair[1])).text), "%q", pair)
	}
	assert.NotEqual(t, newAlike(newForm("Meier")).text, newAlike(newForm("Maier")).text)
}

// The matcher finds the distance that trying all stretches of the text finds.
func TestMatcher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOf(rapid.RuneFrom([]rune("abä")))
		pattern := []rune(letters.Filter(func(s string) bool { return s != "" }).Draw(t, "pattern"))
		if rapid.Bool().Draw(t, "long") {
			pattern = []rune(strings.Repeat(string(pattern), 1+70/len(pattern)))
		}
		text := letters.Draw(t, "text") + string(pattern[:rapid.IntRange(0, len(pattern)).Draw(t, "part")]) + letters.Draw(t, "rest")
		most := rapid.IntRange(0, len(pattern)).Draw(t, "most")
		best := len(pattern) + 1
		for i := range text + " " {
			for j := range text + " " {
				if i <= j {
					best = min(best, similarity.LevenshteinDistance(text[i:j], string(pattern)))
				}
			}
		}
		ends := newMatcher(pattern).findEnds([]byte(text), most)
		if best > most || text == "" {
			assert.Empty(t, ends)
			return
		}
		if len(pattern) == best { // nothing of it stands there: the empty stretch is as near
			return
		}
		if !assert.NotEmpty(t, ends) {
			return
		}
		assert.Equal(t, best, ends[0].distance, "%q in %q", string(pattern), text)
		backward := make([]rune, 0, len(pattern))
		for i := len(pattern) - 1; i >= 0; i-- {
			backward = append(backward, pattern[i])
		}
		begin := newMatcher(backward).begin([]byte(text), ends[0].offset, most)
		assert.Equal(t, best, similarity.LevenshteinDistance(text[begin:ends[0].offset], string(pattern)), "%q in %q", string(pattern), text)
	})
}
