package history

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/testdata/effort"
)

const (
	mergeAlpha = 0.01 // of the action and the job for GitLab
	mergeRuns  = 20   // that they keep
)

// A branch is read after each of 20 merges, over its newest 20 runs, as the action for GitHub and the job for GitLab do:
// the first 20 merges, or merges after many others. If nothing changes, at most 5 % of branches have a red read. The
// search for changes is simulated here; the comparison of the last runs adds at most the chance that it has. Of a fall of
// eight points in eight steps, no two of which differ beyond chance, 90 % are found.
//
// Of 300 branches of one field, 1 was red in the first 20 merges and 4 after many others, before the comparison of the
// last runs. With twice the alpha, 200 branches of three rows were red in 3.5 and 5.0 % after many others (one and three fields, ± 1.5)
// and 1.5 % of the first merges (± 0.9), so alpha has a margin; of the eight small falls all 200 were found.
//
//	EXTRACTEVAL_LONG=1 EXTRACTEVAL_SIMULATIONS=200 go test ./report/internal/history -run TestTwentyMerges -v -timeout 3h
func TestTwentyMerges(t *testing.T) {
	branches, orders := effort.Draws(t, effort.Size(3, 5)), effort.Size(499, 999)
	if effort.Asked() {
		orders = 1999
	}
	const first, later = 0, 19 // runs before the 20 merges
	for _, tt := range effort.Some(2, []struct {
		name        string
		s           sample
		before      int
		least, most float64
	}{
		{"merges after many others", sample{documents: 100, fields: 1, right: 0.95, fall: never}, later, 0, 0.05},
		{"the first merges", sample{documents: 100, fields: 1, right: 0.95, fall: never}, first, 0, 0.05},
		{"three fields", sample{documents: 200, fields: 3, right: 0.97, fall: never}, later, 0, 0.05},
		{"eight small falls", sample{documents: 200, fields: 1, right: 0.99, fall: func(run int) float64 { return 0.01 * float64(min(max(run-11, 0), 8)) }}, first, 0.9, 1},
		{"a bad field", sample{documents: 50, fields: 1, right: 0.7, fall: never}, later, 0, 0.05},
		{"nine fields that err together", sample{documents: 100, fields: 9, right: 0.95, fall: never, together: 0.5}, later, 0, 0.05},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.runs = tt.before + mergeRuns
			recent := 0.0
			for runs := tt.before + 1; runs <= tt.s.runs; runs++ {
				if runs > 1 {
					recent += recentAlpha(mergeAlpha, min(runs, mergeRuns)) / 2 // half of the false alarms are rises
				}
			}
			if tt.least > 0 {
				recent = 0
			}
			var count atomic.Int64
			estimate.Abreast(branches, func(i int) {
				all := tt.s.draw(rand.New(rand.NewPCG(20, uint64(i))))
				for runs := max(tt.before+1, leastRuns); runs <= tt.s.runs; runs++ {
					kept := make([]series, len(all))
					for k := range all {
						kept[k] = series{all[k].values[max(0, runs-mergeRuns):runs], all[k].unit}
					}
					for _, d := range findDrifts(kept, orders) {
						if d.fall && d.p <= driftShare*mergeAlpha {
							count.Add(1)
							return
						}
					}
				}
			})
			red := float64(count.Load()) / float64(branches)
			t.Logf("%d of %d branches are red by a change; the comparison of the last runs adds at most %.2f %%", count.Load(), branches, 100*recent)
			standardError := func(share float64) float64 { return math.Sqrt(share * (1 - share) / float64(branches)) }
			assert.LessOrEqual(t, red+recent, tt.most+2*standardError(tt.most))
			assert.GreaterOrEqual(t, red, tt.least-2*standardError(tt.least))
		})
	}
}
