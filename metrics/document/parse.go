package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// Limits of a document. A document beyond one of them is an error of Parse, so that an extractor's
// answer of that kind is a bad answer, not a crash.
const (
	MaxDepth = 1_000         // nested arrays and objects
	MaxSize  = math.MaxInt32 // bytes
)

// SyntaxError says why a text is not one JSON value.
type SyntaxError struct {
	Offset  int64 // bytes read before the error
	Problem string
}

// Error gives both in one line.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("document: invalid JSON at offset %d: %s", e.Offset, e.Problem)
}

// Parse reads exactly one JSON value (RFC 8259), with white space around it.
// The text is copied. Number texts of any length are kept as they are; for invalid
// UTF-8 and lone surrogates in strings see [Value.Text]. A text that is not JSON, is
// longer than [MaxSize] or nested deeper than [MaxDepth] is a [*SyntaxError].
func Parse(data []byte) (Value, error) { return parse(data, true) }

// parse is Parse. Without a copy the Value owns data, and the caller must not use it again.
func parse(data []byte, copied bool) (Value, error) {
	if len(data) > MaxSize {
		return Value{}, &SyntaxError{Offset: MaxSize, Problem: fmt.Sprintf("longer than %d bytes", MaxSize)}
	}
	if at, deep := tooDeep(data); deep {
		return Value{}, &SyntaxError{Offset: int64(at), Problem: fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	}
	text := data
	if copied {
		text = bytes.Clone(data)
	}
	v, ok := build(text)
	if !ok {
		return Value{}, syntaxError(data)
	}
	return v, nil
}

// CheckUTF8 returns a [*SyntaxError] for a text that is not valid UTF-8, as JSON has to be (RFC
// 8259, 8.1). [Parse] accepts such a text: an extractor's answer should be read as far as possible,
// while a truth in another encoding is a mistake of its author.
func CheckUTF8(data []byte) error {
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			return &SyntaxError{Offset: int64(at), Problem: fmt.Sprintf("byte 0x%02X is not UTF-8, which JSON has to be", data[at])}
		}
		at += n
	}
}

// syntaxError asks encoding/json for the error and its place.
func syntaxError(data []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(data, &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &SyntaxError{Offset: syntax.Offset, Problem: syntax.Error()}
	}
	return &SyntaxError{Problem: "it is not one JSON value"}
}

// tooDeep returns where brackets outside of strings nest deeper than MaxDepth.
func tooDeep(data []byte) (at int, deep bool) {
	// The number of opening brackets bounds the depth, and counting is quick.
	if len(data) <= MaxDepth || bytes.Count(data, []byte{'['})+bytes.Count(data, []byte{'{'}) <= MaxDepth {
		return 0, false
	}
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '[', '{':
			if depth++; depth > MaxDepth {
				return i, true
			}
		case ']', '}':
			depth--
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		}
	}
	return 0, false
}

// estimate returns about how many values a text holds: each but the first
// stands after a comma or an opening bracket. Commas inside of strings make it
// too large, hence the cap.
func estimate(text []byte) int {
	n := 1 + bytes.Count(text, []byte{','}) + bytes.Count(text, []byte{'['}) + bytes.Count(text, []byte{'{'})
	return min(n, len(text)/2+1, 4096)
}

// remaining returns about how many values are still to come where n stood in the
// first read bytes of size, at most three times as many.
func remaining(n, read, size int) int {
	return min(n*(size-read)/read+n/16, 3*n) + 1
}
