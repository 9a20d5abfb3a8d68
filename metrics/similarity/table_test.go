package similarity

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// The table says of at most 64 code points where they stand, and holds nothing between uses.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	w := new(workspace)
	good := 0
	check := func(a, b string) {
		t.Helper()
		x, y := []rune(a), []rune(b)
		if len(x) > wordBits {
			_, _, ok := w.textPlaces(a, b)
			require.False(t, ok, "%q has more than 64 code points", a)
			require.True(t, w.table.numbers == [flatRunes]uint64{}, "something is left of %q", a)
			return
		}
		want := make([]uint64, len(y))
		for j, c := range y {
			for i, d := range x {
				if c == d {
					want[j] |= 1 << i
				}
			}
		}
		n, equal, ok := w.textPlaces(a, b)
		require.Equal(t, noneCollide(x), ok, "%q, %q", a, b)
		if ok {
			good++
			require.Equal(t, len(x), n, "%q, %q", a, b)
			require.Equal(t, want, slices.Clone(equal), "%q, %q", a, b)
		}
		require.True(t, w.table.numbers == [flatRunes]uint64{}, "something is left of %q, %q", a, b)
		n, m, length, ok := w.lcsText(a, b)
		require.Equal(t, noneCollide(x), ok, "%q, %q", a, b)
		if ok {
			require.Equal(t, [3]int{len(x), len(y), textbookLCS(x, y)}, [3]int{n, m, length}, "%q, %q", a, b)
		}
		require.True(t, w.table.numbers == [flatRunes]uint64{}, "something is left of %q, %q", a, b)
	}
	for _, s := range brokenTexts {
		check(s, "abcdé")
		check("abcdé", s)
		check("", s)
	}
	for _, alphabet := range alphabets {
		for range 40 {
			check(write(random(r, alphabet, r.IntN(70))), write(random(r, alphabet, r.IntN(80))))
		}
	}
	for range 300 { // the second and third, and the last two, would borrow the same number
		far := []rune{'a', 0x10000, 0x10000 + 2048, 0x10001, 0x10001 + 3*2048}
		check(string(random(r, far, r.IntN(3))), string(random(r, far, r.IntN(9))))
	}
	for range 300 {
		check("abc\u00ff\u0080€"[:3+r.IntN(2)*2], string(brokenBytes(r, 10)))
	}
	require.Greater(t, good, 300)
}

// noneCollide says whether no two code points of s would borrow the same number.
func noneCollide(s []rune) bool {
	borrowers := map[rune]rune{}
	for _, r := range s {
		if r >= 0x10000 {
			if other, ok := borrowers[r%2048]; ok && other != r {
				return false
			}
			borrowers[r%2048] = r
		}
	}
	return true
}

// Code points that are not in the table become surrogates, equal ones the same, as long as there are
// any.
func TestFlatten(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for _, letters := range []int{1, 10, 2047, 2048, 2049, 5000} {
		alphabet := []rune("aé漢\ud7ff\ue000\uffff")
		for i := range letters {
			alphabet = append(alphabet, 0x10000+rune(i)*17)
		}
		x := slices.Concat(alphabet, random(r, alphabet, 1000))
		r.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
		y := random(r, alphabet, len(x))
		w := newWorkspace(string(x), string(y))
		require.Equal(t, letters <= 2048, w.all < flatRunes, "%d letters", letters)
		seen, back := map[rune]rune{}, map[rune]rune{}
		for i, c := range slices.Concat(x, y) {
			now := slices.Concat(w.a, w.b)[i]
			was, ok := seen[c]
			require.True(t, !ok || was == now, "%U is %U and %U", c, was, now)
			was, ok = back[now]
			require.True(t, !ok || was == c, "%U and %U are %U", c, was, now)
			require.True(t, c == now || c >= flatRunes, "%U became %U", c, now)
			seen[c], back[now] = now, c
		}
		w.release()
		x, y = x[:min(len(x), 300)], y[:min(len(y), 300)]
		require.Equal(t, textbookLCS(x, y), LCSLength(string(x), string(y)), "%d letters", letters)
		require.Equal(t, textbookLevenshtein(x, y), LevenshteinDistance(string(x), string(y)), "%d letters", letters)
		require.Equal(t, textbookOSA(x, y), OSADistance(string(x), string(y)), "%d letters", letters)
		require.Equal(t, textbookJaro(x, y), Jaro(string(x), string(y)), "%d letters", letters)
	}
}

