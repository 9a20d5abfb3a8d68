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
	values := min(1+strings.Count(text, ",")+brackets, most)
	r := reader{
		text:   text,
		plain:  utf8.ValidString(text) && strings.IndexByte(text, '\\') < 0,
		nodes:  make([]node, values),
		closed: values,
	}
	r.skip()
	r.readValue("")
	return r.close(1), true
}

// reader makes the nodes of a valid JSON text in one pass. At the start, nodes has the items of containers that are
// still being read. At the end it has the items of containers that have been read; these stay there.
type reader struct {
	text   string
	offset int
	plain  bool // no string has escapes or invalid UTF-8
	nodes  []node
	open   int // the number of nodes at the start
	closed int // the index of the first node at the end
}

// add returns the node of one more item of a container that is still read.
func (r *reader) add() *node {
	if r.open == r.closed {
		larger := make([]node, 2*len(r.nodes))
		copy(larger, r.nodes[:r.open])
		r.nodes, r.closed = larger, len(larger)
	}
	r.open++
	return &r.nodes[r.open-1]
}

// close moves the last items to their place, and returns the first of them.
func (r *reader) close(items int) *node {
	r.open -= items
	r.closed -= items
	copy(r.nodes[r.closed:], r.nodes[r.open:r.open+items])
	return unsafe.SliceData(r.nodes[r.closed:])
}

// readValue adds the value at the offset. key is the key of a member of an object.
func (r *reader) readValue(key string) {
	start := r.offset
	var first *node
	count := 0
	switch r.text[start] {
	case '{', '[':
		open := r.open
		r.offset++
		for r.skip(); r.text[r.offset] != ']' && r.text[r.offset] != '}'; r.skip() {
			name := ""
			if r.text[start] == '{' {
				name = r.readKey()
			}
			r.readValue(name)
		}
		r.offset++
		count = r.open - open
		first = r.close(count)
	case '"':
		r.passString()
	default:
		for r.offset < len(r.text) && !follows(r.text[r.offset]) {
			r.offset++
		}
	}
	n := r.add()
	n.raw, n.key, n.first, n.count = r.text[start:r.offset], key, first, count
}

// readKey reads the key at the offset, and passes over the colon.
func (r *reader) readKey() string {
	start := r.offset
	r.passString()
	quoted := r.text[start:r.offset]
	r.skip()
	if r.plain {
		return quoted[1 : len(quoted)-1]
	}
	return unquote(quoted)
}

// passString passes over the string at the offset.
func (r *reader) passString() {
	r.offset++
	if r.plain {
		r.offset += strings.IndexByte(r.text[r.offset:], '"') + 1
		return
	}
	for r.text[r.offset] != '"' {
		if r.text[r.offset] == '\\' {
			r.offset++
		}
		r.offset++
	}
	r.offset++
}

// skip passes over white space, colons and commas.
func (r *reader) skip() {
	for separates(r.text[r.offset]) {
		r.offset++
	}
}

func separates(c byte) bool {
	return c == ',' || c == ':' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// follows reports whether c may follow a number or a literal.
func follows(c byte) bool { return separates(c) || c == ']' || c == '}' }
