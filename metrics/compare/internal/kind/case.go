package kind

import (
	"unicode"
	"unicode/utf8"
)

// FoldCase returns s with full case folding only: the mappings of Unicode's CaseFolding.txt with the status C or F. It does
// not depend on a language, so the dotless i of Turkish stays dotless.
func FoldCase(s string) string {
	dst := make([]byte, 0, len(s))
	for _, r := range s {
		dst = appendCase(dst, r)
	}
	return string(dst)
}

func appendCase(dst []byte, r rune) []byte {
	switch {
	case 'A' <= r && r <= 'Z':
		return append(dst, byte(r)+'a'-'A')
	case r < utf8.RuneSelf:
		return append(dst, byte(r))
	case 0x1F80 <= r && r <= 0x1FAF: // alpha, eta and omega with iota, each with eight accents, small and capital
		small := [...]rune{0x1F00, 0x1F20, 0x1F60}[(r-0x1F80)/16] + r%8
		return append(utf8.AppendRune(dst, small), "ι"...)
	case 'α' <= r && r < 'և', 'ῼ' < r && r < 'ﬀ': // most of Greek, Cyrillic and the scripts of Asia: not looked up in the table
		return utf8.AppendRune(dst, foldsTo(r))
	}
	if several := foldsToSeveral[r]; several != "" {
		return append(dst, several...)
	}
	return utf8.AppendRune(dst, foldsTo(r))
}

// foldsTo returns the one character that r folds to: the small letter of its capital one,
// as ς folds to σ and ſ to s.
func foldsTo(r rune) rune {
	switch {
	case r == 'ı': // without a dot, it is not the small letter of I
		return r
	case 0x13A0 <= r && r <= 0x13F5: // Cherokee is the one script whose small letters fold to capital ones
		return r
	case 0x13F8 <= r && r <= 0x13FD, 0xAB70 <= r && r <= 0xABBF:
		return unicode.ToUpper(r)
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// foldsToSeveral has the characters that fold to more than one (status F of CaseFolding.txt, but for ᾀ to ᾯ).
var foldsToSeveral = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'İ': "i\u0307", 'ŉ': "ʼn", 'ǰ': "j\u030C", 'ΐ': "ι\u0308\u0301", '\u1FD3': "ι\u0308\u0301",
	'ΰ': "υ\u0308\u0301", '\u1FE3': "υ\u0308\u0301", 'և': "եւ", 'ẖ': "h\u0331", 'ẗ': "t\u0308", 'ẘ': "w\u030A", 'ẙ': "y\u030A",
	'ẚ': "aʾ", 'ὐ': "υ\u0313", 'ὒ': "υ\u0313\u0300", 'ὔ': "υ\u0313\u0301", 'ὖ': "υ\u0313\u0342", 'ᾲ': "ὰι", 'ᾳ': "αι",
	'ᾼ': "αι", 'ᾴ': "άι", 'ᾶ': "α\u0342", 'ᾷ': "α\u0342ι", 'ῂ': "ὴι", 'ῃ': "ηι", 'ῌ': "ηι", 'ῄ': "ήι", 'ῆ': "η\u0342",
	'ῇ': "η\u0342ι", 'ῒ': "ι\u0308\u0300", 'ῖ': "ι\u0342", 'ῗ': "ι\u0308\u0342", 'ῢ': "υ\u0308\u0300", 'ῤ': "ρ\u0313",
	'ῦ': "υ\u0342", 'ῧ': "υ\u0308\u0342", 'ῲ': "ὼι", 'ῳ': "ωι", 'ῼ': "ωι", 'ῴ': "ώι", 'ῶ': "ω\u0342", 'ῷ': "ω\u0342ι",
	'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", 'ﬅ': "st", 'ﬆ': "st", 'ﬓ': "մն", 'ﬔ': "մե", 'ﬕ': "մի", 'ﬖ': "վն",
	'ﬗ': "մխ",
}
