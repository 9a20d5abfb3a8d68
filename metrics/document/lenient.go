package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ParseLenient reads a language model's answer to a request for JSON: one JSON value, with a code
// fence or prose around it.
//
//   - A text that is JSON already, but for a byte order mark, is read by [Parse].
//   - Else, if one code fence (```) holds a JSON value, that value is taken; the text around the fence may hold
//     anything.
//   - Else the one object or array in the prose is taken. Prose is searched from left to right. If something looks like
//     JSON and is not, the search continues at the error, so that no fragment of a broken value is ever taken for the
//     answer.
//
// It is an error if there is no candidate or more than one. A value that the end of the text cuts off is a
// [*SyntaxError]: lenient reading removes text around an answer and never mends the answer. The note names the text
// that was left out; it is "" if the answer is the whole text.
func ParseLenient(data []byte) (v Value, note string, err error) {
	if v, err = Parse(data); err == nil {
		return v, "", nil
	}
	text := bytes.TrimPrefix(data, []byte("\uFEFF"))
	if len(text) < len(data) {
		if v, err := Parse(text); err == nil {
			return v, "left out a byte order mark", nil
		}
	}
	if len(text) > maxSize {
		return Value{}, "", err
	}
	found, place := fenced(text), "a code fence"
	if len(found) == 0 {
		if found, err = inProse(text); err != nil {
			return Value{}, "", err
		}
		place = "prose"
	}
	switch len(found) {
	case 0:
		return Value{}, "", errors.New("document: no JSON value in it")
	case 1:
		v, err = Parse(found[0].text)
		left := len(data) - len(found[0].text)
		return v, fmt.Sprintf("left out %d bytes of %s around the JSON value", left, place), err
	}
	return Value{}, "", fmt.Errorf("document: more than one JSON value in it: %s at offset %d, %s at offset %d",
		quoteStart(found[0].text), found[0].offset, quoteStart(found[1].text), found[1].offset)
}

// piece is a part of a text.
type piece struct {
	text   []byte
	offset int
}

func quoteStart(text []byte) string {
	const most = 20
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// fenced returns the contents of code fences that are JSON values.
func fenced(text []byte) []piece {
	fence := []byte("```")
	var found []piece
	for offset := 0; ; {
		open := bytes.Index(text[offset:], fence)
		if open < 0 {
			return found
		}
		start := offset + open + len(fence)
		for start < len(text) && isInfo(text[start]) { // the language, "json"
			start++
		}
		end := len(text)
		offset = end
		if shut := bytes.Index(text[start:], fence); shut >= 0 {
			end = start + shut
			offset = end + len(fence)
		}
		if content := bytes.TrimSpace(text[start:end]); parses(content) {
			found = append(found, piece{content, start})
		}
		if offset >= len(text) {
			return found
		}
	}
}

// isInfo reports whether c may stand in the name of a language after a fence.
// A JSON value that follows the fence directly is not one word of these.
func isInfo(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '+' || c == '-' || '0' <= c && c <= '9'
}

func parses(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	_, err := Parse(text)
	return err == nil
}

// inProse returns the outermost objects and arrays of a text, two at most.
func inProse(text []byte) ([]piece, error) {
	var found []piece
	for offset := 0; len(found) < 2; {
		next := bytes.IndexAny(text[offset:], "{[")
		if next < 0 {
			break
		}
		offset += next
		if !opensJSON(text[offset:]) {
			offset++
			continue
		}
		d := json.NewDecoder(bytes.NewReader(text[offset:]))
		var raw json.RawMessage
		err := d.Decode(&raw)
		var syntax *json.SyntaxError
		switch {
		case err == nil:
			found = append(found, piece{text[offset : offset+int(d.InputOffset())], offset})
			offset += int(d.InputOffset())
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, &SyntaxError{Offset: int64(len(text)), Problem: fmt.Sprintf("the value that begins at offset %d is cut off", offset)}
		case strings.Contains(err.Error(), "exceeded max depth"):
			return nil, &SyntaxError{Offset: int64(offset), Problem: fmt.Sprintf("nested deeper than %d levels", maxDepth)}
		case errors.As(err, &syntax) && syntax.Offset > 1:
			offset += int(syntax.Offset) - 1 // the byte that is wrong may open the next candidate
		default:
			offset++
		}
	}
	return found, nil
}

// opensJSON reports whether the text after its opening bracket may stand there in JSON. With it,
// most brackets of prose need no decoder.
func opensJSON(text []byte) bool {
	rest := bytes.TrimLeft(text[1:min(len(text), 256)], " \t\r\n")
	if len(rest) == 0 {
		return true
	}
	if text[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return strings.IndexByte(`"]{[-0123456789tfn`, rest[0]) >= 0
}
