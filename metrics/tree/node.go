package tree

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

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
	quoted   bool   // scalar: a JSON string
	text     string // scalar: its Python text
	folded   string // scalar: text in lower case with white space collapsed
	key      string // of a child of a dict
	children []node // list; dict: sorted by key; the accepted values of oneOf
	leaves   int32  // scalar, null: 1; list, dict: of all children; oneOf: the most that a child has
}

// nothing is what a missing member is compared as.
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
	lower   *cases.Caser  // made when it is needed
	path    document.Path // to the value that is being read, in a truth
	members []member      // of the objects on that path
}

type member struct {
	key   string
	value document.Value
}

func newReader() *reader { return new(reader) }

// answer reads a value in which [AnyOf] is a key like any other.
func (r *reader) answer(v document.Value) node {
	n, _ := r.read(v, false)
	return n
}

// truth reads a value in which [AnyOf] has its meaning.
func (r *reader) truth(v document.Value) (node, error) { return r.read(v, true) }

func (r *reader) read(v document.Value, truth bool) (node, error) {
	switch v.Kind() {
	case document.Missing, document.Null:
		return nothing, nil
	case document.Array:
		return r.list(v, truth)
	case document.Object:
		if truth && v.Member(AnyOf).Exists() {
			return r.oneOf(v)
		}
		return r.dict(v, truth)
	}
	text := scalarText(v)
	return node{kind: scalar, quoted: v.Kind() == document.String, text: text, folded: r.fold(text), leaves: 1}, nil
}

func (r *reader) list(v document.Value, truth bool) (node, error) {
	n := node{kind: list, children: make([]node, 0, v.Len())}
	for i, item := range v.Items() {
		child, err := r.child(item, document.Item(i), truth)
		if err != nil {
			return node{}, err
		}
		n.children = append(n.children, child)
		n.leaves += child.leaves
	}
	return n, nil
}

func (r *reader) dict(v document.Value, truth bool) (node, error) {
	first := len(r.members)
	for key, value := range v.Members() {
		r.members = append(r.members, member{key, value})
	}
	end := len(r.members)
	slices.SortStableFunc(r.members[first:], func(a, b member) int { return strings.Compare(a.key, b.key) })
	n := node{kind: dict, children: make([]node, 0, end-first)}
	for i := first; i < end; i++ { // of r.members, which may move
		m := r.members[i]
		if i+1 < end && r.members[i+1].key == m.key {
			continue // of duplicate keys the last wins
		}
		child, err := r.child(m.value, document.Key(m.key), truth)
		if err != nil {
			return node{}, err
		}
		child.key = m.key
		n.children = append(n.children, child)
		n.leaves += child.leaves
	}
	r.members = r.members[:first]
	return n, nil
}

func (r *reader) oneOf(v document.Value) (node, error) {
	options := v.Member(AnyOf)
	if v.Len() != 1 || options.Kind() != document.Array || options.Len() == 0 {
		at := "at the top"
		if len(r.path) > 0 {
			at = "at " + r.path.String()
		}
		return node{}, fmt.Errorf("tree: want, %s: %q must be the only key of its object and hold a list of at least one accepted value", at, AnyOf)
	}
	n, err := r.list(options, true)
	n.kind, n.leaves = oneOf, 0
	for i := range n.children {
		n.leaves = max(n.leaves, n.children[i].leaves)
	}
	return n, err
}

func (r *reader) child(v document.Value, step document.Step, truth bool) (node, error) {
	r.path = append(r.path, step)
	n, err := r.read(v, truth)
	r.path = r.path[:len(r.path)-1]
	return n, err
}

func (r *reader) fold(s string) string {
	if isCollapsed(s) {
		return r.lowered(s)
	}
	return strings.Join(strings.FieldsFunc(r.lowered(s), isSpace), " ")
}

// isCollapsed reports whether s is ASCII in which single blanks between words are the only white space.
func isCollapsed(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x80 || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return s == "" || before != ' '
}

func (r *reader) lowered(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			if r.lower == nil {
				lower := cases.Lower(language.Und)
				r.lower = &lower
			}
			return r.lower.String(s)
		}
	}
	return strings.ToLower(s)
}
