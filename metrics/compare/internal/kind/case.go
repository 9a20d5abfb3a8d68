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
	}
	if several := foldsToSeveral(r); several != "" {
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

// foldsToSeveral returns the characters that r folds to if they are more than one (status F of
// CaseFolding.txt, but for ᾀ to ᾯ), else "".
func foldsToSeveral(r rune) string {
	switch r {
	case 'ß', 'ẞ':
		return "ss"
	case 'İ':
		return "i\u0307"
	case 'ŉ':
		return "ʼn"
	case 'ǰ':
		return "j\u030C"
	case 'ΐ', '\u1FD3':
		return "ι\u0308\u0301"
	case 'ΰ', '\u1FE3':
		return "υ\u0308\u0301"
	case 'և':
		return "եւ"
	case 'ẖ':
		return "h\u0331"
	case 'ẗ':
		return "t\u0308"
	case 'ẘ':
		return "w\u030A"
	case 'ẙ':
		return "y\u030A"
	case 'ẚ':
		return "aʾ"
	case 'ὐ':
		return "υ\u0313"
	case 'ὒ':
		return "υ\u0313\u0300"
	case 'ὔ':
		return "υ\u0313\u0301"
	case 'ὖ':
		return "υ\u0313\u0342"
	case 'ᾲ':
		return "ὰι"
	case 'ᾳ', 'ᾼ':
		return "αι"
	case 'ᾴ':
		return "άι"
	case 'ᾶ':
		return "α\u0342"
	case 'ᾷ':
		return "α\u0342ι"
	case 'ῂ':
		return "ὴι"
	case 'ῃ', 'ῌ':
		return "ηι"
	case 'ῄ':
		return "ήι"
	case 'ῆ':
		return "η\u0342"
	case 'ῇ':
		return "η\u0342ι"
	case 'ῒ':
		return "ι\u0308\u0300"
	case 'ῖ':
		return "ι\u0342"
	case 'ῗ':
		return "ι\u0308\u0342"
	case 'ῢ':
		return "υ\u0308\u0300"
	case 'ῤ':
		return "ρ\u0313"
	case 'ῦ':
		return "υ\u0342"
	case 'ῧ':
		return "υ\u0308\u0342"
	case 'ῲ':
		return "ὼι"
	case 'ῳ', 'ῼ':
		return "ωι"
	case 'ῴ':
		return "ώι"
	case 'ῶ':
		return "ω\u0342"
	case 'ῷ':
		return "ω\u0342ι"
	case 'ﬀ':
		return "ff"
	case 'ﬁ':
		return "fi"
	case 'ﬂ':
		return "fl"
	case 'ﬃ':
		return "ffi"
	case 'ﬄ':
		return "ffl"
	case 'ﬅ', 'ﬆ':
		return "st"
	case 'ﬓ':
		return "մն"
	case 'ﬔ':
		return "մե"
	case 'ﬕ':
		return "մի"
	case 'ﬖ':
		return "վն"
	case 'ﬗ':
		return "մխ"
	}
	return ""
}
