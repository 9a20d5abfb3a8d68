package terminal

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

// Visible returns text that is safe to send to a terminal: control characters become
// their pictures (␛ for escape), other characters that are not seen or change how
// their neighbours are shown (bidi controls, zero-width and other format
// characters, line separators, private use) become \u and their number, and
// bytes that are not UTF-8 become \x and their value. The second # of "##[" and "##vso["
// becomes \u0023, since CI servers take these for commands wherever they stand. The
// result is one line.
func Visible(text string) string { return words.Visible(text) }

// LineStart is [words.LineStart].
func LineStart(text string) string { return words.LineStart(text) }

// VisibleLines is [Visible] for a text of several lines, such as a stack: line
// breaks and tabs stay.
func VisibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, "\t"))
		lines[i] = line[:indent] + Visible(line[indent:])
	}
	return strings.Join(lines, "\n")
}

// Characters that a line shows of a text from a document, a model or an error.
const (
	PathRunes = 200
	TextRunes = 1000
)

// lineWidth is the most cells that a line shows of each of two values.
const lineWidth = 80

// Brief returns text with its control characters visible, cut to most
// characters.
func Brief(text string, most int) string {
	return words.Excerpt(Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}

// Bounds of a text on show, in characters.
const (
	MaxCharacters = view.MaxCharacters // of one value, note, warning or error
	MaxName       = view.MaxName       // of ids, tags and paths
)

// ShownValue is a JSON value as people read it, on one line: strings in quotes without JSON's escapes, with invisible
// characters as [Visible] shows them. A missing value is the zero ShownValue.
type ShownValue struct {
	Before string // the quote and the mark of an omission
	Text   string
	After  string // the mark of an omission, the length of the whole value, and the quote
}

func (v ShownValue) String() string { return v.Before + v.Text + v.After }

// ShowValue returns one value, cut to a number of characters.
func ShowValue(value json.RawMessage, limit int) ShownValue { return ShowValues(limit, value)[0] }

// ShowValues returns compared values, cut around their first difference to limit characters. A value that is already
// cut, by package diff for example, has "…" at the cut.
func ShowValues(limit int, values ...json.RawMessage) []ShownValue {
	const mark = "…"
	texts, shown, quotes := make([]string, len(values)), make([]ShownValue, len(values)), make([]string, len(values))
	for i, value := range values {
		texts[i], quotes[i] = plainText(value)
		if quotes[i] != "" {
			continue
		}
		if text, ok := strings.CutPrefix(texts[i], mark); ok {
			texts[i], shown[i].Before = text, mark
		}
		if text, ok := strings.CutSuffix(texts[i], mark); ok {
			texts[i], shown[i].After = text, mark
		}
	}
	for i, part := range words.Excerpts(limit, utf8.RuneCountInString, texts...) {
		v := &shown[i]
		v.Text = Visible(part.Text)
		switch {
		case part.Before:
			v.Before = quotes[i] + mark
		case v.Before == "":
			v.Text = quotes[i] + v.Text
		}
		switch {
		case part.After && v.After == "":
			v.After = mark + fmt.Sprintf(" (%d bytes)", len(texts[i])) + quotes[i]
		case v.After == "":
			v.Text += quotes[i]
		}
	}
	return shown
}

// plainText returns the characters of a JSON string, and its quote. It returns any other text without the escapes that
// can be read.
func plainText(value json.RawMessage) (text, quote string) {
	if len(value) > 0 && value[0] == '"' {
		var s string
		if json.Unmarshal(value, &s) == nil {
			return s, `"`
		}
	}
	return words.Unescape(string(value)), ""
}

// Excerpt makes text visible and cuts it to a number of characters.
func Excerpt(text string, limit int) string { return view.Excerpt(text, limit) }

// NoValue returns the text for a missing value or, if withheld, for a value that the record does not keep.
func NoValue(withheld bool) string {
	if withheld {
		return "(redacted)"
	}
	return "nothing"
}
