package sections

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/assign"
)

const none = -1

// graph joins each section of got with the sections of want that share pages with it.
type graph struct {
	wants, gots   [][]joint // section of got -> its joints to want, section of want -> its joints to got; ascending
	wantOf, gotOf []int     // the partner of each section, or none
}

// joint joins a section to section number to of the other side.
type joint struct {
	target, shared int
	equal          bool // classes
}

// newGraph joins the sections without pairing them. No page may be in two sections of want, so the sections of got
// together have at least as many pages as there are joints.
func newGraph(got, want []Section) *graph {
	home := map[int]int{} // page -> section of want
	for j, s := range want {
		for _, page := range s.Pages {
			home[page] = j
		}
	}
	g := &graph{
		wants: make([][]joint, len(got)), gots: make([][]joint, len(want)),
		wantOf: slices.Repeat([]int{none}, len(got)), gotOf: slices.Repeat([]int{none}, len(want)),
	}
	for i, s := range got {
		shared := map[int]int{}
		for _, page := range distinct(s.Pages) {
			if j, ok := home[page]; ok {
				shared[j]++
			}
		}
		for _, j := range slices.Sorted(maps.Keys(shared)) {
			equal := s.Class == want[j].Class
			g.wants[i] = append(g.wants[i], joint{j, shared[j], equal})
			g.gots[j] = append(g.gots[j], joint{i, shared[j], equal})
		}
	}
	return g
}

// joint returns the joint of got i and want j, the zero joint if they share no page.
func (g *graph) joint(i, j int) joint {
	k, ok := slices.BinarySearchFunc(g.wants[i], j, func(a joint, j int) int { return a.target - j })
	if !ok {
		return joint{}
	}
	return g.wants[i][k]
}

// pairSections pairs the sections by the rules of [Compare].
func (g *graph) pairSections() {
	most, joints := 1, 1
	for _, list := range g.wants {
		joints += len(list)
		for _, a := range list {
			most = max(most, a.shared)
		}
	}
	unit := float64(int(1) << bits.Len(uint(most))) // a power of two, so that package assign rounds nothing
	r, err := assign.Optimal(assign.Problem{
		Got: len(g.wants), Want: len(g.gots), MaxPairs: joints,
		Similarity: func(i, j int) float64 { return float64(g.joint(i, j).shared) / unit },
		Prefer: func(i, j int) int {
			if g.joint(i, j).equal {
				return 1
			}
			return 0
		},
		Candidates: func(i int) []int {
			wants := arithmetic.Each(g.wants[i], func(a joint) int { return a.target })
			return wants
		},
	})
	if err != nil {
		panic("sections: " + err.Error()) // similarities are in range and candidates exist
	}
	for _, p := range r.Pairs {
		g.wantOf[p.Got], g.gotOf[p.Want] = p.Want, p.Got
	}
	if r.Ambiguous {
		g.takeEarliest()
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
