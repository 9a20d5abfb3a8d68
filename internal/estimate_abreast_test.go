package internal_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
)

// Each number is done once, and all are done in the end.
func TestAbreast(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		times := make([]atomic.Int32, n)
		estimate.Abreast(n, func(i int) { times[i].Add(1) })
		for i := range times {
			assert.EqualValues(t, 1, times[i].Load(), "%d of %d", i, n)
		}
	}
}
