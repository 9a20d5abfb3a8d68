package settings

import "github.com/extracteval/extracteval/internal/selection"

// SelectsPart reports whether the flags -run and -skip may leave out subtests
// of a test at the given depth (1: a top-level test): some alternative of a
// pattern has more elements than depth. A pattern for top-level tests alone
// never leaves out subtests of a test that runs.
func SelectsPart(run, skip string, depth int) bool {
	for _, alternative := range selection.Split(run, '|') {
		if len(selection.Split(alternative, '/')) > depth {
			return true
		}
	}
	if skip == "" {
		return false
	}
	for _, alternative := range selection.Split(skip, '|') {
		if len(selection.Split(alternative, '/')) > depth {
			return true
		}
	}
	return false
}
