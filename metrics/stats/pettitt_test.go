package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/stats"
)

func TestPettitt(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []float64
		at     int
		p      float64
		ok     bool
	}{
		// The best split of 1 2 3 4 is in the middle, with 4. Of 24 orders 8 have 1 2 or 3 4 in front.
		{"four", []float64{1, 2, 3, 4}, 2, 1. / 3, true},
		{"two", []float64{2, 1}, 1, 1, true},
		// Only the two orders of levels that do not mix come as far: 2 of 70, 2 of 252.
		{"a step in eight", []float64{.9, .9, .9, .9, .8, .8, .8, .8}, 4, 2. / 70, true},
		{"a step in ten", []float64{.8, .8, .8, .8, .8, .9, .9, .9, .9, .9}, 5, 2. / 252, true},
		// 2·exp(-6·100²/(20³+20²))
		{"a step in twenty", []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 10, 0.0015816, true},
		{"nothing", []float64{1, 1, 1}, 0, 1, true},
		{"one", []float64{1}, 0, 0, false},
		{"not a number", []float64{1, math.NaN()}, 0, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at, p, ok := stats.Pettitt(tt.values)
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.at, at)
			assert.InDelta(t, tt.p, p, 1e-6)
		})
	}
}

// By all 5,040 orders of seven values with ties.
func TestPettittIsThatOfAllOrders(t *testing.T) {
	values := []float64{3, 1, 4, 1, 5, 9, 2}
	farthest := func(v []float64) int {
		most := 0
		for cut := 1; cut < len(v); cut++ {
			sum := 0
			for _, before := range v[:cut] {
				for _, after := range v[cut:] {
					if before < after {
						sum++
					} else if before > after {
						sum--
					}
				}
			}
			most = max(most, sum, -sum)
		}
		return most
	}
	observed, reached, all := farthest(values), 0, 0
	var orders func(v []float64, from int)
	orders = func(v []float64, from int) {
		if from == len(v) {
			if all++; farthest(v) >= observed {
				reached++
			}
			return
		}
		for i := from; i < len(v); i++ {
			v[from], v[i] = v[i], v[from]
			orders(v, from+1)
			v[from], v[i] = v[i], v[from]
		}
	}
	orders([]float64{3, 1, 4, 1, 5, 9, 2}, 0)
	_, p, _ := stats.Pettitt(values)
	assert.InDelta(t, float64(reached)/float64(all), p, 1e-12)
}