// More code points than the table has room for, of which a short string has none.
func TestMoreCodePointsThanTheTableHas(t *testing.T) {
	a := []rune("x")
	for i := range 40 {
		a = append(a, 0x30000+rune(i))
	}
	var b []rune
	for c := rune(0x10000); len(b) < 80_000; c++ {
		b = append(b, c)
	}
	b[40_000] = 0x30005
	require.Equal(t, 1, LCSLength(string(a), string(b)))
	require.Equal(t, len(b)-1, LevenshteinDistance(string(b), string(a)))
	require.Equal(t, len(b)-1, OSADistance(string(a), string(b)))
}

// What two strings begin and end with in common is left out in whole code points, which are
// counted, also where bytes are not well-formed.
func TestDifferingRunes(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	check := func(a, b string) {
		t.Helper()
		for _, s := range []string{a, b} {
			n, ok := countTwoByte(s)
			require.Equal(t, utf8.ValidString(s) && !slices.ContainsFunc([]rune(s), func(r rune) bool { return r >= 0x800 }), ok, "%q", s)
			if ok {
				require.Equal(t, utf8.RuneCountInString(s), n, "%q", s)
			}
		}
		x, y, common := differingRunes(a, b)
		require.LessOrEqual(t, len(x), len(y), "%q, %q", a, b)
		require.Equal(t, utf8.RuneCountInString(a)+utf8.RuneCountInString(b),
			utf8.RuneCountInString(x)+utf8.RuneCountInString(y)+2*common, "%q, %q", a, b)
		require.Equal(t, textbookLCS([]rune(a), []rune(b)), common+textbookLCS([]rune(x), []rune(y)), "%q, %q", a, b)
		require.Equal(t, textbookOSA([]rune(a), []rune(b)), textbookOSA([]rune(x), []rune(y)), "%q, %q", a, b)
	}
	for _, s := range brokenTexts {
		check(s, "abcdé")
		check(s, s+"é")
		check(s, "é"+s)
		check("", s)
	}
	for range 2000 {
		before, after := brokenBytes(r, 12), brokenBytes(r, 12)
		a := slices.Concat(before, brokenBytes(r, 4), after)
		b := slices.Concat(before, brokenBytes(r, 4), after)
		check(string(a), string(b))
	}
	alphabet := []rune("aéèĩũéa\u0080\u00c0߿\u07c0€€₭…") // some have bytes in common
	for range 300 {
		x := random(r, alphabet, r.IntN(40))
		check(string(x), string(edited(r, alphabet, x, 1+r.IntN(3))))
		checkPair(t, string(x), string(edited(r, alphabet, x, 1+r.IntN(3))))
	}
}

var brokenTexts = []string{
	"", "a", "é", "\u07ff", "\u0800", "\u0fff", "\u1000", "\u3fff", "\u4000", "\ud7ff", "\ue000", "\uffff", "\U00010000", "€",
	"\xe2\x82", "\xe2\x82a", "\xe2a\x82", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
	"\xc0\x80", "\xc1\xbf", "\xc2", "\xc2\x7f", "\xc2\xc2\x80", "\x80", "\x80\x80", "\x80\x80\x80", "\xff", "\xff\x80\x80",
	"abcdefgé", "abcdefg\xc3", "abcdefgh\xa9", "abcdefghé", "abcdefgéé", "abcdefg\xc3abcdefg", "abcdefg€", "abcdefg\xe2\x82",
}

// brokenBytes draws less than n bytes that begin, continue and break sequences.
func brokenBytes(r *rand.Rand, n int) []byte {
	const bytes = "az\x7F\x80\xBF\xC0\xC1\xC2\xC2\xDF\xE0\xE1\xE2\xE3\xE4\xED\xF0\xFF"
	s := make([]byte, r.IntN(n))
	for i := range s {
		s[i] = bytes[r.IntN(len(bytes))]
	}
	return s
}
