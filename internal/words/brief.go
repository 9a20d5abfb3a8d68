package words

import (
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/document"
)

// Shorten bounds a text of a document or a spec in a message: it keeps the first most characters
// and replaces invisible ones.
func Shorten(text string, most int) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, Excerpt(text, most))
}

const briefly = 39 // characters of a value in a message

// Brief names a value in a message: "string \"12abc\"", "null".
func Brief(v document.Value) string {
	if v.Kind() == document.Null {
		return "null"
	}
	return v.Kind().String() + " " + Shorten(v.RawText(), briefly)
}

// Excerpt shortens a text of a document, a model or a user for a message: all of it, or its first
// most characters (code points) and "…" when it has more.
func Excerpt(text string, most int) string {
	n := 0
	for i := range text {
		if n >= most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
