package settings

import (
	"slices"

	"github.com/extracteval/extracteval/internal/selection"
)

// SelectsPart reports whether the flags -run and -skip may leave out subtests
// of a test at the given depth (1: a top-level test): some alternative of a
// pattern has more elements than depth. A pattern for top-level tests alone
// never leaves out subtests of a test that runs.
func SelectsPart(run, skip string, depth int) bool {
	for _, alternative := range slices.Concat(selection.Split(run, '|'), selection.Split(skip, '|')) {
		if len(selection.Split(alternative, '/')) > depth {
			return true
		}
	}
	return false
}
