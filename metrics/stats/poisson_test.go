package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The rule of drawWeights, written anew in Python with exact integers and 60 decimal digits of the distribution.
func TestDrawWeights(t *testing.T) {
	for _, tt := range []struct {
		seed     uint64
		document string
		want     []uint8
	}{
		{0, "a", []uint8{1, 0, 4, 1, 0, 2, 1, 3, 0, 0, 0, 3, 0, 1, 1, 2, 2, 1, 1, 2, 1, 0, 1, 1, 0, 1, 0, 1, 2, 2, 1, 0, 2, 1, 0, 2, 1, 1, 2, 0}},
		{42, "invoice-17", []uint8{3, 1, 1, 0, 1, 1, 2, 1, 1, 1, 0, 1, 2, 2, 1, 1, 2, 1, 2, 1, 2, 3, 1, 0, 0, 2, 2, 0, 1, 0, 1, 1, 1, 0, 0, 3, 2, 1, 0, 2}},
	} {
		for n := range len(tt.want) + 1 {
			got := make([]uint8, n)
			drawWeights(got, tt.seed, DocumentHash(tt.document))
			assert.Equal(t, tt.want[:n], got)
		}
	}
}

// The test vectors of the authors of FNV.
func TestDocumentHash(t *testing.T) {
	assert.Equal(t, uint64(0xcbf29ce484222325), DocumentHash(""))
	assert.Equal(t, uint64(0xaf63dc4c8601ec8c), DocumentHash("a"))
	assert.Equal(t, uint64(0x85944171f73967e8), DocumentHash("foobar"))
}

func TestWeightsArePoisson(t *testing.T) {
	const documents, resamples = 2000, 1000
	var counts [256]int
	weights := make([]uint8, resamples)
	previous := make([]uint8, resamples)
	product := 0 // of deviations in neighbouring documents
	for d := range documents {
		drawWeights(weights, 1, uint64(d))
		for i, w := range weights {
			counts[w]++
			if d > 0 {
				product += (int(w) - 1) * (int(previous[i]) - 1)
			}
		}
		weights, previous = previous, weights
	}
	const n = documents * resamples
	p := math.Exp(-1)
	for k := range 12 {
		sigma := math.Sqrt(n * p * (1 - p))
		assert.InDelta(t, n*p, float64(counts[k]), 4*sigma+1, "P(X = %d)", k)
		p /= float64(k + 1)
	}
	assert.InDelta(t, 0, float64(product), 4*math.Sqrt(n), "neighbouring numbers are uncorrelated")
}

func TestPoissonEnds(t *testing.T) {
	assert.Equal(t, uint8(0), poisson(0))
	assert.Equal(t, uint8(20), poisson(math.MaxUint64))
	assert.Equal(t, uint8(0), poisson(cdf[0]-1))
	assert.Equal(t, uint8(1), poisson(cdf[0]))
	open := 0
	for _, w := range byFirstByte {
		if w == undecided {
			open++
		}
	}
	assert.Equal(t, 5, open)
}
