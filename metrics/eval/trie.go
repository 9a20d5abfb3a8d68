package eval

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// node is a place on the way to the fields of one group. The paths of a group
// form a tree of nodes, so that all its values are found in one walk along a
// document, whatever the number of fields.
type node struct {
	path  document.Path // from the document or item
	field int           // the field whose value stands here, or -1
	edges []edge
	index map[string]int // of edges by key, when there are many
	below []int32        // the fields at or below this node
}

// edge is a step from a node. The keys of a node's edges differ: the steps .0, [0]
// and ["0"] share one edge. Where different ones do, the walk cannot tell the
// fields behind it apart, and they are found by following their paths instead;
// hardly any spec has such fields.
type edge struct {
	key             string
	element         int  // the array index that the key is, or -1
	member, indexed bool // whether it may name a member, whether an element
	mixed           bool // whether different steps share it
	to              *node
}

const manyEdges = 8 // from which on a map finds an edge faster than a scan

func newNode(path document.Path) *node { return &node{path: path, field: -1} }

// insert adds the path of a field. Paths do not overlap.
func (n *node) insert(path document.Path, field int) {
	n.below = append(n.below, int32(field))
	for i, step := range path {
		member, indexed := !step.Bracket, step.Index >= 0
		at := n.find(step.Key, 0)
		if at < 0 {
			at = len(n.edges)
			n.edges = append(n.edges, edge{key: step.Key, element: step.Index, member: member, indexed: indexed, to: newNode(path[: i+1 : i+1])})
			if n.index == nil && len(n.edges) > manyEdges {
				n.index = make(map[string]int)
				for j := range n.edges {
					n.index[n.edges[j].key] = j
				}
			} else if n.index != nil {
				n.index[step.Key] = at
			}
		}
		e := &n.edges[at]
		if e.member != member || e.indexed != indexed {
			e.mixed = true
			e.member, e.indexed, e.element = e.member || member, e.indexed || indexed, max(e.element, step.Index)
		}
		n = e.to
		n.below = append(n.below, int32(field))
	}
	n.field = field
}

// mixed reports whether a path goes along an edge that different steps share.
func (n *node) mixed(path document.Path) bool {
	for _, step := range path {
		e := &n.edges[n.find(step.Key, 0)]
		if e.mixed {
			return true
		}
		n = e.to
	}
	return false
}

// find returns the edge of a key, or -1. The guess is looked at first: documents
// mostly have their keys in the order of the spec.
func (n *node) find(key string, guess int) int {
	if guess < len(n.edges) && n.edges[guess].key == key {
		return guess
	}
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range n.edges {
		if n.edges[i].key == key {
			return i
		}
	}
	return -1
}

// walk fills slots with the values of the fields of a group.
type walk struct {
	slots []document.Value // by field
	keys  bool             // whether to note values that are no field's
	rest  []rest           // what was noted
	start int              // in rest, of the item that is walked along
}

// rest is a value that no field covers.
type rest struct {
	from  *node
	step  document.Step // from there, unless stray
	stray bool          // the value stands at from, where fields look for structure
	value document.Value
}

// along follows a value from the node that stands for it.
func (w *walk) along(n *node, v document.Value) {
	if n.field >= 0 {
		w.slots[n.field] = v
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
			i := n.find(key, next)
			if i < 0 || !n.edges[i].member {
				if w.keys {
					w.rest = append(w.rest, rest{from: n, step: document.Step{Key: key, Index: -1}, value: member})
				}
				continue
			}
			next = i + 1
			to := n.edges[i].to
			switch {
			case to.field >= 0 || visits[i] == unseen:
				visits[i] = seen
				w.along(to, member)
			case visits[i] == seen: // a duplicate key: the last one counts, and there may be many
				visits[i] = settled
				w.forget(to)
				w.along(to, v.Member(key))
			}
		}
	case document.Array:
		last := -1 // the last element that any field looks at
		for i := range n.edges {
			if n.edges[i].indexed {
				last = max(last, n.edges[i].element)
			}
		}
	elements:
		for i, item := range v.Items() {
			if i > last && !w.keys {
				break
			}
			if i <= last {
				for k := range n.edges {
					if n.edges[k].indexed && n.edges[k].element == i {
						w.along(n.edges[k].to, item)
						continue elements
					}
				}
			}
			if w.keys {
				w.rest = append(w.rest, rest{from: n, step: document.Item(i), value: item})
			}
		}
	default:
		if !v.Empty() {
			w.rest = append(w.rest, rest{from: n, stray: true, value: v})
		}
	}
}

// visit says what the members of one object said about one edge so far.
type visit uint8

const (
	unseen visit = iota
	seen
	settled // by the last of its duplicate members
)

// forget takes back what was found from a node on in the present item.
func (w *walk) forget(n *node) {
	for _, field := range n.below {
		w.slots[field] = document.Value{}
	}
	kept := w.rest[:w.start]
	for _, r := range w.rest[w.start:] {
		if len(r.from.path) < len(n.path) || !slices.Equal(r.from.path[:len(n.path)], n.path) {
			kept = append(kept, r)
		}
	}
	w.rest = kept
}
