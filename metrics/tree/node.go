package tree

import (
	"fmt"
	"math/bits"
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
	leaves   int32  // scalar, null: 1; list, dict: of all children; oneOf: the most that a child has
	points   int32  // scalar: the code points of folded
	letters  uint64 // scalar: a bit for each of them, which others share
	text     string // scalar: its Python text
	folded   string // scalar: text in lower case with white space collapsed
	shape    *shape // dict
	children []node // list; dict: by key as in shape; the accepted values of oneOf
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

// apart reports whether two scalars are known to have a similarity below [minSimilarity]. Each code point that one is longer
// by, and each letter that only one of them has, costs an edit.
func apart(a, b *node) bool {
	longer, shorter := max(a.points, b.points), min(a.points, b.points)
	edits := max(int(longer-shorter), bits.OnesCount64(a.letters&^b.letters), bits.OnesCount64(b.letters&^a.letters))
	return 2*edits > int(longer)
}

// shape is the keys of an object. Rows of a table have one in common.
type shape struct {
	written []string // as they stand in the document
	keys    []string // sorted, each once
	places  []int    // for each of keys, its place in written: of duplicates the last, which wins
}

func newShape(written []string) *shape {
	s := &shape{written: slices.Clone(written), keys: make([]string, 0, len(written)), places: make([]int, len(written))}
	for i := range s.places {
		s.places[i] = i
	}
	slices.SortStableFunc(s.places, func(i, j int) int { return strings.Compare(written[i], written[j]) })
	for k, i := range s.places {
		if k+1 == len(written) || written[s.places[k+1]] != written[i] {
			s.places[len(s.keys)] = i
			s.keys = append(s.keys, written[i])
		}
	}
	s.places = s.places[:len(s.keys)]
	return s
}

// reader makes nodes of values.
type reader struct {
	truth  bool             // [AnyOf] has its meaning
	path   document.Path    // to the error in a truth, from its end
	slab   []node           // the nodes with a place, all in use
	shapes []*shape         // of the objects so far, the latest last
	keys   []string         // of the object that is being read
	values []document.Value // of the objects on the path
	lower  *cases.Caser     // made when it is needed
	folded strings.Builder  // texts in lower case
}

// recentShapes is how many shapes an object is held against before it gets one of its own.
const recentShapes = 8

// answer reads a value in which [AnyOf] is a key like any other.
func (r *reader) answer(v document.Value) node {
	r.truth = false
	var n node
	_ = r.read(&n, v) // only a wrong use of AnyOf is an error
	return n
}

// want reads a value in which [AnyOf] has its meaning.
func (r *reader) want(v document.Value) (node, error) {
	r.truth = true
	var n node
	if !r.read(&n, v) {
		at := "at the top"
		if len(r.path) > 0 {
			slices.Reverse(r.path)
			at = "at " + r.path.String()
		}
		return node{}, fmt.Errorf("tree: want, %s: %q must be the only key of its object and hold a list of at least one accepted value", at, AnyOf)
	}
	return n, nil
}

// read sets n, and reports whether [AnyOf] is used as it must be.
func (r *reader) read(n *node, v document.Value) bool {
	switch v.Kind() {
	case document.Missing, document.Null:
		*n = nothing
		return true
	case document.Array:
		return r.list(n, v)
	case document.Object:
		return r.object(n, v)
	}
	text := scalarText(v)
	*n = node{kind: scalar, quoted: v.Kind() == document.String, text: text, folded: r.fold(text), leaves: 1}
	for _, letter := range n.folded {
		n.points++
		n.letters |= 1 << (letter & 63)
	}
	return true
}

func (r *reader) list(n *node, v document.Value) bool {
	*n = node{kind: list, children: r.place(v.Len())}
	for i, item := range v.Items() {
		if !r.read(&n.children[i], item) {
			r.path = append(r.path, document.Item(i))
			return false
		}
		n.leaves += n.children[i].leaves
	}
	return true
}

func (r *reader) object(n *node, v document.Value) bool {
	first := len(r.values)
	r.keys = r.keys[:0]
	for key, value := range v.Members() {
		r.keys = append(r.keys, key)
		r.values = append(r.values, value)
	}
	if r.truth && slices.Contains(r.keys, AnyOf) {
		r.values = r.values[:first]
		return r.oneOf(n, v)
	}
	s := r.shape()
	*n = node{kind: dict, shape: s, children: r.place(len(s.keys))}
	for i, place := range s.places {
		if !r.read(&n.children[i], r.values[first+place]) {
			r.path = append(r.path, document.Key(s.keys[i]))
			return false
		}
		n.leaves += n.children[i].leaves
	}
	r.values = r.values[:first]
	return true
}

func (r *reader) oneOf(n *node, v document.Value) bool {
	options := v.Member(AnyOf)
	if v.Len() != 1 || options.Kind() != document.Array || options.Len() == 0 {
		return false
	}
	ok := r.list(n, options)
	n.kind, n.leaves = oneOf, 0
	for i := range n.children {
		n.leaves = max(n.leaves, n.children[i].leaves)
	}
	return ok
}

// place returns room for n nodes. Those who have some keep it.
func (r *reader) place(n int) []node {
	from := len(r.slab)
	if from+n > cap(r.slab) {
		r.slab, from = make([]node, 0, max(64, n, 2*cap(r.slab))), 0
	}
	r.slab = r.slab[:from+n]
	return r.slab[from : from+n : from+n]
}

// shape returns the shape of an object whose keys are r.keys.
func (r *reader) shape() *shape {
	for k := len(r.shapes) - 1; k >= max(0, len(r.shapes)-recentShapes); k-- {
		if slices.Equal(r.shapes[k].written, r.keys) {
			return r.shapes[k]
		}
	}
	s := newShape(r.keys)
	r.shapes = append(r.shapes, s)
	return s
}

// release forgets everything that was read.
func (r *reader) release() {
	clear(r.slab)
	clear(r.shapes)
	clear(r.keys[:cap(r.keys)])
	clear(r.values[:cap(r.values)])
	*r = reader{slab: r.slab[:0], shapes: r.shapes[:0], keys: r.keys[:0], values: r.values[:0], lower: r.lower}
}

// fold returns s in lower case with white space collapsed.
func (r *reader) fold(s string) string {
	upper, before := false, byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x80 || c == ' ' && before == ' ' {
			return strings.Join(strings.FieldsFunc(r.lowered(s), isSpace), " ")
		}
		upper = upper || 'A' <= c && c <= 'Z'
		before = c
	}
	switch {
	case before == ' ':
		return strings.TrimSuffix(r.lowered(s), " ")
	case upper:
		return r.lowered(s)
	}
	return s
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
	if r.folded.Cap()-r.folded.Len() < len(s) {
		r.folded = strings.Builder{} // the texts in the one before stay
		r.folded.Grow(max(512, len(s)))
	}
	from := r.folded.Len()
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		r.folded.WriteByte(c)
	}
	return r.folded.String()[from:]
}
