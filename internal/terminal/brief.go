package terminal

import (
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
)

// Characters that a line shows of a text from a document, a model or an error.
const (
	PathRunes = 200
	TextRunes = 1000
)

// lineWidth is how many cells a line shows of each of two values.
const lineWidth = 80

// Brief returns text with its control characters visible, cut to most
// characters.
func Brief(text string, most int) string {
	return words.Excerpt(Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}
