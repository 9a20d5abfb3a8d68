package internal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/signflip"
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
				p, ok := signflip.OfDifferences(differences)
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
		p, ok := signflip.OfDifferences(differences)
		want, _ := signflip.McNemar(tt[0], tt[1])
		assert.True(t, ok)
		assert.Equal(t, want, p)
	}
}

func TestSignFlipHasNoFloor(t *testing.T) {
	all := make([]float64, 60)
	for i := range all {
		all[i] = -11 - float64(i%3)
	}
	p, _ := signflip.OfDifferences(all)
	assert.InEpsilon(t, math.Ldexp(1, -59), p, 1e-9)
	assert.Equal(t, signflip.LeastP(60), math.Ldexp(1, -59))
	many := make([]float64, 20_000)
	for i := range many {
		many[i] = 1 + float64(i%50)/50
		if i%3 == 0 {
			many[i] = -many[i]
		}
	}
	p, _ = signflip.OfDifferences(many)
	assert.Less(t, p, 1e-200)
	for i := range many {
		many[i] = 1 + float64(i)/3
	}
	p, _ = signflip.OfDifferences(many[:800]) // of 800 sizes, all up
	assert.InEpsilon(t, signflip.LeastP(800), p, 1e-9)
	for i := range many {
		many[i] *= float64(1 - 2*(i/2%2^i%2)) // 1 - 2 - 3 + 4 and so on: the sum is next to 0
	}
	p, _ = signflip.OfDifferences(many[:800])
	assert.InDelta(t, 1, p, 1e-6)
}

func TestSignFlipOfNothing(t *testing.T) {
	for _, none := range [][]float64{nil, {0, 0}} {
		p, ok := signflip.OfDifferences(none)
		assert.True(t, ok)
		assert.Equal(t, 1.0, p)
	}
	_, ok := signflip.OfDifferences([]float64{1, math.NaN()})
	assert.False(t, ok)
}

// The approximation for many documents is held against the tail that is counted on a lattice of 15,000 steps and more.
func TestSaddlepoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{750, 1000} {
		for _, size := range []string{"uniform", "heavy"} {
			for _, shift := range []float64{0.01, 0.08, 0.15} {
				changes := make([]float64, n)
				span, sum := 0.0, 0.0
				for i := range changes {
					v := 0.2 + r.Float64()
					if size == "heavy" {
						v = math.Exp(r.NormFloat64())
					}
					span += v
					if r.Float64() < 0.5-shift {
						v = -v
					}
					changes[i] = v
					sum += v
				}
				p, ok := signflip.OfDifferences(changes)
				assert.True(t, ok)
				assert.InEpsilon(t, min(1, 2*tailOf(changes, span, math.Abs(sum))), p, 0.1, fmt.Sprintln(n, size, shift))
			}
		}
	}
}

// tailOf returns the chance that changes of either sign at random sum up to at least sum.
func tailOf(changes []float64, span, sum float64) (tail float64) {
	cells := 20 * len(changes)
	unit := 2 * span / float64(cells)
	chances, next := make([]float64, cells+len(changes)), make([]float64, cells+len(changes))
	chances[0] = 1
	end, least := 1, 0.0
	for _, v := range changes {
		up := int(math.Round(2 * math.Abs(v) / unit))
		clear(next)
		for k, c := range chances[:end] {
			next[k] += c / 2
			next[k+up] += c / 2
		}
		chances, next = next, chances
		end += up
		least -= float64(up) / 2 * unit
	}
	for k, c := range chances[:end] {
		if least+float64(k)*unit >= sum-unit/2 {
			tail += c
		}
	}
	return tail
}

// All ways to choose the old trials, by hand. One document, scores 0 | 0 1: the old trial may be any of the three, and changes are 1/2, 1/2
// and -1. In four documents like it the chance that all change by 1/2 is (2/3)^4, and twice that is 32/81. The sign-flip test says 2/16. In
// two documents with scores 1 | 0 0, of the nine pairs one has the sum -2: twice that is 2/9, and the sign-flip test says 2/4. In three
// documents with scores 1 | 0 3 6, the old trials sum up to 3 at most in 11 of 64 ways, and the sign-flip test says 2/8.
func TestPairedTrialsByHand(t *testing.T) {
	up, down := signflip.Trials{Old: []float64{0}, New: []float64{0, 1}}, signflip.Trials{Old: []float64{1}, New: []float64{0, 0}}
	got, ok := signflip.PairedTrials([]signflip.Trials{up, up, up, up})
	assert.True(t, ok)
	assert.InDelta(t, 32./81, got, 1e-12)
	got, ok = signflip.PairedTrials([]signflip.Trials{down, down})
	assert.True(t, ok)
	assert.InDelta(t, 0.5, got, 1e-12, "the greater of the two")
	middle := signflip.Trials{Old: []float64{1}, New: []float64{0, 3, 6}}
	got, ok = signflip.PairedTrials([]signflip.Trials{middle, middle, middle})
	assert.True(t, ok)
	assert.InDelta(t, 22./64, got, 1e-12)
}

