package reading

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

// ParsePath reads a path of a spec. For an invalid path, problem names the error and the path to write
// instead. It refuses the paths that [document.ParsePath] refuses, and the notations of JSONPath
// and JSON Pointer, since documents do not have keys such as "$".
func ParsePath(text string) (path document.Path, problem string) {
	path, err := document.ParsePath(text)
	if err != nil {
		return nil, describePath(text, err)
	}
	var notation, rest string
	switch {
	case text == "$" || strings.HasPrefix(text, "$.") || strings.HasPrefix(text, "$["):
		notation, rest = "JSONPath", strings.TrimPrefix(text[1:], ".")
	case text[0] == '/':
		notation, rest = "JSON Pointer", fromPointer(text)
	default:
		return path, ""
	}
	if _, err := document.ParsePath(rest); err != nil {
		return nil, fmt.Sprintf("it is written as %s; write the keys with dots between them, such as vendor.name", notation)
	}
	return nil, fmt.Sprintf("it is written as %s; write %s", notation, rest)
}

// fromPointer returns the path that a JSON Pointer means.
func fromPointer(pointer string) string {
	var path document.Path
	for key := range strings.SplitSeq(pointer[1:], "/") {
		path = append(path, document.Key(strings.NewReplacer("~1", "/", "~0", "~").Replace(key)))
	}
	return path.String()
}

// describePath names the error in a path, err being the error of [document.ParsePath], and the path to
// write instead.
func describePath(text string, err error) string {
	var p *document.PathError
	if !errors.As(err, &p) {
		return err.Error()
	}
	hint := p.Hint
	for mark, kinds := range map[string][2]string{paths.Items: {"Set", "List"}, paths.Members: {"Map", "Map"}} {
		list, rest, ok := strings.Cut(text, mark)
		if !ok || !strings.HasPrefix(text[p.Offset:], mark) {
			continue
		}
		hint = fmt.Sprintf("give a field Path %q and a %s", list, kinds[0])
		if rest = strings.TrimPrefix(rest, "."); rest != "" {
			hint = fmt.Sprintf("give a field Path %q and a %s with the field %q", list, kinds[1], rest)
		} else if mark == paths.Members {
			hint += fmt.Sprintf(", or write [%q] for the key %[1]q", text)
		}
	}
	if hint != "" {
		hint = "; " + hint
	}
	return fmt.Sprintf("invalid path at offset %d: %s%s", p.Offset, p.Problem, hint)
}
