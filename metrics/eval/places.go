package eval

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// overlaps reports fields of a group that look at the same place, or at a place
// within one another's. Pairs that were reported before are not again.
func (c *compiler) overlaps(g *group, problem string, of func(*field) document.Path, before map[[2]int]bool) (reported map[[2]int]bool) {
	at := make([]document.Path, len(g.fields))
	for i := range g.fields {
		at[i] = of(&g.fields[i])
	}
	for _, pair := range paths.Overlapping(at) {
		if before[pair] {
			continue
		}
		if reported == nil {
			reported = make(map[[2]int]bool)
		}
		reported[pair] = true
		first, second := g.fields[pair[0]].attribute, g.fields[pair[1]].attribute
		hint := ""
		for _, i := range pair {
			if f := &g.fields[i]; f.box {
				hint = fmt.Sprintf("; name the box alone, such as %s.bbox, and page_path: page", f.attribute)
			}
		}
		if first == second {
			c.errorf(inField(first), "it appears twice")
			continue
		}
		c.errorf(inSpec, "fields %q and %q %s%s", first, second, problem, hint)
	}
	return reported
}

// insertBeside adds the places of the pages of boxes and of the scores of classes to the trees, so that the values there
// are neither invented nor reported as not compared. The values that the walk finds there are replaced: see gotByPath.
func (c *compiler) insertBeside(g *group) {
	for i := range g.fields {
		f := &g.fields[i]
		if f.invalid != "" {
			continue
		}
		for _, place := range f.page.Places(f.got) {
			insertFree(g, g.got, place, i, gotPath)
		}
		for _, place := range f.page.Places(f.want) {
			insertFree(g, g.want, place, i, wantPath)
		}
		if f.scores == nil {
			continue
		}
		if other := insertFree(g, g.got, f.scores, i, gotPath); other != nil {
			c.errorf(inField(other.attribute), "the scores of %q are there, at %q; leave out the field or the scores", f.attribute, f.scores)
		}
	}
}

// insertFree adds a place that no field of the group reads. Otherwise it returns a field that does.
func insertFree(g *group, tree *paths.Tree, place document.Path, number int, of func(*field) document.Path) (reader *field) {
	for i := range g.fields {
		if f := &g.fields[i]; len(paths.Overlapping([]document.Path{of(f), place})) > 0 {
			return f
		}
	}
	tree.Insert(place, number)
	return nil
}

// nothingBeside refuses a page path of the boxes, and scores of the classes, among accepted values or in a set, which
// have nothing beside them.
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
