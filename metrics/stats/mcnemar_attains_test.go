package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Of 7 changed cases the tails are 1, 8, 29 and 64 of 128 ways, twice that is p.
func TestMcNemarAttains(t *testing.T) {
	for _, tt := range []struct {
		changed int
		p, want float64
	}{
		{7, 0.01, 0}, {7, 1. / 64, 1. / 64}, {7, 0.1, 1. / 64}, {7, 0.13, 8. / 64}, {7, 0.5, 29. / 64}, {7, 1, 1},
		{2, 0.5, 0.5}, {2, 0.9, 0.5}, {2, 1, 1}, {1, 0.9, 0}, {1, 1, 1},
		{1000, 0.03, 0.03},
	} {
		assert.InDelta(t, tt.want, stats.McNemarAttains(tt.changed, tt.p), 1e-12, "%+v", tt)
	}
	for changed := 1; changed < 1000; changed += 7 {
		for fixed := range changed + 1 {
			p, _ := stats.McNemar(fixed, changed-fixed)
			assert.InEpsilon(t, p, stats.McNemarAttains(changed, p), 1e-7, "%d of %d", fixed, changed)
		}
	}
}
