package spectext

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

func isIntegerKind(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Uintptr }

func isNumberKind(k reflect.Kind) bool {
	return isIntegerKind(k) || k == reflect.Float32 || k == reflect.Float64
}

// Shape is the kind of JSON value that a Go type is written as.
type Shape uint8

const (
	ShapeUnknown Shape = iota // the type is a json.Marshaler or an interface
	ShapeScalar
	ShapeText   // the type is an encoding.TextMarshaler, or a text by its method Value or String
	ShapeTime   // a point in time
	ShapeStruct // an object with known keys
	ShapeMap
	ShapeSlice // a slice of anything but bytes
	ShapeArray
	ShapeNone // encoding/json has no form for it
)

// maxPointers is the most pointers to pointers that are followed: type P *P is valid Go.
const maxPointers = 32

// ShapeOf follows pointers and types such as sql.NullString, and returns the type behind them and its shape. For a type
// that is one number or bool by its method Value, the returned type is float64 or bool.
func ShapeOf(t reflect.Type) (reflect.Type, Shape) {
	t = behind(t)
	if s, ok := ownShape(t); ok {
		return t, s
	}
	switch k := t.Kind(); {
	case gojson.SingleOf(t) == gojson.SingleNumber:
		return reflect.TypeFor[float64](), ShapeScalar
	case gojson.SingleOf(t) == gojson.SingleBool:
		return reflect.TypeFor[bool](), ShapeScalar
	case k == reflect.Struct:
		return t, ShapeStruct
	case k == reflect.Map:
		return t, ShapeMap
	case k == reflect.Slice && isByte(t.Elem()):
		return t, ShapeScalar // base64
	case k == reflect.Slice:
		return t, ShapeSlice
	case k == reflect.Array:
		return t, ShapeArray
	case k == reflect.String || k == reflect.Bool || isNumberKind(k):
		return t, ShapeScalar
	}
	return t, ShapeNone
}

// behind follows pointers and types such as sql.NullString.
func behind(t reflect.Type) reflect.Type {
	for range maxPointers {
		inner, ok := gojson.NullOf(indirect(t))
		if !ok {
			break
		}
		t = inner
	}
	return indirect(t)
}

// indirect follows pointers.
func indirect(t reflect.Type) reflect.Type {
	for i := 0; t.Kind() == reflect.Pointer && i < maxPointers; i++ {
		t = t.Elem()
	}
	return t
}

// ownShape returns the shape of a type that is not written by its kind alone: an interface, a marshaler, a type that is
// one text or a time.
func ownShape(t reflect.Type) (Shape, bool) {
	switch {
	case t.Kind() == reflect.Interface:
		return ShapeUnknown, true
	case gojson.SingleOf(t) == gojson.SingleTime:
		return ShapeTime, true
	case gojson.SingleOf(t) == gojson.SingleText:
		return ShapeText, true
	case gojson.Implements[json.Marshaler](t):
		return ShapeUnknown, true
	case gojson.Marshals(t):
		return ShapeText, true
	}
	return ShapeUnknown, false
}

func isByte(t reflect.Type) bool {
	_, own := ownShape(t)
	return t.Kind() == reflect.Uint8 && !own
}

// GoTypeName names a type at the beginning of a Go path.
func GoTypeName(t reflect.Type) string {
	switch {
	case t.Name() != "":
		name, _, _ := strings.Cut(t.Name(), "[") // without type arguments
		return name
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Pointer:
		return GoTypeName(t.Elem())
	}
	return t.Kind().String()
}

// The comparators of points in time and of decimals.
const (
	matchNumeric = "numeric"

	matchTime = "time"
	matchDate = "date"
)

// DefaultMatch returns the rule for a field of type t whose tag names no rule, "" for auto.
func DefaultMatch(t reflect.Type, kind Shape) string {
	if kind == ShapeMap {
		elem, shape := ShapeOf(t.Elem())
		switch inner := DefaultMatch(elem, shape); {
		case shape == ShapeStruct || inner == MatchList || inner == MatchMap:
			return MatchMap
		case shape == ShapeTime:
			return matchTime // a map of points in time is one value
		}
		return ""
	}
	if kind == ShapeTime {
		return matchTime
	}
	if (kind == ShapeUnknown || kind == ShapeText) && gojson.IsDecimal(t) {
		return matchNumeric
	}
	if kind != ShapeSlice && kind != ShapeArray {
		return ""
	}
	switch elem, shape := ShapeOf(t.Elem()); shape {
	case ShapeStruct:
		return MatchList
	case ShapeText, ShapeTime:
		return MatchSet
	case ShapeUnknown:
		if gojson.IsDecimal(elem) {
			return MatchSet
		}
	case ShapeScalar: // a slice of this shape is a slice of bytes, written as a string
		if k := elem.Kind(); (k == reflect.String || k == reflect.Slice) && elem != reflect.TypeFor[json.Number]() {
			return MatchSet
		}
	}
	return ""
}

// ElemOf returns the type and the shape of the items of a slice or array or, if keyed is set, of the values of a map. It
// returns t and ShapeUnknown if kind is ShapeUnknown, and ShapeNone for all other types.
func ElemOf(t reflect.Type, kind Shape, keyed bool) (reflect.Type, Shape) {
	switch {
	case !keyed && (kind == ShapeSlice || kind == ShapeArray), keyed && kind == ShapeMap:
		return ShapeOf(t.Elem())
	case kind == ShapeUnknown:
		return t, ShapeUnknown
	}
	return t, ShapeNone
}

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
