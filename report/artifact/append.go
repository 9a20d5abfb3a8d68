package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/extracteval/extracteval/report"
)

// AppendRecord appends the line of r, "\n" included, to line. The key "type" comes first. JSON
// values of a case keep their text, less line breaks. Bytes that are not UTF-8 become U+FFFD.
// The only error is a value that JSON cannot hold; AppendRecord then returns line unchanged.
func AppendRecord(line []byte, r report.Record) ([]byte, error) {
	var kept []json.RawMessage
	switch c := r.(type) {
	case report.Case:
		r, kept = withMarks(c)
	case *report.Case:
		r, kept = withMarks(*c)
	}
	var to bytes.Buffer
	to.WriteString(`{"type":"` + r.Type() + `"`)
	comma := to.Len()
	enc := json.NewEncoder(&to)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return line, fmt.Errorf("report: %s record: %w", r.Type(), plainJSON(err))
	}
	text := to.Bytes()
	text[comma] = ',' // in the place of the bracket that opens r
	start := len(line)
	line = withValues(line, text, kept)
	if !utf8.Valid(line[start:]) {
		line = append(line[:start], bytes.ToValidUTF8(line[start:], []byte("\uFFFD"))...)
	}
	return line, nil
}

// mark stands for a value that is inserted after encoding. encoding/json itself escapes no
// underscore, and a value with a backslash is marked: no other text of a line is equal to mark.
const mark = `"\u005f"`

// withMarks returns a case with mark in the place of values, and these in the order of their keys,
// each on one line: encoding/json would drop the blanks between their tokens. It leaves a value
// without blanks or escapes, and a value that is not JSON, which encoding/json rejects.
func withMarks(c report.Case) (marked *report.Case, kept []json.RawMessage) {
	replace := func(value *json.RawMessage) {
		special := " \t\r\n\\"
		if bytes.HasPrefix(*value, []byte(`"`)) {
			special = "\\" // the blanks in a string stay
		}
		if !bytes.ContainsAny(*value, special) || !json.Valid(*value) {
			return
		}
		if bytes.ContainsAny(*value, "\r\n") {
			var compact bytes.Buffer
			_ = json.Compact(&compact, *value) // it is valid
			*value = compact.Bytes()
		}
		kept = append(kept, *value)
		*value = json.RawMessage(mark)
	}
	given := c.Fields
	for i, f := range given {
		before := len(kept)
		replace(&f.Got)
		replace(&f.Want)
		replace(&f.Details)
		if len(kept) == before {
			continue
		}
		if before == 0 {
			c.Fields = slices.Clone(given) // the caller's stay as they are
		}
		c.Fields[i] = f
	}
	replace(&c.Truth)
	replace(&c.Answer)
	return &c, kept
}

// withValues appends text to line, with a value in the place of each mark.
func withValues(line, text []byte, kept []json.RawMessage) []byte {
	for _, value := range kept {
		before, after, _ := bytes.Cut(text, []byte(mark))
		line = append(append(line, before...), value...)
		text = after
	}
	return append(line, text...)
}
