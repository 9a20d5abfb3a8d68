package document

import (
	"strings"

	"github.com/tidwall/gjson"
)

// node is one value of a document.
type node struct {
	kind  Kind
	raw   string // its JSON text
	key   string // of a member of an object
	items []node // the elements of an array, the members of an object
}

// newNode makes the tree of a JSON text that nests at most MaxDepth deep. It reports false for a
// text that is not one JSON value (RFC 8259).
func newNode(text string) (n *node, ok bool) {
	if !gjson.Valid(text) {
		return nil, false
	}
	n = new(node)
	n.read(gjson.Parse(strings.TrimSpace(text)))
	return n, true
}

// read fills a node. gjson reads the text of a container once for each container around it, hence
// MaxDepth.
func (n *node) read(r gjson.Result) {
	n.raw = r.Raw
	switch r.Type {
	case gjson.Null:
		n.kind = Null
	case gjson.True, gjson.False:
		n.kind = Bool
	case gjson.Number:
		n.kind = Number
	case gjson.String:
		n.kind = String
	case gjson.JSON:
		n.kind = Array
		if r.IsObject() {
			n.kind = Object
		}
		// One allocation for most containers, in proportion to their text.
		n.items = make([]node, 0, min(16, len(r.Raw)/16))
		for key, value := range r.All() {
			n.items = append(n.items, node{})
			item := &n.items[len(n.items)-1]
			if n.kind == Object {
				item.key = unquote(key.Raw)
			}
			item.read(value)
		}
	}
}
