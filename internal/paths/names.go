package paths

import (
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Document is printed for the empty path.
const Document = "(document)"

// Join appends a path to the path of its starting point: "lines[]" and "amount" give
// "lines[].amount", "rows[]" and "[0]" give "rows[][0]".
func Join(prefix, path string) string {
	if prefix == "" || path == "" || path[0] == '[' {
		return prefix + path
	}
	return prefix + "." + path
}

// General returns the attribute that a path is an example of: "lines[3].amount"
// gives "lines[].amount".
func General(path string) string {
	if !strings.Contains(path, "[") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		b.WriteByte(path[i])
		if path[i] != '[' {
			continue
		}
		key, _ := strconv.QuotedPrefix(path[i+1:]) // "" where no quoted key follows
		b.WriteString(key)
		i += len(key)
		for i+1 < len(path) && path[i+1] >= '0' && path[i+1] <= '9' {
			i++
		}
	}
	return b.String()
}

// ParseAttribute reads the name of an attribute, or the path of a leaf, which is the
// document itself or may begin with it.
func ParseAttribute(name string) (document.Path, error) {
	if below, ok := strings.CutPrefix(name, Document); ok {
		if below == "" {
			return document.Path{}, nil
		}
		name = strings.TrimPrefix(below, ".")
	}
	return document.ParseAttribute(name)
}
