package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// dates reads the dates of one field.
type dates struct {
	parser    *date.Parser
	precision date.Precision
}

// newDates returns false for options that are not valid.
func newDates(c compare.Date) (dates, bool) {
	precision, found := date.PrecisionOf(c.Precision)
	order, ok := date.OrderOf(c.Order)
	if !found || !ok {
		return dates{}, false
	}
	parser, err := date.Compile(date.Options{
		Formats: c.Formats, OnlyFormats: c.OnlyFormats, Languages: c.Languages, Order: order, Precision: precision,
	})
	return dates{parser, precision}, err == nil
}

// daysOf returns the days that a text may mean, two for an ambiguous one.
func (d dates) daysOf(text string) []date.Date {
	r, err := d.parser.Parse(text)
	switch {
	case err != nil:
		return nil
	case r.Ambiguous():
		return []date.Date{r.Date, r.Other}
	}
	return []date.Date{r.Date}
}

func (d dates) readDates(v document.Value) []date.Date {
	if v.Kind() != document.String && v.Kind() != document.Number {
		return nil
	}
	return d.daysOf(v.Text())
}

const (
	// maxWithin is the greatest distance of two numbers of one date, in bytes: a long name of a month with the
	// characters around it, and white space at the end of a line.
	maxWithin = 40
	// maxParsed is the number of texts that are read as dates for one value.
	maxParsed = 1 << 13
)

// dated looks for a day in any form that a parser reads. It finds candidates by their
// numbers: the year, and near it a day and a month.
func (s *search) dated(d dates, day date.Date) {
	runs := s.digitRuns()
	tried := 0
	for i := range runs {
		if s.done {
			return
		}
		year := &runs[i]
		if year.count >= 6 && year.count <= 14 { // 20240105, or by a format
			tried++
			if s.isDate(d, day, i, i) {
				continue
			}
		} else if !isYearOf(year, day) {
			continue
		}
		s.around(i, func(first, last int) bool {
			if !s.mayBe(d.precision, day, first, last, i) {
				return false
			}
			tried++
			return s.isDate(d, day, first, last)
		})
		if tried > maxParsed {
			s.incomplete = true
			return
		}
	}
	s.incomplete = s.incomplete || !s.allDigits
}

// isYearOf reports whether digits are the year of a day, written with four digits or with two.
func isYearOf(d *digits, day date.Date) bool {
	switch d.count {
	case 4:
		return int(d.value) == day.Year
	case 2:
		return int(d.value) == day.Year%100 && 1969 <= day.Year && day.Year <= 2068
	}
	return false
}

// around calls f with the first and the last of one to three neighbouring runs of digits that include run i and may be
// one date. It begins with the most runs, and stops when f reports that they are a date.
func (s *search) around(i int, f func(first, last int) bool) {
	for n := 2; n >= 0; n-- {
		for first := i - n; first <= i; first++ {
			last := first + n
			if first < 0 || last >= len(s.digits) {
				continue
			}
			close := true
			for k := first; k < last; k++ {
				close = close && s.digits[k+1].start-s.digits[k].end <= maxWithin
			}
			if close && f(first, last) {
				return
			}
		}
	}
}

// mayBe reports whether the runs of digits from first to last may be a day, by their numbers alone. It rules out most texts
// that are not the day.
func (s *search) mayBe(precision date.Precision, day date.Date, first, last, year int) bool {
	if precision != date.Day {
		return true
	}
	days, months, others := 0, 0, 0
	for k := first; k <= last; k++ {
		if k == year {
			continue
		}
		d := &s.digits[k]
		others++
		if d.count > 2 {
			return false
		}
		if int(d.value) == day.Day {
			days++
		}
		if int(d.value) == int(day.Month) {
			months++
		}
	}
	return days > 0 && (others == 1 || months > 0)
}

// isDate reports whether the runs of digits from first to last, with the words around them that belong to a date, print
// the day. If so, it yields the place.
func (s *search) isDate(d dates, day date.Date, first, last int) bool {
	start, end := int(s.digits[first].start), int(s.digits[last].end)
	inside := s.source[start:end]
	if !s.alone(start, end, inside) {
		return false
	}
	left, right := s.wordsBeside(start, end)
	places := [...][2]int{{start, end}, {left, end}, {start, right}, {left, right}}
	for k, p := range places {
		if k > 0 && slices.Contains(places[:k], p) {
			continue
		}
		if p[1]-p[0] <= date.MaxLength && slices.Contains(d.daysOf(s.source[p[0]:p[1]]), day) {
			s.yieldPlace(s.place(p[0], p[1], 1))
			return true
		}
	}
	return false
}

// alone reports whether digits are not a part of a version, an IP address or a code.
func (s *search) alone(start, end int, inside string) bool {
	if r, size := utf8.DecodeLastRuneInString(s.source[:start]); size > 0 {
		if unicode.IsLetter(r) && !spaceless(r) && strings.ContainsAny(inside, "./") && !strings.ContainsFunc(inside, unicode.IsLetter) {
			return false
		}
		if joinsParts(r) && strings.ContainsRune(inside, r) && endsWithDigit(s.source[:start-size]) {
			return false
		}
	}
	if r, size := utf8.DecodeRuneInString(s.source[end:]); size > 0 && joinsParts(r) && strings.ContainsRune(inside, r) {
		if next, _ := utf8.DecodeRuneInString(s.source[end+size:]); isDigit(next) {
			return false
		}
	}
	return true
}

// wordsBeside returns the beginning of the word before digits and the end of the word after
// them, which may be the name of a month or a weekday, or 日. Without a word it returns the
// place of the digits.
func (s *search) wordsBeside(start, end int) (left, right int) {
	window := s.source[max(0, start-maxWithin):start]
	previous := strings.TrimRightFunc(window, notInName)
	left = start
	if rest := strings.TrimRightFunc(previous, inWord); len(rest) < len(previous) {
		left -= len(window) - len(rest)
	}
	rest := s.source[end:min(len(s.source), end+maxWithin)]
	trimmed := strings.TrimLeftFunc(rest, notInName)
	word := 0
	for _, r := range trimmed {
		if !inWord(r) {
			break
		}
		word += utf8.RuneLen(r)
		if unicode.Is(unicode.Han, r) {
			break
		}
	}
	right = end
	if word > 0 {
		right += len(rest) - len(trimmed) + word
	}
	return left, right
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// notInName reports whether a character may stand between the name of a month and a number.
func notInName(r rune) bool {
	return unicode.IsSpace(r) || r == '.' || r == ',' || r == '-' || r == '/' || r == '–'
}
