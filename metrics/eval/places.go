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

// insertPages adds the places of the pages of boxes to the tree, so that the values there are
// neither invented nor reported as not compared.
func insertPages(g *group) {
	for i := range g.fields {
		if f := &g.fields[i]; f.page != nil && f.invalid == "" {
			insertFree(g, g.got, f.page.Places(f.got), i, gotPath)
			insertFree(g, g.want, f.page.Places(f.want), i, wantPath)
		}
	}
}

// insertFree adds the places of a page that no field reads already. The values that the walk finds
// there are replaced: see gotByPath.
func insertFree(g *group, tree *paths.Tree, places []document.Path, number int, of func(*field) document.Path) {
	for _, place := range places {
		taken := false
		for i := range g.fields {
			taken = taken || len(paths.Overlapping([]document.Path{of(&g.fields[i]), place})) > 0
		}
		if !taken {
			tree.Insert(place, number)
		}
	}
}

// noPagePath refuses a page path of the boxes among accepted values or in a set, which
// have nothing beside them.
func (c *compiler) noPagePath(attribute string, m compare.Comparator) {
	if w, ok := m.(compare.Wrapper); ok && paths.PageOf(w.Unwrap()) != nil {
		c.errorf(inField(attribute), "page_path is for a field with one box; boxes of which there are several hold their pages: {\"bbox\": …, \"page\": 2}")
	}
}
