package internal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
)

func many(n int) []estimate.Possible { return make([]estimate.Possible, n) } // of each any p-value is possible

// possibleOf returns the p-values that are possible for changes of these sizes.
func possibleOf(sizes ...float64) estimate.Possible {
	var e estimate.Evidence
	for _, size := range sizes {
		e.Put(size)
	}
	_, possible, _ := e.Test()
	return possible
}

// By hand, as Holm: 3·.01, 2·.02 and 1·.03 is .03, but a smaller p-value never has the greater adjusted p-value.
func TestStepDownIsMonotone(t *testing.T) {
	assert.InDeltaSlice(t, []float64{0.03, 0.04, 0.04}, estimate.StepDown([]float64{0.01, 0.02, 0.03}, many(3)), 1e-12)
	assert.InDeltaSlice(t, []float64{0.04, 0.04, 0.03}, estimate.StepDown([]float64{0.03, 0.02, 0.01}, many(3)), 1e-12, "in any order")
	assert.InDeltaSlice(t, []float64{1, 1, 0.9}, estimate.StepDown([]float64{0.9, 0.8, 0.3}, many(3)), 1e-12, "at most 1")
}

// A test that cannot have so small a p-value takes nothing from the others; one that can takes a p-value that it can have.
func TestStepDownCountsThePossible(t *testing.T) {
	of := []estimate.Possible{{}, {Least: 0.25}, possibleOf(1, 1, 1, 1, 1, 1, 1)} // 1/64, 8/64, 29/64 and 1
	assert.InDelta(t, 0.01, estimate.StepDown([]float64{0.01, 0.25, 0.5}, of)[0], 1e-12, "neither of the others can have 0.01")
	assert.InDelta(t, 0.02+1./64, estimate.StepDown([]float64{0.02, 0.25, 0.5}, of)[0], 1e-12)
}

// The sums of StepDown are those of its definition: the p-value and, for each test with a greater one, the chance of a
// p-value as small.
func TestStepDownSumsChances(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	for range 300 {
		var p []float64
		var possible []estimate.Possible
		for range r.IntN(12) {
			least := math.Ldexp(1, -r.IntN(8))
			test := estimate.Possible{Least: least}
			if r.IntN(2) == 0 {
				sizes := make([]float64, 1+r.IntN(8))
				for i := range sizes {
					sizes[i] = float64(1 + r.IntN(3))
				}
				test = possibleOf(sizes...)
				least = test.Least
			}
			p, possible = append(p, []float64{r.Float64(), least, 0, 1}[r.IntN(4)]), append(possible, test)
		}
		want := make([]float64, len(p))
		for i := range p {
			for j := range p { // the sum of each test up to this one counts
				if p[j] > p[i] || p[j] == p[i] && j > i {
					continue
				}
				sum := p[j]
				for k := range p {
					if p[k] > p[j] || p[k] == p[j] && k > j {
						sum += possible[k].Chance(p[j])
					}
				}
				want[i] = max(want[i], min(1, sum))
			}
		}
		assert.InDeltaSlice(t, want, estimate.StepDown(p, possible), 1e-12, "%v of %v", p, possible)
	}
}

// By hand: the first part has all of alpha, the second part has it at the greatest adjusted p-value of the first.
func TestFixedSequence(t *testing.T) {
	family := func(first, second []float64, least float64) [2][]float64 {
		parts := estimate.SequentialParts()
		parts[0].P, parts[0].Possible = first, make([]estimate.Possible, len(first))
		for i := range parts[0].Possible {
			parts[0].Possible[i].Least = least
		}
		parts[1].P, parts[1].Possible = second, many(len(second))
		adjusted, _ := estimate.AdjustParts(parts, 0.05)
		return adjusted
	}
	got := family([]float64{0.04}, []float64{0.001, 0.03}, 0)
	assert.InDelta(t, 0.04, got[0][0], 1e-12, "alone, however many follow")
	assert.InDeltaSlice(t, []float64{0.04, 0.04}, got[1], 1e-12, "2·.001 and .03, after .04")
	got = family([]float64{0.06}, []float64{0, 0.5}, 0)
	assert.InDeltaSlice(t, []float64{0.06, 0.5}, got[1], 1e-12, "whatever follows is not significant")
	got = family([]float64{0.5}, []float64{0.001, 0.03}, 0.5)
	assert.InDeltaSlice(t, []float64{0.002, 0.03}, got[1], 1e-12, "the first could not be significant: it is no hypothesis")
	got = family(nil, []float64{0.001}, 0)
	assert.InDeltaSlice(t, []float64{0.001}, got[1], 1e-12)
}

// By hand: each part has half of alpha, so that .02 becomes .04. Where all of a part is rejected it passes its alpha on: the others have
// the greater of their p-value and that at which it does so.
func TestFamilyPassesAlphaOn(t *testing.T) {
	family := func(averages, fields []float64) [2][]float64 {
		adjusted, _ := estimate.AdjustParts([2]estimate.Part{
			{P: averages, Possible: many(len(averages)), Share: 0.5, Adjust: estimate.Hochberg},
			{P: fields, Possible: many(len(fields)), Share: 0.5, Adjust: estimate.StepDown},
		}, 0.05)
		return adjusted
	}
	got := family([]float64{0.001}, []float64{0.04})
	assert.InDelta(t, 0.002, got[0][0], 1e-12, "half of alpha")
	assert.InDelta(t, 0.04, got[1][0], 1e-12, "the averages passed theirs on, at .002: all of alpha")
	got = family([]float64{0.015}, []float64{0.02})
	assert.InDelta(t, 0.03, got[1][0], 1e-12, "at .03, which is more than .02")
	got = family([]float64{0.3}, []float64{0.04})
	assert.InDelta(t, 0.08, got[1][0], 1e-12, "nothing was passed on")
	got = family([]float64{0.04}, []float64{0.001, 0.3})
	assert.InDelta(t, 0.08, got[0][0], 1e-12, "one of two fields is not rejected, which passes nothing on")
	got = family([]float64{0.04}, []float64{0.3, 0.001})
	assert.InDelta(t, 0.08, got[0][0], 1e-12, "whichever of the two it is")
	got = family([]float64{0.04}, []float64{0.001, 0.002})
	assert.InDelta(t, 0.04, got[0][0], 1e-12)
	got = family([]float64{0.04, 0.015}, nil)
	assert.InDeltaSlice(t, []float64{0.04, 0.03}, got[0], 1e-12, "Hochberg: the greater one as it is, the other one twice that, at most the greater one")
}

// By hand: three that can have any p-value take three times the level; one of seven equal changes takes 1/64 from there on.
func TestLevel(t *testing.T) {
	seven := possibleOf(1, 1, 1, 1, 1, 1, 1)
	assert.InDelta(t, 0.05/4, estimate.Level(0.05, 3, many(3)), 1e-9)
	assert.InDelta(t, 0.05-1./64, estimate.Level(0.05, 3, []estimate.Possible{seven}), 1e-9)
	assert.InDelta(t, 0.015, estimate.Level(0.015, 3, []estimate.Possible{seven}), 1e-9, "below 1/64")
}
