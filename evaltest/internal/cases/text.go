package cases

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"unicode/utf8"
)

// TextOf returns the text of the document of a case: the text in its data set, else an
// input that is text itself, else "".
func (c *Case) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	switch in := c.value(); {
	case !in.IsValid():
	case in.Type() == reflect.TypeFor[string]():
		if text := in.String(); isText(text) {
			return text
		}
	case in.Type() == reflect.TypeFor[[]byte]():
		if text := string(in.Bytes()); isText(text) {
			return text
		}
	}
	return ""
}

// endsAsName reports whether a text ends like a file name, "scan 1.pdf": in a point, a
// letter and at most four letters or digits.
func endsAsName(text string) bool {
	const most = 5
	for n := range min(len(text), most+1) {
		switch c := text[len(text)-1-n]; {
		case c == '.':
			return n > 0 && !isDigit(text[len(text)-n])
		case !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z'):
			return false
		}
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isText reports whether an input is the text of a document, not the bytes of a file, JSON,
// or the name of a file: it must have a line break, or a blank and neither the ending of a
// file name nor a scheme.
func isText(input string) bool {
	text := strings.TrimSpace(input)
	lines := strings.ContainsAny(text, "\n\r")
	switch {
	case !lines && (!strings.ContainsAny(text, " \t") || strings.Contains(text, "://") || endsAsName(text)):
		return false
	case strings.HasPrefix(text, "%PDF-"), strings.IndexByte(input, 0) >= 0, !utf8.ValidString(input):
		return false
	}
	return !mayBeJSON(text) || !json.Valid([]byte(text))
}

// mayBeJSON reports whether a text that contains a blank begins like JSON.
func mayBeJSON(text string) bool { return strings.IndexByte(`{["`, text[0]) >= 0 }

// readText returns the text beside a pair, NAME.txt, or "" without such a file.
func readText(dir, id string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, id+".txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
