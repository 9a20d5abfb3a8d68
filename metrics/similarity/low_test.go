package similarity

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Strings that are well-formed, with low code points, are told from others, and
// the places of their code points are right.
func TestLowStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	var w workspace
	good := 0
	check := func(a, b string) {
		t.Helper()
		for _, s := range []string{a, b} {
			_, ok := countTwoByte(s)
			require.Equal(t, isBelow(0x800, s), ok, "%q", s)
			require.Equal(t, utf8.RuneCountInString(s), count(s), "%q", s)
		}
		n, equal, ok := w.places(a, b)
		require.True(t, w.low.places == [lowRunes]uint64{}, "something is left of %q, %q", a, b)
		if !ok {
			x, y := []rune(a), []rune(b)
			tooLong := len(a) > 128 || len(b) > 128 || len(x) > 64 || len(y) > 64
			require.True(t, tooLong || !isLow(a) || !isLow(b), "%q, %q", a, b)
			return
		}
		good++
		require.True(t, isLow(a) && isLow(b), "%q, %q", a, b)
		if len(a) > len(b) {
			a, b = b, a
		}
		x, y := []rune(a), []rune(b)
		require.Equal(t, len(x), n, "%q, %q", a, b)
		require.Len(t, equal, len(y), "%q, %q", a, b)
		for j, c := range y {
			want := uint64(0)
			for i, d := range x {
				if c == d {
					want |= 1 << i
				}
			}
			require.Equal(t, want, equal[j], "%q, %q: code point %d", a, b, j)
		}
	}
	for _, s := range []string{
		"", "a", "é", "\u07ff", "\u0800", "\u0fff", "\u1000", "\u3fff", "\u4000", "€",
		"\xe2\x82", "\xe2\x82a", "\xe2a\x82", "\xe0\x80\x80", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2\x7f", "\xc2\xc2\x80", "\x80", "\xff",
		"abcdefgé", "abcdefg\xc3", "abcdefgh\xa9", "abcdefghé", "abcdefgéé", "abcdefg\xc3abcdefg", "abcdefg€",
	} {
		check(s, "abcdé")
		check("", s)
	}
	for _, alphabet := range alphabets {
		for range 300 {
			a, b := write(random(r, alphabet, r.IntN(80))), write(random(r, alphabet, r.IntN(80)))
			check(a, b)
		}
	}
	bytes := []byte{'a', 'z', 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xC2, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xF0, 0xFF}
	for range 5000 {
		s := make([]byte, r.IntN(10))
		for i := range s {
			s[i] = bytes[r.IntN(len(bytes))]
		}
		check("abc\u00ff\u0080"[:3+r.IntN(2)*2], string(s))
	}
	require.Greater(t, good, 500)
}

func isLow(s string) bool {
	for _, r := range s {
		if 0x800 <= r && r < 0x1000 {
			return false
		}
	}
	return isBelow(0x4000, s)
}

func isBelow(end rune, s string) bool {
	for _, r := range s {
		if r >= end {
			return false
		}
	}
	return utf8.ValidString(s)
}

// Code points that have some of their bytes in common are not equal, and all functions count
// code points.
func TestLowStringsAgreeWithDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	alphabet := []rune("aéèĩũéa\u0080\u00c0߿\u07c0€€₭…")
	for range 1000 {
		n := r.IntN(64)
		a, b := randomPair(r, alphabet, n, r.IntN(64))
		checkPair(t, a, b)
		x := random(r, alphabet, n)
		checkPair(t, string(x), string(edited(r, alphabet, x, 1+r.IntN(3))))
	}
}
