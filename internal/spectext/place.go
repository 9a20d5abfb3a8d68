package spectext

import (
	"reflect"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

// Place says whether the JSON of a Go type can have a value at a path.
type Place uint8

const (
	PlaceOpen  Place = iota // the type does not say: a map or a type that writes itself is on the way
	PlaceKnown              // fields of structs and items of slices lead there
	PlaceNone               // a struct on the way lacks the key, or the value cannot have members
)

// PlaceOf searches the JSON of values of t for the path of an attribute, "lines[].amount". If a struct on the way lacks
// the next key, it returns the attributes that the struct has instead.
func PlaceOf(t reflect.Type, path document.Path) (place Place, neighbours []string) {
	prefix := ""
	for i, step := range path {
		inner, shape := ShapeOf(t)
		if i == 0 && (shape == ShapeScalar || shape == ShapeText) || inner == reflect.TypeFor[document.Value]() {
			return PlaceOpen, nil // JSON in a string or in bytes, or a parsed value
		}
		switch shape {
		case ShapeMap:
			if !step.AllMembers() {
				return PlaceOpen, nil
			}
			t, prefix = inner.Elem(), prefix+paths.Members
		case ShapeUnknown:
			return PlaceOpen, nil
		case ShapeStruct:
			fields := gojson.Fields(inner)
			var next reflect.Type
			for i := range fields {
				name := paths.Join(prefix, document.Path{{Key: fields[i].Name, Index: -1}}.String())
				neighbours = append(neighbours, name)
				if !step.AllItems() && !step.Bracket && fields[i].Name == step.Key {
					next, prefix = fields[i].Typ, name
					break
				}
			}
			if next == nil {
				return PlaceNone, neighbours
			}
			t, neighbours = next, nil
		case ShapeSlice, ShapeArray:
			if step.AllMembers() || !step.AllItems() && step.Index < 0 {
				return PlaceNone, nil
			}
			t, prefix = inner.Elem(), prefix+"[]"
		default:
			return PlaceNone, nil
		}
	}
	return PlaceKnown, nil
}
