// Package casetext says what a test prints of one case, with nothing that is redacted.
package casetext

import (
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
)

// What a line shows of a text that a document, a model or an error wrote.
const (
	valueRunes = 80
	PathRunes  = 200
	TextRunes  = 1000
)

// Brief returns text made visible and not longer than so many characters.
func Brief(text string, most int) string {
	return document.Excerpt(terminal.Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}
