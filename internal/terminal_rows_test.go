package internal_test

import (
	"testing"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/stretchr/testify/assert"
)

func TestRowsOf(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	assert.Empty(t, terminal.RowsOf(0, 1000, odd))
	few := terminal.RowsOf(1000, 1000, odd)
	assert.Equal(t, []int{0, 1, 2, 3}, few[:4], "all, as they come")
	assert.Len(t, few, 1000)
	many := terminal.RowsOf(1200, 1000, odd)
	assert.Len(t, many, 1000)
	assert.Equal(t, []int{1, 3}, many[:2])
	assert.Equal(t, []int{1199, 0, 2}, many[599:602])
	assert.Equal(t, 798, many[999])

	assert.Empty(t, terminal.MoreRows(1000, 1000, "field", "with mistakes"))
	assert.Equal(t, "1 more field not shown; those with mistakes come first.", terminal.MoreRows(1001, 1000, "field", "with mistakes"))
	assert.Equal(t, "500 more limits not shown; those that are not kept come first.", terminal.MoreRows(1500, 1000, "limit", "that are not kept"))
}
