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

// sample describes simulated histories. The documents of a run, and the runs, are independent draws: documents that are as hard in every
// run would make the series steadier, and a fall easier to see.
type sample struct {
	documents, fields int
	right             float64               // of the values in the first run
	fall              func(run int) float64 // by how much the rate has fallen in a run, counted from 0
	everywhere        bool                  // the fall is in all fields, not only in the first
	together          float64               // chance that all fields of a document go by one draw
	seldom            float64               // chance that a run lacks the first field
	from, runs        int                   // the runs of the first and of the last read
}

// draw returns the series of the fields, and their mean where there are several.
func (s sample) draw(r *rand.Rand) []series {
	all := make([]series, s.fields, s.fields+1)
	one := 1 / float64(s.documents)
	micro := series{values: make([]float64, s.runs), unit: one / float64(s.fields)}
	for i := range all {
		all[i] = series{values: make([]float64, s.runs), unit: one}
	}
	for run := range s.runs {
		for range s.documents {
			draw, together := r.Float64(), r.Float64() < s.together
			for i := range all {
				p := s.right
				if i == 0 || s.everywhere {
					p -= s.fall(run)
				}
				if !together {
					draw = r.Float64()
				}
				if draw < p {
					all[i].values[run] += one
				}
			}
		}
		for i := range all {
			micro.values[run] += all[i].values[run] / float64(s.fields)
		}
		if r.Float64() < s.seldom {
			all[0].values[run] = math.NaN()
		}
	}
	if s.fields > 1 {
		all = append(all, micro)
	}
	return all
}

// red returns in how many percent of histories, read after each run, any read finds a fall.
func (s sample) red(t *testing.T, histories, orders int) float64 {
	t.Helper()
	var count atomic.Int64
	estimate.Abreast(histories, func(i int) {
		all := s.draw(rand.New(rand.NewPCG(16, uint64(i))))
		for runs := s.from; runs <= s.runs; runs++ {
			so := make([]series, len(all))
			for k := range all {
				so[k] = series{all[k].values[:runs], all[k].unit}
			}
			for _, d := range findDrifts(so, orders) {
				if d.fall && d.p <= driftShare*0.05 {
					count.Add(1)
					return
				}
			}
		}
	})
	percent := 100 * float64(count.Load()) / float64(histories)
	t.Logf("a fall is found in %.1f %% of %d", percent, histories)
	return percent
}

func never(int) float64 { return 0 }

// step falls for good before a run.
func step(by float64, at int) func(int) float64 {
	return func(run int) float64 {
		if run < at {
			return 0
		}
		return by
	}
}

func slope(by float64) func(int) float64 { return func(run int) float64 { return by * float64(run) } }

// Each history is read 13 times in a row, from its eighth to its twentieth run or later: as many reads as the level holds for. The
// comparison of the last runs may spend a fifth of the 5 %, so at most 4 % are asked here of histories in which nothing changes. Of a fall
// that lasts five runs 80 % are asked, of a creeping one 75 %. The only allowance is the error of the simulation: two standard errors of a
// share as large as the one asked: with 150 histories it is 3.2 points, so that a setting of 4 % may show 7 %. With 1,000 the settings of one
// field and of three are red in 2.7 to 3.7 % (± .6), with 300 nine fields in 3.0 and 4.0 % (± 1.1, alone and together).
// EXTRACTEVAL_SIMULATIONS=1000 asks for 1,000 histories in place of the few that always run.
func TestReadAfterEveryRun(t *testing.T) {
	histories, orders := effort.Draws(t, 5), 499
	if effort.Asked() {
		orders = 1999
	}
	for _, tt := range effort.Some(3, []struct {
		name        string
		s           sample
		least, most float64 // percent
	}{
		{"nothing changes, one field", sample{documents: 100, fields: 1, right: 0.95, fall: never}, 0, 4},
		{"nothing changes, one field, 20 to 32 runs", sample{documents: 100, fields: 1, right: 0.95, fall: never, from: 20, runs: 32}, 0, 4},
		{"nothing changes, one field, 17 to 29 runs", sample{documents: 100, fields: 1, right: 0.95, fall: never, from: 17, runs: 29}, 0, 4},
		{"nothing changes, nine fields", sample{documents: 100, fields: 9, right: 0.95, fall: never}, 0, 4},
		{"nothing changes, a bad field", sample{documents: 50, fields: 1, right: 0.7, fall: never}, 0, 4},
		{"nothing changes, nine fields that err together", sample{documents: 100, fields: 9, right: 0.95, fall: never, together: 0.5}, 0, 4},
		{"nothing changes, nine fields of few mistakes", sample{documents: 40, fields: 9, right: 0.99, fall: never}, 0, 4},
		{"nothing changes, a seldom field of three", sample{documents: 20, fields: 3, right: 0.9, fall: never, seldom: 0.3}, 0, 4},
		{"five points for five runs, one field of 200", sample{documents: 200, fields: 1, right: 0.95, fall: step(0.05, 15)}, 80, 100},
		{"five points for five runs, all of three fields", sample{documents: 100, fields: 3, right: 0.95, everywhere: true, fall: step(0.05, 15)}, 80, 100},
		{"five points for five runs, one of nine fields of 200", sample{documents: 200, fields: 9, right: 0.95, fall: step(0.05, 15)}, 80, 100},
		{"half a point a run, one field of 60", sample{documents: 60, fields: 1, right: 0.95, fall: slope(0.005)}, 75, 100},
		{"half a point a run, one field of 100", sample{documents: 100, fields: 1, right: 0.95, fall: slope(0.005)}, 75, 100},
		{"half a point a run, all of three fields", sample{documents: 100, fields: 3, right: 0.95, everywhere: true, fall: slope(0.005)}, 75, 100},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			if tt.s.runs == 0 {
				tt.s.from, tt.s.runs = leastRuns, leastRuns+reads-1
			}
			standardError := func(percent float64) float64 { return math.Sqrt(percent * (100 - percent) / float64(histories)) }
			red := tt.s.red(t, histories, orders)
			assert.LessOrEqual(t, red, tt.most+2*standardError(tt.most))
			assert.GreaterOrEqual(t, red, tt.least-2*standardError(tt.least))
		})
	}
}