// As many trials on both sides: the runs are exchanged.
func TestPairedTrialsOfEqualNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var documents []signflip.Trials
	var changes []float64
	for range 12 {
		d := signflip.Trials{Old: []float64{float64(r.IntN(3)), float64(r.IntN(3))}, New: []float64{float64(r.IntN(3)), float64(r.IntN(4))}}
		documents = append(documents, d)
		changes = append(changes, d.Change())
	}
	alone := []signflip.Trials{{Old: []float64{1}}, {New: []float64{5}}} // on one side, and left out
	got, ok := signflip.PairedTrials(append(documents, alone...))
	assert.True(t, ok)
	assert.InDelta(t, bruteForce(changes), got, 1e-9)
	got, ok = signflip.PairedTrials(alone)
	assert.True(t, ok)
	assert.Equal(t, 1.0, got)
	// The change of each is 1 by the runs, and by its trials up to 9.
	apart := signflip.Trials{Old: []float64{0, 9}, New: []float64{1, 10}}
	got, _ = signflip.PairedTrials([]signflip.Trials{apart, apart, apart, apart, apart})
	assert.Equal(t, 2./32, got)
}

// Of more ways to choose the old trials than are computed, 500 are drawn. In each of 8 documents 16 of 30 old trials are right and
// 24 of 40 new ones: by the hypergeometric distribution that each document follows, the chance of as few among the old is exact.
func TestPairedTrialsOfManyWays(t *testing.T) {
	scores := func(right, all int) []float64 {
		s := make([]float64, all)
		for i := range right {
			s[i] = 1
		}
		return s
	}
	const documents = 8
	all := make([]signflip.Trials, documents)
	chances := []float64{1} // of each number of right ones among the old trials
	for i := range all {
		all[i] = signflip.Trials{Old: scores(16, 30), New: scores(24, 40)}
		next := make([]float64, len(chances)+30)
		for sum, chance := range chances {
			for right := range 31 {
				next[sum+right] += chance * arithmetic.Hypergeometric(right, 30, 40, 70)
			}
		}
		chances = next
	}
	want := 0.0
	for _, chance := range chances[:documents*16+1] {
		want += 2 * chance
	}
	got, ok := signflip.PairedTrials(all)
	assert.True(t, ok)
	assert.InDelta(t, want, got, 0.002)
}

// Great and small scores are as others.
func TestPairedTrialsOfAnyUnit(t *testing.T) {
	documents := func(unit float64) (all []signflip.Trials) {
		for i := range 9 {
			all = append(all, signflip.Trials{Old: []float64{unit, 0, 0, unit * float64(i), 0, unit}, New: []float64{unit, 0, unit, 2 * unit, unit, unit, unit, 0}})
		}
		return all
	}
	want, ok := signflip.PairedTrials(documents(1))
	assert.True(t, ok)
	for _, unit := range []float64{1e200, 1e-200} {
		got, ok := signflip.PairedTrials(documents(unit))
		assert.True(t, ok)
		assert.InDelta(t, want, got, 1e-9, unit)
	}
}

// Scores that only rounding tells apart are equal, and no document makes the result undefined.
func TestPairedTrialsOfEqualScores(t *testing.T) {
	documents := []signflip.Trials{{Old: []float64{0}, New: []float64{0, 1}}, {Old: []float64{1, 0}, New: []float64{1}}}
	want, ok := signflip.PairedTrials(documents)
	assert.True(t, ok)
	const most, least = -5.3125000000000085e-05, -5.312500000000014e-05
	got, ok := signflip.PairedTrials(append(documents, signflip.Trials{Old: []float64{most, least, least, least, least}, New: []float64{least}}))
	assert.True(t, ok)
	assert.InDelta(t, want, got, 1e-12)

	rare := signflip.Trials{Old: []float64{0}, New: make([]float64, 2000)} // few of the drawn ways have the one, if any has
	rare.New[7] = 1
	got, ok = signflip.PairedTrials(append(documents, rare))
	assert.True(t, ok)
	assert.InDelta(t, want, got, 0.1)
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
				all := make([]signflip.Trials, documents)
				for i := range all {
					for side, n := range sizes {
						once := wrongScore(r, 0.05)
						scores := make([]float64, n)
						for k := range scores {
							if scores[k] = once; !repeat {
								scores[k] = wrongScore(r, 0.05)
							}
						}
						if side == 0 {
							all[i].Old = scores
						} else {
							all[i].New = scores
						}
					}
				}
				p, ok := signflip.PairedTrials(all)
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

func wrongScore(r *rand.Rand, chance float64) float64 {
	if r.Float64() < chance {
		return 0
	}
	return 1
}

// There are too many ways to choose 5 of 45 trials, of which 20 are right: they are drawn. The old trials are right twice in 36 of 40
// documents, else three times. The number that are right is hypergeometric: its mean is 20/9, its variance 1.1223, and the sum over the
// documents is nearly normal; the mean of the draws is off by a standard error. The sign-flip test says less than 0.05.
func TestManyTrialsAreDrawn(t *testing.T) {
	document := func(old int) signflip.Trials {
		d := signflip.Trials{Old: make([]float64, 5), New: make([]float64, 40)}
		for i := range 20 {
			if i < old {
				d.Old[i] = 1
			} else {
				d.New[i] = 1
			}
		}
		return d
	}
	var documents []signflip.Trials
	sum := 0.0
	for i := range 40 {
		old := 2
		if i%11 == 0 {
			old++
		}
		documents = append(documents, document(old))
		sum += float64(old) - 20./9
	}
	got, ok := signflip.PairedTrials(documents)
	assert.True(t, ok)
	z := math.Abs(sum) / math.Sqrt(40*1.1223)
	assert.InDelta(t, math.Erfc(z/math.Sqrt2), got, 0.25)
}
