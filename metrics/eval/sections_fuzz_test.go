package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever an answer has for a packet, each page that a side has is counted once, and each section of the truth is right, wrong or
// missing. The sections of a truth are right as their own answer.
func FuzzSections(f *testing.F) {
	for _, seed := range []string{
		`{"packet":[{"class":"invoice","pages":"1-3,7","total":12},{"class":"letter","pages":[4,"5"]}]}`, `{"packet":[{"pages":[1,1,"1-2"]},null,{"class":7,"pages":{}}]}`,
		`{"packet":{"class":"letter"}}`, `{"packet":[[1],"x",{"class":"letter","pages":"9-2000000"}]}`, `[]`, `{"packet":[{"class":"letter","pages":4},{"class":"blank","pages":4}]}`,
	} {
		f.Add(seed)
	}
	e, err := packetSpec.Compile()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, got string) {
		r, err := e.Evaluate(t.Context(), got, packetTruth)
		require.NoError(t, err)
		assert.True(t, r.Score >= 0 && r.Score <= 1, "score %v", r.Score)
		require.Len(t, r.Packets, 1)
		classed := map[int]bool{}
		for _, page := range r.Packets[0].Pages {
			assert.False(t, classed[page.Number], "page %d", page.Number)
			classed[page.Number] = true
		}
		items, _ := r.Table.Counts("packet[]")
		assert.Equal(t, 2, items.Match+items.Missing)
		pages, _ := r.Table.Counts("packet.pages")
		assert.Equal(t, 6, pages.Match+pages.Wrong+pages.Missing, "the pages of the truth")
		assert.LessOrEqual(t, pages.Total(), len(classed))
		assert.LessOrEqual(t, len(r.Fields), 20_000)
		if own, err := e.Evaluate(t.Context(), got, got); err == nil && len(own.Packets) == 1 {
			p := &own.Packets[0]
			assert.Equal(t, p.Sections, p.Right)
			assert.Zero(t, p.OverSplit+p.UnderSplit)
		}
	})
}
