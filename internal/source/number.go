package source

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// printed is a place where a number may be printed: digits and separators.
type printed struct {
	significant uint64 // a hash of its digits without the zeros in front and after
	start, end  int32
}

// separator is the kind of text between two runs of digits.
type separator uint8

const (
	apart separator = iota
	tight           // a separator of numbers
	blank           // one space, which may group
)

func (t *Text) separatorBefore(i int) separator {
	if i == 0 {
		return apart
	}
	gap := t.source[t.digits[i-1].end:t.digits[i].start]
	switch gap {
	case ".", ",", "'", "’", "‘", "٫", "٬", "．", "，", "،":
		return tight
	case " ", "\u00A0", "\u202F", "\u2009", "\u2007":
		return blank
	}
	return apart
}

const (
	maxPrinted = 64 // the length in bytes of the longest number
	maxGroups  = 5  // the most groups of digits after the first that blanks join to one number
)

// printedNumbers returns the places where numbers may be printed: runs of digits with separators between them, several
// such runs with blanks between them (1 889,00), and years in dates.
func (t *Text) printedNumbers() []printed {
	if t.numbers != nil {
		return t.numbers
	}
	runs := t.digitRuns()
	t.allNumbers = t.allDigits
	t.numbers = make([]printed, 0, len(runs)+1)
	for i := 0; i < len(runs); {
		first := i
		for i++; i < len(runs) && t.separatorBefore(i) == tight; i++ {
		}
		if len(t.numbers) > 2*maxDigits {
			t.allNumbers = false
			break
		}
		t.addPrinted(first, i)
		t.addGrouped(first, i)
		for k := first; k < i && i-first == 3; k++ { // 5.1.2024
			if isYear(runs[k]) {
				t.addPrinted(k, k+1)
			}
		}
	}
	return t.numbers
}

func isYear(d digits) bool { return d.count == 4 && 1900 <= d.value && d.value < 2100 }

// addPrinted adds the runs of digits from i up to j as one number.
func (t *Text) addPrinted(i, j int) {
	start, end := t.digits[i].start, t.digits[j-1].end
	if end-start > maxPrinted {
		return
	}
	var s significance
	s.addText(t.source[start:end])
	t.numbers = append(t.numbers, printed{s.significant, start, end})
}

// addGrouped adds the numbers that begin with the runs of digits from i up to j and continue with groups of three
// digits, each after a blank.
func (t *Text) addGrouped(i, j int) {
	runs := t.digits
	if j-i > 1 || runs[i].count > 3 {
		return
	}
	for range maxGroups {
		if j == len(runs) || t.separatorBefore(j) != blank || runs[j].count != 3 {
			return
		}
		next := j + 1
		for next < len(runs) && next-j < 3 && t.separatorBefore(next) == tight {
			next++
		}
		t.addPrinted(i, next)
		if next > j+1 { // decimals
			return
		}
		j = next
	}
}

// numbersOf returns the readings of a value as a number. ok is false for other values.
func numbersOf(v document.Value, format number.Format) (values []number.Decimal, ok bool) {
	if v.Kind() == document.Number {
		n, err := number.ParseJSON(v.RawText())
		return []number.Decimal{n.Decimal}, err == nil
	}
	return readings(v.Text(), format)
}

// readings returns the numbers that a text may mean: two for an ambiguous separator under the
// format "auto".
func readings(text string, format number.Format) (values []number.Decimal, ok bool) {
	n, err := number.Parse(text, format)
	if err != nil {
		return nil, false
	}
	values = []number.Decimal{n.Decimal}
	if n.Ambiguous() {
		values = append(values, n.Other().Decimal)
	}
	return values, true
}

// isLabelled reports whether a text is a number with a unit. Such a text is searched as words unless its comparator compares
// numbers.
func isLabelled(text string) bool {
	n, err := number.Parse(text, number.Auto)
	return err == nil && n.Labelled()
}

// numeric looks for a number in any form that the format reads.
func (s *search) numeric(values []number.Decimal, format number.Format) {
	for _, value := range values {
		significant := significantOf(value)
		tried := 0
		for _, p := range s.printedNumbers() {
			if p.significant != significant {
				continue
			}
			if !s.prints(p, value, format) {
				if tried++; tried == maxRejected {
					s.incomplete = true
					break
				}
				continue
			}
			s.yieldPlace(s.place(int(p.start), int(p.end), 1))
			if s.done {
				return
			}
		}
	}
	s.incomplete = s.incomplete || !s.allNumbers
}

var hundredth, _ = number.FromFloat(0.01)

// prints reports whether a printed number is the value.
func (t *Text) prints(p printed, value number.Decimal, format number.Format) bool {
	text := t.source[p.start:p.end]
	signs, percent, ok := t.surroundings(p)
	if !ok {
		return false
	}
	read, ok := readings(text, format)
	if !ok {
		return false
	}
	if value.Sign() < 0 && !signs.negative || value.Sign() > 0 && !signs.positive {
		return false
	}
	return slices.ContainsFunc(read, func(r number.Decimal) bool {
		return r.Cmp(value.Abs()) == 0 || percent && r.Mul(hundredth).Cmp(value.Abs()) == 0
	})
}

// digits is a run of digits of the source.
type digits struct {
	start, end int32
	value      uint32 // of up to nine digits, else tooLong
	count      uint8  // how many, at most 255
}

const tooLong = 1<<32 - 1

// maxDigits is the most runs of digits of a text that are read. Twice as many numbers are made of them.
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
			i += size
			if d.count < 9 {
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

// significance hashes the digits of a number without leading and trailing zeros, so that 1889, "1.889,00" and 0.1889
// have the same hash.
type significance struct{ all, significant uint64 }

func (s *significance) addDigit(digit byte) {
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
			s.addDigit(digit)
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
