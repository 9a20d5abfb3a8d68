package eval

import (
	"github.com/extracteval/extracteval/internal/pairing"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// plan is the compiled form of a spec's fields.
type plan struct {
	root     *group
	kind     document.Kind // the kind of the root that the paths need: Object, Array, or Missing for either
	rows     []metrics.Row // in spec order, with nothing counted
	unscored []bool        // by row: it enters no score
	warnings []string
}

// group is the compiled form of the fields of a document or of a list's items.
type group struct {
	fields    []field
	open      bool // a field is, or one of the items of a list
	byPath    bool // the walk cannot tell all places; see edge
	scope     scope
	got, want *paths.Tree
}

// field is the compiled form of a [Field].
type field struct {
	text      string // the path as the spec writes it
	place     string // the general path in got: the attribute, but for the class of a section
	suffix    string // the path behind the path of its item: ".amount"
	attribute string // "lines[].amount"
	inTruth   string // the same where the truth keeps it
	row       int    // in the table; the item-level row of a list

	got, want             document.Path
	gotByPath, wantByPath bool   // the walk cannot tell the place; see edge
	invalid               string // why the path cannot be read, with LenientPaths

	page        *paths.PageFinder // of a box that does not hold it; else nil
	scores      document.Path     // of its classes, in got; else nil
	match       compare.Comparator
	written     compare.Comparator // the match in the spec; match is its prepared form
	box         bool               // its page may stand beside it: it is a compare.Paged
	pairing     compare.Pairing
	list        *list
	set         *set
	packet      *packed
	weight      float64
	optional    bool
	unscored    bool // itself, or the list that it is in
	aside       bool // unscored itself, so that items are not matched by it
	zeroIsEmpty bool
	ignored     bool
	unprinted   bool // no document prints the value: mistakes have no origin
	auto        bool // judged by compare.Auto, for which an array without items is empty
	open        bool // the same, and no truth was looked at: an array may make it a list or a set
}

// list is the compiled form of a [List].
type list struct {
	pairing.List
	items *group
}

// set is the compiled form of a [Set].
type set struct {
	element field
	assign  pairing.Assign
}
