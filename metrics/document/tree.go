package document

import "unsafe"

// tree is a whole document: its text and its values in document order.
type tree struct {
	text  string
	raw   []byte // the same memory, for Raw
	nodes []node
}

// newTree returns the tree of a text without a node yet. The text must not be written to from then
// on, since the string shares its memory. A tree that is small has its nodes in itself.
func newTree(raw []byte) *tree {
	var t *tree
	switch n := estimate(raw); {
	case n <= 4:
		with := new(struct {
			tree
			few [4]node
		})
		t, with.nodes = &with.tree, with.few[:0]
	case n <= 16:
		with := new(struct {
			tree
			few [16]node
		})
		t, with.nodes = &with.tree, with.few[:0]
	default:
		t = &tree{nodes: make([]node, 0, n)}
	}
	t.text, t.raw = unsafe.String(unsafe.SliceData(raw), len(raw)), raw
	return t
}

// node is one value. Its children, if any, follow it; next is the index after the last of its
// descendants, where its next sibling would be.
type node struct {
	start, end       int32 // its text
	keyStart, keyEnd int32 // the text of its key without the quotes, for members of objects
	next             int32
	length           int32 // number of elements or members
	kind             Kind
	yes              bool // the value of a bool
	escaped          bool // the string has escapes or is not valid UTF-8
	keyEscaped       bool
}
