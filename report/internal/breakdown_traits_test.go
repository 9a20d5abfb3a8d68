package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// A limit on a slice judges the documents of the pattern with its name. Without a spec, the record of a case whose truth
// has an empty list does not tell that it is a list: the other cases do.
func TestSlicesOfPatternsAreThoseOfLimits(t *testing.T) {
	var run reporttest.Evaluated
	var answers []string
	for i := range 72 {
		rows := i % 6 // 12 documents of each length
		total := 100 + i
		lines := fmt.Sprintf("[%s]", strings.TrimSuffix(strings.Repeat(`{"sku":"x"},`, rows), ","))
		run.Truths = append(run.Truths, fmt.Sprintf(`{"total":%d,"lines":%s}`, total, lines))
		if rows < 2 { // short lists are of another form
			total = 7
		}
		answers = append(answers, fmt.Sprintf(`{"total":%d,"lines":%s}`, total, lines))
	}
	run.Answers = [][]string{answers}
	var s breakdown.Slicer
	var cases []*report.Case
	run.Edit = func(c *report.Case) {
		s.Add(c, nil)
		cases = append(cases, c)
	}
	run.Source(t)
	got := s.Slices().Patterns
	require.Len(t, got, 1)
	assert.Equal(t, "rows of lines<2", got[0].Slice)
	assert.Regexp(t, "^rows of lines<2: 24 of 72 documents, ", got[0].Text)
	slice, err := traits.Parse(got[0].Slice)
	require.NoError(t, err)
	n := 0
	for _, c := range cases {
		if slice.Holds(c) {
			n++
		}
	}
	assert.Equal(t, 24, n)
}
