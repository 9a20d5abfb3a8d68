package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/report/terminal"
)

// show returns a JSON value as people read it, on one line: strings in quotes
// without JSON's escapes, what is not seen by its name, cut to a number of
// characters; "" where there is no value.
func show(value json.RawMessage, limit int) string {
	if len(value) == 0 {
		return ""
	}
	text, quote := string(value), ""
	if value[0] == '"' {
		var s string
		if json.Unmarshal(value, &s) == nil {
			text, quote = s, `"`
		}
	}
	return quote + cut(text, limit) + quote
}

// cut makes text visible and cuts it to a number of characters.
func cut(text string, limit int) string {
	// What lies beyond is not looked at: the text may be long.
	const widest = utf8.UTFMax
	whole := text
	if len(text) > widest*limit {
		text = strings.ToValidUTF8(text[:widest*limit], "")
	}
	runes := 0
	for i := range text {
		if runes == limit {
			text = text[:i]
			break
		}
		runes++
	}
	if len(text) == len(whole) {
		return terminal.Visible(text)
	}
	return terminal.Visible(text) + fmt.Sprintf("… (%d bytes)", len(whole))
}
