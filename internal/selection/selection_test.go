package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/selection"
)

// Each row was tried with go test -v of a package that has the test.
func TestIncludes(t *testing.T) {
	for _, tt := range []struct {
		run, skip, test string
		want            bool
	}{
		{"", "", "TestA", true},
		{"TestA", "", "TestA", true},
		{"TestA", "", "TestAB", true},
		{"^TestA$", "", "TestAB", false},
		{"^$", "", "TestA", false},
		{"TestB", "", "TestA", false},
		{"TestB|TestA", "", "TestA", true},
		{"TestA/case/x", "", "TestA", true},
		{"TestA/case/x", "", "TestB", false},
		{"TestA/english", "", "TestA/german", false},
		{"TestA/german/case", "", "TestA/german", true},
		{"Test(A|B/x)", "", "TestA", true},
		{"", "TestA", "TestA", false},
		{"", "TestA", "TestA/german", false},
		{"", "TestA/case", "TestA", true},
		{"", "TestB", "TestA", true},
		{"TestA", "TestA", "TestA", false},
		{"", "TestA/x|TestA", "TestA", true}, // the first alternative that matches counts
		{"(", "", "TestA", false},
	} {
		assert.Equal(t, tt.want, selection.Includes(tt.run, tt.skip, tt.test), "-run %q -skip %q %s", tt.run, tt.skip, tt.test)
	}
}
