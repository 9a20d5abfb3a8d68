package paths

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// PageFinder finds the page of a box; see [compare.Box].PagePath. A nil PageFinder finds none.
type PageFinder struct {
	path   document.Path
	member string // the key of the box in an object of box and page
}

// PageOf returns the finder of a comparator, nil unless it is a [compare.Paged] with a path that can be read.
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

// Beside returns the path of the class scores of a value. scores, such as "type_scores", is their path from the object
// that holds the value. Beside returns nil for "", and for a text that is not a path.
func Beside(value document.Path, scores string) document.Path {
	path, err := document.ParsePath(scores)
	if err != nil {
		return nil
	}
	return slices.Concat(value[:max(len(value)-1, 0)], path)
}

// Places returns the places at which the page of a box may be, in the order of the search: beside the box, then in each
// object around it, outwards.
func (f *PageFinder) Places(box document.Path) []document.Path {
	var places []document.Path
	for n := len(box) - 1; f != nil && n >= 0; n-- {
		places = append(places, slices.Concat(box[:n], f.path))
	}
	return places
}

// Join returns the value of a box together with its page, the first that it finds at the places of a document or item.
// It returns a box unchanged if the box holds its page itself, or if no place has a page.
func (f *PageFinder) Join(root document.Value, places []document.Path, box document.Value) document.Value {
	if f == nil || box.Empty() || box.Kind() == document.Object && box.Len() == 0 || !box.Member("page").Empty() {
		return box
	}
	for _, place := range places {
		page := root.At(place)
		if page.Empty() {
			continue
		}
		inside := `"` + f.member + `":` + string(box.Raw())
		if box.Kind() == document.Object {
			object := strings.TrimSpace(string(box.Raw()))
			inside = object[1 : len(object)-1] // if the box has a null page, the page that is added after it counts
		}
		joined, err := document.Parse([]byte("{" + inside + `,"page":` + string(page.Raw()) + "}"))
		if err != nil {
			return box
		}
		return joined
	}
	return box
}
