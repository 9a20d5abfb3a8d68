package signflip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// bruteForce looks at all 2^n ways to exchange the runs.
func bruteForce(differences []float64) float64 {
	sum := 0.0
	for _, d := range differences {
		sum += d
	}
	below, above := 0, 0
	for ways := range 1 << len(differences) {
		s := 0.0
		for i, d := range differences {
			if ways>>i&1 == 1 {
				d = -d
			}
			s += d
		}
		if s <= sum+1e-9 {
			below++
		}
		if s >= sum-1e-9 {
			above++
		}
	}
	return min(1, 2*float64(min(below, above))/float64(int(1)<<len(differences)))
}

func TestSignFlipIsThePermutationTest(t *testing.T) {
	for name, draw := range map[string]func(r *rand.Rand) float64{
		"equal":       func(r *rand.Rand) float64 { return float64(2*r.IntN(2)-1) * 0.37 },
		"few sizes":   func(r *rand.Rand) float64 { return float64(r.IntN(7)-2) / 7 },
		"as of F1":    func(r *rand.Rand) float64 { return []float64{-2, -2 + 0.91, 0.91, 2}[r.IntN(4)] / 113 },
		"continuous":  func(r *rand.Rand) float64 { return r.NormFloat64() + 0.5 },
		"heavy tails": func(r *rand.Rand) float64 { return math.Exp(3*r.NormFloat64()) * float64(2*r.IntN(2)-1) },
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				differences := make([]float64, 1+r.IntN(14))
				for i := range differences {
					differences[i] = draw(r)
				}
				p, ok := OfDifferences(differences)
				require.True(t, ok)
				assert.InDelta(t, bruteForce(differences), p, 1e-9, "%v", differences)
			}
		})
	}
}

func TestSignFlipOfEqualChangesIsMcNemar(t *testing.T) {
	for _, tt := range [][2]int{{1, 0}, {3, 11}, {40, 22}, {9_000, 9_400}} {
		var differences []float64
		for side, n := range tt {
			for range n {
				differences = append(differences, float64(1-2*side)*0.013, 0)
			}
		}
		p, ok := OfDifferences(differences)
		want, _ := McNemar(tt[0], tt[1])
		assert.True(t, ok)
		assert.Equal(t, want, p)
	}
}

func TestSignFlipHasNoFloor(t *testing.T) {
	all := make([]float64, 60)
	for i := range all {
		all[i] = -11 - float64(i%3)
	}
	p, _ := OfDifferences(all)
	assert.InEpsilon(t, math.Ldexp(1, -59), p, 1e-9)
	assert.Equal(t, LeastP(60), math.Ldexp(1, -59))
	many := make([]float64, 20_000)
	for i := range many {
		many[i] = 1 + float64(i%50)/50
		if i%3 == 0 {
			many[i] = -many[i]
		}
	}
	p, _ = OfDifferences(many)
	assert.Less(t, p, 1e-200)
}

func TestSignFlipOfNothing(t *testing.T) {
	for _, none := range [][]float64{nil, {0, 0}} {
		p, ok := OfDifferences(none)
		assert.True(t, ok)
		assert.Equal(t, 1.0, p)
	}
	_, ok := OfDifferences([]float64{1, math.NaN()})
	assert.False(t, ok)
}

// The approximation for many documents is held against the counted tail.
func TestSaddlepoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{30, 100, 400} {
		for _, size := range []string{"uniform", "heavy"} {
			for _, shift := range []float64{0.01, 0.08, 0.15} {
				var parts []part
				for range n {
					v := 0.2 + r.Float64()
					if size == "heavy" {
						v = math.Exp(r.NormFloat64())
					}
					seen := []int{0, 1}
					if r.Float64() < 0.5-shift {
						seen = []int{1, 0}
					}
					parts = append(parts, part{values: []float64{-v, v}, chances: []float64{0.5, 0.5}, seen: seen})
				}
				span := 0.0
				for i := range parts {
					span += parts[i].extent()
				}
				below, above := latticeTails(parts, span/float64(60*n))
				b, a := saddlepointTails(parts)
				if below < above {
					below, above, b, a = above, below, a, b
				}
				_ = b
				assert.InEpsilon(t, above, a, 0.1, fmt.Sprintln(n, size, shift))
			}
		}
	}
}

