package assign

import (
	"math"
	"slices"
)

// components are the working arrays of ambiguous: a directed graph and its strongly connected components.
type components struct {
	arcs  []arc
	head  []int32 // vertex -> first of its arcs in target
	to    []int32
	index []int32 // order of discovery, from 1; 0: not met
	low   []int32
	next  []int32 // the arc to follow next
	path  []int32 // vertices on the way from the start
	stack []int32 // vertices whose component is not complete
	part  []int32 // vertex -> its component, from 1; 0: not complete
	edges []int32 // component -> pairs of neighbouring vertices within it
	size  []int32 // component -> vertices
	seen  []int32
}

type arc struct {
	from, to int32
	counted  bool // one of the two directions of an edge is counted
}

// ambiguous says whether an assignment of other contents has the same weight as the one that augment found.
//
// Every optimal assignment uses only pairs without slack, and leaves alone only items of price 0. So two of them differ
// by closed walks through such pairs, alternately added and taken away. The vertices of the graph are contents, not
// items, so that exchanging equal items is not a walk at all (equal items have equal prices), and one vertex that stands
// for being left alone. An arc leads from got to want where a pair can be added, and back where one can be taken away.
// A pair that is added and taken away again changes nothing: what counts is a cycle through three vertices or more. A
// strongly connected component has one unless its edges, without direction, form a tree: for in it every arc that has
// no counterpart closes a cycle with a path back, and if all have one then any cycle of the edges will do.
func (s *Solver) ambiguous() bool {
	gotClasses := s.got.classes()
	alone := int32(gotClasses + s.want.classes())
	s.arcs = s.arcs[:0]
	s.seen = filled(s.seen, s.want.classes(), none)
	cheapest := int64(math.MaxInt64)
	for w, partner := range s.gotOf {
		if partner == none || s.start[partner] < s.start[partner+1] {
			cheapest = min(cheapest, s.wantPrice[w])
		}
	}
	known := int32(none) // the last content with an edge to being left alone
	for g, partner := range s.wantOf {
		if partner != none && s.start[g] == s.start[g+1] {
			continue // paired beforehand: see releaseCopies
		}
		from := s.got.class[g]
		price := s.gotPrice[g]
		wants, weights := s.heavyPairs(g)
		if s.lighter[g] > 0 && s.lighter[g]-price >= cheapest { // else the lighter pairs have slack whatever the want item
			wants, weights = s.allPairs(g)
		}
		for k, w := range wants {
			if weights[k] != price+s.wantPrice[w] || weights[k] == 0 {
				continue
			}
			to := s.want.class[w]
			vertex := int32(gotClasses) + to
			if s.seen[to] != from { // ranks of one content are neighbours: from does not come back
				s.seen[to] = from
				s.arcs = append(s.arcs, arc{from, vertex, true})
			}
			if partner == w {
				s.arcs = append(s.arcs, arc{vertex, from, false})
			}
		}
		if s.gotPrice[g] == 0 {
			s.arcs = append(s.arcs, arc{from, alone, from != known})
			known = from
		}
		if partner == none {
			s.arcs = append(s.arcs, arc{alone, from, false})
		}
	}
	known = none
	for w, partner := range s.gotOf {
		if partner != none && s.start[partner] == s.start[partner+1] {
			continue
		}
		vertex := int32(gotClasses) + s.want.class[w]
		if s.wantPrice[w] == 0 {
			s.arcs = append(s.arcs, arc{alone, vertex, vertex != known})
			known = vertex
		}
		if partner == none {
			s.arcs = append(s.arcs, arc{vertex, alone, false})
		}
	}
	return s.cyclic(int(alone) + 1)
}

// cyclic says whether some strongly connected component has as many edges as vertices. Mostly there is no cycle even
// without direction.
func (c *components) cyclic(vertices int) bool {
	if c.isForest(vertices) {
		return false
	}
	c.connect(vertices)
	c.edges = filled(c.edges, vertices+1, 0)
	c.size = filled(c.size, vertices+1, 0)
	for _, p := range c.part {
		c.size[p]++
	}
	for _, a := range c.arcs {
		if p := c.part[a.from]; a.counted && p == c.part[a.to] {
			c.edges[p]++
			if c.edges[p] >= c.size[p] {
				return true
			}
		}
	}
	return false
}

// isForest says whether the edges, without direction, close no cycle.
func (c *components) isForest(vertices int) bool {
	up := slices.Grow(c.low[:0], vertices)[:vertices] // vertex -> a neighbour nearer to the root of its tree, or itself
	c.low = up
	for v := range up {
		up[v] = int32(v)
	}
	for _, a := range c.arcs {
		if !a.counted {
			continue
		}
		v, w := a.from, a.to
		for up[v] != v {
			up[v] = up[up[v]]
			v = up[v]
		}
		for up[w] != w {
			up[w] = up[up[w]]
			w = up[w]
		}
		if v == w {
			return false
		}
		up[w] = v
	}
	return true
}

// connect finds the strongly connected components (Tarjan 1972), without recursion since paths can be as long as lists.
func (c *components) connect(vertices int) {
	c.head = filled(c.head, vertices+2, 0)
	for _, a := range c.arcs {
		c.head[a.from+2]++
	}
	for v := 2; v < len(c.head); v++ {
		c.head[v] += c.head[v-1]
	}
	c.to = slices.Grow(c.to[:0], len(c.arcs))[:len(c.arcs)]
	for _, a := range c.arcs {
		c.to[c.head[a.from+1]] = a.to
		c.head[a.from+1]++
	}

	c.index = filled(c.index, vertices, 0)
	c.low = filled(c.low, vertices, 0)
	c.part = filled(c.part, vertices, 0)
	c.next = append(c.next[:0], c.head[:vertices]...)
	c.stack = c.stack[:0]
	met, parts := int32(0), int32(0)
	for first := range c.index {
		if c.index[first] != 0 {
			continue
		}
		c.path = append(c.path[:0], int32(first))
		for len(c.path) > 0 {
			v := c.path[len(c.path)-1]
			if c.index[v] == 0 {
				met++
				c.index[v], c.low[v] = met, met
				c.stack = append(c.stack, v)
			}
			if c.next[v] < c.head[v+1] {
				w := c.to[c.next[v]]
				switch {
				case c.index[w] == 0:
					c.path = append(c.path, w) // its arc is followed again when w is done, for its low
					continue
				case c.part[w] == 0:
					c.low[v] = min(c.low[v], c.low[w])
				}
				c.next[v]++
				continue
			}
			c.path = c.path[:len(c.path)-1]
			if c.low[v] != c.index[v] {
				continue
			}
			parts++
			for {
				w := c.stack[len(c.stack)-1]
				c.stack = c.stack[:len(c.stack)-1]
				c.part[w] = parts
				if w == v {
					break
				}
			}
		}
	}
}
