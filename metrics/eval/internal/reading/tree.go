package reading

// This file finds the values of the fields of a group in one walk along a document or an item of a list.
//
// [Tree] holds the paths of the fields. [Walk] fills in the value at each path, and collects the values that no field
// reads ([Rest]).

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// Tree is a node of the tree that the paths of a group of fields form. With the tree, one walk along a document finds
// the values of all fields, whatever their number.
type Tree struct {
	Path  document.Path // from the document or item
	field int           // the field whose path ends here, or -1
	edges []edge
	index map[string]int // key -> index in edges
	below []int32        // the fields at or below this node
}

// edge is a step from a node. The keys of a node's edges differ: the steps .0, [0] and ["0"] share one edge. If
// different steps share an edge, the walk cannot tell the fields after it apart, and callers follow their paths
// instead. Hardly any spec has such fields.
type edge struct {
	key             string
	element         int  // the array index that the key is, or -1
	member, indexed bool // whether it may name a member of an object, and an element of an array
	mixed           bool // whether different steps share it
	child           *Tree
}

// NewTree returns an empty tree that starts at path.
func NewTree(path document.Path) *Tree {
	return &Tree{Path: path, field: -1, index: make(map[string]int)}
}

// Insert adds the path of a field. Paths do not overlap.
func (n *Tree) Insert(path document.Path, field int) {
	n.below = append(n.below, int32(field))
	for i, step := range path {
		member, indexed := !step.Bracket, step.Index >= 0
		index := n.findEdge(step.Key, 0)
		if index < 0 {
			index = len(n.edges)
			n.edges = append(n.edges, edge{key: step.Key, element: step.Index, member: member, indexed: indexed, child: NewTree(path[: i+1 : i+1])})
			n.index[step.Key] = index
		}
		e := &n.edges[index]
		if e.member != member || e.indexed != indexed {
			e.mixed = true
			e.member, e.indexed, e.element = e.member || member, e.indexed || indexed, max(e.element, step.Index)
		}
		n = e.child
		n.below = append(n.below, int32(field))
	}
	n.field = field
}

// Mixed reports whether a path takes an edge that different steps share, so that a walk cannot find its value.
func (n *Tree) Mixed(path document.Path) bool {
	for _, step := range path {
		e := &n.edges[n.findEdge(step.Key, 0)]
		if e.mixed {
			return true
		}
		n = e.child
	}
	return false
}

// Below returns the numbers of the fields at or below the node.
func (n *Tree) Below() []int32 { return n.below }

// Shares reports whether a field is at or below both nodes, which may be of different trees.
func (n *Tree) Shares(other *Tree) bool {
	return slices.ContainsFunc(n.below, func(field int32) bool { return slices.Contains(other.below, field) })
}

// findEdge returns the index of the edge of a key, or -1. It tries guess first, since documents mostly have their keys in
// the order of the spec.
func (n *Tree) findEdge(key string, guess int) int {
	if guess < len(n.edges) && n.edges[guess].key == key {
		return guess
	}
	if i, ok := n.index[key]; ok {
		return i
	}
	return -1
}

// Walk finds the values of fields, and collects the values that no field covers.
type Walk struct {
	Keys  bool   // whether to collect the values of unknown keys and items
	Rest  []Rest // the values collected
	Start int    // index in Rest of the first value of the current item
}

// Rest is a value that no field covers.
type Rest struct {
	From  *Tree
	Step  document.Step // the step from From, unless Stray
	Stray bool          // the value is at From itself, where fields expect an object or an array
	Value document.Value
}

// Text returns the path of the value from its document or item.
func (r *Rest) Text() string {
	path := r.From.Path
	if !r.Stray {
		path = append(path[:len(path):len(path)], r.Step)
	}
	return path.String()
}

// Along walks along a value from its node, and sets the slot of each field that it finds. (Slots are not part of the
// Walk so that the caller can keep them on the stack.)
func (w *Walk) Along(n *Tree, v document.Value, slots []document.Value) {
	if n.field >= 0 {
		slots[n.field] = v
		return
	}
	switch v.Kind() {
	case document.Object:
		var few [32]visit
		visits := few[:]
		if len(n.edges) > len(few) {
			visits = make([]visit, len(n.edges))
		}
		next := 0
		for key, member := range v.Members() {
			i := n.findEdge(key, next)
			if i < 0 || !n.edges[i].member {
				if w.Keys {
					w.Rest = append(w.Rest, Rest{From: n, Step: document.Step{Key: key, Index: -1}, Value: member})
				}
				continue
			}
			next = i + 1
			child := n.edges[i].child
			switch {
			case child.field >= 0:
				slots[child.field] = member
			case visits[i] == unseen:
				visits[i] = seen
				w.Along(child, member, slots)
			case visits[i] == seen: // a duplicate key: the last one counts, and there may be many
				visits[i] = settled
				w.forget(child, slots)
				w.Along(child, v.Member(key), slots)
			}
		}
	case document.Array:
		last := -1 // the last element that a field reads
		for i := range n.edges {
			if n.edges[i].indexed {
				last = max(last, n.edges[i].element)
			}
		}
		if last < 0 && len(n.Path) > 0 {
			w.Rest = append(w.Rest, Rest{From: n, Stray: true, Value: v})
			return
		}
	elements:
		for i, item := range v.Items() {
			if i > last && !w.Keys {
				break
			}
			if i <= last {
				for k := range n.edges {
					if n.edges[k].indexed && n.edges[k].element == i {
						w.Along(n.edges[k].child, item, slots)
						continue elements
					}
				}
			}
			if w.Keys {
				w.Rest = append(w.Rest, Rest{From: n, Step: document.Item(i), Value: item})
			}
		}
	default:
		if !v.Blank() {
			w.Rest = append(w.Rest, Rest{From: n, Stray: true, Value: v})
		}
	}
}

// visit records how the members of one object matched one edge so far.
type visit uint8

const (
	unseen visit = iota
	seen
	settled // by the last of its duplicate members
)

// forget clears the values that the walk found at or below a node in the current item.
func (w *Walk) forget(n *Tree, slots []document.Value) {
	for _, field := range n.below {
		slots[field] = document.Value{}
	}
	kept := w.Rest[:w.Start]
	for _, r := range w.Rest[w.Start:] {
		if len(r.From.Path) < len(n.Path) || !slices.Equal(r.From.Path[:len(n.Path)], n.Path) {
			kept = append(kept, r)
		}
	}
	w.Rest = kept
}
