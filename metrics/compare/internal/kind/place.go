package kind

// This file reads boxes, polygons and points from the JSON of documents.
//
// The doc comments of compare.Box and compare.Point specify the forms. Package geometry calculates
// with the shapes.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Keys of the objects in which documents keep boxes and points.
var (
	keysBBox    = []string{"bbox", "bbox_2d", "BoundingBox"}
	keysPolygon = []string{"polygon", "Polygon"}
	keysPoint   = []string{"point"}
)

const (
	keyPage     = "page"
	keyRelative = "relative"
)

// readCoordinate reads a number, or a string that holds one. A number beyond float64 is infinite;
// callers refuse it.
func readCoordinate(v document.Value) (float64, error) {
	text := v.RawText()
	switch v.Kind() {
	case document.Number:
	case document.String:
		text = strings.TrimSpace(v.Text())
	default:
		return 0, fmt.Errorf("%s is not a coordinate", words.Brief(v))
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) || strings.ContainsAny(text, "xX") { // Go's hexadecimal numbers
		return 0, fmt.Errorf("%s is not a number", words.Shorten(v.RawText(), 39))
	}
	return f, nil
}

// readCoordinates appends the elements of an array.
func readCoordinates(dst []float64, v document.Value) ([]float64, error) {
	for _, item := range v.Items() {
		f, err := readCoordinate(item)
		if err != nil {
			return nil, err
		}
		dst = append(dst, f)
	}
	return dst, nil
}

// readMembers reads the members of an object that all have to be there.
func readMembers(dst []float64, v document.Value, keys []string) ([]float64, error) {
	for _, key := range keys {
		member := v.Member(key)
		if !member.Exists() {
			return nil, fmt.Errorf("%q is missing; the object needs it with %s", key, otherKeys(keys, key))
		}
		f, err := readCoordinate(member)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		dst = append(dst, f)
	}
	return dst, nil
}

func otherKeys(keys []string, key string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == key }), ", ")
}

// keysOf lists the first keys of an object.
func keysOf(object document.Value) string {
	var keys []string
	for key := range object.LastMembers() {
		if len(keys) == 10 {
			keys = append(keys, "more")
			break
		}
		keys = append(keys, strconv.Quote(words.Shorten(key, 39)))
	}
	return cmp.Or(strings.Join(keys, ", "), "no keys")
}

// inside returns the coordinates that an object holds under one of some keys, else the value itself.
func inside(v document.Value, keys []string) document.Value {
	for _, key := range keys {
		if inner := v.Member(key); inner.Exists() {
			return inner
		}
	}
	return v
}

// readPlace reads page and unit of the object in which coordinates are.
func readPlace(object document.Value) (page int, relative bool, err error) {
	if page, err = readPage(object); err == nil {
		relative, err = readRelative(object)
	}
	return page, relative, err
}

// readPage reads the page number of an object. 0 means no page.
func readPage(object document.Value) (int, error) {
	v := object.Member(keyPage)
	if v.Empty() {
		return 0, checkPageKey(object)
	}
	f, err := readCoordinate(v)
	if err != nil || f != math.Trunc(f) || f < 0 || f > math.MaxInt32 {
		return 0, fmt.Errorf("page: %s is not a whole number", words.Brief(v))
	}
	return int(f), nil
}

// checkPageKey refuses an object without a page that has one under another key: its boxes
// would silently be on no page.
func checkPageKey(object document.Value) error {
	for key, v := range object.Members() {
		if len(key) < len(keyPage) || key == keyPage || !strings.EqualFold(key[:len(keyPage)], keyPage) || v.Empty() {
			continue
		}
		switch strings.ToLower(strings.Trim(key[len(keyPage):], "_- ")) {
		case "", "number", "no", "nr", "num", "index":
			return fmt.Errorf("the page is under %q, which is not read; write %q, counted from 1", key, keyPage)
		}
	}
	return nil
}

// readRelative reads whether the coordinates of an object are fractions of the page.
func readRelative(object document.Value) (bool, error) {
	v := object.Member(keyRelative)
	if v.Empty() {
		return false, nil
	}
	relative, ok := v.Bool()
	if !ok {
		return false, fmt.Errorf("relative: %s is neither true nor false", words.Brief(v))
	}
	return relative, nil
}
