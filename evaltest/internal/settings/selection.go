package settings

// SelectsPart reports whether the flags -run and -skip may leave out subtests
// of a test at the given depth (1: a top-level test): some alternative of a
// pattern has more elements than that. A pattern that only selects among
// top-level tests leaves out nothing of a test that runs.
func SelectsPart(run, skip string, depth int) bool {
	for _, alternative := range splitPattern(run, '|') {
		if len(splitPattern(alternative, '/')) > depth {
			return true
		}
	}
	if skip == "" {
		return false
	}
	for _, alternative := range splitPattern(skip, '|') {
		if len(splitPattern(alternative, '/')) > depth {
			return true
		}
	}
	return false
}

// splitPattern splits a pattern of -run or -skip as package testing does: at a
// separator outside of brackets and parentheses.
func splitPattern(pattern string, separator byte) []string {
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
