package document

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// Kind is the JSON type of a [Value], or Missing.
type Kind uint8

const (
	Missing Kind = iota // no value at all: the path leads nowhere
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"missing", "null", "bool", "number", "string", "array", "object"}

// String returns the name of the kind in lower case, such as "number".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Value is one value of a parsed document. It is small, immutable and safe for
// concurrent use. The zero Value is missing; every method works on it.
type Value struct {
	tree *tree
	node int32
}

func (v Value) at() *node {
	if v.tree == nil {
		return nil
	}
	return &v.tree.nodes[v.node]
}

// Kind returns the JSON type of v, or Missing.
func (v Value) Kind() Kind {
	if n := v.at(); n != nil {
		return n.kind
	}
	return Missing
}

// Exists reports whether v is anything but missing. Null exists.
func (v Value) Exists() bool { return v.tree != nil }

// Empty reports whether v carries no information: missing, null, "" or a string
// of white space only. Collections without members are not empty in this sense;
// see [Value.Len].
func (v Value) Empty() bool {
	n := v.at()
	if n == nil || n.kind == Null {
		return true
	}
	if n.kind != String {
		return false
	}
	if !n.escaped {
		return blank(v.tree.text[n.start+1 : n.end-1])
	}
	return blank(v.Text())
}

func blank(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf {
			return strings.IndexFunc(s[i:], func(r rune) bool { return !unicode.IsSpace(r) }) < 0
		} else if c != ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

// Raw returns the JSON text of v, unchanged from the document, nil when v is missing. The bytes
// belong to the document, which shares them with its texts: they must not be changed.
func (v Value) Raw() json.RawMessage {
	n := v.at()
	if n == nil {
		return nil
	}
	return v.tree.raw[n.start:n.end:n.end]
}

// RawText is like [Value.Raw], as a string: "" when v is missing.
func (v Value) RawText() string {
	n := v.at()
	if n == nil {
		return ""
	}
	return v.tree.text[n.start:n.end]
}

// Text returns the string itself for a string, with escapes resolved; the JSON
// text for every other value; "" when v is missing. Invalid UTF-8 reads as U+FFFD, as in
// encoding/json. A lone surrogate, which is not a character, reads as a private one,
// U+D800+n as U+10F800+n, so that different ones differ.
func (v Value) Text() string {
	n := v.at()
	if n == nil {
		return ""
	}
	if n.kind != String {
		return v.tree.text[n.start:n.end]
	}
	if n.escaped {
		return unquote(v.tree.text[n.start:n.end])
	}
	return v.tree.text[n.start+1 : n.end-1]
}

// unquote resolves the escapes of a valid JSON string with its quotes.
func unquote(quoted string) string {
	if strings.Contains(quoted, `\ud`) || strings.Contains(quoted, `\uD`) {
		// gjson joins a lone surrogate with whatever escape follows it.
		var s string
		if err := json.Unmarshal(replaceLone(quoted), &s); err == nil {
			return s
		}
	}
	return validUTF8(gjson.Parse(quoted).Str)
}

// replaceLone replaces the escapes of lone surrogates in a JSON string by the
// characters that [Value.Text] gives for them.
func replaceLone(quoted string) []byte {
	dst := make([]byte, 0, len(quoted)+8)
	for i := 0; i < len(quoted); {
		n := 1
		if quoted[i] == '\\' {
			n = 2
			if r, ok := codeUnit(quoted[i:]); ok && utf16.IsSurrogate(r) {
				n = len(`\ud83d\ude00`)
				if low, _ := codeUnit(quoted[i+n/2:]); utf16.DecodeRune(r, low) == utf8.RuneError {
					dst = utf8.AppendRune(dst, 0x10F800+r-0xD800)
					i += n / 2
					continue
				}
			}
		}
		dst = append(dst, quoted[i:i+n]...)
		i += n
	}
	return dst
}

// validUTF8 replaces every byte that belongs to no code point by U+FFFD.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Bool returns the value of a bool, and whether v is one.
func (v Value) Bool() (value, ok bool) {
	n := v.at()
	if n == nil || n.kind != Bool {
		return false, false
	}
	return n.yes, true
}

// Len returns the number of elements of an array or of members of an object
// (duplicate keys counted once each time they stand there), 0 for everything else.
func (v Value) Len() int {
	if n := v.at(); n != nil {
		return int(n.length)
	}
	return 0
}

// Index returns element i of an array, the missing Value when v is not an array or
// has no such element. It walks: use [Value.Items] to visit all.
func (v Value) Index(i int) Value {
	n := v.at()
	if n == nil || n.kind != Array || i < 0 || i >= int(n.length) {
		return Value{}
	}
	child := v.node + 1
	for ; i > 0; i-- {
		child = v.tree.nodes[child].next
	}
	return Value{v.tree, child}
}

// Items iterates over the elements of an array, over nothing for everything else.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		n := v.at()
		if n == nil || n.kind != Array {
			return
		}
		for i, child := 0, v.node+1; child < n.next; i, child = i+1, v.tree.nodes[child].next {
			if !yield(i, Value{v.tree, child}) {
				return
			}
		}
	}
}

