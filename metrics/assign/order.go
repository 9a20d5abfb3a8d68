package assign

import (
	"cmp"
	"slices"
	"strings"
)

// side is one of the two lists in the order in which ties are decided. The algorithms count items by their place in
// this order, called rank, and translate ranks to the caller's indices in callbacks and in the result.
type side struct {
	index []int32 // rank -> the caller's index
	rank  []int32 // the caller's index -> rank; see ranks
	class []int32 // rank -> number of the item's content; items of equal content have neighbouring ranks and the same number
}

// sortSide puts the n items in the order of their contents, and items of equal content in the order of their indices. Without
// contents the order is the order of the indices.
func (s *side) sortSide(n int, content []string) {
	s.index = make([]int32, n)
	for i := range s.index {
		s.index[i] = int32(i)
	}
	if content == nil {
		s.rank, s.class = s.index, s.index
		return
	}
	s.class = make([]int32, n)
	slices.SortFunc(s.index, func(a, b int32) int {
		if c := strings.Compare(content[a], content[b]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	class := int32(0)
	for r := range s.index {
		if r > 0 && content[s.index[r]] != content[s.index[r-1]] {
			class++
		}
		s.class[r] = class
	}
}

// ranks returns the rank of each index.
func (s *side) ranks() []int32 {
	if s.rank == nil {
		s.rank = make([]int32, len(s.index))
		for r, i := range s.index {
			s.rank[i] = int32(r)
		}
	}
	return s.rank
}

// classes is the number of distinct contents.
func (s *side) classes() int {
	if len(s.class) == 0 {
		return 0
	}
	return int(s.class[len(s.class)-1]) + 1
}

// locate sets closest and equal for every got rank: closest is the first want rank whose content is not less, and equal says
// whether that content is equal. Both lists are sorted, so one pass is enough. Without contents no items are equal, and
// closest is the want rank at the same relative position.
func (s *solver) locate(p *Problem) {
	s.closest = make([]int32, p.Got)
	s.equal = make([]bool, p.Got)
	if p.GotContent == nil || p.WantContent == nil {
		for g := range s.closest {
			s.closest[g] = int32(int64(g) * int64(p.Want) / int64(p.Got))
		}
		return
	}
	w := 0
	for g := range s.closest {
		text := p.GotContent[s.got.index[g]]
		for w < p.Want && p.WantContent[s.want.index[w]] < text {
			w++
		}
		s.closest[g] = int32(w)
		s.equal[g] = w < p.Want && p.WantContent[s.want.index[w]] == text
	}
}

// isCopy says whether the items at two ranks have the same content.
func (s *solver) isCopy(g, w int) bool {
	return s.equal[g] && s.want.class[w] == s.want.class[s.closest[g]]
}

// pairCopies pairs as many items of equal content as there are on both sides, and returns the number of pairs.
func (s *solver) pairCopies() int {
	pairs := 0
	w := 0
	for g := range s.closest {
		if !s.equal[g] {
			continue
		}
		w = max(w, int(s.closest[g]))
		if w < len(s.want.class) && s.isCopy(g, w) {
			s.connect(g, w)
			w++
			pairs++
		}
	}
	return pairs
}
