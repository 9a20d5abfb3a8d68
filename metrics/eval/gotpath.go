package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
)

// GotPath returns the path of the leaf in got: the attribute with the indices and keys of got, and without the class of a
// section, such as lines[2].amount. Path may have the indices or keys of want instead. GotPath returns the empty path
// for the document itself. The answer need not have a value at the path. ok is false if got has no place for the leaf:
// the leaf is in an item that got lacks, is a list or map that is empty on both sides, is a page or a start of a packet
// (see [Sections]), or has an invalid path, which a spec with LenientPaths may have.
//
// For an invented key in an item, GotPath returns Path if the item has the same index on both sides; otherwise ok is
// false.
func (r *FieldResult) GotPath() (path document.Path, ok bool) {
	if r.Attribute == metrics.InventedAttribute {
		path, err := paths.ParseAttribute(r.Path)
		return path, err == nil && (len(r.WantIndex) == 0 || slices.Equal(r.GotIndex, r.WantIndex))
	}
	return paths.InGot(r.Attribute, r.Path, r.GotIndex, r.GotKeys)
}
