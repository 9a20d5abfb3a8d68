package similarity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	edlib "github.com/hbollon/go-edlib"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// lengths are those at which an implementation in words of 64 bits changes.
var lengths = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 63, 64, 65, 100, 127, 128, 129, 200}

var alphabets = map[string][]rune{
	"two letters":  []rune("ab"),
	"four letters": []rune("abcd"),
	"words":        []rune("abc  \t"),
	"ascii":        []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789.,-"),
	"latin":        []rune("aeiouäöüßéèàçñstrn "),
	"scripts":      []rune("abcäöüαβγабв漢字仮名한국🙂👍\u00a0\u2003"),
	"one slot":     []rune{'a', 'a' + 128, 'a' + 256, 'a' + 384, 'a' + 0x1000, 'a' + 0x10000, 0, 128},
	"invalid":      []rune{'a', 'b', 'é', -1, utf8Broken, 0xFFFD},
}

// utf8Broken is written as the first byte of a sequence that does not go on.
const utf8Broken = -2

// write spells out the code points, and those below 0 as broken UTF-8.
func write(s []rune) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case -1:
			b.WriteByte(0x80)
		case utf8Broken:
			b.WriteByte(0xE2)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// randomPair returns a string of n code points and either another one of m, or
// itself with some edits.
func randomPair(r *rand.Rand, alphabet []rune, n, m int) (a, b string) {
	x := random(r, alphabet, n)
	if r.IntN(2) == 0 {
		return write(x), write(random(r, alphabet, m))
	}
	return write(x), write(edited(r, alphabet, x, 1+n/10))
}

func random(r *rand.Rand, alphabet []rune, n int) []rune {
	s := make([]rune, n)
	for i := range s {
		s[i] = alphabet[r.IntN(len(alphabet))]
	}
	return s
}

// edited returns a copy of s with n insertions, deletions, substitutions and
// swaps.
func edited(r *rand.Rand, alphabet, s []rune, n int) []rune {
	s = append([]rune(nil), s...)
	for range n {
		i, c := r.IntN(len(s)+1), alphabet[r.IntN(len(alphabet))]
		switch r.IntN(4) {
		case 0:
			s = append(s[:i], append([]rune{c}, s[i:]...)...)
		case 1:
			if i < len(s) {
				s = append(s[:i], s[i+1:]...)
			}
		case 2:
			if i < len(s) {
				s[i] = c
			}
		case 3:
			if i+1 < len(s) {
				s[i], s[i+1] = s[i+1], s[i]
			}
		}
	}
	return s
}

// checkPair compares every function with its definition and checks their common properties.
func checkPair(t *testing.T, a, b string) {
	t.Helper()
	want := textbook(a, b)
	equal := string([]rune(a)) == string([]rune(b))
	for _, name := range Names() {
		f, _ := Named(name)
		got := f(a, b)
		if got != got || got < 0 || got > 1 {
			t.Fatalf("%s(%q, %q) = %v, outside [0,1]", name, a, b, got)
		}
		if back := f(b, a); back != got {
			t.Fatalf("%s(%q, %q) = %v, but %v the other way round", name, a, b, got, back)
		}
		if self := f(a, a); self != 1 {
			t.Fatalf("%s(%q, %[2]q) = %v, want 1", name, a, self)
		}
		if w, ok := want[name]; ok && math.Abs(got-w) > 1e-12 {
			t.Fatalf("%s(%q, %q) = %v, by its definition %v", name, a, b, got, w)
		}
		switch name {
		case "levenshtein", "osa", "damerau", "lcs":
			if got == 1 && !equal {
				t.Fatalf("%s(%q, %q) = 1 for strings that differ", name, a, b)
			}
		}
	}
}

