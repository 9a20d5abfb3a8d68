package document

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/tidwall/gjson"
)

// node is one value of a document.
type node struct {
	raw   string // its JSON text
	key   string // of a member of an object
	first *node  // of the elements of an array, or of the members of an object
	count int    // of those
}

// items returns the elements of an array, or the members of an object.
func (n *node) items() []node { return unsafe.Slice(n.first, n.count) }

// newNode makes the tree of a JSON text with that number of opening brackets, which nest at most maxDepth deep. It
// reports false for a text that is not one JSON value (RFC 8259).
func newNode(text string, brackets int) (n *node, ok bool) {
	if !gjson.Valid(text) {
		return nil, false
	}
	// A bracket or a comma stands before each value but the first: one allocation for most documents.
	const most = 256
	values := 1 + strings.Count(text, ",") + brackets
	root := gjson.Parse(strings.TrimSpace(text))
	t := tree{
		nodes: append(make([]node, 0, min(values, most)), node{raw: root.Raw}),
		plain: utf8.ValidString(text) && strings.IndexByte(text, '\\') < 0,
	}
	n = &t.nodes[0]
	t.readItems(n)
	return n, true
}

// tree holds the nodes of a document: the items of a container stand side by side.
type tree struct {
	nodes []node
	plain bool // no string has escapes or invalid UTF-8
}

// readItems reads the items of a container, and theirs. gjson reads the text of a container once
// for each container around it, hence maxDepth.
func (t *tree) readItems(n *node) {
	if kind := (Value{n}).Kind(); kind != Array && kind != Object {
		return
	}
	start := len(t.nodes)
	gjson.Result{Type: gjson.JSON, Raw: n.raw}.ForEach(func(key, value gjson.Result) bool {
		name := key.Str // "" in an array
		if !t.plain && key.Type == gjson.String {
			name = unquote(key.Raw)
		}
		t.nodes = append(t.nodes, node{raw: value.Raw, key: name})
		return true
	})
	items := t.nodes[start:]
	n.first, n.count = unsafe.SliceData(items), len(items)
	for i := range items {
		t.readItems(&items[i])
	}
}
