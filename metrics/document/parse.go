package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// Limits of what is read. A document beyond one of them is an error of Parse,
// so that an extractor's answer of that kind is a bad answer, not a crash.
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
func Parse(data []byte) (Value, error) {
	if len(data) > MaxSize {
		return Value{}, &SyntaxError{Offset: MaxSize, Problem: fmt.Sprintf("longer than %d bytes", MaxSize)}
	}
	if at, deep := tooDeep(data); deep {
		return Value{}, &SyntaxError{Offset: int64(at), Problem: fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	}
	// gjson's validator is several times faster than encoding/json's. It has no
	// depth limit of its own, hence the check before it.
	if !gjson.ValidBytes(data) {
		return Value{}, syntaxError(data)
	}
	return build(slices.Clone(data)), nil
}

// CheckUTF8 returns a [*SyntaxError] for a text that is not valid UTF-8, as JSON has to
// be (RFC 8259, 8.1). [Parse] lets it pass: what an extractor says is to be read as far as
// it can be, while a truth in another encoding is a mistake of the one who saved it.
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

// syntaxError asks encoding/json, which knows what is wrong and where.
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

// build makes the tree of a valid text in one pass, without recursion.
func build(raw []byte) Value {
	t := &tree{text: string(raw), raw: raw}
	text := t.text
	t.nodes = make([]node, 0, estimate(text))
	var open []int32 // containers that are not closed yet
	var keyStart, keyEnd int32
	var keyEscaped bool
	for i := 0; i < len(text); {
		c := text[i]
		switch c {
		case ' ', '\t', '\n', '\r', ',', ':':
			i++
			continue
		case ']', '}':
			i++
			n := &t.nodes[open[len(open)-1]]
			n.end, n.next = int32(i), int32(len(t.nodes))
			open = open[:len(open)-1]
			continue
		}
		n := node{start: int32(i)}
		inObject := len(open) > 0 && t.nodes[open[len(open)-1]].kind == Object
		if inObject && keyStart == 0 {
			end, escaped := stringEnd(text, i)
			keyStart, keyEnd, keyEscaped = int32(i+1), int32(end-1), escaped
			i = end
			continue
		}
		if len(open) > 0 {
			t.nodes[open[len(open)-1]].length++
		}
		if inObject {
			n.keyStart, n.keyEnd, n.keyEscaped = keyStart, keyEnd, keyEscaped
			keyStart = 0
		}
		switch c {
		case '{', '[':
			n.kind = Object
			if c == '[' {
				n.kind = Array
			}
			open = append(open, int32(len(t.nodes)))
			i++
		case '"':
			n.kind = String
			i, n.escaped = stringEnd(text, i)
		case 't', 'n':
			n.kind, n.yes = Bool, true
			if c == 'n' {
				n.kind, n.yes = Null, false
			}
			i += 4
		case 'f':
			n.kind = Bool
			i += 5
		default:
			n.kind = Number
			for i++; i < len(text) && !endsNumber[text[i]]; i++ {
			}
		}
		n.end, n.next = int32(i), int32(len(t.nodes)+1)
		if len(t.nodes) == cap(t.nodes) {
			t.nodes = slices.Grow(t.nodes, remaining(len(t.nodes), i, len(text)))
		}
		t.nodes = append(t.nodes, n)
	}
	return Value{t, 0}
}

var endsNumber = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, ',': true, ']': true, '}': true}

// estimate returns about how many values a text holds: each but the first
// stands after a comma or an opening bracket. Commas inside of strings make it
// too large, hence the cap.
func estimate(text string) int {
	n := 1 + strings.Count(text, ",") + strings.Count(text, "[") + strings.Count(text, "{")
	return min(n, len(text)/2+1, 4096)
}

// remaining returns about how many values are still to come where n stood in the
// first read bytes of size, at most three times as many.
func remaining(n, read, size int) int {
	return min(n*(size-read)/read+n/16, 3*n) + 1
}

// stringEnd returns the index after the string that starts at i, and whether it
// needs more than to be sliced.
func stringEnd(text string, i int) (end int, escaped bool) {
	start := i + 1
	for i = start; ; i++ {
		i += strings.IndexByte(text[i:], '"')
		if text[i-1] != '\\' || !oddBackslashes(text[start:i]) {
			break
		}
	}
	s := text[start:i]
	return i + 1, strings.IndexByte(s, '\\') >= 0 || !utf8.ValidString(s)
}

// oddBackslashes reports whether the quote after s is escaped.
func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}
