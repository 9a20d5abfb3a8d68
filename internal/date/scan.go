package date

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// maxTokens bounds how many parts a printed date has: a weekday, a day with its
// ordinal, a month, a year, a time with its fraction, half day and zone, with all
// that may stand between them.
const maxTokens = 32

// scan holds the tokens of one printed text, as the grammar consumes them.
type scan struct {
	list [maxTokens]token
	n    int
	// timed says that a token may belong to a time of day, so that the text must be searched for one.
	timed bool
	// signs says that a word may change a number beside it, as the sign of an era does.
	signs bool
}

// token is a number, a word or a mark.
type token struct {
	kind   tokenKind
	mark   byte  // a mark: one of -/.,:+'()
	space  bool  // white space stands before it
	digits uint8 // of a number, at most maxDigits
	value  int   // of its first nine digits, which fit 32 bits
	rest   int   // of the digits behind them
	word   word
}

type tokenKind uint8

const (
	endToken tokenKind = iota // the end of the tokens
	numberToken
	wordToken
	markToken
)

// maxDigits is the length of the longest number, YYYYMMDDHHmmss.
const maxDigits = 14

func (t *token) isMark(mark byte) bool { return t.kind == markToken && t.mark == mark }
func (t *token) hasRole(r role) bool   { return t.kind == wordToken && t.word.hasRole(r) }

// isNumber reports whether the token is a number of least to most digits.
func (t *token) isNumber(least, most uint8) bool {
	return t.kind == numberToken && least <= t.digits && t.digits <= most
}

// token returns a token, an endToken beyond both ends.
func (s *scan) token(i int) *token {
	if i < 0 || i >= s.n {
		return &end
	}
	return &s.list[i]
}

var end token // never written

// remove removes the tokens from i up to j.
func (s *scan) remove(i, j int) {
	copy(s.list[i:], s.list[j:s.n])
	s.n -= j - i
	if i < s.n {
		s.list[i].space = true
	}
}

// readText splits a folded text into tokens. The reason says why the text cannot be a date, "" if it
// may be one.
func (s *scan) readText(text string) (reason string) {
	space := false
	for i := 0; i < len(text); {
		c := text[i]
		if c == ' ' {
			space = true
			i++
			continue
		}
		if s.n == maxTokens {
			return "it is too long for a date"
		}
		t := &s.list[s.n]
		t.space = space
		space = false
		switch {
		case '0' <= c && c <= '9':
			start := i
			for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
				if i-start == maxDigits {
					return "one of its numbers has too many digits"
				}
				digit := int(text[i] - '0')
				if i-start < 9 {
					t.value = t.value*10 + digit
				} else {
					t.rest = t.rest*10 + digit
				}
			}
			t.kind = numberToken
			t.digits = uint8(i - start)
			s.timed = s.timed || t.digits >= 8
		case c == '-', c == '/', c == '.', c == ',', c == ':', c == '+', c == '\'', c == '(', c == ')':
			t.kind = markToken
			t.mark = c
			s.timed = s.timed || c == ':' || c == '+'
			i++
		default:
			w, n, ok := longestWord(text[i:])
			if n == 0 {
				r, _ := utf8.DecodeRuneInString(text[i:])
				return fmt.Sprintf("%q does not belong in a date", r)
			}
			if !ok {
				return fmt.Sprintf("%.20q is not the name of a month or a weekday", text[i:i+n])
			}
			t.kind = wordToken
			t.word = w
			s.timed = s.timed || w.roles&(at|hourWord|halfDayWord|halfLetter|zoneWord) != 0
			s.signs = s.signs || w.roles&(monthSign|era|buddhist) != 0
			i += n
		}
		s.n++
	}
	s.timed = s.timed || s.n > 5
	return ""
}

// wordEnd returns the length of the word that a folded text begins with: up to four Chinese characters, or other letters.
func wordEnd(text string) int {
	han, count := isHan(text), 0
	for i, r := range text {
		if count == 4 || unicode.Is(unicode.Han, r) != han || !inWord(r) {
			return i
		}
		if han {
			count++
		}
	}
	return len(text)
}

func isHan(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.Han, r)
}

// readSigns reads the words that change a number beside them:
//
//	令和6, 令6, 平成元, 民國113, พ.ศ. 2567  a year of an era; also R6 at the beginning, if the language is Japanese: S1.2.3 may be a part
//	tháng 3                        the month of that number
//	6 มิถุนายน 2554, 6 มิ.ย. 54        a year of the Buddhist era after the name of a month in Thai
func (g *grammar) readSigns() {
	s := &g.scan
	for i := 0; i+1 < s.n; i++ {
		number := i + 1
		if s.list[number].isMark('.') && !s.list[number].space && i+2 < s.n {
			number++
		}
		w, next := &s.list[i], &s.list[number]
		switch {
		case w.hasRole(monthSign) && next.isNumber(1, 2) && 1 <= next.value && next.value <= 12:
			*w = token{kind: wordToken, space: w.space, word: word{month: uint8(next.value)}}
		case w.hasRole(era) && next.hasRole(firstYear):
			*w = token{kind: numberToken, space: w.space, value: int(w.word.number) + 1, digits: 4}
		case w.hasRole(era) && next.isNumber(1, 4) && (w.word.number <= 0 || next.digits < 4) && (w.word.roles == era || i == 0 && !next.space && slices.Contains(g.languages, "ja")):
			*w = token{kind: numberToken, space: w.space, value: int(w.word.number) + next.value, digits: 4}
		case w.hasRole(buddhist) && next.isNumber(4, 4) && next.value >= 2400:
			next.value -= 543
			continue
		case w.hasRole(buddhist) && next.isNumber(2, 2):
			next.value = (next.value + 57) % 100 // 2500 is 1957
			continue
		default:
			continue
		}
		s.remove(i+1, number+1)
	}
}
