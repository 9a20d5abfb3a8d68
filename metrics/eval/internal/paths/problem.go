package paths

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Problem says what is wrong with a path, err being the error of
// [document.ParsePath], and what to write in its place.
func Problem(text string, err error) string {
	var p *document.PathError
	if !errors.As(err, &p) {
		return err.Error()
	}
	hint := p.Hint
	if list, rest, ok := strings.Cut(text, "[]"); ok && strings.HasPrefix(text[p.Offset:], "[]") {
		rest = strings.TrimPrefix(rest, ".")
		hint = fmt.Sprintf("give a field Path %q and a Set", list)
		if rest != "" {
			hint = fmt.Sprintf("give a field Path %q and a List with the field %q", list, rest)
		}
	}
	if hint != "" {
		hint = "; " + hint
	}
	return fmt.Sprintf("invalid path at offset %d: %s%s", p.Offset, p.Problem, hint)
}
