package source

import (
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/number"
)

// digits is a run of digits of the source.
type digits struct {
	start, end int32
	value      uint32 // of up to nine digits, else tooLong
	count      uint8  // how many, at most 255
}

const tooLong = 1<<32 - 1

// maxDigits is how many runs of digits of a text are looked at, and twice as many ways to make
// numbers of them.
const maxDigits = 1 << 19

// digitRuns returns the runs of digits of the source, in their order.
func (t *Text) digitRuns() []digits {
	if t.digitsMade {
		return t.digits
	}
	t.digitsMade, t.allDigits = true, true
	t.digits = make([]digits, 0, min(len(t.source)/16, maxDigits))
	for i := 0; i < len(t.source); {
		value, size := digitAt(t.source, i)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(t.source[i:])
			i += size
			continue
		}
		d := digits{start: int32(i)}
		for ; size > 0; value, size = digitAt(t.source, i) {
			if i += size; d.count < 9 {
				d.value = d.value*10 + uint32(value)
			} else {
				d.value = tooLong
			}
			d.count = min(d.count, 254) + 1
		}
		d.end = int32(i)
		if len(t.digits) == maxDigits {
			t.allDigits = false
			break
		}
		t.digits = append(t.digits, d)
	}
	return t.digits
}

// digitAt returns the value and the length of the digit at a place; the length is 0 for
// another character, and at the end.
func digitAt(text string, i int) (value byte, size int) {
	r, size := utf8.DecodeRuneInString(text[i:])
	value, ok := number.DigitValue(r)
	if !ok {
		return 0, 0
	}
	return value, size
}

// significance hashes the digits that make one number of another size, so that 1889, "1.889,00"
// and 0.1889 have the same.
type significance struct{ all, significant uint64 }

func (s *significance) add(digit byte) {
	if digit == 0 && s.all == 0 {
		return
	}
	s.all = s.all*11 + uint64(digit) + 1
	if digit != 0 {
		s.significant = s.all
	}
}

func (s *significance) addText(text string) {
	for i := 0; i < len(text); {
		digit, size := digitAt(text, i)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(text[i:])
		} else {
			s.add(digit)
		}
		i += size
	}
}

// significantOf is the significance of a decimal number.
func significantOf(d number.Decimal) uint64 {
	text, _, _ := strings.Cut(d.String(), "e")
	var s significance
	s.addText(text)
	return s.significant
}
