package layout

import (
	"context"
	"math"
	"regexp"
	"strings"
)

// Extract detects the words of a document and finds the values among them.
func Extract(_ context.Context, d Document) (Layout, error) {
	words := Detect(d)
	return Layout{
		Number: find(words, numberLabel, number),
		Date:   find(words, dateLabel, date),
		Total:  find(words, totalLabel, amount),
		Words:  words,
	}, nil
}

var (
	numberLabel = regexp.MustCompile(`(?i)^(no\.|number|ref\.)$`)
	dateLabel   = regexp.MustCompile(`(?i)^(date|issued)$`)
	totalLabel  = regexp.MustCompile(`(?i)^(total|due)$`)

	number = regexp.MustCompile(`^[A-Z]+-\d{4}-\d+$`)
	date   = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	amount = regexp.MustCompile(`^\d+(\.\d\d)?$`)
)

// find returns the first word of the given form to the right of a label, in the same line. If several labels have such
// a word, the last label decides.
func find(words []Word, label, form *regexp.Regexp) Located {
	for i := len(words) - 1; i >= 0; i-- {
		if !label.MatchString(words[i].Text) {
			continue
		}
		for _, w := range words {
			if form.MatchString(strings.TrimSpace(w.Text)) && behind(words[i].Place, w.Place) {
				return Located{Value: w.Text, Place: w.Place}
			}
		}
	}
	return Located{}
}

// behind reports whether b is to the right of a in the same line.
func behind(a, b Place) bool {
	return a.Page == b.Page && b.BBox[0] > a.BBox[0] && math.Abs(a.BBox[1]-b.BBox[1]) < (a.BBox[3]-a.BBox[1])/2
}
