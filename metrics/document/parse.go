package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Limits of a document. A document beyond one of them is an error of Parse, so that an extractor's
// answer of that kind is a bad answer, not a crash: the depth bounds the stack.
const (
	maxDepth = 128           // nested arrays and objects
	maxSize  = math.MaxInt32 // bytes
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
// longer than 2^31-1 bytes or nested deeper than 128 arrays and objects is a [*SyntaxError].
func Parse(data []byte) (Value, error) { return parse(string(data)) }

func parse(text string) (Value, error) {
	if len(text) > maxSize {
		return Value{}, &SyntaxError{Offset: maxSize, Problem: fmt.Sprintf("longer than %d bytes", maxSize)}
	}
	brackets := strings.Count(text, "[") + strings.Count(text, "{")
	if brackets > maxDepth {
		if offset, deep := tooDeep(text); deep {
			return Value{}, &SyntaxError{Offset: int64(offset), Problem: fmt.Sprintf("nested deeper than %d levels", maxDepth)}
		}
	}
	n, ok := newNode(text, brackets)
	if !ok {
		return Value{}, syntaxError(text)
	}
	return Value{n}, nil
}

// syntaxError asks encoding/json for the error and its place.
func syntaxError(text string) error {
	var v json.RawMessage
	err := json.Unmarshal([]byte(text), &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		problem, rest := syntax.Error(), text[max(int(syntax.Offset)-1, 0):]
		for _, name := range []string{"NaN", "Infinity"} { // as Python's json.dumps writes them
			if strings.HasPrefix(rest, name) {
				problem = name + " is not JSON: write null, or let json.dumps(..., allow_nan=False) find it"
			}
		}
		if strings.HasPrefix(rest, "'") {
			problem = "JSON has \", not ': write it by json.dumps(value), not by str(value)"
		}
		return &SyntaxError{Offset: syntax.Offset, Problem: problem}
	}
	return &SyntaxError{Problem: "it is not one JSON value"}
}

// tooDeep returns where brackets outside of strings nest deeper than maxDepth.
func tooDeep(text string) (offset int, deep bool) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '[' || c == '{'):
			if depth++; depth > maxDepth {
				return i, true
			}
		case !quoted && (c == ']' || c == '}'):
			depth--
		case quoted && c == '\\':
			i++
		}
	}
	return 0, false
}
