package accept

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// Node is a JSON value that is built from its leaves. The zero Node is null in JSON.
type Node struct {
	value json.RawMessage // of a leaf
	array bool
	keys  []string // of an object, in the order of inner
	inner []*Node
}

// maxGap is how many items without a value may precede an item with one.
const maxGap = 1000

// Put sets the value at a path, and reports whether the path fits the existing values. Items without a leaf become
// null: they were empty.
func (n *Node) Put(path document.Path, value json.RawMessage) bool {
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
			n.inner = append(n.inner, &Node{})
		}
		return n.inner[step.Index].Put(path[1:], value)
	}
	for i, key := range n.keys {
		if key == step.Key {
			return n.inner[i].Put(path[1:], value)
		}
	}
	lower := &Node{}
	n.keys, n.inner = append(n.keys, step.Key), append(n.inner, lower)
	return lower.Put(path[1:], value)
}

// JSON returns the value as compact JSON.
func (n *Node) JSON() json.RawMessage { return n.append(nil) }

func (n *Node) append(dst []byte) []byte {
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
	for i, lower := range n.inner {
		if i > 0 {
			dst = append(dst, ',')
		}
		if !n.array {
			dst = append(gjson.AppendJSONString(dst, n.keys[i]), ':')
		}
		dst = lower.append(dst)
	}
	if n.array {
		return append(dst, ']')
	}
	return append(dst, '}')
}

// places maps the fields of a spec to their places in truths.
type places []field

type field struct {
	got, want document.Path // with [] for the items of each list
	oneOf     bool
}

// placesOf reads a recorded spec. A field that it cannot read has the same place in truths as in answers.
func placesOf(spec json.RawMessage) places {
	v, err := document.Parse(spec)
	if err != nil {
		return nil
	}
	var all places
	all.read(v, nil, nil)
	return all
}

func (p *places) read(spec document.Value, got, want document.Path) {
	for _, value := range spec.Member("fields").Items() {
		path := cmp.Or(value.Member("path").Text(), paths.Document)
		inGot, err := paths.ParseAttribute(path)
		if err != nil {
			continue
		}
		inWant, err := paths.ParseAttribute(cmp.Or(value.Member("expected_path").Text(), path))
		if err != nil {
			continue
		}
		f := field{got: slices.Concat(got, inGot), want: slices.Concat(want, inWant), oneOf: value.Member("match").Text() == "one_of"}
		*p = append(*p, f)
		items, _ := document.ParseAttribute(paths.Mark(value.Member("match").Text() == spectext.MatchMap))
		p.read(value, slices.Concat(f.got, items), slices.Concat(f.want, items))
		for _, class := range value.Member("classes").Members() { // of the sections of a packet
			p.read(class, slices.Concat(f.got, items), slices.Concat(f.want, items))
		}
	}
}

// inTruth turns a path with the keys of the answer and the indices of the truth into a path in the truth, and reports
// whether the truth lists accepted values there.
func (p places) inTruth(path document.Path) (_ document.Path, oneOf bool) {
	var found *field
	for i := range p {
		if f := &p[i]; begins(path, f.got) && (found == nil || len(f.got) >= len(found.got)) {
			found = f
		}
	}
	if found == nil {
		return path, false
	}
	var indices []document.Step
	for i, step := range found.got {
		if step.AllItems() {
			indices = append(indices, path[i])
		}
	}
	moved := slices.Clone(found.want)
	for i := range moved {
		if moved[i].AllItems() && len(indices) > 0 {
			moved[i], indices = indices[0], indices[1:]
		}
	}
	return slices.Concat(moved, path[len(found.got):]), found.oneOf && len(path) == len(found.got)
}

// begins reports whether a path leads to or through a field.
func begins(path, field document.Path) bool {
	if len(path) < len(field) {
		return false
	}
	for i, step := range field {
		if step.AllItems() && path[i].Bracket != step.AllMembers() {
			continue
		}
		if path[i].Key != step.Key || path[i].Bracket != step.Bracket {
			return false
		}
	}
	return true
}

// fill replaces each [] of an attribute by the next index, and each {} by the key that leaf, the path of a value with the
// attribute, has there. If there are fewer indices, path ends before the first remaining [] or {}, and rest begins with
// it.
func fill(attribute document.Path, leaf string, indices []int) (path, rest document.Path) {
	path = paths.Keyed(attribute, leaf)
	for i, step := range attribute {
		if !step.AllItems() {
			continue
		}
		if len(indices) == 0 || path[i].AllMembers() {
			return path[:i], attribute[i:]
		}
		if !step.AllMembers() {
			path[i] = document.Item(indices[0])
		}
		indices = indices[1:]
	}
	return path, nil
}
