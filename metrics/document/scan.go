package document

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// scanner reads a text once, checks that it is JSON and makes the tree.
type scanner struct {
	*tree
	member node // the key of the member that comes next
}

// build makes the tree of a text that nests at most MaxDepth deep, without recursion. It
// reports false for a text that is not one JSON value (RFC 8259).
func build(raw []byte) (v Value, ok bool) {
	s := scanner{tree: &tree{text: string(raw), raw: raw}}
	s.nodes = make([]node, 0, estimate(s.text))
	var depth [16]int32 // more is allocated
	open := depth[:0]   // containers that are not closed yet
	i := s.space(0)
	for {
		at := len(s.nodes)
		if i, ok = s.value(i); !ok {
			return Value{}, false
		}
		if kind := s.nodes[at].kind; kind == Object || kind == Array {
			open = append(open, int32(at))
		}
		// What may follow: ends of containers, and a comma, unless one was just opened.
		for {
			i = s.space(i)
			if len(open) == 0 {
				return Value{s.tree, 0}, i == len(raw)
			}
			if i == len(raw) {
				return Value{}, false
			}
			in := &s.nodes[open[len(open)-1]]
			begins := in.end == 0 // nothing stands in it yet
			c := raw[i]
			if c == ']' && in.kind == Array || c == '}' && in.kind == Object {
				i++
				in.end, in.next = int32(i), int32(len(s.nodes))
				open = open[:len(open)-1]
				continue
			}
			if begins {
				in.end = 1
			} else if c == ',' {
				i = s.space(i + 1)
			} else {
				return Value{}, false
			}
			in.length++
			if in.kind == Object {
				if i, ok = s.key(i); !ok {
					return Value{}, false
				}
			}
			break
		}
	}
}

// space returns where something else than white space stands.
func (s *scanner) space(i int) int {
	for i < len(s.raw) && (s.raw[i] == ' ' || s.raw[i] == '\n' || s.raw[i] == '\t' || s.raw[i] == '\r') {
		i++
	}
	return i
}

// key reads the key of a member, and the colon.
func (s *scanner) key(i int) (end int, ok bool) {
	if i == len(s.raw) || s.raw[i] != '"' {
		return i, false
	}
	end, escaped, ok := stringEnd(s.raw, i)
	s.member = node{keyStart: int32(i + 1), keyEnd: int32(end - 1), keyEscaped: escaped}
	if end = s.space(end); !ok || end == len(s.raw) || s.raw[end] != ':' {
		return end, false
	}
	return s.space(end + 1), true
}

// value reads a scalar, or the beginning of a container.
func (s *scanner) value(i int) (end int, ok bool) {
	if i == len(s.raw) {
		return i, false
	}
	n := s.member
	s.member = node{}
	n.start = int32(i)
	switch c := s.raw[i]; c {
	case '{', '[':
		n.kind = Object
		if c == '[' {
			n.kind = Array
		}
		s.append(n, i+1)
		return i + 1, true
	case '"':
		n.kind = String
		end, n.escaped, ok = stringEnd(s.raw, i)
	case 't':
		n.kind, n.yes = Bool, true
		end, ok = i+4, i+4 <= len(s.raw) && s.text[i:i+4] == "true"
	case 'f':
		n.kind = Bool
		end, ok = i+5, i+5 <= len(s.raw) && s.text[i:i+5] == "false"
	case 'n':
		n.kind = Null
		end, ok = i+4, i+4 <= len(s.raw) && s.text[i:i+4] == "null"
	default:
		n.kind = Number
		end, ok = numberEnd(s.raw, i)
	}
	n.end = int32(end)
	s.append(n, end)
	return end, ok
}

// append adds a node, of a text that has been read up to i.
func (s *scanner) append(n node, i int) {
	n.next = int32(len(s.nodes) + 1)
	if len(s.nodes) == cap(s.nodes) {
		s.nodes = slices.Grow(s.nodes, remaining(len(s.nodes), i, len(s.raw)))
	}
	s.nodes = append(s.nodes, n)
}

// stringEnd returns the index after the string that starts at i, and whether it
// needs more than to be sliced.
func stringEnd(raw []byte, i int) (end int, escaped, ok bool) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	ascii := true
	start := i + 1
	for i = start; ; i++ {
		for ; i+8 <= len(raw); i += 8 {
			w := binary.LittleEndian.Uint64(raw[i:])
			quote, backslash := w^ones*'"', w^ones*'\\'
			// Bits for bytes that are a quote or a backslash, below 20 or above 7F. Above the
			// lowest there may be wrong ones.
			if found := ((quote-ones)&^quote | (backslash-ones)&^backslash | (w-ones*' ')&^w | w) & high; found != 0 {
				i += bits.TrailingZeros64(found) / 8
				break
			}
		}
		if i >= len(raw) {
			return i, false, false
		}
		switch c := raw[i]; {
		case c == '"':
			return i + 1, escaped || !ascii && !utf8.Valid(raw[start:i]), true
		case c == '\\':
			escaped = true
			if i++; i == len(raw) {
				return i, false, false
			}
			switch raw[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if i+4 >= len(raw) || !isHex(raw[i+1]) || !isHex(raw[i+2]) || !isHex(raw[i+3]) || !isHex(raw[i+4]) {
					return i, false, false
				}
				i += 4
			default:
				return i, false, false
			}
		case c < ' ':
			return i, false, false
		case c >= utf8.RuneSelf:
			for ascii = false; i+1 < len(raw) && raw[i+1] >= utf8.RuneSelf; i++ {
			}
		}
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numberEnd returns the index after the number that starts at i.
func numberEnd(raw []byte, i int) (end int, ok bool) {
	digits := func() bool {
		start := i
		for i < len(raw) && isDigit(raw[i]) {
			i++
		}
		return i > start
	}
	if raw[i] == '-' {
		i++
	}
	if i < len(raw) && raw[i] == '0' {
		i++
	} else if !digits() {
		return i, false
	}
	if i < len(raw) && raw[i] == '.' {
		i++
		if !digits() {
			return i, false
		}
	}
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		if i++; i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}
