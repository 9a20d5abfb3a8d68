package eval

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// overlaps notes an error for each two fields of a group with the same place, or with one place inside the other. It
// skips the pairs in before.
func (c *compiler) overlaps(g *group, problem string, place func(*field) document.Path, earlier map[[2]int]bool) (reported map[[2]int]bool) {
	placeOf := make([]document.Path, len(g.fields))
	for i := range g.fields {
		placeOf[i] = place(&g.fields[i])
	}
	for _, pair := range paths.Overlapping(placeOf) {
		if earlier[pair] {
			continue
		}
		arithmetic.Map(&reported)[pair] = true
		first, second := g.fields[pair[0]].attribute, g.fields[pair[1]].attribute
		hint := ""
		for _, i := range pair {
			if f := &g.fields[i]; f.box {
				hint = fmt.Sprintf("; name the box alone, such as %s.bbox, and page_path: page", f.attribute)
			}
		}
		if first == second {
			reason := "it appears twice"
			if g.scope.sections != nil && min(pair[0], pair[1]) < 2 { // see Sections.fields
				reason = "every section has it, as its class or its pages; take it out of the fields"
			}
			c.errorf(inField(first), "%s", reason)
			continue
		}
		c.errorf(inSpec, "fields %q and %q %s%s", first, second, problem, hint)
	}
	return reported
}

// insertBeside adds the places of the pages of boxes and of the scores of classes to the trees. So the values there do
// not count as invented, and cause no warning that no field compares them. The method walk replaces the values that the
// trees find there: see gotByPath.
func (c *compiler) insertBeside(g *group) {
	for i := range g.fields {
		f := &g.fields[i]
		if f.invalid != "" {
			continue
		}
		for _, place := range f.page.Places(f.Got) {
			insertFree(g, &g.got, place, i)
		}
		for _, place := range f.page.Places(f.Want) {
			insertFree(g, &g.want, place, i)
		}
		if f.scores == nil {
			continue
		}
		if other := insertFree(g, &g.got, f.scores, i); other != nil {
			c.errorf(inField(other.attribute), "the scores of %q are there, at %q; leave out the field or the scores", f.attribute, f.scores)
		}
	}
}

// insertFree adds a place to a layout of the group, unless a field of the group reads the place. It returns that field.
func insertFree(g *group, l *layout, place document.Path, number int) (reader *field) {
	for i := range g.fields {
		if f := &g.fields[i]; len(paths.Overlapping([]document.Path{l.path(f), place})) > 0 {
			return f
		}
	}
	l.Insert(place, number)
	return nil
}

// nothingBeside notes an error for a Box with a page path, or a Class with scores, in a set or among accepted values:
// these values have no keys beside them.
func (c *compiler) nothingBeside(attribute string, m compare.Comparator) {
	w, ok := m.(compare.Wrapper)
	if !ok {
		return
	}
	if paths.PageOf(w.Unwrap()) != nil {
		c.errorf(inField(attribute), "page_path is for a field with one box; boxes of which there are several hold their pages: {\"bbox\": …, \"page\": 2}")
	}
	if class, _ := compare.AsClass(w.Unwrap()); class.Scores != "" {
		c.errorf(inField(attribute), "scores are for a field with one value; leave them out of a set and of one_of")
	}
}

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
	byPath    bool // the walk cannot find the values of all fields; see reading.Tree.Mixed
	scope     scope
	got, want layout
	absent    *paths.AbsentWords // of the values that no field covers
	// A field of the group, or of the items of its lists, has AbsentWords, or is ignored.
	wordy, ignores bool
	nothing        content // the content of a missing item
}

// layout holds the paths of a group's fields in got, or in the truth.
type layout struct {
	*reading.Tree
	path func(*field) document.Path // gotPath or wantPath
}

func (g *group) layout(ofGot bool) *layout {
	if ofGot {
		return &g.got
	}
	return &g.want
}

// field is the compiled form of a [Field].
type field struct {
	pairing.Field
	suffix    string // the path after the path of its item: ".amount"
	attribute string // "lines[].amount"
	row       int    // in the table; the item-level row of a list

	gotByPath, wantByPath bool   // the walk cannot find the value; see reading.Tree.Mixed
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
	unscored  bool     // the field, or a list around it, is unscored
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
