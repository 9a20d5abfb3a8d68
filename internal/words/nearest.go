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
func Nearest(name string, names []string) (suggestion string, ok bool) {
	if i, _, ok := NearestOf(name, names); ok {
		return names[i], names[i] != ""
	}
	return "", false
}

// NearestOf is Nearest for the index of the name; it returns the similarity, too.
func NearestOf(name string, names []string) (index int, similar float64, ok bool) {
	const enough = 0.6
	if len(name) > longest {
		return 0, 0, false
	}
	lower := strings.ToLower(name)
	for i, n := range names {
		if s := similarity.Damerau(lower, strings.ToLower(n)); s >= enough && s > similar {
			index, similar, ok = i, s, true
		}
	}
	return index, similar, ok
}

// Hint returns the end of an error that lists names: `; did you mean "exact"?`, "" when none is
// similar.
func Hint(name string, names []string) string {
	if suggestion, ok := Nearest(name, names); ok {
		return fmt.Sprintf("; did you mean %q?", suggestion)
	}
	return ""
}
