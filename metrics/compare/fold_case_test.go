package compare_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/cases"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestCase(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"", "", "nothing"},
		{"Straße STRASSE ẞ", "strasse strasse ss", "the sharp s, small and capital"},
		{"ΣΊΣΥΦΟΣ σίσυφος", "σίσυφοσ σίσυφοσ", "the sigma at the end of a word is a sigma"},
		{"\u212A ſ µ", "k s μ", "Kelvin, long s, micro sign"},
		{"İ I ı", "i\u0307 i ı", "no language: the letters i of Turkish are three"},
		{"ﬃ ﬅ ﬆ ŉ ǰ", "ffi st st ʼn j\u030C", "several letters for one"},
		{"ᾈ ᾷ ΰ \u1FE3", "ἀι α\u0342ι υ\u0308\u0301 υ\u0308\u0301", "iota below, and accents"},
		{"ᎠᏴ ꭰ ᏸ", "ᎠᏴ Ꭰ Ᏸ", "Cherokee folds to its capital letters"},
		{"Ⴀ Ა ა", "ⴀ ა ა", "Georgian: Khutsuri, Mtavruli, Mkhedruli"},
		{"𐐀 𞤀", "𐐨 𞤢", "beyond 16 bits"},
		{"a\xffB", "a\uFFFDb", "a byte that is not UTF-8"},
	} {
		assert.Equal(t, tt.want, kind.FoldCase(tt.text), tt.reason)
	}
}

// x/text folds as CaseFolding.txt says, but for Cherokee, of which it folds either case to
// the other.
func TestCaseIsThatOfTheStandard(t *testing.T) {
	if cases.UnicodeVersion != unicode.Version {
		t.Skipf("x/text has Unicode %s, package unicode %s", cases.UnicodeVersion, unicode.Version)
	}
	standard := cases.Fold()
	for r := range rune(effort.Size(0x20000, unicode.MaxRune+1)) { // beyond lie ideographs, tags and private use
		if !utf8.ValidRune(r) || unicode.Is(unicode.Cherokee, r) {
			continue
		}
		if text := "x" + string(r) + "X"; standard.String(text) != kind.FoldCase(text) {
			t.Errorf("%U: got %q, want %q", r, kind.FoldCase(text), standard.String(text))
		}
	}
}
