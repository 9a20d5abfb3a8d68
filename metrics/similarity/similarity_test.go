package similarity

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

func TestNames(t *testing.T) {
	assert.Equal(t, []string{
		"levenshtein", "osa", "damerau", "jaro", "jaro_winkler", "dice", "jaccard", "cosine",
		"lcs", "token_sort", "token_set", "hamming", "qgram",
	}, Names())
	for _, name := range Names() {
		f, ok := Named(name)
		require.True(t, ok, name)
		require.Equal(t, 1.0, f("a", "a"), name)
	}
	for _, name := range []string{"", "Levenshtein", "jaro-winkler", "soundex"} {
		f, ok := Named(name)
		assert.False(t, ok, name)
		assert.Nil(t, f, name)
	}
}

// The conventions that every function follows.
func TestConventions(t *testing.T) {
	long := strings.Repeat("Rechnung Nr. ", 30)
	tests := []struct {
		name, a, b string
		want       float64
	}{
		{"both empty", "", "", 1},
		{"one empty", "", "a", 0},
		{"one empty, the other blank", "", " ", 0},
		{"one empty, the other long", "", long, 0},
		{"equal, one letter", "a", "a", 1},
		{"equal, blank", " ", " ", 1},
		{"equal, one letter beyond ASCII", "ü", "ü", 1},
		{"equal, long", long, long, 1},
		{"equal, NUL", "\x00", "\x00", 1},
		{"nothing in common", "abc", "xyz", 0},
		{"nothing in common, one letter", "a", "b", 0},
		{"nothing in common, NUL", "\x00", "a", 0},
		{"each invalid byte is one U+FFFD", "\xff\x80a", "\ufffd\xc3a", 1},
		{"one invalid byte", "\xff", "\xfe", 1},
		{"a sequence that breaks off is invalid byte by byte", "\xe2\x82", "\ufffd\ufffd", 1},
		{"nothing is folded", "É", "é", 0},
		{"nothing is normalised", "é", "\u0301x", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range Names() {
				f, _ := Named(name)
				assert.Equal(t, tt.want, f(tt.a, tt.b), name)
				assert.Equal(t, tt.want, f(tt.b, tt.a), "%s, the other way round", name)
			}
		})
	}
}

func TestDistances(t *testing.T) {
	tests := []struct {
		a, b                      string
		levenshtein, osa, damerau int
		lcs                       int
		source                    string
	}{
		{"kitten", "sitting", 3, 3, 3, 4, "Levenshtein's textbook pair"},
		{"saturday", "sunday", 3, 3, 3, 5, "Wagner and Fischer's algorithm, textbook pair"},
		{"ca", "abc", 3, 3, 2, 1, "Boytsov 2011: restricted and unrestricted swaps differ"},
		{"ab", "ba", 2, 1, 1, 1, "one swap"},
		{"a cat", "an act", 3, 2, 2, 4, "one insertion, one swap"},
		{"ABCBDAB", "BDCABA", 5, 5, 4, 4, "LCS: Cormen et al., Introduction to Algorithms, 15.4; the others by the whole matrix"},
		{"AGGTAB", "GXTXAYB", 4, 4, 4, 4, "LCS textbook pair: GTAB"},
		{"Müller", "Mueller", 2, 2, 2, 5, "by hand"},
		{"1.889,00", "1889.00", 2, 2, 2, 6, "by hand: drop the point, replace the comma"},
		{"漢字", "漢和字", 1, 1, 1, 2, "by hand"},
		{"", "abc", 3, 3, 3, 0, "by hand"},
	}
	for _, tt := range tests {
		t.Run(tt.a+"/"+tt.b, func(t *testing.T) {
			assert.Equal(t, tt.levenshtein, LevenshteinDistance(tt.a, tt.b), "Levenshtein, %s", tt.source)
			assert.Equal(t, tt.osa, OSADistance(tt.a, tt.b), "OSA, %s", tt.source)
			assert.Equal(t, tt.damerau, damerauDistance(tt.a, tt.b), "Damerau, %s", tt.source)
			assert.Equal(t, tt.lcs, LCSLength(tt.a, tt.b), "LCS, %s", tt.source)
		})
	}
}