// checkThresholds compares LevenshteinAtLeast with Levenshtein around the
// thresholds where it could go wrong.
func checkThresholds(t *testing.T, a, b string) {
	t.Helper()
	s := Levenshtein(a, b)
	for _, threshold := range []float64{
		s, s + slack, s - slack, s + 2*slack, math.Nextafter(s, 2), s + 0.01, s - 0.01,
		0, -1, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1 + slack/2, 1.1, math.Inf(1), math.Inf(-1), math.NaN(),
	} {
		got, ok := LevenshteinAtLeast(a, b, threshold)
		wantOK := s >= threshold-slack
		want := 0.0
		if wantOK {
			want = s
		}
		if got != want || ok != wantOK {
			t.Fatalf("LevenshteinAtLeast(%q, %q, %v) = %v, %v, want %v, %v", a, b, threshold, got, ok, want, wantOK)
		}
	}
}

func TestAgreesWithDefinition(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	for name, alphabet := range alphabets {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			lengths := effort.Some(12, lengths)
			for i, n := range lengths {
				for j, m := range lengths {
					if n > 12 && m > 12 && (i+j)%4 != 0 {
						continue // the definitions are slow
					}
					a, b := randomPair(r, alphabet, n, m)
					checkPair(t, a, b)
					checkThresholds(t, a, b)
				}
			}
		})
	}
}

// Short strings over a small alphabet meet every case of the swaps.
func TestAgreesWithDefinitionOnShortStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		a, b := randomPair(r, []rune("abcd"), r.IntN(13), r.IntN(13))
		checkPair(t, a, b)
	}
}

// Strings long enough for bands, of all degrees of likeness and difference in
// length, against the same bits without a band.
func TestBandsAgreeWithWholeMatrix(t *testing.T) {
	effort.OneGoroutine(t)
	r := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"two letters", "ascii", "scripts"} {
		for _, n := range []int{511, 512, 513, 1000, 1500} {
			for _, edits := range []int{1, 10, 60, 130, 300, 800} {
				x := random(r, alphabets[name], n)
				y := edited(r, alphabets[name], x, edits)
				if r.IntN(2) == 0 {
					y = y[r.IntN(len(y)/2):]
				}
				a, b := write(x), write(y)
				want := wholeMatrix(a, b)
				require.Equal(t, want, LevenshteinDistance(a, b), "%s, %d code points, %d edits", name, n, edits)
				checkThresholds(t, a, b)
			}
		}
	}
}

// wholeMatrix is the Levenshtein distance by two rows of the matrix.
func wholeMatrix(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			d := min(row[j], row[j+1]) + 1
			if r == s {
				diagonal--
			}
			diagonal, row[j+1] = row[j+1], min(d, diagonal+1)
		}
	}
	return row[len(y)]
}

// Rows of the pattern that are put together on demand equal rows that lie ready.
func TestPatternRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const symbols = 3000
	s := make([]int32, 5000)
	for i := range s {
		s[i] = int32(r.IntN(1 + r.IntN(symbols)))
	}
	var p pattern
	p.build(s, symbols)
	require.True(t, p.onDemand, "the test is meant for rows made on demand")
	for range 2000 {
		symbol := int32(r.IntN(symbols))
		want := make([]uint64, p.words)
		for i, other := range s {
			if other == symbol {
				want[i/64] |= 1 << (i % 64)
			}
		}
		require.Equal(t, want, p.rowOf(symbol))
	}
}

// Strings that take one word and a bit, up to nine of them, over alphabets of one byte and more.
func TestBlocksAgreeWithWholeMatrix(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	r := rand.New(rand.NewPCG(13, 14))
	for _, letters := range effort.Some(3, []int{2, 100, 255, 254, 256, 257, 400}) {
		alphabet := make([]rune, letters)
		for i := range alphabet {
			alphabet[i] = rune(0x20 + i)
		}
		for _, n := range effort.Some(6, []int{65, 127, 128, 129, 192, 193, 256, 257, 384, 511, 512, 513}) {
			x := random(r, alphabet, n)
			for _, y := range [][]rune{edited(r, alphabet, x, 1+n/10), random(r, alphabet, n/2+r.IntN(n)), random(r, alphabet, 2*n)} {
				a, b := string(x), string(y)
				require.Equal(t, wholeMatrix(a, b), LevenshteinDistance(a, b), "%d letters: %q, %q", letters, a, b)
				require.Equal(t, wholeMatrix(a, b), LevenshteinDistance(b, a), "%d letters: %q, %q", letters, b, a)
				require.Equal(t, textbookLCS(x, y), LCSLength(a, b), "%d letters: %q, %q", letters, a, b)
				require.Equal(t, textbookLCS(x, y), LCSLength(b, a), "%d letters: %q, %q", letters, b, a)
			}
		}
	}
}

