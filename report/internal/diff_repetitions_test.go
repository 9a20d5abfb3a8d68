package internal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// A second repetition that fell is seen: repetitions are trials of their run, not runs that nobody looks at.
func TestTheRepetitionThatFell(t *testing.T) {
	right, wrong := documents(nil), documents(some(0, 59, "1"))
	second := begun(2, right, wrong)
	second.Repetition = 2
	old, new := begun(1, right, right).Source(t), []artifact.Source{begun(2, right, right).Source(t), second.Source(t)}
	r, err := diff.Compare([]artifact.Source{old}, new, diff.Options{})
	require.NoError(t, err)
	assert.True(t, r.Regressed())
	assert.Equal(t, []string{"regressed: micro F1 1.000 → 0.754 (-0.246), macro F1 1.000 → 0.754 (-0.246), total 1.000 → 0.508 (-0.492), pass rate 1.000 → 0.508 (-0.492)"}, r.Headline())
	require.Len(t, r.Sets, 1)
	assert.Equal(t, [2]int{1, 2}, r.Sets[0].Trials)
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	assert.Contains(t, b.String(), "invoices: 60 cases in both runs; F1 is the mean of 1 trial before and 2 now ¹ ²\n")
	assert.Contains(t, b.String(), "¹ the new run has 2 repetitions (go test -count or -cpu): they are compared as trials of it\n")
	assert.Contains(t, b.String(), "broken: 59 cases\n")

	// Both repeated, and nothing changed.
	repeated := func() []artifact.Source {
		again := begun(1, right, wrong)
		again.Repetition = 2
		return []artifact.Source{begun(1, right, right).Source(t), again.Source(t)}
	}
	r, err = diff.Compare(repeated(), repeated(), diff.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{diff.NoChange}, r.Headline())
	assert.Empty(t, r.Warnings)
}

// Old repetitions are judged by today's truths, too.
func TestRepetitionsAreJudgedByOneTruth(t *testing.T) {
	right, spoilt := documents(nil), documents(some(0, 6, "999"))
	again := begun(1, spoilt, right)
	again.Repetition = 2
	r, err := diff.Compare([]artifact.Source{begun(1, spoilt, right).Source(t), again.Source(t)}, []artifact.Source{begun(2, right, right).Source(t)}, diff.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{diff.NoChange, "labels changed in 6 cases: +5.0 points macro F1, not counted"}, r.Headline())
}