// All ways to choose the old trials, by hand. One document, scores 1 | 0 0: the old trial may be any of the three, and
// changes are -1, 1/2, 1/2. Two documents like it: of the nine pairs one has the sum -2, four -1/2 and four 1. The sum -2
// that was seen has a tail of 1/9, and twice that is 2/9. OfDifferences says 2/4.
func TestPairedTrialsByHand(t *testing.T) {
	d := Trials{Old: []float64{1}, New: []float64{0, 0}}
	p := relabelled([]float64{0, 0, 1}, 1, 2)
	assert.InDeltaSlice(t, []float64{-1, 0.5}, p.values, 1e-12)
	assert.InDeltaSlice(t, []float64{1. / 3, 2. / 3}, p.chances, 1e-12)
	known := map[string]int{}
	parts := addRelabelled(addRelabelled(nil, known, d), known, d)
	require.Len(t, parts, 1)
	assert.InDelta(t, 2./9, twoSided(parts), 1e-12)
	got, ok := PairedTrials([]Trials{d, d})
	assert.True(t, ok)
	assert.InDelta(t, 0.5, got, 1e-12, "the greater of the two")
}

// As many trials on both sides: the runs are exchanged.
func TestPairedTrialsOfEqualNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var documents []Trials
	var changes []float64
	for range 12 {
		d := Trials{Old: []float64{float64(r.IntN(3)), float64(r.IntN(3))}, New: []float64{float64(r.IntN(3)), float64(r.IntN(4))}}
		documents = append(documents, d)
		changes = append(changes, d.Change())
	}
	got, ok := PairedTrials(documents)
	assert.True(t, ok)
	assert.InDelta(t, bruteForce(changes), got, 1e-9)
	got, ok = PairedTrials([]Trials{{Old: []float64{1}}})
	assert.True(t, ok)
	assert.Equal(t, 1.0, got)
}

// One trial against five of the same extractor: at most 5 % false alarms, whether trials repeat each other's mistakes or
// not, also far out in the tail. 4 standard errors are let pass.
func TestPairedTrialsFalseAlarms(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	const documents = 80
	runs := effort.Share(t, 2000)
	most := func(p float64) float64 { return float64(runs)*p + 4*math.Sqrt(float64(runs)*p*(1-p)) }
	for _, sizes := range [][2]int{{1, 5}, {5, 1}, {3, 5}} {
		for _, repeat := range []bool{false, true} {
			r := rand.New(rand.NewPCG(7, 8))
			alarms, rare := 0, 0
			for range runs {
				all := make([]Trials, documents)
				for i := range all {
					for side, n := range sizes {
						once := wrong(r, 0.05)
						scores := make([]float64, n)
						for k := range scores {
							if scores[k] = once; !repeat {
								scores[k] = wrong(r, 0.05)
							}
						}
						if side == 0 {
							all[i].Old = scores
						} else {
							all[i].New = scores
						}
					}
				}
				p, ok := PairedTrials(all)
				require.True(t, ok)
				if p <= 0.05 {
					alarms++
				}
				if p <= 0.005 {
					rare++
				}
			}
			t.Logf("%v repeat=%v: %d and %d of %d", sizes, repeat, alarms, rare, runs)
			assert.LessOrEqual(t, float64(alarms), most(0.05))
			assert.LessOrEqual(t, float64(rare), most(0.005))
		}
	}
}

func wrong(r *rand.Rand, chance float64) float64 {
	if r.Float64() < chance {
		return 0
	}
	return 1
}

func TestManyTrialsAreDrawn(t *testing.T) {
	d := Trials{Old: make([]float64, 5), New: make([]float64, 40)}
	for i := range d.New {
		d.New[i] = float64(i % 2)
	}
	p := relabelled(append(append([]float64{}, d.Old...), d.New...), 5, 40)
	sum, all := 0.0, 0.0
	for i, v := range p.values {
		sum += v * p.chances[i]
		all += p.chances[i]
	}
	assert.InDelta(t, 0, sum, 1e-9)
	assert.InDelta(t, 1, all, 1e-9)
}
