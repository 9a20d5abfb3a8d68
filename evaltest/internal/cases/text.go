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

// TextOf returns the text of the document of a case: the one that its data set gives, else
// an input that is text itself. Without any it is "".
func (c Case[In]) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	switch in := any(c.Input).(type) {
	case string:
		if isText(in) {
			return in
		}
	case []byte:
		if text := string(in); isText(text) {
			return text
		}
	}
	return ""
}

// A name ends so: "scan 1.pdf".
var endsAsName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// isText reports whether an input is the text of a document, not the bytes of a file, JSON,
// or the name of a file: what has a line break, or at least a blank and neither the ending of
// a file nor a scheme.
func isText(input string) bool {
	text := strings.TrimSpace(input)
	lines := strings.ContainsAny(text, "\n\r")
	switch {
	case !lines && (!strings.ContainsAny(text, " \t") || strings.Contains(text, "://") || endsAsName.MatchString(text)):
		return false
	case strings.HasPrefix(text, "%PDF-"), strings.IndexByte(input, 0) >= 0, !utf8.ValidString(input):
		return false
	}
	return !mayBeJSON(text) || !json.Valid([]byte(text))
}

// mayBeJSON reports whether a text that has a blank in it begins as JSON does.
func mayBeJSON(text string) bool { return strings.IndexByte(`{["`, text[0]) >= 0 }

// readText returns the text beside a pair, NAME.txt, or "" without such a file.
func readText(dir, id string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, id+".txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
