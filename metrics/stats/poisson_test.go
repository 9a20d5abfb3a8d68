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
			assert.Equal(t, tt.want[:n], drawn(n, tt.seed, DocumentHash(tt.document)))
		}
	}
}

// drawn is the first n weights of a document.
func drawn(n int, seed, document uint64) []uint8 {
	packed := make([]uint64, words(n))
	drawWeights(packed, seed, document)
	weights := make([]uint8, n)
	for i := range weights {
		weights[i] = uint8(packed[i/4] >> (16 * (i % 4)))
	}
	return weights
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
	var previous []uint8
	product := 0 // of deviations in neighbouring documents
	for d := range documents {
		weights := drawn(resamples, 1, uint64(d))
		for i, w := range weights {
			counts[w]++
			if d > 0 {
				product += (int(w) - 1) * (int(previous[i]) - 1)
			}
		}
		previous = weights
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
	assert.Equal(t, 0, poisson(0, 0))
	assert.Equal(t, mostWeight, poisson(math.MaxUint64, 0))
	assert.Len(t, cdf, mostWeight)
	assert.Equal(t, 0, poisson(cdf[0]-1, 0))
	assert.Equal(t, 1, poisson(cdf[0], 0))
	open := 0
	for _, w := range byFirstByte[0] {
		if w&undecided != 0 {
			open++
		}
	}
	assert.Equal(t, 5, open)
}