func TestSimilarities(t *testing.T) {
	tests := []struct {
		name   string
		f      Func
		a, b   string
		want   float64
		source string
	}{
		{"jaro", jaro, "MARTHA", "MARHTA", 17.0 / 18, "Winkler 1990, .9444"},
		{"jaro", jaro, "DIXON", "DICKSONX", 23.0 / 30, "Winkler 1990, .7667"},
		{"jaro", jaro, "DWAYNE", "DUANE", 37.0 / 45, "Winkler 1990, .8222"},
		{"jaro floors half transpositions", jaro, "abbbaabbbb", "aabababaaa", 28.0 / 45, "strcmp95.c, rapidfuzz: .6222"},
		{"jaro_winkler", jaroWinkler, "MARTHA", "MARHTA", 0.9611111111111111, "Winkler 1990, .9611"},
		{"jaro_winkler", jaroWinkler, "DIXON", "DICKSONX", 0.8133333333333333, "Winkler 1990, .8133"},
		{"jaro_winkler", jaroWinkler, "DWAYNE", "DUANE", 0.84, "Winkler 1990, .84"},
		{"jaro_winkler", jaroWinkler, "Microsoft Corp", "Microsoft Corporation", 14.0 / 15, "8/9 + 4·0.1·1/9"},
		{"no boost at .7 and below", jaroWinkler, "abbbaabbbb", "aabababaaa", 28.0 / 45, "Winkler's threshold"},
		{"levenshtein is one division", Levenshtein, "abcdefghij", "abcdefghix", 0.9, "9/10"},
		{"levenshtein", Levenshtein, "kitten", "sitting", 4.0 / 7, "3 edits of 7"},
		{"osa", osaSimilarity, "ca", "abc", 0, "3 edits of 3"},
		{"damerau", Damerau, "ca", "abc", 1.0 / 3, "2 edits of 3"},
		{"lcs", lcsSimilarity, "ABCBDAB", "BDCABA", 4.0 / 7, "4 of 7"},
		{"dice", Dice, "night", "nacht", 1.0 / 4, "one bigram of four on both sides"},
		{"jaccard", jaccard, "night", "nacht", 1.0 / 7, "one of seven"},
		{"cosine", cosine, "night", "nacht", 1.0 / 4, "1/(2·2)"},
		{"dice counts bigrams", Dice, "aaaa", "aa", 1.0 / 2, "2·1/(3+1)"},
		{"jaccard counts bigrams", jaccard, "aaaa", "aa", 1.0 / 3, "1/3"},
		{"cosine measures direction only", cosine, "aaaa", "aa", 1, "3·1/(3·1)"},
		{"dice without a bigram", Dice, "a", "ab", 0, "definition"},
		{"token_sort", TokenSort, "fuzzy wuzzy was a bear", "wuzzy fuzzy was a bear", 1, "rapidfuzz's documentation"},
		{"token_sort", TokenSort, "Acme Corp", "Corp  Acme\tGmbH", 9.0 / 14, "Acme Corp, Acme Corp GmbH: 5 edits of 14"},
		{"token_sort of blanks", TokenSort, " ", "\t ", 1, "no tokens on either side"},
		{"token_set", tokenSet, "fuzzy was a bear", "fuzzy fuzzy was a bear", 1, "rapidfuzz's documentation"},
		{"token_set, one contains the other", tokenSet, "Acme Corp", "GmbH Acme Corp", 1, "definition"},
		{"token_set, rests alike", tokenSet, "Acme Corp Berlin", "Acme Corp Merlin", 15.0 / 16, "1 edit of 16"},
		{"token_set, rests unlike", tokenSet, "Acme Corporation x", "Acme Corporation yy zz", 16.0 / 18, "s is 16 of 18 in x"},
		{"token_set, nothing shared", tokenSet, "abcd", "abxd", 3.0 / 4, "1 edit of 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, tt.f(tt.a, tt.b), 1e-15, tt.source)
		})
	}
	assert.Equal(t, 0.9, Levenshtein("abcdefghij", "abcdefghix"), "as a float64, not within some delta")
}

