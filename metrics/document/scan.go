package document

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// build makes the tree of a text that nests at most MaxDepth deep, without recursion: it
// reads the text once, and checks that it is JSON on the way. The text is the tree's from
// then on. It reports false for a text that is not one JSON value (RFC 8259).
func build(raw []byte) (v Value, ok bool) {
	t := newTree(raw)
	nodes := t.nodes
	var depth [16]int32 // more is allocated
	open := depth[:0]   // containers that are not closed yet
	var key node        // of the member that comes next: its key alone
	i := space(raw, 0)
	for {
		if i == len(raw) {
			return Value{}, false
		}
		at := len(nodes)
		if at == cap(nodes) {
			nodes = slices.Grow(nodes, remaining(at, i, len(raw)))
		}
		nodes = nodes[:at+1]
		n := &nodes[at]
		*n = key
		n.start, n.next = int32(i), int32(at+1)
		switch c := raw[i]; c {
		case '"':
			n.kind = String
			i, n.escaped, ok = stringEnd(raw, i)
		case '{', '[':
			n.kind = Object
			if c == '[' {
				n.kind = Array
			}
			open, ok = append(open, int32(at)), true
			i++
		case 't':
			n.kind, n.yes = Bool, true
			i, ok = wordEnd(raw, i, "true")
		case 'f':
			n.kind = Bool
			i, ok = wordEnd(raw, i, "false")
		case 'n':
			n.kind = Null
			i, ok = wordEnd(raw, i, "null")
		default:
			n.kind = Number
			i, ok = numberEnd(raw, i)
		}
		if !ok {
			return Value{}, false
		}
		if n.kind < Array {
			n.end = int32(i)
		}
		// Next come ends of containers, and a comma unless a container was just opened.
		for {
			i = space(raw, i)
			if len(open) == 0 {
				t.nodes = nodes
				return Value{t, 0}, i == len(raw)
			}
			if i == len(raw) {
				return Value{}, false
			}
			in := &nodes[open[len(open)-1]]
			begins := in.length == 0 // nothing stands in it yet
			c := raw[i]
			if c == ']' && in.kind == Array || c == '}' && in.kind == Object {
				i++
				in.end, in.next = int32(i), int32(len(nodes))
				open = open[:len(open)-1]
				continue
			}
			if !begins {
				if c != ',' {
					return Value{}, false
				}
				i = space(raw, i+1)
			}
			in.length++
			if in.kind == Array {
				key = node{}
			} else if i, ok = key.readKey(raw, i); !ok {
				return Value{}, false
			}
			break
		}
	}
}

// space returns where something else than white space stands.
func space(raw []byte, i int) int {
	for i < len(raw) && raw[i] <= ' ' && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return i
}

// readKey reads the key of a member, and the colon.
func (n *node) readKey(raw []byte, i int) (end int, ok bool) {
	if i == len(raw) || raw[i] != '"' {
		return i, false
	}
	end, escaped, ok := stringEnd(raw, i)
	n.keyStart, n.keyEnd, n.keyEscaped = int32(i+1), int32(end-1), escaped
	if end = space(raw, end); !ok || end == len(raw) || raw[end] != ':' {
		return end, false
	}
	return space(raw, end+1), true
}

// wordEnd returns the index after true, false or null, if that starts at i.
func wordEnd(raw []byte, i int, word string) (end int, ok bool) {
	end = i + len(word)
	return end, end <= len(raw) && string(raw[i:end]) == word
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
	if raw[i] == '-' {
		i++
	}
	end = digitsEnd(raw, i)
	if end == i || raw[i] == '0' && end > i+1 {
		return i, false
	}
	i = end
	if i < len(raw) && raw[i] == '.' {
		i++
		if end = digitsEnd(raw, i); end == i {
			return i, false
		}
		i = end
	}
	if i < len(raw) && raw[i]|0x20 == 'e' {
		if i++; i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		if end = digitsEnd(raw, i); end == i {
			return i, false
		}
		i = end
	}
	return i, true
}

// digitsEnd returns the index after the digits that start at i, i itself for none.
func digitsEnd(raw []byte, i int) int {
	for i < len(raw) && isDigit(raw[i]) {
		i++
	}
	return i
}
