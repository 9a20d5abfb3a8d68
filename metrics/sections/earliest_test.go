package sections

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whichever of the best pairings the search begins with, it ends with the earliest.
func TestTheEarliestOfTheBestPairings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ties := 0
	for range 20_000 {
		g := randomGraph(r)
		best := bestPairings(g)
		ties += min(len(best)-1, 1)
		for _, partners := range best {
			start := graph{wants: g.wants, gots: g.gots, gotOf: slices.Clone(partners), wantOf: slices.Repeat([]int{none}, len(g.wants))}
			for j, i := range partners {
				if i != none {
					start.wantOf[i] = j
				}
			}
			start.takeEarliest()
			require.Equal(t, best[0], start.gotOf, "%+v, from %v", g, partners)
			for j, i := range start.gotOf {
				require.True(t, i == none || start.wantOf[i] == j)
			}
		}
	}
	require.Greater(t, ties, 1000)
}

// randomGraph joins some sections of up to four by two sides, in which ties are frequent.
func randomGraph(r *rand.Rand) graph {
	g := graph{wants: make([][]joint, r.IntN(5)), gots: make([][]joint, r.IntN(5))}
	most := 1 + r.IntN(3)
	for i := range g.wants {
		for j := range g.gots {
			if r.IntN(2) == 0 {
				continue
			}
			shared, equal := 1+r.IntN(most), r.IntN(2) == 0
			g.wants[i] = append(g.wants[i], joint{j, shared, equal})
			g.gots[j] = append(g.gots[j], joint{i, shared, equal})
		}
	}
	return g
}

// bestPairings tries all pairings and returns the partners in the best ones, the earliest first.
func bestPairings(g graph) [][]int {
	type quality struct{ shared, equal int }
	var most quality
	var best [][]int
	partners := make([]int, len(g.gots))
	var try func(j int, q quality)
	try = func(j int, q quality) {
		if j == len(g.gots) {
			if q.shared > most.shared || q.shared == most.shared && q.equal > most.equal {
				most, best = q, nil
			}
			if q == most {
				best = append(best, slices.Clone(partners))
			}
			return
		}
		for _, a := range g.gots[j] {
			if slices.Contains(partners[:j], a.target) {
				continue
			}
			with := quality{q.shared + a.shared, q.equal}
			if a.equal {
				with.equal++
			}
			partners[j] = a.target
			try(j+1, with)
		}
		partners[j] = none
		try(j+1, q)
	}
	try(0, quality{})
	return best
}
