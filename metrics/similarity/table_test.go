package similarity

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// A table says of at most 64 symbols where they stand, and holds nothing between uses.
func TestPlaces(t *testing.T) {
	effort.OneGoroutine(t)
	r := rand.New(rand.NewPCG(23, 24))
	places := newTable()
	for name, alphabet := range alphabets {
		for range 100 {
			x, y := []rune(write(random(r, alphabet, r.IntN(wordBits+1)))), write(random(r, alphabet, 20))
			setPlaces(&places, x)
			for _, s := range y {
				want := uint64(0)
				for i, other := range x {
					if other == s {
						want |= 1 << i
					}
				}
				require.Equal(t, want, number(places, s), "%s: %q in %q", name, s, string(x))
			}
			forget(&places, x)
			for _, page := range places.pages {
				require.Zero(t, page, "%s: something is left of %q", name, string(x))
			}
		}
	}
}

// A text with code points of more than maxPages pages leaves no more memory behind than others.
func TestManyPages(t *testing.T) {
	x := make([]rune, 0, 2*maxPages)
	for i := range 2 * maxPages {
		x = append(x, rune(i)<<pageBits)
	}
	w := newWorkspace()
	defer w.release()
	a, b, symbols := intern(w, x, x[5:7])
	require.Equal(t, len(x)+1, symbols)
	require.Equal(t, a[5:7], b)
	require.LessOrEqual(t, len(w.table.pages), maxPages)
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

// The common beginning and end of two strings are left out in whole code points, which are counted,
// also where bytes are not well-formed.
func TestDiffering(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	check := func(a, b string) {
		t.Helper()
		x, y, common := differing(a, b)
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
