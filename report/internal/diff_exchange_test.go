package internal_test

import (
	"math"
	"math/rand/v2"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// exchange is the permutation test of a change of F1 by brute force: in each document the two runs may as well have been
// exchanged, and F1 is computed anew for every such world. It is the reference for the tests of package diff, and shares
// nothing with them: no influence, no lattice, no approximation.
type exchange struct {
	// Fields are the fields whose mean F1 is tested: one, or all for the macro average. With Micro it is F1 of their sums.
	Fields []string
	Micro  bool
	// Draws is how many worlds are drawn at random where more than 12 documents changed; else all are looked at.
	Draws int
}

// ratios are, for each field, the numerator and denominator of F1 in a document: 2TP and 2TP+FP+FN.
type ratios [][2]int

// p returns the share of worlds in which F1 changed at least as much, whichever way, of runs with as many trials of
// each document, and how many documents changed.
func (e exchange) p(r *rand.Rand, old, new []report.Case) (p float64, changed int) {
	width := len(e.Fields)
	if e.Micro {
		width = 1
	}
	documents := map[string]int{}
	var all [2][]ratios
	for side, cases := range [2][]report.Case{old, new} {
		for i := range cases {
			at, ok := documents[cases[i].ID]
			if !ok {
				at = len(documents)
				documents[cases[i].ID] = at
			}
			for side := range all {
				for len(all[side]) <= at {
					all[side] = append(all[side], make(ratios, width))
				}
			}
			e.add(all[side][at], &cases[i])
		}
	}
	var sums [2]ratios
	var differences []ratios // of the documents that changed
	for side := range sums {
		sums[side] = make(ratios, width)
	}
	for at := range all[0] {
		difference := make(ratios, width)
		any := false
		for k := range width {
			for n := range 2 {
				sums[0][k][n] += all[0][at][k][n]
				sums[1][k][n] += all[1][at][k][n]
				difference[k][n] = all[1][at][k][n] - all[0][at][k][n]
				any = any || difference[k][n] != 0
			}
		}
		if any {
			differences = append(differences, difference)
		}
	}
	seen := math.Abs(change(sums))
	worlds, bits := e.Draws, func(int) uint64 { return r.Uint64() }
	if len(differences) <= 12 {
		worlds, bits = 1<<len(differences), func(world int) uint64 { return uint64(world) }
	}
	atLeast := 0
	exchanged := [2]ratios{make(ratios, width), make(ratios, width)}
	for world := range worlds {
		copy(exchanged[0], sums[0])
		copy(exchanged[1], sums[1])
		var word uint64
		for i, d := range differences {
			if i%64 == 0 {
				word = bits(world)
			}
			if word>>(i%64)&1 == 0 {
				continue
			}
			for k := range d {
				for n, by := range d[k] {
					exchanged[0][k][n] += by
					exchanged[1][k][n] -= by
				}
			}
		}
		if math.Abs(change(exchanged)) >= seen-1e-12 {
			atLeast++
		}
	}
	return float64(atLeast) / float64(worlds), len(differences)
}

// add adds the counts of a case in the fields.
func (e exchange) add(to ratios, c *report.Case) {
	for k, field := range e.Fields {
		if e.Micro {
			k = 0
		}
		for i := range c.Counts {
			if row := &c.Counts[i]; row.Attribute == field {
				n := row.Counts.Confusion(metrics.WrongBoth)
				to[k][0] += 2 * n.TP
				to[k][1] += 2*n.TP + n.FP + n.FN
			}
		}
	}
}

// change returns the mean over fields of the new F1 less the old F1.
func change(sums [2]ratios) float64 {
	sum := 0.0
	for k := range sums[0] {
		for side, sign := range [2]float64{-1, 1} {
			if n := sums[side][k]; n[1] > 0 {
				sum += sign * float64(n[0]) / float64(n[1])
			}
		}
	}
	return sum / float64(len(sums[0]))
}
