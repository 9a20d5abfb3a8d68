package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Of case x "total" is wrong in the second of two trials in run a, in the first in run c; in run b y has no date. The greatest mark of the trials
// counts, and no case has a mark of another: two runs are right in total and two wrong, which are 4 pairs, and 4 pairs pass differently.
func TestOutcomes(t *testing.T) {
	const (
		head  = `{"type":"run","schema":"extracteval/v1","package":"a"}` + "\n" + `{"type":"dataset","name":"invoices"}` + "\n"
		right = `"verdict":"pass","counts":[{"attribute":"total","counts":{"match":1}},{"attribute":"date","counts":{"match":1}}]}` + "\n"
		wrong = `"verdict":"fail","counts":[{"attribute":"total","counts":{"wrong":1}},{"attribute":"date","counts":{"match":1}}]}` + "\n"
		total = `"verdict":"pass","counts":[{"attribute":"total","counts":{"match":1}}]}` + "\n"
		one   = `{"type":"case","id":"x","trial":1,"status":"ok",`
		two   = `{"type":"case","id":"x","trial":2,"status":"ok",`
		y     = `{"type":"case","id":"y","trial":1,"status":"ok",`
		z     = `{"type":"case","id":"z","trial":1,"status":"ok",`
		late  = `"verdict":"fail","counts":[{"attribute":"total","counts":{"match":1}},{"attribute":"date","counts":{"wrong":1}}]}` + "\n"
		end   = `{"type":"end","cases":4}` + "\n"
	)
	r, err := compare.Read([]compare.Input{
		{Name: "a", Sources: []artifact.Source{reporttest.Source("a", head+one+right+two+wrong+y+right+z+wrong+end)}},
		{Name: "b", Sources: []artifact.Source{reporttest.Source("b", head+one+right+two+right+y+total+z+late+end)}},
		{Name: "c", Sources: []artifact.Source{reporttest.Source("c", head+one+wrong+two+right+y+right+z+wrong+end)}},
		{Name: "d", Sources: []artifact.Source{reporttest.Source("d", head+one+right+two+right+y+right+z+wrong+end)}},
	}, allDocuments)
	require.NoError(t, err)
	documents := r.Sets[0].Documents
	require.Len(t, documents.All, 3)
	var found []string
	for _, d := range documents.All {
		for i, answer := range d.Answers {
			var marks []string
			for k, mark := range d.Marks[i] {
				marks = append(marks, fmt.Sprint(documents.Fields[k].Name, " ", mark))
			}
			found = append(found, fmt.Sprint(d.ID, d.Disagreement, ": ", answer.Passed, answer.Failed, answer.Trials, " ", strings.Join(marks, ", ")))
		}
	}
	assert.Equal(t, []string{
		"x8: 1 0 2 total 2, date 1", "x8: 2 0 2 total 1, date 1", "x8: 1 0 2 total 2, date 1", "x8: 2 0 2 total 1, date 1",
		"z6: 0 0 1 total 2, date 1", "z6: 0 0 1 total 1, date 2", "z6: 0 0 1 total 2, date 1", "z6: 0 0 1 total 2, date 1",
		"y0: 1 0 1 total 1, date 1", "y0: 1 0 1 total 1, date 0", "y0: 1 0 1 total 1, date 1", "y0: 1 0 1 total 1, date 1",
	}, found)
	var disputed []string
	for _, c := range r.Sets[0].Disagreements {
		disputed = append(disputed, c.ID)
	}
	assert.Equal(t, []string{"x", "z"}, disputed, "z fails everywhere, in other fields")
}
