package source

import (
	"strings"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/similarity"
)

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
		from, to := int(alikes.in[i]), int(alikes.in[j])
		if s.resembles || i > 0 && alikes.in[i-1] == alikes.in[i] || to < from {
			return false
		}
		start, end, ok := s.span(from, to)
		if !ok || end-start > 2*len(sought.text)+maxGap || !s.bounded(start, end, false) {
			return false
		}
		if digits == len(sought.text) && strings.ContainsAny(s.source[start:end], "\n\t") || strings.Contains(s.source[start:end], "   ") {
			return false // two cells of a table
		}
		found := s.form.text[from:to]
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

// resemblingDays looks for such a date: 17.1O.2023.
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
