package words

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

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

// NearestOf is Nearest, but returns the index of the name, and also the similarity. The path ["a.b"] is meant by its key
// a.b.
func NearestOf(name string, names []string) (index int, similar float64, ok bool) {
	const enough = 0.6
	if len(name) > longest {
		return 0, 0, false
	}
	lower := strings.ToLower(name)
	for i, n := range names {
		if n == `["`+name+`"]` {
			return i, 1, true
		}
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

// UnicodeForm returns the end of a message that names two names which look equal, as they differ only in their Unicode
// form: an é of one character (NFC) and of two (NFD). It returns "" for other names.
func UnicodeForm(name, other string) string {
	if name == other || norm.NFC.String(name) != norm.NFC.String(other) {
		return ""
	}
	return " (they differ only in their Unicode form: write both in NFC)"
}

// NearestPath returns the path that was probably meant by an unknown one, "" when none is similar. A path that begins
// or ends with the other one comes before a path that is spelt alike.
func NearestPath(path string, candidates []string) string {
	for _, c := range candidates {
		if strings.HasPrefix(path, c+".") || strings.HasPrefix(c, path+".") || strings.HasSuffix(path, "."+c) || strings.HasSuffix(c, "."+path) {
			return c
		}
	}
	suggestion, _ := Nearest(path, candidates)
	if suggestion != "" {
		return suggestion
	}
	for _, c := range candidates { // qty, quantity
		if abbreviates(path, c) || abbreviates(c, path) {
			return c
		}
	}
	return ""
}

// abbreviates reports whether short has some letters of long, in order, from the same
// first to the same last.
func abbreviates(short, long string) bool {
	short, long = strings.ToLower(short), strings.ToLower(long)
	if len(short) < 2 || len(short) >= len(long) || short[0] != long[0] || short[len(short)-1] != long[len(long)-1] {
		return false
	}
	index := 0
	for i := 0; i < len(long) && index < len(short); i++ {
		if long[i] == short[index] {
			index++
		}
	}
	return index == len(short)
}
