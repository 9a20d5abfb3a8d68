package eval

import (
	"github.com/extracteval/extracteval/metrics/eval/internal/paths"

	"github.com/extracteval/extracteval/metrics/document"
)

// sheet holds the items of one array, with the values of their fields.
type sheet struct {
	index  []int            // in the array: empty items are left out
	items  []document.Value // those that are not
	slots  []document.Value // the fields of each item, one item after another
	fields int
	rest   []paths.Rest // what no field covers, by item
	starts []int        // in rest, by item; nil without rest
}

// elements returns the items of an array that are not empty. An empty value is
// an array without any; everything else is no array.
func elements(v document.Value) (s sheet, ok bool) {
	if v.Kind() != document.Array {
		return sheet{}, v.Empty() || v.Kind() == document.Object && v.Len() == 0
	}
	n := v.Len()
	s = sheet{index: make([]int, 0, n), items: make([]document.Value, 0, n)}
	for i, item := range v.Items() {
		if !item.Empty() {
			s.index = append(s.index, i)
			s.items = append(s.items, item)
		}
	}
	return s, true
}

func (s *sheet) len() int { return len(s.items) }

// row returns the values of the fields of item i.
func (s *sheet) row(i int) []document.Value { return s.slots[i*s.fields : (i+1)*s.fields] }

// restOf returns what no field of item i covers.
func (s *sheet) restOf(i int) []paths.Rest {
	if s.starts == nil {
		return nil
	}
	return s.rest[s.starts[i]:s.starts[i+1]]
}

// fill finds the values of a group's fields in all items.
func (s *sheet) fill(ev *evaluation, g *group, root *paths.Tree, keys bool, path func(*field) document.Path) {
	s.fields = len(g.fields)
	s.slots = make([]document.Value, len(s.items)*s.fields)
	w := paths.Walk{Keys: keys}
	starts := make([]int, 0, len(s.items)+1)
	for i, item := range s.items {
		w.Start = len(w.Rest)
		starts = append(starts, w.Start)
		w.Slots = s.row(i)
		ev.walk(g, root, &w, item, path)
	}
	if s.rest = w.Rest; len(w.Rest) > 0 {
		s.starts = append(starts, len(w.Rest))
	}
}

// contents returns a text for each item that stands for all that its fields and
// match fields say. Null, missing and blank are the same, as everywhere.
func (s *sheet) contents(keys []operand, perItem int) []string {
	texts := make([]string, s.len())
	ends := make([]int, s.len())
	var all []byte
	for i := range s.items {
		for _, v := range s.row(i) {
			all = appendContent(all, v)
		}
		for k := range perItem {
			if op := &keys[i*perItem+k]; op.extra {
				all = appendContent(all, op.value)
			}
		}
		ends[i] = len(all)
	}
	joined, start := string(all), 0
	for i, end := range ends {
		texts[i] = joined[start:end]
		start = end
	}
	return texts
}

func appendContent(dst []byte, v document.Value) []byte {
	if !v.Empty() {
		dst = v.AppendCanonical(dst)
	}
	return append(dst, '\n') // canonical JSON has none
}
