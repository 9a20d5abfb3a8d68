package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
)

// GotPath returns where the leaf is in got, while Path may have the indices of want:
// the attribute with GotIndex in it, lines[2].amount; the empty path for the document
// itself. The answer need not have a value there. ok is false where got has no place
// for the leaf: in items that it lacks, for a list that is empty on both sides, and
// for a path that is invalid, which a spec with LenientPaths may have.
//
// An invented key that is in an item is where Path says only if the item has the
// same index on both sides; else ok is false.
func (r *FieldResult) GotPath() (path document.Path, ok bool) {
	if r.Attribute == metrics.InventedAttribute {
		path, err := paths.ParseAttribute(r.Path)
		return path, err == nil && (len(r.WantIndex) == 0 || slices.Equal(r.GotIndex, r.WantIndex))
	}
	path, err := paths.ParseAttribute(r.Attribute)
	if err != nil {
		return nil, false
	}
	indices := r.GotIndex
	for i, step := range path {
		if !step.AllItems() {
			continue
		}
		if len(indices) == 0 || indices[0] < 0 {
			return nil, false
		}
		path[i] = document.Item(indices[0])
		indices = indices[1:]
	}
	return path, true
}
