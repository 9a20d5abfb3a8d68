package accept

import (
	"encoding/json"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

// node is a JSON value that is made of the leaves of a record: the zero node is nothing.
type node struct {
	value json.RawMessage // of a leaf
	array bool
	keys  []string // of an object, beside inner
	inner []*node
}

// maxGap is how many items without a value may precede an item with one.
const maxGap = 1000

// put sets the value at a path, and reports whether the path fits the existing values. Items without a leaf are null:
// they were empty.
func (n *node) put(path document.Path, value json.RawMessage) bool {
	if n.value != nil || len(value) == 0 {
		return false
	}
	if len(path) == 0 {
		n.value = value
		return n.inner == nil
	}
	step := path[0]
	if n.inner == nil {
		n.array = step.Bracket
	}
	if n.array != step.Bracket {
		return false
	}
	if n.array {
		if step.Index < 0 || step.Index > len(n.inner)+maxGap {
			return false
		}
		for len(n.inner) <= step.Index {
			n.inner = append(n.inner, &node{})
		}
		return n.inner[step.Index].put(path[1:], value)
	}
	for i, key := range n.keys {
		if key == step.Key {
			return n.inner[i].put(path[1:], value)
		}
	}
	below := &node{}
	n.keys, n.inner = append(n.keys, step.Key), append(n.inner, below)
	return below.put(path[1:], value)
}

// json returns the value as compact JSON.
func (n *node) json() json.RawMessage { return n.append(nil) }

func (n *node) append(dst []byte) []byte {
	switch {
	case n.value != nil:
		return append(dst, n.value...)
	case n.inner == nil:
		return append(dst, "null"...)
	case n.array:
		dst = append(dst, '[')
	default:
		dst = append(dst, '{')
	}
	for i, below := range n.inner {
		if i > 0 {
			dst = append(dst, ',')
		}
		if !n.array {
			dst = append(gjson.AppendJSONString(dst, n.keys[i]), ':')
		}
		dst = below.append(dst)
	}
	if n.array {
		return append(dst, ']')
	}
	return append(dst, '}')
}
