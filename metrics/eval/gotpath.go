package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
)

// GotPath returns where the leaf is in got, while Path may have the indices of want:
// the attribute with GotIndex in it and without the class of a section, lines[2].amount; the empty path for the document
// itself. The answer need not have a value there. ok is false where got has no place
// for the leaf: in items that it lacks, for a list that is empty on both sides, for the single
// pages and the starts of a packet, see [Sections], and for a path that is invalid, which a spec
// with LenientPaths may have.
//
// An invented key that is in an item is where Path says only if the item has the
// same index on both sides; else ok is false.
func (r *FieldResult) GotPath() (path document.Path, ok bool) {
	if r.Attribute == metrics.InventedAttribute {
		path, err := paths.ParseAttribute(r.Path)
		return path, err == nil && (len(r.WantIndex) == 0 || slices.Equal(r.GotIndex, r.WantIndex))
	}
	return paths.InGot(r.Attribute, r.Path, r.GotIndex)
}
