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

// newNode makes the tree of a JSON text that nests at most maxDepth deep. It reports false for a
// text that is not one JSON value (RFC 8259).
func newNode(text string) (n *node, ok bool) {
	if !gjson.Valid(text) {
		return nil, false
	}
	// A bracket or a comma stands before each value but the first: one allocation for most documents.
	const most = 256
	values := 1 + strings.Count(text, ",") + strings.Count(text, "[") + strings.Count(text, "{")
	root := gjson.Parse(strings.TrimSpace(text))
	t := tree{append(make([]node, 0, min(values, most)), node{kind: kindOf(root), raw: root.Raw})}
	n = &t.nodes[0]
	t.readItems(n)
	return n, true
}

func kindOf(r gjson.Result) Kind {
	switch r.Type {
	case gjson.Null:
		return Null
	case gjson.True, gjson.False:
		return Bool
	case gjson.Number:
		return Number
	case gjson.String:
		return String
	}
	if r.Raw[0] == '{' {
		return Object
	}
	return Array
}

// tree holds the nodes of a document: the items of a container stand side by side.
type tree struct{ nodes []node }

// readItems reads the items of a container, and theirs. gjson reads the text of a container once
// for each container around it, hence maxDepth.
func (t *tree) readItems(n *node) {
	if n.kind != Array && n.kind != Object {
		return
	}
	start := len(t.nodes)
	gjson.Result{Type: gjson.JSON, Raw: n.raw}.ForEach(func(key, value gjson.Result) bool {
		name := ""
		if key.Type == gjson.String {
			name = unquote(key.Raw)
		}
		t.nodes = append(t.nodes, node{kind: kindOf(value), raw: value.Raw, key: name})
		return true
	})
	n.items = t.nodes[start:len(t.nodes):len(t.nodes)]
	for i := range n.items {
		t.readItems(&n.items[i])
	}
}
