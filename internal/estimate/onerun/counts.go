package onerun

import (
	"math"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
)

// Fisher is the one-sided exact test of a fourfold table (Fisher 1935): the chance that at least hits of the drawn
// units are marked, if the marked units were chosen at random among all units. It is 1 for numbers that no table has.
func Fisher(hits, drawn, marked, all int) (p float64) {
	most := min(drawn, marked)
	if hits <= max(0, drawn+marked-all) || hits > most || max(drawn, marked) > all {
		return 1
	}
	for k := hits; k <= most; k++ {
		p += arithmetic.Hypergeometric(k, drawn, marked, all)
	}
	return min(p, 1)
}

// Fourfold is a fourfold table: Hits of the Drawn units are marked, and Marked of All units.
type Fourfold struct{ Hits, Drawn, Marked, All int }

const mostExact = 1000 // drawn units

// StratifiedFisher is Fisher for several tables together: the chance that at least as many drawn units are marked in
// all tables, if the marked units were chosen at random within each table. If more than 1,000 units are drawn, it is
// the normal approximation with a correction for continuity (Mantel and Haenszel 1959).
func StratifiedFisher(tables []Fourfold) (p float64) {
	hits, drawn := 0, 0
	mean, variance := 0.0, 0.0
	for _, t := range tables {
		hits, drawn = hits+t.Hits, drawn+t.Drawn
		share := float64(t.Marked) / float64(max(t.All, 1))
		mean += share * float64(t.Drawn)
		variance += share * (1 - share) * float64(t.Drawn) * float64(t.All-t.Drawn) / float64(max(t.All-1, 1))
	}
	if drawn > mostExact {
		if variance == 0 {
			return 1
		}
		return math.Erfc((float64(hits)-0.5-mean)/math.Sqrt(2*variance)) / 2
	}
	chances := []float64{1} // of each number of hits in the tables so far
	for _, t := range tables {
		next := make([]float64, len(chances)+min(t.Drawn, t.Marked))
		for k := range min(t.Drawn, t.Marked) + 1 {
			chance := arithmetic.Hypergeometric(k, t.Drawn, t.Marked, t.All)
			for prior, c := range chances {
				next[prior+k] += c * chance
			}
		}
		chances = next
	}
	for _, c := range chances[min(max(hits, 0), len(chances)):] {
		p += c
	}
	return min(p, 1)
}

// AtMost returns the chance that at most k of n independent events happen, each with the same chance.
func AtMost(k, n int, chance float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n:
		return 1
	}
	return estimate.IncompleteBeta(1-chance, float64(n-k), float64(k+1))
}

// AtLeast returns the chance that at least n of some independent events happen, given the chance of each event.
func AtLeast(n int, chances []float64) float64 {
	switch {
	case n <= 0:
		return 1
	case n > len(chances):
		return 0
	}
	happened := make([]float64, n) // happened[k] is the chance that exactly k events happened
	happened[0] = 1
	reached := 0.0
	for _, chance := range chances {
		reached += happened[n-1] * chance
		for k := n - 1; k > 0; k-- {
			happened[k] += chance * (happened[k-1] - happened[k])
		}
		happened[0] -= chance * happened[0]
	}
	return min(reached, 1)
}
