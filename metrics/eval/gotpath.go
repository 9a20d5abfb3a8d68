package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
)

// GotPath returns the path of the leaf in got, where Path may have the indices of
// want: the attribute with GotIndex in it, "lines[2].amount". The answer need not
// have a value there. ok is false where got has no place for the leaf: in items
// that it lacks, and for a list that is empty on both sides.
//
// An invented key that is in an item is where Path says only if the item has the
// same index on both sides; else ok is false.
func (r *FieldResult) GotPath() (path string, ok bool) {
	if r.Attribute == metrics.InventedAttribute {
		return r.Path, len(r.WantIndex) == 0 || slices.Equal(r.GotIndex, r.WantIndex)
	}
	rest := r.Attribute
	if len(r.GotIndex) == 0 && !strings.Contains(rest, "[]") {
		return rest, true
	}
	var b []byte
	for _, i := range r.GotIndex {
		at := allItems(rest)
		if at < 0 || i < 0 {
			return "", false
		}
		b = append(b, rest[:at+1]...)
		b = strconv.AppendInt(b, int64(i), 10)
		rest = rest[at+1:]
	}
	if allItems(rest) >= 0 {
		return "", false
	}
	return string(append(b, rest...)), true
}

// allItems returns the offset of the first "[]" in an attribute that is not in a
// quoted name, or -1.
func allItems(attribute string) int {
	quoted := false
	for i := 0; i < len(attribute); i++ {
		switch {
		case quoted && attribute[i] == '\\':
			i++
		case quoted:
			quoted = attribute[i] != '"'
		case attribute[i] != '[' || i+1 == len(attribute):
		case attribute[i+1] == ']':
			return i
		case attribute[i+1] == '"':
			quoted = true
			i++
		}
	}
	return -1
}
