package dataset

import (
	"regexp"
	"slices"
	"strings"
)

// Includes reports whether -run and -skip select a test or something below it. test is
// its full name, "TestA/german". A pattern that is not a regular expression selects
// nothing: go test does not run with it.
func Includes(run, skip, test string) bool {
	name := strings.Split(test, "/")
	if run != "" {
		if ok, _ := matches(run, name); !ok {
			return false
		}
	}
	if skip == "" {
		return true
	}
	ok, part := matches(skip, name)
	return !ok || part
}

// SelectsPart reports whether the flags -run and -skip may leave out subtests
// of a test at the given depth (1: a top-level test): some alternative of a
// pattern has more elements than depth. A pattern for top-level tests alone
// never leaves out subtests of a test that runs.
func SelectsPart(run, skip string, depth int) bool {
	return slices.ContainsFunc(slices.Concat(split(run, '|'), split(skip, '|')), func(alternative string) bool { return len(split(alternative, '/')) > depth })
}

// matches reports whether an alternative of pattern matches a name in all elements that both have. It also reports
// whether the first such alternative has more elements than the name.
func matches(pattern string, name []string) (ok, part bool) {
	for _, alternative := range split(pattern, '|') {
		elements := split(alternative, '/')
		if all := matchesAll(elements, name); all {
			return true, len(name) < len(elements)
		}
	}
	return false, false
}

func matchesAll(elements, name []string) bool {
	for i := range min(len(elements), len(name)) {
		if ok, err := regexp.MatchString(elements[i], name[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// split splits a pattern at a separator outside of brackets and parentheses.
func split(pattern string, separator byte) []string {
	var parts []string
	brackets, parens, start := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '\\':
			i++
		case '[':
			brackets++
		case ']':
			if brackets--; brackets < 0 { // an unmatched ] is a literal
				brackets = 0
			}
		case '(':
			if brackets == 0 {
				parens++
			}
		case ')':
			if brackets == 0 {
				parens--
			}
		case separator:
			if brackets == 0 && parens == 0 {
				parts = append(parts, pattern[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, pattern[start:])
}
