package preflight

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// answerOf returns what a perfect extractor answers: each value of a truth where the
// spec looks for it in answers, and of several accepted ones the first.
func answerOf(fields []*field, truth document.Value) (document.Value, error) {
	return answerNode(fields, truth).value()
}

func (n *node) value() (document.Value, error) {
	var text bytes.Buffer
	write(&text, n)
	return document.Parse(text.Bytes())
}

// node is a place in an answer that is being made.
type node struct {
	text    []byte // of a whole value
	keys    []string
	members map[string]*node
	items   []*node
	array   bool
}

func answerNode(fields []*field, in document.Value) *node {
	root := &node{}
	for _, f := range fields {
		v := in.At(f.want)
		if !v.Exists() {
			continue
		}
		at := root
		for _, step := range f.got {
			at = at.child(step)
		}
		*at = *f.answer(f.page.Join(in, f.page.Places(f.want), v))
	}
	return root
}

// answer returns what an answer has for a field of which the truth has v.
func (f *field) answer(v document.Value) *node {
	switch {
	case f.Kind == "list" && len(f.spec.List.Fields) > 0 && v.Kind() == document.Array:
		list := &node{array: true}
		for _, item := range v.Items() {
			if item.Kind() == document.Object || item.Kind() == document.Array {
				list.items = append(list.items, answerNode(f.items, item))
			} else {
				list.items = append(list.items, &node{text: item.Raw()})
			}
		}
		return list
	case f.Kind == "set" && v.Kind() == document.Array:
		set := &node{array: true}
		for _, item := range v.Items() {
			set.items = append(set.items, &node{text: f.accepted(f.spec.Set.Match, item).Raw()})
		}
		return set
	}
	return &node{text: f.accepted(f.spec.Match, v).Raw()}
}

// accepted returns the first of several accepted values.
func (f *field) accepted(match compare.Comparator, v document.Value) document.Value {
	if _, ok := match.(compare.OneOf); !ok || v.Kind() != document.Array {
		return v
	}
	for _, one := range v.Items() {
		if !one.Empty() {
			return one
		}
	}
	return v
}

func (n *node) child(step document.Step) *node {
	if step.Index >= 0 && step.Index < 10_000 {
		n.array = true
		for len(n.items) <= step.Index {
			n.items = append(n.items, &node{})
		}
		return n.items[step.Index]
	}
	if !slices.Contains(n.keys, step.Key) {
		if n.members == nil {
			n.members = map[string]*node{}
		}
		n.keys = append(n.keys, step.Key)
		n.members[step.Key] = &node{}
	}
	return n.members[step.Key]
}

func write(to *bytes.Buffer, n *node) {
	switch {
	case n.text != nil:
		to.Write(n.text)
	case n.array:
		to.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				to.WriteByte(',')
			}
			write(to, item)
		}
		to.WriteByte(']')
	default:
		to.WriteByte('{')
		for i, key := range n.keys {
			if i > 0 {
				to.WriteByte(',')
			}
			name, _ := json.Marshal(key) // a string has no error
			to.Write(name)
			to.WriteByte(':')
			write(to, n.members[key])
		}
		to.WriteByte('}')
	}
}
