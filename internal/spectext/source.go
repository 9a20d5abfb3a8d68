package spectext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Limits of a spec file, far beyond any real one. They bound the cost of a hostile file.
const (
	MaxSize       = 1 << 20 // bytes
	maxSpecDepth  = 100     // nested lists and objects
	maxSpecValues = 100_000 // values, counted again each time that an alias repeats them
)

// The values of match for fields that are not leaves.
const (
	MatchList     = "list"
	MatchSet      = "set"
	MatchMap      = "map"
	MatchSections = "sections"
)

// Position is a place in a spec file, from 1; columns count code points. Struct tags have the zero
// position.
type Position struct{ Line, Column int }

// Value is one value as a spec file or a struct tag writes it.
type Value struct {
	At      Position
	Kind    document.Kind
	Text    string  // of a string; the JSON text of a number or bool
	Items   []Value // of an array
	Members []Member
}

type Member struct {
	Key   string // as the reader of specs knows it
	As    string // as the file has it: "match_fields" for the key "by"
	At    Position
	Value Value
}

// Member returns the member of an object that has the key, nil when none has.
func (v *Value) Member(key string) *Member {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return &v.Members[i]
		}
	}
	return nil
}

// AppendJSON appends v as JSON text.
func (v *Value) AppendJSON(dst []byte) []byte {
	switch v.Kind {
	case document.Array:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Items[i].AppendJSON(dst)
		}
		return append(dst, ']')
	case document.Object:
		return AppendObject(dst, v.Members)
	case document.String:
		return appendString(dst, v.Text)
	case document.Null:
		return append(dst, "null"...)
	}
	return append(dst, v.Text...)
}

// Inside returns the position of the character of v at an offset, in code points. If the file writes v on several lines
// or with escapes, exact is false, and the position is where v begins.
func Inside(data []byte, v Value, offset int) (position Position, exact bool) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for line := 1; line < v.At.Line; line++ {
		_, data, _ = bytes.Cut(data, []byte{'\n'})
	}
	data, _, _ = bytes.Cut(data, []byte{'\n'})
	column := v.At.Column
	text := []rune(string(data))
	if column < 1 || column > len(text) {
		return v.At, false
	}
	text = text[column-1:]
	if text[0] == '"' || text[0] == '\'' {
		text, column = text[1:], column+1
	}
	if !strings.HasPrefix(string(text), v.Text) {
		return v.At, false
	}
	return Position{v.At.Line, column + offset}, true
}

func AppendObject(dst []byte, members []Member) []byte {
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, members[i].Key), ':')
		dst = members[i].Value.AppendJSON(dst)
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return append(dst, `""`...)
	}
	return append(dst, quoted...)
}

// Brief describes v in an error: its type and the beginning of a scalar.
func (v *Value) Brief() string {
	switch v.Kind {
	case document.Number, document.Bool:
		return v.Kind.String() + " " + Shorten(v.Text)
	case document.String:
		return fmt.Sprintf("string %q", Shorten(v.Text))
	}
	return v.Kind.String()
}

// Shorten bounds a text of a spec or a truth in a message, and keeps control characters out of it.
func Shorten(s string) string { return words.Shorten(s, 60) }

// checked returns a text without its byte order mark.
func checked(data []byte) ([]byte, error) {
	if len(data) > MaxSize {
		return nil, &Error{Problem: fmt.Sprintf("the file has %d bytes, more than the %d that a spec may have", len(data), MaxSize)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return data, checkCharacters(data)
}

// checkCharacters finds characters that both formats forbid, for which the YAML reader has no
// position.
func checkCharacters(data []byte) error {
	position := Position{1, 1}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return errorAt(position, "the file is not valid UTF-8")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			return errorAt(position, "the control character %U is not allowed", r)
		}
		position.advance(r)
		i += size
	}
	return nil
}

func (p *Position) advance(r rune) {
	if r == '\n' {
		p.Line, p.Column = p.Line+1, 1
	} else {
		p.Column++
	}
}
