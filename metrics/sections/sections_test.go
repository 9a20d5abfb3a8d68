package sections_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
)

func TestACutSectionIsOverSplit(t *testing.T) {
	got := []sections.Section{{Class: "a", Pages: []int{1, 2}}, {Class: "a", Pages: []int{3}}, {Class: "b", Pages: []int{4}}}
	want := []sections.Section{{Class: "a", Pages: []int{1, 2, 3}}, {Class: "b", Pages: []int{4}}}
	c := sections.Compare(got, want)
	assert.Equal(t, []sections.Pair{
		{Got: 0, Want: 0, Shared: 2, Similarity: 2. / 3, Lacks: []int{3}},
		{Got: 2, Want: 1, Shared: 1, Similarity: 1},
	}, c.Pairs)
	assert.Equal(t, []int{1}, c.UnpairedGot)
	assert.Empty(t, c.UnpairedWant)
	assert.Equal(t, []sections.Page{
		{Number: 1, Got: 0, Want: 0},
		{Number: 2, Got: 0, Want: 0},
		{Number: 3, Got: 1, Want: 0, GotStart: true},
		{Number: 4, Got: 2, Want: 1, GotStart: true, WantStart: true},
	}, c.Pages)
	assert.Equal(t, []int{2, 1, 0, 1}, []int{c.Sections, c.OverSplit, c.UnderSplit, c.Right})
	assert.Equal(t, metrics.Confusion{TP: 1, FP: 1, TN: 1}, c.Starts())
	homogeneity, completeness, _ := c.VMeasure()
	assert.Equal(t, 1.0, homogeneity)
	assert.Less(t, completeness, 1.0)

	c = sections.Compare(want, got)
	assert.Equal(t, []int{3, 0, 2, 1}, []int{c.Sections, c.OverSplit, c.UnderSplit, c.Right})
	assert.Equal(t, metrics.Confusion{TP: 1, FN: 1, TN: 1}, c.Starts())
}

func TestReadPages(t *testing.T) {
	for text, want := range map[string][]int{
		`3`: {3}, `"3"`: {3}, `"1-3,7"`: {1, 2, 3, 7}, `[4, 5]`: {4, 5}, `["1-2", 9, "4"]`: {1, 2, 9, 4}, `" 1 - 3 , 2"`: {1, 2, 3, 2},
	} {
		v, err := document.Of(text)
		require.NoError(t, err)
		pages, err := sections.ReadPages(v)
		require.NoError(t, err, text)
		assert.Equal(t, want, pages, text)
	}
	assert.Equal(t, "1-3,7", sections.FormatPages([]int{7, 3, 2, 1, 2}))
}

// An answer of a few bytes for each section may not fill the memory.
func TestAPacketIsBounded(t *testing.T) {
	var values []document.Value
	for _, text := range strings.Fields(strings.Repeat(`"1-99999" `, 10) + `"x" "11-21" 7 "1-9" 8`) {
		v, err := document.Of(text)
		require.NoError(t, err)
		values = append(values, v)
	}
	pages, errs := sections.ReadAll(values)
	require.NoError(t, errs[9])
	assert.Len(t, pages[9], 99_999)
	assert.Error(t, errs[10])
	assert.EqualError(t, errs[11], "more than 1000000 pages with the sections before it, want at most that many in a packet")
	assert.Empty(t, pages[11], "eleven pages, and room for ten")
	assert.NoError(t, errs[12])
	assert.NoError(t, errs[13])
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, pages[13])
	assert.Error(t, errs[14])
}
