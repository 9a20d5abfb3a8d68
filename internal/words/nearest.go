package words

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/similarity"
)

// longest is the most bytes of a name that may be a typing error.
const longest = 1000

// Nearest returns the most similar of names, the first one if several are, and whether it is similar
// enough to be the intended name. Case makes no difference.
func Nearest(name string, names []string) (near string, ok bool) {
	const enough = 0.6
	if len(name) > longest {
		return "", false
	}
	lower := strings.ToLower(name)
	best := enough
	for _, n := range names {
		if s := similarity.Damerau(lower, strings.ToLower(n)); s > best || s == best && near == "" {
			near, best = n, s
		}
	}
	return near, near != ""
}

// Hint returns the end of an error that lists names: `; did you mean "exact"?`, "" when none is
// similar.
func Hint(name string, names []string) string {
	if near, ok := Nearest(name, names); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
