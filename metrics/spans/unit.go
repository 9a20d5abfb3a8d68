package spans

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Unit is the unit of an offset. There is no default: each language's strings suggest another one,
// and they agree on ASCII only.
//
//	utf16  UTF-16 code units: JavaScript, Java, C#
//	bytes  bytes of UTF-8: Go, Rust
//	runes  Unicode code points: Python
type Unit string

const (
	utf16 Unit = "utf16"
	bytes Unit = "bytes"
	runes Unit = "runes"
)

var units = []Unit{utf16, bytes, runes}

// validate returns an error that lists the units when u is unknown.
func (u Unit) validate() error {
	if !slices.Contains(units, u) {
		return fmt.Errorf("spans: unknown offset unit %q, want one of %q", string(u), units)
	}
	return nil
}

// width returns how many units a character has that takes size bytes of UTF-8.
func (u Unit) width(r rune, size int) int {
	switch {
	case u == bytes:
		return size
	case u == utf16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// inside is the index of an offset that lies within a character: between the halves of a surrogate
// pair, or between the bytes of one code point.
const inside = -1

// locate returns the byte index of each offset into text; inside for an offset without one. An
// offset below 0 or behind the end of the text is left out, and length is the length of the text in
// units. It is one pass over the text, whatever the offsets are.
//
// A byte that is not part of valid UTF-8 is a character of its own, as in a range loop over the
// string: one rune, one UTF-16 unit, one byte.
func locate(text string, unit Unit, offsets []int) (index map[int]int, length int) {
	offsets = slices.Compact(slices.Sorted(slices.Values(offsets)))
	index = make(map[int]int, len(offsets))
	next := 0
	for next < len(offsets) && offsets[next] < 0 {
		next++
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := length + unit.width(r, size)
		for ; next < len(offsets) && offsets[next] < end; next++ {
			index[offsets[next]] = inside
			if offsets[next] == length {
				index[length] = i
			}
		}
		length = end
		i += size
	}
	if next < len(offsets) && offsets[next] == length {
		index[length] = len(text)
	}
	return index, length
}
