package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/terminal"
)

// shownValue is a JSON value as people read it, on one line: strings in quotes
// without JSON's escapes, what is not seen by its name. The zero shownValue is that
// of no value.
type shownValue struct {
	before string // the quote and the mark of what is left out
	text   string
	after  string // such a mark, with the length of the whole, and the quote
}

func (v shownValue) String() string { return v.before + v.text + v.after }

// show returns one value, cut to a number of characters.
func show(value json.RawMessage, limit int) shownValue { return showAll(limit, value)[0] }

// showAll returns values that are compared, cut around their first difference to a
// number of characters. A value that is cut already, as those of package diff are,
// has "…" where it is.
func showAll(limit int, values ...json.RawMessage) []shownValue {
	const mark = "…"
	texts, shown, quotes := make([]string, len(values)), make([]shownValue, len(values)), make([]string, len(values))
	for i, value := range values {
		texts[i], quotes[i] = plainText(value)
		if quotes[i] != "" {
			continue
		}
		if text, ok := strings.CutPrefix(texts[i], mark); ok {
			texts[i], shown[i].before = text, mark
		}
		if text, ok := strings.CutSuffix(texts[i], mark); ok {
			texts[i], shown[i].after = text, mark
		}
	}
	for i, part := range document.Excerpts(limit, utf8.RuneCountInString, texts...) {
		v := &shown[i]
		v.text = terminal.Visible(part.Text)
		switch {
		case part.Before:
			v.before = quotes[i] + mark
		case v.before == "":
			v.text = quotes[i] + v.text
		}
		switch {
		case part.After && v.after == "":
			v.after = mark + fmt.Sprintf(" (%d bytes)", len(texts[i])) + quotes[i]
		case v.after == "":
			v.text += quotes[i]
		}
	}
	return shown
}

// plainText returns the characters of a JSON string, and its quote; every other text
// without the escapes that can be read.
func plainText(value json.RawMessage) (text, quote string) {
	if len(value) > 0 && value[0] == '"' {
		var s string
		if json.Unmarshal(value, &s) == nil {
			return s, `"`
		}
	}
	return document.Unescape(string(value)), ""
}

// cut makes text visible and cuts it to a number of characters.
func cut(text string, limit int) string {
	shown := document.Excerpt(text, limit)
	if shown != text {
		return terminal.Visible(shown) + fmt.Sprintf(" (%d bytes)", len(text))
	}
	return terminal.Visible(shown)
}