// A sum over pieces is the distance of a possible alignment.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 5, 100, 1000} {
		x := random(r, alphabets["ascii"], n)
		y := edited(r, alphabets["ascii"], x, n/20)
		a, b := x, y
		if len(a) > len(b) {
			a, b = b, a
		}
		exact := textbookLevenshtein(a, b)
		for _, cells := range []int64{1 << 20, 10_000, 100, 1} {
			sum := inPieces(a, b, cells, cells, func(a, b []rune) int {
				assert.LessOrEqual(t, int64(len(a))*int64(len(b)), cells)
				return textbookLevenshtein(a, b)
			})
			assert.GreaterOrEqual(t, sum, exact)
			assert.LessOrEqual(t, sum, len(b))
			assert.Zero(t, inPieces(a, a, cells, cells, textbookLevenshtein))
		}
	}
}

// Strings beyond the bounds of the package comment.
func TestLongStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	r := rand.New(rand.NewPCG(3, 4))
	x := random(r, alphabets["ascii"], 70_000)
	a, b := string(x), string(random(r, alphabets["ascii"], 70_000))
	near := "<" + string(edited(r, alphabets["ascii"], x, 100)) + ">"
	for _, name := range effort.Some(4, []string{"osa", "levenshtein", "lcs", "damerau", "token_set", "token_sort", "qgram", "hamming"}) {
		f, _ := Named(name)
		s := f(a, b)
		assert.True(t, 0 < s && s < 0.6, "%s of unrelated strings: %v", name, s)
		assert.Equal(t, s, f(b, a), name)
		assert.Equal(t, 1.0, f(a, strings.Clone(a)), name)
	}
	s := Levenshtein(a, near)
	assert.True(t, 0.99 < s && s < 1, "similar strings: %v", s)
	for _, threshold := range []float64{0.5, s, s + 1e-6} {
		got, ok := LevenshteinAtLeast(a, near, threshold)
		assert.Equal(t, s >= threshold, ok)
		if ok {
			assert.Equal(t, s, got)
		}
	}
	x, y := random(r, alphabets["ascii"], 5000), random(r, alphabets["ascii"], 5000)
	a, b = string(x), string(y)
	assert.Equal(t, OSADistance(a, b), damerauDistance(a, b), "Damerau beyond 2^24 cells")
}

// The exact functions, and those that the package comment calls approximate.
func TestApproximate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	text := func(n int) string { return string(random(r, alphabets["ascii"], n)) }
	short, long, longer := text(5_000), text(65_536), text(65_537)
	for _, tt := range []struct {
		name, algorithm, a, b string
		want                  bool
	}{
		{"at the bound", "levenshtein", long, strings.ToUpper(text(65_536)), false},
		{"one beyond", "levenshtein", longer, text(65_537), true},
		{"a long text against a short one", "levenshtein", longer, text(100), false},
		{"equal texts", "levenshtein", longer, strings.Clone(longer), false},
		{"one difference", "levenshtein", longer, longer[:30_000] + "!" + longer[30_001:], false},
		{"two differences far apart", "levenshtein", longer + "a", "!" + longer[1:] + "!", true},
		{"in code points, not bytes", "levenshtein", strings.Repeat("ü", 40_000), strings.Repeat("ö", 40_000), false},
		{"osa", "osa", longer, text(65_537), true},
		{"lcs", "lcs", longer, text(65_537), true},
		{"token_sort", "token_sort", longer, text(65_537), true},
		{"damerau has a bound of its own", "damerau", short, text(5_000), true},
		{"damerau below it", "damerau", short[:4_000], text(4_000), false},
		{"a linear algorithm is exact", "jaro", longer, text(65_537), false},
		{"no such algorithm", "soundex", longer, text(65_537), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Approximate(tt.algorithm, tt.a, tt.b))
			assert.Equal(t, tt.want, Approximate(tt.algorithm, tt.b, tt.a))
		})
	}
}