// Members iterates over the members of an object in document order, duplicate
// keys included, over nothing for everything else.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		n := v.at()
		if n == nil || n.kind != Object {
			return
		}
		for child := v.node + 1; child < n.next; child = v.tree.nodes[child].next {
			if !yield(v.tree.key(&v.tree.nodes[child]), Value{v.tree, child}) {
				return
			}
		}
	}
}

// LastMembers is [Value.Members] without the members that a later one of the same
// key replaces.
func (v Value) LastMembers() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		last := make(map[string]Value, v.Len())
		n := 0
		for key, member := range v.Members() {
			last[key] = member
			n++
		}
		for key, member := range v.Members() {
			if len(last) < n && last[key] != member {
				continue
			}
			if !yield(key, member) {
				return
			}
		}
	}
}

func (t *tree) key(n *node) string {
	if n.keyEscaped {
		return unquote(t.text[n.keyStart-1 : n.keyEnd+1])
	}
	return t.text[n.keyStart:n.keyEnd]
}

// Member returns the value of a key of an object, the last one when the key
// stands there more than once, and the missing Value when v is not an object or has
// no such key. The key is taken as it is, not as a path.
func (v Value) Member(key string) Value {
	n := v.at()
	if n == nil || n.kind != Object {
		return Value{}
	}
	found := Value{}
	for child := v.node + 1; child < n.next; child = v.tree.nodes[child].next {
		if v.tree.key(&v.tree.nodes[child]) == key {
			found = Value{v.tree, child}
		}
	}
	return found
}

// Get returns the value at a path, as [ParsePath] reads it, and the missing
// Value when the path is invalid or leads nowhere.
func (v Value) Get(path string) Value {
	p, err := ParsePath(path)
	if err != nil {
		return Value{}
	}
	return v.At(p)
}

// At returns the value at a path, the missing Value when it leads nowhere.
func (v Value) At(p Path) Value {
	for _, step := range p {
		v = v.Step(step)
		if v.tree == nil {
			break
		}
	}
	return v
}

// Step follows one step of a path: the member of that name, or, in an array and
// when the step is an index, that element.
func (v Value) Step(s Step) Value {
	if v.Kind() == Array {
		if s.Index < 0 {
			return Value{}
		}
		return v.Index(s.Index)
	}
	if s.Bracket {
		return Value{} // [0] never names a member
	}
	return v.Member(s.Key)
}

// AppendCanonical appends the JSON text of v without insignificant white space, with the members of
// objects sorted by key and duplicates resolved. Number texts are not changed. A missing Value
// appends nothing.
func (v Value) AppendCanonical(dst []byte) []byte {
	n := v.at()
	if n == nil {
		return dst
	}
	switch n.kind {
	case Array:
		dst = append(dst, '[')
		for i, item := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.AppendCanonical(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.sortedMembers() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, m.key), ':')
			dst = m.value.AppendCanonical(dst)
		}
		return append(dst, '}')
	case String:
		return appendQuoted(dst, v.Text())
	}
	return append(dst, v.RawText()...)
}

type member struct {
	key   string
	value Value
}

// sortedMembers returns the members of an object by key, the last of each.
func (v Value) sortedMembers() []member {
	members := make([]member, 0, v.Len())
	for key, value := range v.Members() {
		members = append(members, member{key, value})
	}
	slices.SortStableFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	unique := members[:0]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].key != m.key {
			unique = append(unique, m)
		}
	}
	return unique
}

// appendQuoted appends s as a JSON string.
func appendQuoted(dst []byte, s string) []byte {
	return gjson.AppendJSONString(dst, s)
}

// String returns the JSON text of v, "" when v is missing.
func (v Value) String() string { return v.RawText() }
