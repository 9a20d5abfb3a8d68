package tree

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"

	"github.com/extracteval/extracteval/metrics/document"
)

type kind uint8

const (
	null kind = iota
	scalar
	list
	dict
	oneOf // a truth only
)

// node is a JSON value as [ANLSStar] sees it.
type node struct {
	kind     kind
	quoted   bool     // scalar: a JSON string
	leaves   int      // scalar, null: 1; list, dict: of all children; oneOf: the most that a child has
	text     string   // scalar: its Python text
	folded   string   // scalar: text in lower case with white space collapsed
	keys     []string // dict: sorted, each once
	children []node   // list; dict: by key; the accepted values of oneOf
}

// nothing takes the place of a missing member in a comparison.
var nothing = node{kind: null, leaves: 1}

func (n *node) isString() bool { return n.kind == scalar && n.quoted }

func (n *node) allStrings() bool {
	for i := range n.children {
		if !n.children[i].isString() {
			return false
		}
	}
	return len(n.children) > 0
}

// hollow reports whether n passes for null: null itself, "", [] and {}.
func (n *node) hollow() bool {
	switch n.kind {
	case null:
		return true
	case scalar:
		return n.quoted && n.text == ""
	case list, dict:
		return len(n.children) == 0
	}
	return false
}

// reader makes nodes of values.
type reader struct {
	lower cases.Caser
	truth bool          // [AnyOf] has its meaning
	path  document.Path // to the value that is being read
}

// answer reads a value in which [AnyOf] is a key like any other.
func (r *reader) answer(v document.Value) node {
	r.truth = false
	n, _ := r.readNode(v) // only a wrong use of AnyOf is an error
	return n
}

// readTruth reads a value in which [AnyOf] has its meaning.
func (r *reader) readTruth(v document.Value) (node, error) {
	r.truth = true
	n, ok := r.readNode(v)
	if !ok {
		place := "at the top"
		if len(r.path) > 0 {
			place = "at " + r.path.String()
		}
		return node{}, fmt.Errorf("tree: want, %s: %q must be the only key of its object and hold a list of at least one accepted value", place, AnyOf)
	}
	return n, nil
}

// readNode returns the node of a value. ok is false where [AnyOf] is not used as it must be; path then leads there.
func (r *reader) readNode(v document.Value) (n node, ok bool) {
	switch v.Kind() {
	case document.Missing, document.Null:
		return nothing, true
	case document.Array:
		return r.readList(v)
	case document.Object:
		return r.object(v)
	}
	text := scalarText(v)
	return node{kind: scalar, quoted: v.Kind() == document.String, text: text, folded: r.foldText(text), leaves: 1}, true
}

func (r *reader) readList(v document.Value) (n node, ok bool) {
	n = node{kind: list, children: make([]node, 0, v.Len())}
	for i, item := range v.Items() {
		if !r.child(&n, document.Item(i), item) {
			return n, false
		}
	}
	return n, true
}

// child adds a node below n.
func (r *reader) child(n *node, step document.Step, v document.Value) (ok bool) {
	r.path = append(r.path, step)
	child, ok := r.readNode(v)
	if !ok {
		return false
	}
	r.path = r.path[:len(r.path)-1]
	n.children = append(n.children, child)
	n.leaves += child.leaves
	return true
}

func (r *reader) object(v document.Value) (n node, ok bool) {
	type member struct {
		key   string
		value document.Value
	}
	members := make([]member, 0, v.Len())
	for key, value := range v.LastMembers() {
		if key == AnyOf && r.truth {
			return r.oneOf(value, v.Len())
		}
		members = append(members, member{key, value})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	n = node{kind: dict, keys: make([]string, 0, len(members)), children: make([]node, 0, len(members))}
	for _, m := range members {
		n.keys = append(n.keys, m.key)
		if !r.child(&n, document.Key(m.key), m.value) {
			return n, false
		}
	}
	return n, true
}

// oneOf reads the accepted values, given the number of members of their object.
func (r *reader) oneOf(options document.Value, members int) (n node, ok bool) {
	if members != 1 || options.Kind() != document.Array || options.Len() == 0 {
		return n, false
	}
	n, ok = r.readList(options)
	n.kind, n.leaves = oneOf, 0
	for i := range n.children {
		n.leaves = max(n.leaves, n.children[i].leaves)
	}
	return n, ok
}

// foldText returns s in lower case with white space collapsed.
func (r *reader) foldText(s string) string {
	lower := strings.ToLower
	if strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) {
		lower = r.lower.String // which knows the final sigma, and takes longer
	}
	return strings.Join(strings.FieldsFunc(lower(s), isSpace), " ")
}
