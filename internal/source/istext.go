package source

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// fileName matches a text that ends like a file name, "scan 1.pdf".
var fileName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// IsText reports whether an input is the text of a document, not the bytes of a file, JSON,
// or the name of a file: it must have a line break, or a blank and neither the ending of a
// file name nor a scheme.
func IsText(input string) bool {
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
