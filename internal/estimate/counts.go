package estimate

import "github.com/extracteval/extracteval/internal/arithmetic"

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
