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
	if c, ok := r.(*report.Case); ok {
		r = *c
	}
	var kept []json.RawMessage
	if c, ok := r.(report.Case); ok {
		kept = markValues(&c)
		r = c
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return line, fmt.Errorf("report: %s record: %w", r.Type(), plainJSON(err))
	}
	start := len(line)
	line = append(append(append(line, `{"type":"`...), r.Type()...), `",`...)
	rest := body.Bytes()[1:]
	for _, value := range kept {
		before, after, _ := bytes.Cut(rest, []byte(mark))
		line = append(append(line, before...), value...)
		rest = after
	}
	line = append(line, rest...)
	if text := line[start:]; !utf8.Valid(text) {
		line = append(line[:start], bytes.ToValidUTF8(text, []byte("\uFFFD"))...)
	}
	return line, nil
}

// mark stands for a value that is inserted after encoding. encoding/json itself escapes no
// underscore, and a value with a backslash is marked: no other text of a line is equal to mark.
const mark = `"\u005f"`

// markValues replaces values of a case by mark and returns them in the order of their keys, each
// on one line: encoding/json would drop the blanks between their tokens. It leaves a value without
// blanks or escapes, and a value that is not JSON, which encoding/json rejects.
func markValues(c *report.Case) (kept []json.RawMessage) {
	replace := func(value *json.RawMessage) {
		special := " \t\r\n\\"
		if bytes.HasPrefix(*value, []byte(`"`)) {
			special = "\\" // the blanks in a string stay
		}
		if !bytes.ContainsAny(*value, special) || !valid(*value) {
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
	c.Fields = slices.Clone(c.Fields)
	for i := range c.Fields {
		f := &c.Fields[i]
		replace(&f.Got)
		replace(&f.Want)
		replace(&f.Details)
	}
	replace(&c.Truth)
	replace(&c.Answer)
	return kept
}
