package estimate

import (
	"cmp"
	"slices"
)

// chances sums [Possible.Chance] over tests for ascending p-values. It passes each p-value that a test can have once, so
// that the sums for all tests take time in proportion to these p-values, not to the square of the number of tests.
type chances struct {
	steps   []chanceStep // ascending by from, those ahead
	tests   []chance
	any     int     // tests that can have any p-value from Least on, and can have the last one
	several float64 // the sum over the other tests
}

// chance is the chance of one test at the last p-value.
type chance struct {
	removed, any bool
	value        float64 // if the test has several p-values
}

// chanceStep is a p-value from which a test has a greater chance.
type chanceStep struct {
	start float64
	test  int
	any   bool
	value float64 // the chance from there on, if the test has several p-values
}

func newChances(possible []Possible) *chances {
	c := &chances{tests: make([]chance, len(possible))}
	for k, t := range possible {
		if t.all == nil {
			c.steps = append(c.steps, chanceStep{start: t.Least * (1 - slack), test: k, any: true})
		}
		for _, p := range t.all {
			c.steps = append(c.steps, chanceStep{start: p / (1 + slack), test: k, value: p})
		}
	}
	slices.SortFunc(c.steps, func(a, b chanceStep) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.value, b.value)) })
	return c
}

// total returns the sum at p, which must not descend.
func (c *chances) total(p float64) float64 {
	for len(c.steps) > 0 && c.steps[0].start <= p {
		step := c.steps[0]
		c.steps = c.steps[1:]
		switch t := &c.tests[step.test]; {
		case t.removed:
		case step.any:
			t.any = true
			c.any++
		default:
			c.several += step.value - t.value
			t.value = step.value
		}
	}
	return float64(c.any)*p + max(0, c.several)
}

// remove takes a test out of the sums.
func (c *chances) remove(test int) {
	t := &c.tests[test]
	c.several -= t.value
	if t.any {
		c.any--
	}
	*t = chance{removed: true}
}
