package paths

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// PageFinder knows where the page of a box is; see [compare.Box].PagePath. The nil PageFinder
// finds none.
type PageFinder struct {
	path   document.Path
	member string // of the object that holds both
}

// PageOf returns the finder of a comparator: nil unless it is a [compare.Paged] with a path that
// can be read.
func PageOf(m compare.Comparator) *PageFinder {
	paged, ok := m.(compare.Paged)
	if !ok {
		return nil
	}
	text, key := paged.Page()
	path, err := document.ParsePath(text)
	if err != nil {
		return nil
	}
	return &PageFinder{path, key}
}

// Beside returns the path of the scores of classes, which a text such as "type_scores" leads to from the object in which a value
// stands. It is nil for "", and for a text that is not a path.
func Beside(value document.Path, scores string) document.Path {
	path, err := document.ParsePath(scores)
	if err != nil {
		return nil
	}
	return slices.Concat(value[:max(len(value)-1, 0)], path)
}

// Places returns where the page of a box may be, the first one first: beside the box,
// then in each object around that.
func (f *PageFinder) Places(box document.Path) []document.Path {
	var places []document.Path
	for n := len(box) - 1; f != nil && n >= 0; n-- {
		places = append(places, slices.Concat(box[:n], f.path))
	}
	return places
}

// Join returns the value of a box together with its page, which is looked for at places of a
// document or item. A box that holds its page itself, or has no page, is returned unchanged.
func (f *PageFinder) Join(in document.Value, places []document.Path, box document.Value) document.Value {
	if f == nil || box.Empty() || box.Kind() == document.Object && box.Len() == 0 || !box.Member("page").Empty() {
		return box
	}
	for _, at := range places {
		page := in.At(at)
		if page.Empty() {
			continue
		}
		inside := `"` + f.member + `":` + string(box.Raw())
		if box.Kind() == document.Object {
			object := strings.TrimSpace(string(box.Raw()))
			inside = object[1 : len(object)-1] // a page that is null is followed by the one that counts
		}
		joined, err := document.Parse([]byte("{" + inside + `,"page":` + string(page.Raw()) + "}"))
		if err != nil {
			return box
		}
		return joined
	}
	return box
}
