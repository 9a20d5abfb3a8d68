//go:build !race

package tree_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/tree"
)

// Two invoices of ten rows take a dozen allocations, and more rows hardly more: the nodes, the scores and the arrays of the
// assignment are used again. (The race detector makes sync.Pool forget on purpose.)
func TestAllocations(t *testing.T) {
	for rows, most := range map[int]float64{1: 10, 10: 14, 100: 30} {
		got, want := invoice(t, rows, 2), invoice(t, rows, 1)
		n := testing.AllocsPerRun(50, func() {
			_, err := tree.ANLSStar(got, want)
			assert.NoError(t, err)
		})
		assert.LessOrEqual(t, n, most, "%d rows", rows)
	}
}
