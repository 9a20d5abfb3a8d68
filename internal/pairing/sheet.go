package pairing

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics/document"
)

// Sheet holds the items of one array, with the values of their fields.
type Sheet struct {
	Index []int            // of each item in the array
	Items []document.Value // the items of the array that are not empty
	Slots []document.Value // the fields of each item, one item after another
	Width int              // how many fields an item has
}

// Len returns the number of items.
func (s *Sheet) Len() int { return len(s.Items) }

// Row returns the values of the fields of item i.
func (s *Sheet) Row(i int) []document.Value { return s.Slots[i*s.Width : (i+1)*s.Width] }

// column returns the values of a field.
func (s *Sheet) column(field int) []document.Value {
	values := make([]document.Value, s.Len())
	for i := range values {
		values[i] = s.Slots[i*s.Width+field]
	}
	return values
}

// empty reports of each of Slots whether it carries no information.
func (s *Sheet) empty(empty func(field int, v document.Value) bool) []bool {
	all := make([]bool, len(s.Slots))
	for i, v := range s.Slots {
		all[i] = empty(i%s.Width, v)
	}
	return all
}

// knows reports whether some item has a value of a field.
func (s *Sheet) knows(field int) bool {
	for i := range s.Items {
		if v := s.Row(i)[field]; !v.Empty() && (v.Kind() != document.Array || v.Len() > 0) {
			return true
		}
	}
	return false
}

// contents returns a text for each item that is equal for items with equal fields and match fields.
// Null, missing and blank are the same, as everywhere.
func (s *Sheet) contents(keys []operand, perItem int) []string {
	texts := make([]string, s.Len())
	for i := range s.Items {
		var text []byte
		for _, v := range s.Row(i) {
			text = appendContent(text, v)
		}
		for k := range perItem {
			if op := &keys[i*perItem+k]; op.extra {
				text = appendContent(text, op.value)
			}
		}
		texts[i] = string(text)
	}
	return texts
}

func appendContent(dst []byte, v document.Value) []byte {
	if !v.Empty() {
		dst = v.AppendCanonical(dst)
	}
	return append(dst, '\n') // canonical JSON has no line break
}

// indices returns a key for each item: its index in the array.
func (s *Sheet) indices() []string {
	keys := make([]string, s.Len())
	for i, index := range s.Index {
		keys[i] = strconv.Itoa(index)
	}
	return keys
}
