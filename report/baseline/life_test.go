package baseline_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/testdata/effort"
)

// twelve are the fields of the simulated extractors: one value in twenty is always wrong.
var twelve = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}

// extractor flips the outcome of each value with a chance, each time anew.
type extractor struct {
	documents int
	flips     float64
	trials    int // of the baseline
}

// run returns a run of the extractor, whose first field lost fall documents.
func (e extractor) run(r *rand.Rand, trials, fall int) run {
	flipped := make([][][]bool, trials)
	for t := range flipped {
		flipped[t] = make([][]bool, e.documents)
		for d := range flipped[t] {
			flipped[t][d] = make([]bool, len(twelve))
			for f := range flipped[t][d] {
				flipped[t][d][f] = r.Float64() < e.flips
			}
		}
	}
	return run{documents: e.documents, fields: twelve, trials: trials, wrong: func(document, field, trial int) bool {
		bad := (document+7*field)%20 == 19 || field == 0 && document%20 != 19 && document/20*19+document%20 < fall
		return bad != flipped[trial][document][field]
	}}
}

// lives returns the share of lives whose first merge is worse than the baseline, and the share of those in which some of the
// merges is.
func lives(t *testing.T, e extractor, count, merges int, fall func(merge int) int) (first, some float64) {
	if e.flips == 0 {
		count = 1 // all lives are the same
	}
	red := make([]int, count) // the first merge that is worse, 0 if none is
	var group sync.WaitGroup
	todo := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed := range todo {
				r := rand.New(rand.NewPCG(uint64(seed), 44))
				path := e.run(r, e.trials, 0).write(t)
				for merge := 1; merge <= merges && red[seed] == 0; merge++ {
					if !e.run(r, 1, fall(merge)).recorded(t).Judge(path).Passed() {
						red[seed] = merge
					}
				}
			}
		})
	}
	for seed := range count {
		todo <- seed
	}
	close(todo)
	group.Wait()
	for _, merge := range red {
		if merge == 1 {
			first++
		}
		if merge > 0 {
			some++
		}
	}
	return first / float64(count), some / float64(count)
}

func never(int) int { return 0 }

// An unchanged extractor whose values flip from run to run is red in at most one life of twenty, of 100 merges each.
func TestLifeOfUnchangedExtractors(t *testing.T) {
	effort.NeedsScripts(t)
	count, merges := effort.Draws(t, 2), 10
	if effort.Asked() {
		merges = 100
	}
	for _, e := range []extractor{{200, 0, 1}, {200, 0.005, 1}, {200, 0.02, 5}, {40, 0.005, 1}} {
		_, share := lives(t, e, count, merges, never)
		t.Logf("%+v: %.3f of %d lives of %d merges are red", e, share, count, merges)
		assert.LessOrEqual(t, share, 0.05+2*math.Sqrt(0.05*0.95/float64(count)), "0.05 and two standard errors")
	}
}

// Power is as measured: a fall of five and of ten points in one of twelve fields of 200 documents, at the first merge and by
// the third, and a slide of one point a merge.
func TestPower(t *testing.T) {
	effort.NeedsScripts(t)
	count := effort.Draws(t, 5)
	for _, e := range []extractor{{200, 0, 1}, {200, 0.005, 1}, {200, 0.02, 5}} {
		for _, points := range []int{5, 10} {
			fall := func(int) int { return 2 * points }
			first, third := lives(t, e, count, 3, fall)
			t.Logf("%g flip: a fall of %d points is found at the first merge in %.3f, by the third in %.3f of %d", e.flips, points, first, third, count)
			if e.flips == 0 || points == 10 {
				assert.GreaterOrEqual(t, first, 0.8)
			}
		}
	}
	small := extractor{40, 0.005, 1}
	for _, lost := range []int{4, 8} {
		fall := func(int) int { return lost }
		first, third := lives(t, small, count, 3, fall)
		t.Logf("%d of 40 documents: %.3f, %.3f of %d", lost, first, third, count)
		if lost == 8 {
			assert.GreaterOrEqual(t, first, 0.6)
		}
	}
	steady := extractor{200, 0, 1}
	slide := func(merge int) int { return 2 * merge }
	_, second := lives(t, steady, 1, 2, slide)
	assert.Zero(t, second, "the second merge of a slide")
	_, third := lives(t, steady, 1, 3, slide)
	assert.Equal(t, 1.0, third, "the third")
}
