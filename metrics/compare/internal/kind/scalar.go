package kind

import (
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// SameText compares scalars of different types by their texts. A rule first brings the texts of strings into a form.
func SameText(rule FoldRule, got, want document.Value) bool {
	g, ok := scalarText(rule, got)
	if !ok {
		return false
	}
	w, ok := scalarText(rule, want)
	return ok && number.Equal(g, w) // which compares texts that are not numbers byte by byte
}

// SameForm reports whether two values of different types have the same form: one is the text of a value of the other's
// type. "10.11" is the text of a number. Such a pair differs in its value, and not in its type.
func SameForm(rule FoldRule, got, want document.Value) bool {
	if got.Kind() == document.String {
		got, want = want, got
	}
	text, ok := scalarText(rule, want)
	switch got.Kind() {
	case document.Bool:
		return ok && (text == "true" || text == "false")
	case document.Number:
		_, err := number.ParseJSON(text)
		return ok && err == nil
	}
	return false
}

func scalarText(rule FoldRule, v document.Value) (text string, ok bool) {
	switch v.Kind() {
	case document.Bool, document.Number:
		return v.RawText(), true
	case document.String:
		return rule.Form(v.Text()), true
	}
	return "", false
}
