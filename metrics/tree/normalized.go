package tree

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
)

// normalized is a JSON value after Donut's normalisation: an object whose members are never empty, a list of such
// objects, or a list of texts. At most one of parts and texts has elements.
type normalized struct {
	keys  []string     // object: one for each part
	parts []normalized // the members of an object, the items of a list of objects
	texts []string
}

func (n normalized) isObject() bool { return n.keys != nil }

func (n normalized) empty() bool { return len(n.parts)+len(n.texts) == 0 }

func normalize(v document.Value) normalized {
	switch {
	case falsy(v):
		return normalized{}
	case v.Kind() == document.Object:
		return normalizeObject(v)
	case v.Kind() == document.Array:
		return normalizeList(v)
	}
	return normalized{texts: []string{strip(scalarText(v))}}
}

// normalizeObject sorts members by the length of their key, then by key, and drops empty ones.
func normalizeObject(v document.Value) normalized {
	members := maps.Collect(v.Members())
	n := normalized{keys: []string{}}
	for _, key := range slices.SortedFunc(maps.Keys(members), shorterFirst) {
		part := normalize(members[key])
		if part.empty() {
			continue
		}
		if part.isObject() {
			part = normalized{parts: []normalized{part}}
		}
		n.keys = append(n.keys, key)
		n.parts = append(n.parts, part)
	}
	return n
}

func shorterFirst(a, b string) int {
	return cmp.Or(cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), cmp.Compare(a, b))
}

// normalizeList keeps the non-empty objects of a list of objects, and of every other list the texts and numbers.
func normalizeList(v document.Value) normalized {
	var n normalized
	objects := true
	for _, item := range v.Items() {
		objects = objects && item.Kind() == document.Object
	}
	for _, item := range v.Items() {
		switch kind := item.Kind(); {
		case objects:
			if part := normalize(item); !part.empty() {
				n.parts = append(n.parts, part)
			}
		case kind == document.String || kind == document.Number:
			if text := strip(scalarText(item)); text != "" {
				n.texts = append(n.texts, text)
			}
		}
	}
	return n
}

// falsy reports whether Python takes v as false: 0 and false are falsy, " " is not.
func falsy(v document.Value) bool {
	switch v.Kind() {
	case document.Bool:
		b, _ := v.Bool()
		return !b
	case document.Number:
		f, err := strconv.ParseFloat(v.RawText(), 64)
		return err == nil && f == 0
	case document.String:
		return v.Text() == ""
	case document.Array, document.Object:
		return v.Len() == 0
	}
	return true
}
