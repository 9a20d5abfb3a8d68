package similarity

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A pair of first bytes, with ASCII, is compared without a workspace; all else is left to it.
func TestPair(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		ok         bool
	}{
		{"ASCII", "abc", "acb", false},
		{"Cyrillic", "Привет, мир", "Привёт мир!", true},
		{"Latin-1", "\u0080\u00bf\u00c0\u00ff", "\u00ff\u00bf\x00\x7f", true},
		{"only a has others than ASCII", "aéb", "abc", true},
		{"only b has others than ASCII", "abc", "aéb", false},
		{"one more first byte in b", "è", "ĸè", false},
		{"one more first byte in a", "èĀ", "è", false},
		{"no more than 64", pairText(64), "я" + pairText(70), true},
		{"65", pairText(65), pairText(65), false},
		{"three bytes", "аб€", "аб", false},
		{"three bytes first", "€а", "а", false},
		{"four bytes", "аб", "а\U0001F600", false},
		{"a continuation alone", "а\x80", "а", false},
		{"a first byte alone", "аб", "а\xd0", false},
		{"a first byte and ASCII", "аб", "а\xd0a", false},
		{"written too long", "\xc1\xa1\xc1\xa1", "aa", false},
		{"written too long, later", "é\xc1\xa1", "éa", false},
	} {
		n, m, length, ok := lcsPair(c.a, c.b)
		require.Equal(t, c.ok, ok, c.name)
		if x, y := []rune(c.a), []rune(c.b); ok {
			require.Equal(t, [3]int{len(x), len(y), textbookLCS(x, y)}, [3]int{n, m, length}, c.name)
		}
	}
	r := rand.New(rand.NewPCG(29, 30))
	for _, first := range []rune{0x80, 0x380, 0x400, 0x580, 0x780} { // all 128 from there on
		letters := []rune("aZ\x00\x7f ")
		for i := range rune(128) {
			letters = append(letters, first+i)
		}
		for range 50 {
			x := append([]rune{first}, random(r, letters, r.IntN(64))...)
			y := edited(r, letters, x, 1+r.IntN(40))
			n, m, length, ok := lcsPair(string(x), string(y))
			require.True(t, ok, "%q, %q", string(x), string(y))
			require.Equal(t, [3]int{len(x), len(y), textbookLCS(x, y)}, [3]int{n, m, length}, "%q, %q", string(x), string(y))
		}
	}
}

func pairText(n int) string {
	s := make([]rune, n)
	for i := range s {
		s[i] = 'а' + rune(i%32)
	}
	return string(s)
}
