package similarity

import (
	"math/rand/v2"
	"testing"
)

func TestDecode(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	check := func(s string) {
		t.Helper()
		want := []rune(s)
		got := decode(make([]rune, len(s)), s)
		if string(got) != string(want) || len(got) != len(want) {
			t.Fatalf("decode(%q) = %q, want %q", s, got, want)
		}
	}
	for _, s := range []string{
		"", "a", "é", "€", "\U0001F642", "abcdefgh", "\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010FFFF",
		"\xc0\x80abcdefgh", "\xc1\xbfabcdefgh", "\xe0\x9f\xbfabcdefgh", "\xed\xa0\x80abcdefgh", "\xed\xbf\xbfabcdefgh",
		"\xf4\x90\x80\x80abcdefgh", "\xf0\x8f\xbf\xbfabcdefgh", "\xf8\x88\x80\x80\x80abcdefgh", "\xffabcdefgh",
		"abcdefgh\xe2", "abcdefgh\xe2\x82", "abcdefgh\xc3", "\x82abcdefgh", "abcdefg\x82h", "abcdefgé\x82",
	} {
		check(s)
	}
	for _, alphabet := range alphabets {
		for n := range 150 {
			check(write(random(r, alphabet, n)))
		}
	}
	// Bytes of all kinds that begin, continue and break sequences.
	bytes := []byte{'a', 'z', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF}
	for range 200_000 {
		s := make([]byte, r.IntN(24))
		for i := range s {
			s[i] = bytes[r.IntN(len(bytes))]
		}
		check(string(s))
	}
	// Valid text, hardly broken.
	for range 50_000 {
		s := []byte(write(random(r, alphabets["scripts"], 1+r.IntN(100))))
		for range r.IntN(3) {
			s[r.IntN(len(s))] = bytes[r.IntN(len(bytes))]
		}
		check(string(s))
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, kind := range []struct{ name, text string }{
		{"russian", "Съешь ещё этих мягких французских булок, да выпей же чаю. Счёт №12"},
		{"german", "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich 12"},
		{"chinese", "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽"},
		{"random", string(random(rand.New(rand.NewPCG(1, 1)), uniLetters, 6400))},
	} {
		b.Run(kind.name, func(b *testing.B) {
			dst := make([]rune, len(kind.text))
			b.SetBytes(int64(len(kind.text)))
			for b.Loop() {
				decode(dst, kind.text)
			}
		})
	}
}
