package internal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The interval of the change of the macro average holds. Four fields stand in all documents, and 1 % of them are wrong. One to four fields stand
// in 3 % of the documents; 5 % of them were wrong and 25 % are, so that each falls by 20 points.
func TestChangesOfMacroAveragesWithSeldomFieldsHold(t *testing.T) {
	pairs := effort.Draws(t, effort.Size(15, 40))
	often, seldom := []string{"number", "date", "net", "total"}, []string{"discount", "skonto", "tip", "deposit"}
	for _, tt := range effort.Some(1, []struct{ documents, seldom int }{{100, 1}, {300, 1}, {300, 4}}) {
		holds := 0
		for pair := range pairs {
			r := rand.New(rand.NewPCG(13, uint64(pair)))
			var runs [2][]report.Case
			known := map[string]bool{}
			all := cases(tt.documents, func(int) []diffLeaf { return nil })
			for i := range all {
				var leaves [2][]diffLeaf
				add := func(name string, wrongs [2]float64) {
					for side, p := range wrongs {
						is := diffRight(name)
						if r.Float64() < p {
							is = wrong(name)
						}
						leaves[side] = append(leaves[side], is)
					}
				}
				for _, name := range often {
					add(name, [2]float64{0.01, 0.01})
				}
				for _, name := range seldom[:tt.seldom] {
					if r.Float64() < 0.03 {
						known[name] = true
						add(name, [2]float64{0.05, 0.25})
					}
				}
				for side := range runs {
					runs[side] = append(runs[side], case1(all[i].ID, leaves[side]...))
				}
			}
			truth := -0.2 * float64(len(known)) / float64(len(often)+len(known))
			macro := compareRuns(t, artifactOf(t, invoiceSet, runs[0]...), artifactOf(t, invoiceSet, runs[1]...), diff.Options{Resamples: 300, MaxCases: -1}).Sets[0].Macro
			if macro.Low.Value <= truth && truth <= macro.High.Value {
				holds++
			}
			if len(known) > 0 {
				assert.True(t, macro.Approximate, "a field within is")
			}
		}
		share := float64(holds) / float64(pairs)
		t.Logf("%d documents, %d seldom fields: %.1f %% of %d", tt.documents, tt.seldom, 100*share, pairs)
		assert.GreaterOrEqual(t, share, 0.92-0.8/math.Sqrt(float64(pairs)), "three standard errors")
	}
}