// A fall from .95 to .65 half way through is found whatever the number of runs and of fields: there is no number from which another
// rule takes over.
func TestEveryNumberOfRuns(t *testing.T) {
	for _, fields := range []int{1, 12} {
		for _, runs := range effort.Some(3, []int{15, 16, 17, 18, 20, 40}) {
			s := sample{documents: 60, fields: fields, right: 0.95, fall: step(0.3, runs/2), runs: runs}
			d := findDrifts(s.draw(rand.New(rand.NewPCG(1, uint64(runs)))), 999)[0]
			assert.True(t, d.fall)
			assert.Equal(t, runs/2, d.start, "%d runs", runs)
			assert.LessOrEqual(t, d.p, driftShare*0.05, "%d runs, %d fields", runs, fields)
		}
	}
}

// By hand. Of eight runs four that stand high and four that stand low are one of C(8,4) = 70 orders, and any of them is as good a
// step as the ordered one; it is the first of 13 reads.
func TestKnownDrift(t *testing.T) {
	d := findDrifts([]series{{values: []float64{0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5}, unit: 0.01}}, 20_000)[0]
	assert.True(t, d.fall)
	assert.False(t, d.gradual)
	assert.Equal(t, 4, d.start)
	assert.InDelta(t, 13./70, d.p, 0.02)
	up := findDrifts([]series{{values: []float64{0.5, 0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9}, unit: 0.01}}, 20_000)[0]
	assert.False(t, up.fall)
	assert.InDelta(t, 13./70, up.p, 0.02)
}

// A field and the average of it alone, in one order, are one hypothesis: it takes no more evidence.
func TestAverageOfOneFieldCostsNothing(t *testing.T) {
	s := sample{documents: 60, fields: 1, right: 0.95, fall: step(0.1, 8), runs: 17}
	alone := s.draw(rand.New(rand.NewPCG(3, 3)))
	again := []series{alone[0], alone[0], alone[0]}
	assert.Equal(t, findDrifts(alone, 999)[0], findDrifts(again, 999)[2])
}

// One run that broke down altogether hides no fall after it, and is none.
func TestOneOutlier(t *testing.T) {
	s := sample{documents: 200, fields: 1, right: 0.95, fall: step(0.1, 13), runs: 18}
	all := s.draw(rand.New(rand.NewPCG(4, 4)))
	all[0].values[3] = 0
	d := findDrifts(all, 999)[0]
	assert.True(t, d.fall)
	assert.Equal(t, 13, d.start)
	assert.LessOrEqual(t, d.p, 0.04)
	s.fall = never
	all = s.draw(rand.New(rand.NewPCG(4, 5)))
	all[0].values[17] = 0
	assert.Greater(t, findDrifts(all, 999)[0].p, 0.05)
}

// Runs that lack the field count in no direction; a series that is too short or constant has no drift.
func TestSeriesWithoutDrift(t *testing.T) {
	nan := math.NaN()
	assert.Equal(t, []drift{{p: 1}, {p: 1}}, findDrifts([]series{
		{values: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, unit: 0.1},
		{values: []float64{1, nan, 1, 1, 1, nan, nan, nan, nan, 0, 0, 0}, unit: 0.1},
	}, 99))
	d := findDrifts([]series{{values: []float64{nan, 0.9, 0.91, 0.9, nan, 0.89, 0.9, 0.9, 0.5, 0.51, nan, 0.5, 0.49, 0.5}, unit: 0.01}}, 999)[0]
	assert.True(t, d.fall)
	assert.Equal(t, 6, d.start, "of the runs that have it")
}
