package cases

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// TextOf returns the text of the document of a case: the text in its data set, else an
// input that is text itself, else "".
func (c *Case) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	if text, ok := c.inputText(); ok && isText(string(text)) {
		return string(text)
	}
	return ""
}

// fileName matches a text that ends like a file name, "scan 1.pdf".
var fileName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// isText reports whether an input is the text of a document, not the bytes of a file, JSON,
// or the name of a file: it must have a line break, or a blank and neither the ending of a
// file name nor a scheme.
func isText(input string) bool {
	text := strings.TrimSpace(input)
	lines := strings.ContainsAny(text, "\n\r")
	switch {
	case !lines && (!strings.ContainsAny(text, " \t") || strings.Contains(text, "://") || fileName.MatchString(text)):
		return false
	case strings.HasPrefix(text, "%PDF-"), strings.IndexByte(input, 0) >= 0, !utf8.ValidString(input):
		return false
	}
	return !json.Valid([]byte(text))
}

// readText returns the text beside a pair, NAME.txt, or "" without such a file.
func readText(dir, id string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, id+".txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
