package internal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// The lists of cases and the row of passing cases count the same: a case that fell from pass to partial is broken, even if
// an optional value was missing before, which it may be.
func TestBrokenCasesAreThoseThatPassLess(t *testing.T) {
	const spec = `fields: [{path: number}, {path: total, match: numeric}, {path: note, optional: true}]`
	const right, noNote, wrongTotal, wrongBoth = `{"number": "n", "total": 1, "note": "x"}`, `{"number": "n", "total": 1}`, `{"number": "n", "total": 2}`, `{"number": "m", "total": 2, "note": "x"}`
	cases := []struct{ old, new string }{
		{right, right},
		{right, wrongTotal},     // broken
		{noNote, wrongTotal},    // broken, with a mistake before
		{right, noNote},         // passes as before, with one mistake more: regressed
		{wrongTotal, wrongBoth}, // partial and then fail, with more mistakes: regressed
		{wrongBoth, noNote},     // fixed, with a mistake left
		{noNote, right},         // improved
	}
	var truths, old, new []string
	for _, c := range cases {
		truths, old, new = append(truths, right), append(old, c.old), append(new, c.new)
	}
	oldRun, newRun := begun(1, truths, old), begun(2, truths, new)
	oldRun.Spec, newRun.Spec = spec, spec
	r := compare2(t, oldRun, newRun)
	s := &r.Sets[0]
	assert.Equal(t, []int{2, 1}, []int{s.PassRate.Broken, s.PassRate.Fixed})
	assert.Equal(t, []int{2, 1, 2, 1}, []int{s.Broken.Total(), s.Fixed.Total(), s.Regressed.Total(), s.Improved.Total()})
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	assert.Contains(t, b.String(), "\nbroken: 2 cases\n")
	assert.Contains(t, b.String(), "\nfixed: 1 case\n")
}
