package source

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
)

// form is a text prepared for searches: its letters and digits after [compare.Fold], digits of any script as ASCII
// digits, without the characters between them. A search looks up white space, line breaks, hyphens and punctuation in
// the source.
type form struct {
	text []byte
	// offsets holds, for each byte of text, the offset of its character in the source.
	offsets []int32
}

func newForm(source string) form {
	f := form{text: make([]byte, 0, len(source)), offsets: make([]int32, 0, len(source))}
	var folds map[string][]byte // of characters that do not fold alone
	for i := 0; i < len(source); {
		c := source[i]
		if c < utf8.RuneSelf {
			if letter := ascii[c]; letter != 0 {
				f.text = append(f.text, letter)
				f.offsets = append(f.offsets, int32(i))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(source[i:])
		if foldsAlone(r) {
			f.addRune(i, unicode.ToLower(r))
			i += size
			continue
		}
		if !isWord(r) {
			i += size
			continue
		}
		start := i
		if n := len(f.offsets); isMark(r) && n > 0 && characterEnd(source, int(f.offsets[n-1])) > i {
			for start = int(f.offsets[n-1]); n > 0 && int(f.offsets[n-1]) == start; n-- { // the letter that the mark is on
			}
			f.text, f.offsets = f.text[:n], f.offsets[:n]
		}
		i = characterEnd(source, start)
		character := source[start:i]
		folded, ok := folds[character]
		if !ok {
			folded = foldCharacter(character)
			if folds == nil {
				folds = make(map[string][]byte)
			}
			if len(folds) < maxFolds {
				folds[character] = folded
			}
		}
		f.text = append(f.text, folded...)
		for range folded {
			f.offsets = append(f.offsets, int32(start))
		}
	}
	return f
}

// maxFolds is the most folded characters that newForm remembers.
const maxFolds = 4096

// ascii holds the letters and digits of ASCII in lower case, 0 for all else.
var ascii = func() (table [utf8.RuneSelf]byte) {
	for c := byte('0'); c <= '9'; c++ {
		table[c] = c
	}
	for c := byte('a'); c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = c, c
	}
	return table
}()

func (f *form) addRune(offset int, r rune) {
	length := len(f.text)
	f.text = utf8.AppendRune(f.text, r)
	for range len(f.text) - length {
		f.offsets = append(f.offsets, int32(offset))
	}
}

// foldCharacter folds a letter or digit with its marks.
func foldCharacter(character string) []byte {
	var folded []byte
	for _, r := range compare.Fold(character) {
		if digit, ok := number.DigitValue(r); ok {
			r = '0' + rune(digit)
		}
		if isWord(r) {
			folded = utf8.AppendRune(folded, r)
		}
	}
	return folded
}

// foldsAlone reports whether folding a letter beyond ASCII only lowers its case. It is true for most letters of
// documents.
func foldsAlone(r rune) bool {
	switch {
	case 0xC0 <= r && r <= 0x017E:
		return r != '×' && r != '÷' && r != 'ß' && r != 'İ' && r != 'ŉ'
	case 0x0410 <= r && r <= 0x044F, 0x3041 <= r && r <= 0x3096, 0x30A1 <= r && r <= 0x30FA, 0x4E00 <= r && r <= 0x9FFF, 0xAC00 <= r && r <= 0xD7A3:
		return true
	}
	return false
}

// isWord reports whether a character is part of a word or number.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return ascii[r&0x7F] != 0
	}
	return unicode.IsLetter(r) || isMark(r) || unicode.IsDigit(r)
}

// isMark reports whether a character belongs to the one before it: accents, vowels
// of Indic scripts, the voice marks of half-width kana, the parts of a Korean syllable.
func isMark(r rune) bool {
	if r < 0x0300 {
		return false
	}
	selector := 0xFE00 <= r && r <= 0xFE0F
	return unicode.IsMark(r) && !selector || r == 0xFF9E || r == 0xFF9F || 0x1160 <= r && r <= 0x11FF
}

// characterEnd returns the end of the character that begins at a place, with its first few
// marks: a hostile text may have thousands.
func characterEnd(source string, offset int) int {
	_, size := utf8.DecodeRuneInString(source[offset:])
	end := offset + size
	for range 8 {
		if end >= len(source) || source[end] < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(source[end:])
		if !isMark(r) {
			break
		}
		end += size
	}
	return end
}

// alike is a form in which characters that OCR takes for one another are the same:
// 0 and O, 1, l, I and i, 2 and Z, 5 and S, 6 and G, 8 and B, m and rn, w and vv,
// œ and oe, æ and ae, and Latin letters with their accents and without.
type alike struct {
	text []byte
	// positions holds the offset in the form of each byte of text, then the length of the form.
	positions []int32
}

var confused = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		table[c] = byte(c)
	}
	for _, pair := range [...]string{"0o", "1l", "1i", "2z", "5s", "6g", "8b"} {
		table[pair[1]] = pair[0]
	}
	return table
}()

// ligatures maps the ligatures with e to their letters.
var ligatures = map[rune][]byte{'œ': {confused['o'], 'e'}, 'æ': {'a', 'e'}}

func newAlike(f form) alike {
	a := alike{text: make([]byte, 0, len(f.text)), positions: make([]int32, 0, len(f.text)+1)}
	for i := 0; i < len(f.text); {
		c, size := f.text[i], 1
		if c < utf8.RuneSelf {
			if i+1 < len(f.text) && (c == 'r' && f.text[i+1] == 'n' || c == 'v' && f.text[i+1] == 'v') {
				size = 2
				if c == 'r' {
					c = 'm'
				} else {
					c = 'w'
				}
			}
			a.text = append(a.text, confused[c])
			a.positions = append(a.positions, int32(i))
			i += size
			continue
		}
		r, size := utf8.DecodeRune(f.text[i:])
		letters := f.text[i : i+size]
		if pair, ok := ligatures[r]; ok {
			letters = pair
		} else if r < firstPlain && accentless()[r] != 0 {
			letters = []byte{confused[accentless()[r]]}
		}
		a.text = append(a.text, letters...)
		for range letters {
			a.positions = append(a.positions, int32(i))
		}
		i += size
	}
	a.positions = append(a.positions, int32(len(f.text)))
	return a
}

// firstPlain is the first letter after the Latin letters with accents.
const firstPlain = 0x0250

// accentless maps Latin letters with accents to the letters without accents, and other letters to 0.
var accentless = sync.OnceValue(func() *[firstPlain]byte {
	var bases [firstPlain]byte
	for r := rune(0xC0); r < firstPlain; r++ {
		if base := norm.NFD.String(string(r))[0]; base < utf8.RuneSelf {
			bases[r] = ascii[base]
		}
	}
	return &bases
})

// spaceless reports whether r is of a script that has no spaces between words, so that
// a word may end anywhere.
func spaceless(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}
