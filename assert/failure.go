package assert

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// mismatch returns the text of a failure: the reason, both values and the rule.
func mismatch(why string, got, want document.Value, rule compare.Comparator) string {
	shown := words.Excerpts(maxShown, utf8.RuneCountInString, words.Unescape(got.RawText()), words.Unescape(want.RawText()))
	return "got does not match want: " + why +
		"\ngot:  " + display(shown[0].String()) +
		"\nwant: " + display(shown[1].String()) +
		"\nrule: " + describe(rule)
}

func describe(rule compare.Comparator) string {
	name, options, err := compare.Describe(rule)
	switch {
	case err != nil:
		return compare.Name(rule)
	case string(options) == "{}":
		return name
	}
	return name + " " + words.Unescape(string(options))
}

// maxShown is the number of characters of one text that a failure shows.
const maxShown = 500

// display shortens a text of a document for a failure, and escapes characters
// that would control a terminal.
func display(text string) string {
	if text == "" {
		return "(missing)"
	}
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, words.Excerpt(text, maxShown))
}
