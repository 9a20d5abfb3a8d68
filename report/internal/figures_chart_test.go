package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// Bars say of how many values they are: the same height may be one value or a thousand.
func TestReliabilityBarsHaveCounts(t *testing.T) {
	v := figures.NewReliability([]stats.Bin{{Low: 0, High: 0.5, Count: 1, Correct: 1}, {Low: 0.5, High: 0.75}, {Low: 0.75, High: 1, Count: 1240, Correct: 620}})
	if assert.Len(t, v.Bars, 2, "an empty bin has no bar") {
		// The plot is 160 wide and high, with its origin at (40,170).
		assert.Equal(t, [3]string{"1", "80", "8.5"}, [3]string{v.Bars[0].Count, v.Bars[0].Middle, v.Bars[0].Above})
		assert.Equal(t, [3]string{"1.2k", "180", "88.5"}, [3]string{v.Bars[1].Count, v.Bars[1].Middle, v.Bars[1].Above})
	}
	for n, want := range map[int]string{999: "999", 1000: "1.0k", 9949: "9.9k", 9950: "10k", 999499: "999k", 999500: "1.0M"} {
		assert.Equal(t, want, figures.NewReliability([]stats.Bin{{High: 1, Count: n}}).Bars[0].Count)
	}
}
