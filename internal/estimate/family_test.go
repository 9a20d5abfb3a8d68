package estimate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func many(n int) []Possible { return make([]Possible, n) } // of each any p-value is possible

// By hand, as Holm: 3·.01, 2·.02 and 1·.03 is .03, but a smaller p-value never has the greater adjusted p-value.
func TestStepDownIsMonotone(t *testing.T) {
	assert.InDeltaSlice(t, []float64{0.03, 0.04, 0.04}, StepDown([]float64{0.01, 0.02, 0.03}, many(3)), 1e-12)
	assert.InDeltaSlice(t, []float64{0.04, 0.04, 0.03}, StepDown([]float64{0.03, 0.02, 0.01}, many(3)), 1e-12, "in any order")
	assert.InDeltaSlice(t, []float64{1, 1, 0.9}, StepDown([]float64{0.9, 0.8, 0.3}, many(3)), 1e-12, "at most 1")
}

// A test that cannot have so small a p-value takes nothing from the others; one that can takes a p-value that it can have.
func TestStepDownCountsThePossible(t *testing.T) {
	of := []Possible{{}, {Least: 0.25}, {Least: 1. / 64, all: []float64{1. / 64, 8. / 64, 1}}}
	assert.InDelta(t, 0.01, StepDown([]float64{0.01, 0.25, 0.5}, of)[0], 1e-12, "neither of the others can have 0.01")
	assert.InDelta(t, 0.02+1./64, StepDown([]float64{0.02, 0.25, 0.5}, of)[0], 1e-12)
}

// By hand: each part has half of alpha, so that .02 becomes .04. Where all of a part is rejected it passes its alpha on: the others have
// the greater of their p-value and that at which it does so.
func TestFamilyPassesAlphaOn(t *testing.T) {
	family := func(averages, fields []float64) [2][]float64 {
		adjusted, _ := Family([2]Part{
			{P: averages, Possible: many(len(averages)), Share: 0.5, Adjust: Hochberg},
			{P: fields, Possible: many(len(fields)), Share: 0.5, Adjust: StepDown},
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
}
