package source

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// maxRejected bounds the places that a search for one value rejects: "aa" occurs everywhere in "aaaa…", and nowhere as
// a word. A long text counts more than once.
const maxRejected = 1 << 14

// maxSought is the length in bytes of the longest text for which a search is made.
const maxSought = 16 << 10

// sought is the text for which a search is made.
type sought struct {
	source string
	form   form
	// code says that the text has a digit and is so long that the document may have additional blanks within it.
	code    bool
	letters bool // it has nothing but letters
	number  bool // it is a number: a point or a comma within it would make another number
}

// shortestCode is the length of the shortest code that is found across blanks: DE 129 273 398,
// but not 24 in a row of a table with 2 and 4.
const shortestCode = 5

// countDigits returns the number of digits of a form.
func countDigits(form []byte) (n int) {
	for _, c := range form {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

func newSought(text string) *sought {
	text = strings.TrimSpace(text)
	s := &sought{source: text, form: newForm(text), letters: true}
	if countDigits(s.form.text) > 0 {
		s.letters = false
		s.code = len(s.form.text) >= shortestCode
	}
	return s
}

// search is one search: its receiver of places, and its state.
type search struct {
	*Text
	yield      func(Place) bool
	found      bool
	done       bool // yield wants no more places
	incomplete bool // the search ended early, because of its cost
	nearest    Place
	resembles  bool // nearest is set
	left       int  // bytes that may still be searched for further values
}

func (s *search) yieldPlace(p Place) {
	s.found = true
	s.done = s.done || !s.yield(p)
}

// words looks for a text by its letters and digits: as whole words, whatever stands
// between them.
func (s *search) words(q *sought) {
	if len(q.source) > maxSought {
		s.incomplete = true
		return
	}
	if len(q.form.text) == 0 {
		if i := strings.Index(s.source, q.source); i >= 0 && q.source != "" { // "€"
			s.yieldPlace(s.place(i, i+len(q.source), 1))
		}
		return
	}
	s.occurrences(s.form.text, q.form.text, func(i, j int) bool {
		start, end, ok := s.spanOf(i, j)
		if !ok || !s.bounded(start, end, q.letters) || !s.joined(i, j, q) {
			return false
		}
		s.yieldPlace(s.place(start, end, 1))
		return true
	})
}

// occurrences calls f for each place of sought in text until the search is done. f reports whether it accepts the
// place.
func (s *search) occurrences(text, sought []byte, f func(i, j int) bool) {
	rejected := 0
	for start := 0; !s.done; {
		i := bytes.Index(text[start:], sought)
		if i < 0 {
			return
		}
		i += start
		start = i + 1
		if f(i, i+len(sought)) {
			start = i + len(sought)
		} else if rejected += 1 + len(sought)/64; rejected >= maxRejected {
			s.incomplete = true
			return
		}
	}
}

// spanOf returns the place in the source of a part of its form. It reports false for a part that
// begins or ends within a character, as the second s of ß.
func (t *Text) spanOf(i, j int) (start, end int, ok bool) {
	offsets := t.form.offsets
	start = int(offsets[i])
	if i > 0 && int(offsets[i-1]) == start || j < len(offsets) && offsets[j] == offsets[j-1] {
		return 0, 0, false
	}
	return start, characterEnd(t.source, int(offsets[j-1])), true
}

// bounded reports whether a place begins and ends where a word may. letters says that the place has nothing but letters.
func (t *Text) bounded(start, end int, letters bool) bool {
	previous, size := utf8.DecodeLastRuneInString(t.source[:start])
	first, _ := utf8.DecodeRuneInString(t.source[start:])
	if size > 0 {
		if isWord(previous) {
			if !mayTouch(previous, first, letters) {
				return false
			}
		} else if joinsDigits(previous) && isDigit(first) {
			if r, n := utf8.DecodeLastRuneInString(t.source[:start-size]); n > 0 && isDigit(r) {
				return false
			}
		}
	}
	last, _ := utf8.DecodeLastRuneInString(t.source[:end])
	next, size := utf8.DecodeRuneInString(t.source[end:])
	if size == 0 {
		return true
	}
	if isWord(next) {
		return mayTouch(next, last, letters) || unicode.Is(unicode.Hangul, last) && unicode.Is(unicode.Hangul, next) // 서울은
	}
	if joinsDigits(next) && isDigit(last) {
		if r, n := utf8.DecodeRuneInString(t.source[end+size:]); n > 0 && isDigit(r) {
			return false
		}
	}
	return true
}

// mayTouch reports whether inside, the first or last character of a word, may stand next to outside, a letter or digit.
func mayTouch(outside, inside rune, letters bool) bool {
	return spaceless(outside) || spaceless(inside) || letters && unicode.IsDigit(outside) // EUR5
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r) }

// joinsDigits reports whether a character between two digits makes one number, date or
// code of them.
func joinsDigits(r rune) bool {
	switch r {
	case '.', ',', '\'', '’', '-', '/', ':', '_':
		return true
	}
	return false
}

// maxGap is the most bytes between two letters of a text that is found: the indentation of the next line.
const maxGap = 120

// joined reports whether the gaps between the characters of a place are allowed in an occurrence of q:
//
//   - blanks and line breaks where q also has something between the characters;
//   - a hyphen at the end of a line, and nothing but soft hyphens, anywhere;
//   - within codes two blanks, or a line break; between characters of scripts without
//     spaces, anything;
//   - within numbers one space, or a mark that is not a separator of numbers;
//   - elsewhere no blanks. Up to three marks may stand anywhere.
func (t *Text) joined(i, j int, q *sought) bool {
	offsets := t.form.offsets
	for k := i + 1; k < j; k++ {
		if offsets[k] == offsets[k-1] || offsets[k] == offsets[k-1]+1 {
			continue
		}
		end := characterEnd(t.source, int(offsets[k-1]))
		if end == int(offsets[k]) {
			continue
		}
		gap := t.source[end:offsets[k]]
		if len(gap) > maxGap {
			return false
		}
		blanks, marks := 0, 0
		for _, r := range gap {
			if unicode.IsSpace(r) {
				blanks++
			} else {
				marks++
			}
		}
		if q.number && (blanks > 1 || strings.ContainsAny(gap, ".,'’\n\r\t")) {
			return false
		}
		inText := characterEnd(q.source, int(q.form.offsets[k-i-1])) < int(q.form.offsets[k-i])
		if marks > 3 && !inText {
			return false
		}
		if blanks == 0 || inText || q.code && (blanks <= 2 || strings.Contains(gap, "\n")) || isHyphenation(gap) {
			continue
		}
		previous, _ := utf8.DecodeLastRuneInString(t.source[:end])
		next, _ := utf8.DecodeRuneInString(t.source[offsets[k]:])
		if !spaceless(previous) || !spaceless(next) {
			return false
		}
	}
	return true
}

// isHyphenation reports whether a word continues on the next line: a hyphen, and white space with a line break in it.
func isHyphenation(gap string) bool {
	hyphen, size := utf8.DecodeRuneInString(gap)
	if hyphen != '-' && hyphen != '\u00AD' && hyphen != '\u2010' && hyphen != '¬' {
		return false
	}
	gap = gap[size:]
	return strings.ContainsAny(gap, "\n\r\v\f\u2028") && strings.TrimSpace(gap) == ""
}

// shortestAlike is the length of the shortest text that another one resembles: 50 and "so"
// say nothing.
const shortestAlike = 4

// resembling looks for a place that would be the text if characters that OCR takes for one
// another were the same.
func (s *search) resembling(sought form, shortest int) {
	if s.found || s.resembles || len(sought.text) < shortest || len(sought.text) > maxSought {
		return
	}
	alikes := s.alikes()
	digits := countDigits(sought.text)
	s.occurrences(alikes.text, newAlike(sought).text, func(i, j int) bool {
		first, last := int(alikes.positions[i]), int(alikes.positions[j])
		if s.resembles || i > 0 && alikes.positions[i-1] == alikes.positions[i] || last < first {
			return false
		}
		start, end, ok := s.spanOf(first, last)
		if !ok || end-start > 2*len(sought.text)+maxGap || !s.bounded(start, end, false) {
			return false
		}
		if digits == len(sought.text) && strings.ContainsAny(s.source[start:end], "\n\t") || strings.Contains(s.source[start:end], "   ") {
			return false // two cells of a table
		}
		found := s.form.text[first:last]
		if 2*countDigits(found) < digits || string(found) == string(sought.text) {
			return false
		}
		s.resembles = true
		s.nearest = s.place(start, end, min(similarity.Levenshtein(string(found), string(sought.text)), 0.99))
		return false
	})
}

// resemblingNumber looks for digits that OCR took for letters: 147,6O.
func (s *search) resemblingNumber(values []number.Decimal) {
	if s.found {
		return
	}
	for _, value := range values {
		whole, decimals, _ := strings.Cut(value.Abs().String(), ".")
		if strings.Contains(whole+decimals, "e") {
			continue
		}
		s.resembling(newForm(whole+decimals+strings.Repeat("0", max(0, 2-len(decimals)))), 3)
		s.resembling(newForm(whole+decimals), 3)
	}
}

// resemblingDays looks for dates with digits that OCR took for letters: 17.1O.2023.
func (s *search) resemblingDays(days []date.Date) {
	if s.found {
		return
	}
	for _, day := range days {
		text := day.String() // 2023-10-17
		if day.Day == 0 {
			continue
		}
		y, m, d := text[:4], text[5:7], text[8:]
		for _, order := range [...]string{d + m + y, y + m + d, m + d + y, d + m + y[2:]} {
			s.resembling(newForm(order), shortestAlike)
		}
	}
}
