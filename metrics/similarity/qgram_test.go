package similarity

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHamming(t *testing.T) {
	for _, tt := range []struct {
		a, b   string
		want   float64
		reason string
	}{
		{"karolin", "kathrin", 4.0 / 7, "the textbook pair, distance 3"},
		{"1011101", "1001001", 5.0 / 7, "the textbook pair, distance 2"},
		{"DE89370400", "DE89370401", 0.9, "the last digit of ten"},
		{"grün", "grin", 0.75, "code points are counted, not bytes"},
		{"abcd", "abc", 0, "another length, however alike"},
		{"ab", "ba", 0, "no position is the same"},
	} {
		assert.Equal(t, tt.want, hamming(tt.a, tt.b), "%q, %q: %s", tt.a, tt.b, tt.reason)
		assert.Equal(t, tt.want, hamming(tt.b, tt.a), "%q, %q: %s", tt.b, tt.a, tt.reason)
	}
}

func TestQGram(t *testing.T) {
	for _, tt := range []struct {
		a, b   string
		want   float64
		reason string
	}{
		{"abcd", "abce", 0.5, "abc in both; bcd and bce in one: 1 - 2/4"},
		{"01000", "001111", 0, "010 100 000 and 001 011 111 111: all 7 are in one only"},
		{"aaaa", "aaa", 2.0 / 3, "aaa twice and once: 1 - 1/3"},
		{"Rechnung", "Rechnungen", 12.0 / 14, "6 and 8 grams, nge and gen in one only"},
		{"äöü€", "äöü", 2.0 / 3, "code points are counted, not bytes"},
		{"abXabYab", "abYabXab", 1, "the same grams in another order"},
		{"ab", "ab", 1, "no grams on either side, equal"},
		{"ab", "ba", 0, "no grams on either side, not equal"},
		{"a", "b", 0, "no grams on either side, not equal"},
		{"ab", "abc", 0, "no gram on one side: the 1 gram of the other is in one only"},
		{"\xff\xfe", "\xfe\xff", 1, "each invalid byte is one U+FFFD, so these are equal"},
		{"\xffb", "\xfea", 0, "the same with different letters"},
	} {
		assert.InDelta(t, tt.want, qgram(tt.a, tt.b), 1e-15, "%q, %q: %s", tt.a, tt.b, tt.reason)
		assert.InDelta(t, tt.want, qgram(tt.b, tt.a), 1e-15, "%q, %q: %s", tt.b, tt.a, tt.reason)
	}
}

func TestQGramOfLongStrings(t *testing.T) {
	long := strings.Repeat("abcdefghij", 40_000) // 399,998 grams
	assert.Equal(t, 2*399_998.0/(399_998+399_999), qgram(long, long+"!"))
	assert.Equal(t, 0.0, qgram(long, strings.Repeat("0123456789", 40_000)))
}
