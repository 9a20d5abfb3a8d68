package document

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/gojson"
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
type Value struct{ node *node }

// missing is the node of a missing value.
var missing node

func (v Value) nodeOf() *node {
	if v.node == nil {
		return &missing
	}
	return v.node
}

// kinds are the kinds of values by the first byte of their JSON texts.
var kinds = [256]Kind{
	'n': Null, 't': Bool, 'f': Bool, '"': String, '[': Array, '{': Object, '-': Number, '0': Number, '1': Number,
	'2': Number, '3': Number, '4': Number, '5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// Kind returns the JSON type of v, or Missing.
func (v Value) Kind() Kind {
	if v.node == nil {
		return Missing
	}
	return kinds[v.node.raw[0]]
}

// Exists reports whether v is anything but missing. Null exists.
func (v Value) Exists() bool { return v.node != nil }

// Empty reports whether v carries no information: missing, null, a text without any character that shows, or one of the
// texts N/A and #N/A in whatever letter case. Collections without members are not empty in this sense; see [Value.Len].
func (v Value) Empty() bool {
	switch v.Kind() {
	case Missing, Null:
		return true
	case String:
		raw := v.RawText()
		if len(raw) == 2 {
			return true
		}
		switch c := raw[1]; {
		case c == 'N' || c == 'n' || c == '#':
			return saysAbsent(strings.TrimFunc(raw[1:len(raw)-1], Invisible))
		case c == '\\':
		case c > ' ' && c < utf8.RuneSelf:
			return false
		default:
			if first, _ := utf8.DecodeRuneInString(raw[1:]); !Invisible(first) {
				return false
			}
		}
		text := strings.TrimFunc(v.Text(), Invisible)
		return text == "" || saysAbsent(text)
	}
	return false
}

func saysAbsent(text string) bool {
	return len(text) <= len("# n / a") && strings.EqualFold(strings.ReplaceAll(strings.TrimPrefix(text, "#"), " ", ""), "n/a")
}

// Blank is [Value.Empty] as other tools define it: v is missing, null, "" or a string of white space only.
func (v Value) Blank() bool {
	switch v.Kind() {
	case Missing, Null:
		return true
	case String:
		return strings.TrimSpace(v.Text()) == ""
	}
	return false
}

const brailleBlank = '\u2800' // a symbol to Unicode, although it shows no dot

// Invisible reports whether a reader does not see a character: it is white space, a control or format character, or one
// that Unicode ignores by default.
func Invisible(r rune) bool {
	return r == brailleBlank || unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Cf,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Raw returns the JSON text of v, unchanged from the document, nil when v is missing. The bytes
// belong to the document, which shares them with its texts: they must not be changed.
func (v Value) Raw() json.RawMessage {
	text := v.RawText()
	if text == "" {
		return nil
	}
	return unsafe.Slice(unsafe.StringData(text), len(text))
}

// RawText is like [Value.Raw], as a string: "" when v is missing.
func (v Value) RawText() string { return v.nodeOf().raw }

// Text returns the string itself for a string, with escapes resolved; the JSON
// text for every other value; "" when v is missing. Invalid UTF-8 reads as U+FFFD, as in
// encoding/json. A lone surrogate, which is not a character, reads as a private one,
// U+D800+n as U+10F800+n, so that different ones differ.
func (v Value) Text() string {
	if v.Kind() == String {
		return unquote(v.RawText())
	}
	return v.RawText()
}

// unquote resolves the escapes of a valid JSON string with its quotes.
func unquote(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return validUTF8(quoted[1 : len(quoted)-1])
	}
	var s string
	if err := json.Unmarshal(replaceLone(quoted), &s); err != nil {
		return quoted // not reached: the string is valid
	}
	return s
}

// replaceLone replaces the escapes of lone surrogates in a JSON string by the
// characters that [Value.Text] gives for them.
func replaceLone(quoted string) []byte {
	dst := make([]byte, 0, len(quoted)+8)
	for i := 0; i < len(quoted); {
		n := 1
		if quoted[i] == '\\' {
			n = 2
			if r, ok := gojson.CodeUnit(quoted[i:]); ok && utf16.IsSurrogate(r) {
				n = len(`\ud83d\ude00`)
				if low, _ := gojson.CodeUnit(quoted[i+n/2:]); utf16.DecodeRune(r, low) == utf8.RuneError {
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
	return v.RawText() == "true", v.Kind() == Bool
}

// Len returns the number of elements of an array or of members of an object, in which members with the same key all
// count, and 0 for everything else.
func (v Value) Len() int { return v.nodeOf().count }

// Index returns element i of an array, the missing Value when v is not an array or
// has no such element.
func (v Value) Index(i int) Value {
	if v.Kind() != Array || i < 0 || i >= v.Len() {
		return Value{}
	}
	return Value{&v.node.items()[i]}
}

// Items iterates over the elements of an array, over nothing for everything else.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Kind() != Array {
			return
		}
		items := v.node.items()
		for i := range items {
			if !yield(i, Value{&items[i]}) {
				return
			}
		}
	}
}

// Members iterates over the members of an object in document order, duplicate
// keys included, over nothing for everything else.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.Kind() != Object {
			return
		}
		items := v.node.items()
		for i := range items {
			if member := &items[i]; !yield(member.key, Value{member}) {
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
		maps.Insert(last, v.Members())
		for key, member := range v.Members() {
			if last[key] == member && !yield(key, member) {
				return
			}
		}
	}
}

// Member returns the value of a key of an object, the last value if the key occurs more than once, and the missing
// Value if v is not an object or has no such key. The key is taken as it is, not as a path.
func (v Value) Member(key string) Value {
	found := Value{}
	for name, member := range v.Members() {
		if name == key {
			found = member
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
		if !v.Exists() {
			break
		}
	}
	return v
}

// Step follows one step of a path. It returns the member of that name or, for an array, the element if the step may be
// an index.
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
	switch v.Kind() {
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
		members := maps.Collect(v.Members())
		for i, key := range slices.Sorted(maps.Keys(members)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, key), ':')
			dst = members[key].AppendCanonical(dst)
		}
		return append(dst, '}')
	case String:
		return appendQuoted(dst, v.Text())
	}
	return append(dst, v.RawText()...)
}

// appendQuoted appends s as a JSON string.
func appendQuoted(dst []byte, s string) []byte {
	return gjson.AppendJSONString(dst, s)
}

// String returns the JSON text of v, "" when v is missing.
func (v Value) String() string { return v.RawText() }

// RepeatedKey returns the first key that an object in v has more than once, if there is one. Of its values the last
// counts.
func (v Value) RepeatedKey() (key string, found bool) {
	seen := map[string]bool{}
	for key, member := range v.Members() {
		if seen[key] {
			return key, true
		}
		seen[key] = true
		if key, found := member.RepeatedKey(); found {
			return key, true
		}
	}
	for _, item := range v.Items() {
		if key, found := item.RepeatedKey(); found {
			return key, true
		}
	}
	return "", false
}
