package eval

import (
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/answer"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
)

// plan is the compiled form of a spec's fields.
type plan struct {
	root     *group
	kind     document.Kind   // the kind of document that the paths need: Object, Array, or Missing for either
	rows     []metrics.Row   // in spec order, with nothing counted
	unscored []bool          // row -> the row does not enter the score
	maps     map[string]bool // the attributes of maps
	warnings []string
}

// group is the compiled form of the fields of a document or of a list's items.
type group struct {
	fields    []field
	open      bool // a field of the group, or of the items of its lists, is open
	byPath    bool // the walk cannot find the values of all fields; see answer.Tree.Mixed
	scope     scope
	got, want layout
	nothing   content // the content of a missing item
}

// layout holds the paths of a group's fields in got, or in the truth.
type layout struct {
	*answer.Tree
	path func(*field) document.Path // gotPath or wantPath
}

// field is the compiled form of a [Field].
type field struct {
	pairing.Field
	suffix    string // the path after the path of its item: ".amount"
	attribute string // "lines[].amount"
	row       int    // in the table; the item-level row of a list

	gotByPath, wantByPath bool   // the walk cannot find the value; see answer.Tree.Mixed
	invalid               string // why the path cannot be read, with LenientPaths

	page      *paths.PageFinder  // finds the page of a box that does not hold it; else nil
	scores    document.Path      // path of the scores of its classes in got; else nil
	written   compare.Comparator // the comparator in the spec; Match is its prepared form
	box       bool               // written is a compare.Paged, whose page may stand beside the value
	list      *list              // also of a map
	set       *set               // also of a map of scalars
	keyed     bool               // the items of list or set are the members of an object
	fold      bool               // their keys are folded
	packet    *packed
	weight    float64
	optional  bool
	unscored  bool // the field, or a list around it, is unscored
	ignored   bool
	unprinted bool     // no document prints the value, so mistakes have no origin
	absent    []string // see Spec.AbsentWords
	auto      bool     // judged by compare.Auto, for which an array without items is empty
	open      bool     // auto, and the plan is not made from a truth: an array may make it a list or a set
}

// mark returns the end of the names of the items of a list, set or map.
func (f *field) mark() string { return paths.Mark(f.keyed) }

// list is the compiled form of a [List].
type list struct {
	pairing.List
	items *group
}

// set is the compiled form of a [Set].
type set struct {
	pairing.Set
	element field
}
