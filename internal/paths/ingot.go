package paths

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// InGot returns the path of a leaf in an answer, given its attribute, its path and the indices of the answer's items on
// the way to it, outermost first, -1 for an item that the answer lacks. ok is false if the answer has no place for the
// leaf.
func InGot(attribute, path string, indices []int) (in document.Path, ok bool) {
	in, ok = Placed(attribute, path)
	if !ok {
		return nil, false
	}
	for i, step := range in {
		if !step.AllItems() {
			continue
		}
		if len(indices) == 0 || indices[0] < 0 {
			return nil, false
		}
		in[i] = document.Item(indices[0])
		indices = indices[1:]
	}
	return in, true
}

// Placed returns the general place of a leaf: its attribute without the class of a section, which no document has
// there. It is packet[].total for the attribute packet[].invoice.total and the path packet[2].total. ok is false for a
// name that cannot be read, and for a leaf without a place, such as a single page with the attribute packet.pages and
// the path packet.pages[7].
func Placed(attribute, path string) (place document.Path, ok bool) {
	place, err := ParseAttribute(attribute)
	if err != nil {
		return nil, false
	}
	at, err := ParseAttribute(path)
	if err != nil || len(at) == len(place) {
		return place, true
	}
	items := slices.IndexFunc(place, document.Step.AllItems)
	if len(at) > len(place) {
		return place, false
	}
	if len(at) < len(place)-1 || items < 0 || items+1 >= len(place) {
		return place, true // an empty list
	}
	without := slices.Delete(slices.Clone(place), items+1, items+2)
	for i, step := range without {
		if step.AllItems() && at[i].Index < 0 || !step.AllItems() && step.Key != at[i].Key {
			return place, true
		}
	}
	return without, true
}
