package terminal

import (
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
)

// Characters that a line shows of a text from a document, a model or an error.
const (
	valueRunes = 80
	PathRunes  = 200
	TextRunes  = 1000
)

// Brief returns text with its control characters visible, cut to most
// characters.
func Brief(text string, most int) string {
	return document.Excerpt(Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}
