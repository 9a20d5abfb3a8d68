package paths

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// InGot returns the path of a leaf in an answer. It needs the attribute and the path of the leaf, and the indices of
// the answer's items on the way to it, outermost first. If the keys of the members of maps on the way differ from the
// keys in the path, it also needs these keys. There is no index for an item that the answer lacks. ok is false if the
// answer has no place for the leaf.
func InGot(attribute, path string, indices []int, keys []string) (answerPath document.Path, ok bool) {
	place, ok := Placed(attribute, path)
	if !ok {
		return nil, false
	}
	answerPath = Keyed(place, path)
	for i, step := range place {
		if !step.AllItems() {
			continue
		}
		if len(indices) == 0 || indices[0] < 0 {
			return nil, false
		}
		switch {
		case !step.AllMembers():
			answerPath[i] = document.Item(indices[0])
		case len(keys) > 0:
			answerPath[i], keys = document.Step{Key: keys[0], Index: -1}, keys[1:]
		case answerPath[i].AllMembers():
			return nil, false
		}
		indices = indices[1:]
	}
	return answerPath, true
}

// Keyed returns a general place with the keys that a path has in place of {}.
func Keyed(place document.Path, path string) document.Path {
	keyed := slices.Clone(place)
	if answerPath, err := ParseAttribute(path); err == nil && len(answerPath) == len(place) {
		for i, step := range place {
			if step.AllMembers() {
				keyed[i] = answerPath[i]
			}
		}
	}
	return keyed
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
	parsed, err := ParseAttribute(path)
	if err != nil || len(parsed) == len(place) {
		return place, true
	}
	items := slices.IndexFunc(place, document.Step.AllItems)
	if len(parsed) > len(place) {
		return place, false
	}
	if len(parsed) < len(place)-1 || items < 0 || items+1 >= len(place) {
		return place, true // an empty list
	}
	shortened := slices.Delete(slices.Clone(place), items+1, items+2)
	for i, step := range shortened {
		if step.AllItems() && !step.AllMembers() && parsed[i].Index < 0 || !step.AllItems() && step.Key != parsed[i].Key {
			return place, true
		}
	}
	return shortened, true
}

// ItemOf returns the path of the innermost list or map around a leaf, "(document)" for one at the top, and the name of
// the leaf in its items. ok is false for a leaf outside of lists and maps.
func ItemOf(attribute, path string) (list, column string, ok bool) {
	place, ok := Placed(attribute, path)
	steps, err := ParseAttribute(path)
	if !ok || err != nil || len(steps) != len(place) {
		return "", "", false
	}
	last := len(place) - 1
	for last >= 0 && !place[last].AllItems() {
		last--
	}
	if last < 0 {
		return "", "", false
	}
	return cmp.Or(steps[:last].String(), Document), place[last+1:].String(), true
}
