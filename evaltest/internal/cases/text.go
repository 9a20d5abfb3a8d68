package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"unicode/utf8"
)

// TextOf returns the text of the document of a case: the one that its data set gives, else
// an input that is text itself. Without any it is "".
func (c Case[In]) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	switch in := any(c.Input).(type) {
	case string:
		return documentText([]byte(in))
	case []byte:
		return documentText(in)
	}
	return ""
}

// A name ends so: "scan 1.pdf".
var endsAsName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// documentText returns an input that is the text of a document, "" for one that is the
// bytes of a file, JSON, or the name of one: what has a line break, or at least a blank and
// neither the ending of a file nor a scheme.
func documentText(input []byte) string {
	text := bytes.TrimSpace(input)
	lines := bytes.ContainsAny(text, "\n\r")
	switch {
	case !utf8.Valid(input) || bytes.IndexByte(input, 0) >= 0:
	case len(text) == 0 || bytes.HasPrefix(text, []byte("%PDF-")) || json.Valid(text):
	case lines, bytes.ContainsAny(text, " \t") && !endsAsName.Match(text) && !bytes.Contains(text, []byte("://")):
		return string(input)
	}
	return ""
}

// readText returns the text beside a pair, NAME.txt, or "" without such a file.
func readText(dir, id string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, id+".txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
