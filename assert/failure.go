package assert

import (
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// mismatch is the text of a failure: why, then both values and the rule.
func mismatch(why string, got, want document.Value, rule compare.Comparator) string {
	return "got does not match want: " + why +
		"\ngot:  " + display(got.RawText()) +
		"\nwant: " + display(want.RawText()) +
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
	return name + " " + string(options)
}

// display bounds what a document puts into a failure, and keeps it from steering
// a terminal.
func display(text string) string {
	const most = 500
	if text == "" {
		return "(missing)"
	}
	var b strings.Builder
	for _, r := range text {
		if b.Len() >= most {
			b.WriteString("…")
			break
		}
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		b.WriteRune(r)
	}
	return b.String()
}