func TestLargeAlphabets(t *testing.T) {
	effort.OneGoroutine(t)
	r := rand.New(rand.NewPCG(9, 10))
	alphabet := make([]rune, 20_000)
	for i := range alphabet {
		alphabet[i] = rune(0x4E00 + i)
	}
	n := effort.Size(1500, 3000)
	x := random(r, alphabet, n)
	a, b := string(x), string(edited(r, alphabet, x, 3*n/10))
	assert.Equal(t, wholeMatrix(a, b), LevenshteinDistance(a, b))
	assert.Equal(t, edlib.OSADamerauLevenshteinDistance(a, b), OSADistance(a, b))
	assert.Equal(t, edlib.LCS(a, b), LCSLength(a, b))
}

func damerauDistance(a, b string) int {
	d, _ := damerau(a, b)
	return d
}

// go-edlib is right in its distances (not in its similarities).
func TestAgreesWithEdlib(t *testing.T) {
	effort.OneGoroutine(t)
	for name, alphabet := range alphabets {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 12))
			for range 100 {
				n, m := lengths[r.IntN(len(lengths))], lengths[r.IntN(len(lengths))]
				a, b := randomPair(r, alphabet, n, m)
				pair := fmt.Sprintf("%q, %q", a, b)
				require.Equal(t, edlib.LevenshteinDistance(a, b), LevenshteinDistance(a, b), pair)
				require.Equal(t, edlib.OSADamerauLevenshteinDistance(a, b), OSADistance(a, b), pair)
				require.Equal(t, edlib.DamerauLevenshteinDistance(a, b), damerauDistance(a, b), pair)
				require.Equal(t, edlib.LCS(a, b), LCSLength(a, b), pair)
				if x, y := utf8.RuneCountInString(a), utf8.RuneCountInString(b); x >= gramLength && y >= gramLength {
					grams := x + y - 2*gramLength + 2
					require.Equal(t, ratio(grams-edlib.QgramDistance(a, b, gramLength), grams), qgram(a, b), pair)
				}
				if differ, err := edlib.HammingDistance(a, b); err == nil && a != "" {
					of := utf8.RuneCountInString(a)
					require.Equal(t, ratio(of-differ, of), hamming(a, b), pair)
				}
			}
		})
	}
}

func FuzzSimilarity(f *testing.F) {
	f.Add("", "")
	f.Add("kitten", "sitting")
	f.Add("ca", "abc")
	f.Add("MARTHA", "MARHTA")
	f.Add("a b c", "c  b a a")
	f.Add("Müller GmbH", "Mueller GmbH")
	f.Add("\xff\xfe", "\xfe\xff")
	f.Add("\xe2\x82\xac", "\xe2\x82")
	f.Add(strings.Repeat("ab", 50), strings.Repeat("ba", 60))
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 300 || len(b) > 300 {
			return
		}
		checkPair(t, a, b)
		checkThresholds(t, a, b)
	})
}

func FuzzTriangleInequality(f *testing.F) {
	f.Add("kitten", "sitting", "sit")
	f.Add("ab", "ba", "abc")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if len(a)+len(b)+len(c) > 1000 {
			return
		}
		for name, distance := range map[string]func(a, b string) int{
			"levenshtein": LevenshteinDistance, "damerau": damerauDistance,
		} {
			if direct, around := distance(a, c), distance(a, b)+distance(b, c); direct > around {
				t.Fatalf("%s: %d from %q to %q, but %d over %q", name, direct, a, c, around, b)
			}
		}
	})
}
