package assign

import "slices"

// exchanges are the working arrays of ambiguous: a directed graph, and the vertices that a walk through it has visited.
type exchanges struct {
	head   []int32 // vertex -> first of its arcs in target; one element more than vertices
	target []int32 // arc -> the vertex that it leads to
	seen   []int32 // want content -> the last got content with an arc to it

	next   []int32 // vertex -> the arc to follow next
	parent []int32 // vertex -> the vertex from which it was reached, or none
	state  []state // of each vertex
	stack  []int32 // open and returning vertices in the order in which they were met
}

type state uint8

const (
	unmet     state = iota
	open            // met, and perhaps in one component with the vertex that it was met from
	returning       // open, with an arc back to that vertex
	complete        // its component is known
)

// ambiguous reports whether an assignment of other contents has the same weight as the assignment of augment.
//
// Every optimal assignment uses only pairs without slack, and leaves only items of price 0 unmatched. So two optimal
// assignments differ by closed walks that alternately add and remove pairs without slack. The vertices of the graph are
// contents, not items: exchanging equal items, which have equal prices, is not a walk. One more vertex represents
// "unmatched". An arc leads from got to want if the pair can be added, and from want to got if the pair can be removed.
// Adding a pair and removing it again changes nothing, so only a cycle through three or more vertices counts. Want
// contents have no arcs to each other, so such a cycle leads through a got content with two arcs.
func (s *solver) ambiguous() bool {
	gotClasses := s.got.classes()
	alone := int32(gotClasses + s.want.classes())
	s.head, s.target = make([]int32, 0, alone+2), make([]int32, 0, alone+2)
	s.seen = slices.Repeat([]int32{none}, s.want.classes())
	choice := false // whether some got content has two arcs
	for g, partner := range s.wantOf {
		source := s.got.class[g]
		s.arcsFrom(source)
		if partner != none && s.beforehand(int32(g)) {
			continue
		}
		price := s.gotPrice[g]
		wants, weights := s.pairs(g)
		for k, w := range wants {
			if weights[k] != price+s.wantPrice[w] || weights[k] == 0 {
				continue
			}
			if target := s.want.class[w]; s.seen[target] != source { // ranks of one content are neighbours: source does not come back
				s.seen[target] = source
				s.target = append(s.target, int32(gotClasses)+target)
			}
		}
		if price == 0 {
			s.target = append(s.target, alone)
		}
		choice = choice || len(s.target)-int(s.head[source]) > 1
	}
	if !choice {
		return false
	}
	for w, partner := range s.gotOf {
		s.arcsFrom(int32(gotClasses) + s.want.class[w])
		if partner == none {
			s.target = append(s.target, alone)
		} else if !s.beforehand(partner) {
			s.target = append(s.target, s.got.class[partner])
		}
	}
	s.arcsFrom(alone)
	for g, partner := range s.wantOf {
		if partner == none {
			s.target = append(s.target, s.got.class[g])
		}
	}
	for w, partner := range s.gotOf {
		if s.wantPrice[w] == 0 && (partner == none || !s.beforehand(partner)) {
			s.target = append(s.target, int32(gotClasses)+s.want.class[w])
		}
	}
	s.arcsFrom(alone + 1)
	return s.cyclic(gotClasses)
}

// beforehand says whether a got rank that has a partner was paired before the search: see releaseCopies.
func (s *solver) beforehand(g int32) bool { return s.start[g] == s.start[g+1] }

// arcsFrom is called in the order of the vertices, with each at least once, before its arcs are added.
func (e *exchanges) arcsFrom(vertex int32) {
	if int(vertex) == len(e.head) {
		e.head = append(e.head, int32(len(e.target)))
	}
}

// cyclic reports whether there is a cycle through three or more vertices. A strongly connected component has such a
// cycle unless its edges, without direction, form a tree: an arc without an opposite arc closes a cycle with a path
// back, and if every arc has an opposite arc, any cycle of the edges is one. So there is a cycle as soon as an arc
// outside of the tree of the walk leads to a vertex of an incomplete component (Tarjan 1972). Until then a vertex is in
// the component of the vertex that it was met from if and only if it has an arc back to it.
func (e *exchanges) cyclic(gotClasses int) bool {
	vertices := len(e.head) - 1
	e.next = slices.Clone(e.head[:vertices])
	e.parent = make([]int32, vertices)
	e.state = make([]state, vertices)
	e.stack = make([]int32, 0, vertices)
	for first := range gotClasses {
		if e.state[first] != unmet || e.head[first+1]-e.head[first] < 2 {
			continue
		}
		e.parent[first] = none
		e.visit(int32(first))
		for v := int32(first); v != none; { // without recursion, since paths can be as long as lists
			if e.next[v] == e.head[v+1] {
				if e.state[v] == open {
					e.complete(v)
				}
				v = e.parent[v]
				continue
			}
			w := e.target[e.next[v]]
			e.next[v]++
			switch {
			case e.state[w] == unmet:
				e.parent[w] = v
				e.visit(w)
				v = w
			case w == e.parent[v]:
				e.state[v] = returning
			case e.state[w] != complete && e.parent[w] != v:
				return true
			}
		}
	}
	return false
}

func (e *exchanges) visit(v int32) {
	e.state[v] = open
	e.stack = append(e.stack, v)
}

// complete takes the component of v, which are the vertices met since then, off the stack.
func (e *exchanges) complete(v int32) {
	for {
		w := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		e.state[w] = complete
		if w == v {
			return
		}
	}
}
