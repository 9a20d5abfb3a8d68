package sections_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/sections"
)

// testdata/agreement.txt says which versions of scikit-learn and scipy computed its numbers, and by which program.
func TestNumbersAreThoseOfScikitLearnAndScipy(t *testing.T) {
	text, err := os.ReadFile("testdata/agreement.txt")
	require.NoError(t, err)
	packets, orders := 0, 0
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(line, "|")
		switch strings.TrimSpace(columns[0]) {
		case "groups":
			packets++
			c := sections.Compare(grouped(t, columns[2]), grouped(t, columns[1]))
			homogeneity, completeness, v := c.VMeasure()
			assert.InDeltaSlice(t, numbers(t, columns[3]), []float64{homogeneity, completeness, v, c.AdjustedRand()}, 1e-12, line)
		case "order":
			orders++
			order := numbers(t, columns[1])
			got := sections.Section{}
			for _, place := range order {
				got.Pages = append(got.Pages, int(place)+1)
			}
			want := sections.Section{Pages: slices.Sorted(slices.Values(got.Pages))}
			c := sections.Compare([]sections.Section{got}, []sections.Section{want})
			tau, ok := c.PageOrder()
			require.True(t, ok, line)
			assert.InDelta(t, numbers(t, columns[2])[0], tau, 1e-12, line)
		default:
			require.True(t, strings.HasPrefix(line, "#"), line)
		}
	}
	assert.GreaterOrEqual(t, packets, 40)
	assert.GreaterOrEqual(t, orders, 10)
}

// grouped returns the sections that pages 1, 2, and so on have the indices of; -1 is none.
func grouped(t *testing.T, indices string) []sections.Section {
	all := make([]sections.Section, 10)
	for page, index := range numbers(t, indices) {
		if index >= 0 {
			all[int(index)].Pages = append(all[int(index)].Pages, page+1)
		}
	}
	return all
}

func numbers(t *testing.T, text string) []float64 {
	var all []float64
	for _, word := range strings.Fields(text) {
		number, err := strconv.ParseFloat(word, 64)
		require.NoError(t, err)
		all = append(all, number)
	}
	return all
}
