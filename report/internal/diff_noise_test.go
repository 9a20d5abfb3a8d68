package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// Two trials before and one now of ten cases with one field. Before, trial 1 has 1 mistake and trial 2
// has 3, one of them the same: F1 is 0.9 and 0.7, with a standard deviation of √0.02 = 0.1414. The
// difference of a mean of two and of one then has 0.1414·√1.5 = 0.1732. Now there are 6
// mistakes: F1 is 0.4, that is 0.4 less, of which 0.03/0.16 = 18.75 % is noise.
func TestNoiseBetweenTrials(t *testing.T) {
	var old, new []report.Case
	for i, c := range cases(10, func(int) []diffLeaf { return []diffLeaf{diffRight("number")} }) {
		is := func(mistake bool) diffLeaf {
			if mistake {
				return wrong("number")
			}
			return diffRight("number")
		}
		old = append(old, caseN(c.ID, 1, is(i < 1)), caseN(c.ID, 2, is(i < 3)))
		new = append(new, caseN(c.ID, 1, is(i < 6)))
	}
	r := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{Resamples: 200})
	noise := r.Sets[0].Noise
	require.NotNil(t, noise)
	assert.InDelta(t, 0.1414214, noise.Trials, 1e-6)
	assert.InDelta(t, 0.1732051, noise.Runs, 1e-6)
	assert.InDelta(t, 0.1875, noise.Share.Value, 1e-9)
	flips := field(t, r, "number").Flips
	assert.Equal(t, 2.0, flips.Old.Count)
	assert.Equal(t, 10, flips.Old.Of)
	assert.Equal(t, 0, flips.New.Of, "one trial cannot flip")
	var text strings.Builder
	require.NoError(t, diff.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), "\nbetween trials of a run micro F1 varies by 14.1 points, so runs of 2 and 1 trial differ by 17.3 points without any change; these differ by 40.0\n")
	assert.Contains(t, text.String(), "\nflaky fields, right in some trials of a case and not in others: number (2 of 10 before)\n")

	r = compareRuns(t, artifactOf(t, invoiceSet, new...), artifactOf(t, invoiceSet, new...), diff.Options{Resamples: 200})
	assert.Nil(t, r.Sets[0].Noise, "one trial says nothing of noise")
}
