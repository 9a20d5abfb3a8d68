package sections

import (
	"math/bits"
	"slices"

	"github.com/extracteval/extracteval/metrics/assign"
)

// pair pairs the sections. No page is in two sections of want.
func (c *Comparison) pair(got, want []Section) {
	home := map[int]int{} // page -> section of want
	for j, s := range want {
		for _, page := range s.Pages {
			home[page] = j
		}
	}
	shared := make([]map[int]int, len(got)) // got -> want -> pages
	candidates := make([][]int, len(got))
	most := 1
	for i, s := range got {
		shared[i] = map[int]int{}
		for _, page := range set(s.Pages) {
			if j, ok := home[page]; ok {
				if shared[i][j] == 0 {
					candidates[i] = append(candidates[i], j)
				}
				shared[i][j]++
				most = max(most, shared[i][j])
			}
		}
	}
	unit := float64(int(1) << bits.Len(uint(most))) // a power of two, so that package assign rounds nothing
	r, err := assign.Optimal(assign.Problem{
		Got: len(got), Want: len(want),
		Similarity: func(i, j int) float64 { return float64(shared[i][j]) / unit },
		Candidates: func(i int) []int { return candidates[i] },
		Prefer: func(i, j int) int {
			if got[i].Class == want[j].Class {
				return 1
			}
			return 0
		},
	})
	if err != nil {
		panic("sections: " + err.Error()) // similarities are in range and candidates exist
	}
	c.UnpairedGot, c.UnpairedWant = r.UnmatchedGot, r.UnmatchedWant
	for _, p := range r.Pairs {
		c.Pairs = append(c.Pairs, newPair(p.Got, p.Want, got[p.Got].Pages, want[p.Want].Pages))
	}
}

// newPair compares the pages of two sections.
func newPair(i, j int, got, want []int) Pair {
	p := Pair{Got: i, Want: j}
	place := map[int]int{} // page -> place in the truth's section
	for k, page := range want {
		place[page] = k
	}
	var order []int // the places of the shared pages, in the order of the answer's section
	seen := map[int]bool{}
	for _, page := range got {
		if seen[page] {
			continue
		}
		seen[page] = true
		if k, ok := place[page]; ok {
			order = append(order, k)
		} else {
			p.Extra = append(p.Extra, page)
		}
	}
	for _, page := range want {
		if !seen[page] {
			p.Lacks = append(p.Lacks, page)
		}
	}
	slices.Sort(p.Extra)
	slices.Sort(p.Lacks)
	p.Shared = len(order)
	p.Similarity = float64(p.Shared) / float64(p.Shared+len(p.Extra)+len(p.Lacks))
	p.Inversions = inversions(order)
	return p
}

// inversions sorts numbers and returns how many pairs of them stood in descending order, by merging.
func inversions(numbers []int) int {
	if len(numbers) < 2 {
		return 0
	}
	left, right := slices.Clone(numbers[:len(numbers)/2]), slices.Clone(numbers[len(numbers)/2:])
	n := inversions(left) + inversions(right)
	for k := range numbers {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			numbers[k], left = left[0], left[1:]
		} else {
			numbers[k], right = right[0], right[1:]
			n += len(left)
		}
	}
	return n
}
