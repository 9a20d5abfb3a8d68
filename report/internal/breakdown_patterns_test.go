package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Patterns are the first block, most mistakes first; of equal ones the text decides.
func TestPatternsText(t *testing.T) {
	all := breakdown.SortedPatterns(
		[]breakdown.Pattern{{Text: "b: 2 of 60 documents", Mistakes: 4, Case: "doc-3"}, {Text: "a: 3 of 60 documents", Mistakes: 4, Case: "doc-12"}},
		nil,
		[]breakdown.Pattern{{Text: "c", Mistakes: 565}},
	)
	f := breakdown.Findings{Patterns: all, Slices: breakdown.Slices{MinCases: 10, Small: 2}}
	assert.Equal(t, `
what mistakes have in common, most mistakes first
- c
- a: 3 of 60 documents, first in doc-12
- b: 2 of 60 documents, first in doc-3

slices, worst first
2 slices with fewer than 10 cases not listed
`, breakdownText(t, f))
	assert.Empty(t, breakdown.SortedPatterns())

	for i := range 20 {
		all = append(all, breakdown.Pattern{Text: fmt.Sprint("another ", i)})
	}
	got := breakdownText(t, breakdown.Findings{Patterns: all})
	assert.Equal(t, 15+1, strings.Count(got, "\n- "))
	assert.True(t, strings.HasSuffix(got, "\n- another 11\n- and 8 more\n"), got)
}

// A pattern's lines fit the page, and do nothing to the terminal.
func TestPatternsAreHarmless(t *testing.T) {
	const bad = "--- FAIL: x\n\x1b[31m\u202e\x00"
	f := breakdown.Findings{Patterns: []breakdown.Pattern{{Text: bad + strings.Repeat(" words of many", 20), Case: bad + strings.Repeat("x", 100)}}}
	var b strings.Builder
	require.NoError(t, writeWhy(f, &b, view.Screen{Width: 60}))
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), 60, "%q", line)
	}
	assert.NotRegexp(t, "[\x1b\u202e\x00]", b.String())
	assert.NotRegexp(t, `(?m)^--- FAIL`, b.String())
}
