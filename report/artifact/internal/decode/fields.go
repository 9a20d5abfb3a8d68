// Package decode reads what package encode beside it writes, several times faster than
// encoding/json, and leaves all else to that.
package decode

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// keys are those of a leaf, in the order of a writer.
var keys = []string{
	"path", "attribute", "got_index", "want_index", "outcome", "score", "similarity", "weight",
	"note", "tag", "error_class", "origin", "confidence", "got", "want", "cut", "details",
}

// Fields decodes the leaves of a case: a list, valid JSON, whose objects have the keys of
// a [report.Field], each once at most, in the order of package encode, and no white space
// between tokens. ok is false for everything else, and where a value is not plainly of its
// kind.
func Fields(list string) (all []report.Field, ok bool) {
	c := cursor{text: list, bytes: []byte(list)}
	if !c.skip('[') {
		return nil, false
	}
	all = make([]report.Field, 0, strings.Count(list, `,"weight":`))
	for !c.skip(']') {
		if len(all) > 0 && !c.skip(',') || !c.skip('{') {
			return nil, false
		}
		all = append(all, report.Field{})
		if !c.field(&all[len(all)-1]) {
			return nil, false
		}
	}
	return all, c.at == len(list)
}

// cursor reads tokens of valid JSON. What it cannot take makes it bad.
type cursor struct {
	text  string
	bytes []byte // the same; raw values are parts of it
	at    int    // behind what was read
	bad   bool
}

// skip passes over one byte, if it is the next.
func (c *cursor) skip(b byte) bool {
	if c.at < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

// field reads up to the end of an object that has begun.
func (c *cursor) field(f *report.Field) bool {
	next := 0 // of keys
	for first := true; !c.skip('}'); first = false {
		if !first && !c.skip(',') {
			return false
		}
		key := c.plain()
		for next < len(keys) && keys[next] != key {
			next++
		}
		if next == len(keys) || !c.skip(':') {
			return false
		}
		next++
		switch key {
		case "path":
			f.Path = c.string()
		case "attribute":
			f.Attribute = c.string(f.Path)
		case "got_index":
			f.GotIndex = c.integers()
		case "want_index":
			f.WantIndex = c.integers()
		case "outcome":
			f.Outcome = c.outcome()
		case "score":
			f.Score = c.number()
		case "similarity":
			f.Similarity = c.number()
		case "weight":
			f.Weight = c.number()
		case "note":
			f.Note = c.string()
		case "tag":
			f.Tag = c.string()
		case "error_class":
			f.ErrorClass = c.string()
		case "origin":
			f.Origin = c.string()
		case "confidence":
			f.Confidence = report.RatioOf(c.number(), true)
		case "got":
			f.Got = c.raw()
		case "want":
			f.Want = c.raw()
		case "cut":
			f.Cut = c.flag()
		case "details":
			f.Details = c.raw()
		default:
			return false
		}
		if c.bad {
			return false
		}
	}
	return true
}

// token returns what stands up to the end of a number or a literal.
func (c *cursor) token() string {
	from := c.at
	for c.at < len(c.text) && c.text[c.at] != ',' && c.text[c.at] != '}' && c.text[c.at] != ']' {
		c.at++
	}
	return c.text[from:c.at]
}

// plain returns the next string as it stands, without its quotes.
func (c *cursor) plain() string {
	if !c.skip('"') {
		c.bad = true
		return ""
	}
	from := c.at
	for {
		n := strings.IndexByte(c.text[c.at:], '"')
		if n < 0 { // cannot be, in valid JSON
			c.bad = true
			return ""
		}
		c.at += n + 1
		if end := c.at - 1; !escaped(c.text[from:end]) {
			return c.text[from:end]
		}
	}
}

// escaped reports whether what follows text in a string is escaped.
func escaped(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// string reads a string. Where it is one of those that are known it shares their memory.
func (c *cursor) string(known ...string) (text string) {
	from := c.at
	text = c.plain()
	if strings.IndexByte(text, '\\') >= 0 || !utf8.ValidString(text) {
		c.bad = c.bad || json.Unmarshal(c.bytes[from:c.at], &text) != nil
		return text
	}
	for _, same := range known {
		if same == text {
			return same
		}
	}
	return strings.Clone(text)
}

func (c *cursor) outcome() (o metrics.Outcome) {
	text := c.plain()
	for _, o := range metrics.Outcomes() {
		if o.String() == text {
			return o
		}
	}
	c.bad = true
	return 0
}

func (c *cursor) number() float64 {
	token := c.token()
	switch token {
	case "0":
		return 0
	case "1":
		return 1
	}
	v, err := strconv.ParseFloat(token, 64)
	c.bad = c.bad || err != nil
	return v
}

func (c *cursor) flag() bool {
	token := c.token()
	c.bad = c.bad || token != "true" && token != "false"
	return token == "true"
}

func (c *cursor) integers() []int {
	all := []int{}
	if !c.skip('[') {
		c.bad = true
	}
	for !c.bad && !c.skip(']') {
		c.bad = len(all) > 0 && !c.skip(',')
		n, err := strconv.ParseUint(c.token(), 10, 31)
		c.bad = c.bad || err != nil
		all = append(all, int(n))
	}
	return all
}

// raw passes over a value and returns its text.
func (c *cursor) raw() json.RawMessage {
	from := c.at
	for depth := 0; c.at < len(c.text) && !c.bad; {
		switch c.text[c.at] {
		case '"':
			c.plain()
		case '{', '[':
			depth++
			c.at++
		case '}', ']':
			depth--
			c.at++
		case ',', ':', ' ', '\t', '\r':
			c.at++
			c.bad = depth == 0
			continue // these end no value
		default:
			token := c.token()
			c.bad = c.bad || token == "" || depth == 0 && strings.ContainsAny(token, " \t\r")
		}
		if depth == 0 {
			return c.bytes[from:c.at:c.at]
		}
	}
	c.bad = true
	return nil
}
