package gotype

import (
	"encoding"
	"encoding/json"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/extracteval/extracteval/internal/spectext"
)

// Field is a field of a struct as encoding/json sees it.
type Field struct {
	Name   string       // the key
	GoPath string       // from the struct, through those that it embeds: "Base.Amount"
	Typ    reflect.Type // as declared
	Tag    reflect.StructTag
	quoted bool // the option "string" has an effect

	declared reflect.StructField
	again    bool         // its struct was met before
	index    []int        // as GoPath
	tagged   bool         // the key is from a tag
	promotes reflect.Type // the struct whose fields take the place of this one
}

// Fields returns the fields that encoding/json (version 1) reads and writes for a struct, in the same order. It leaves
// out unexported fields and those tagged "-", and promotes the fields of embedded structs without a key of their own.
// Of fields with the same key it returns the least nested; of several equally nested ones, the only tagged one;
// otherwise none.
func Fields(t reflect.Type) (fields []Field) {
	for _, several := range byKey(t) {
		if f, ok := dominant(several); ok {
			fields = append(fields, f)
		}
	}
	slices.SortFunc(fields, func(a, b Field) int { return slices.Compare(a.index, b.index) })
	return fields
}

// byKey returns the fields that encoding/json does not leave out, embedded ones included.
func byKey(t reflect.Type) map[string][]Field {
	all := map[string][]Field{}
	for f := range declared(t) {
		sf := f.declared
		written := sf.IsExported() || sf.Anonymous && throughPointer(f.Typ).Kind() == reflect.Struct
		if written && f.promotes == nil && f.Tag.Get("json") != "-" {
			all[f.Name] = append(all[f.Name], f)
		}
	}
	return all
}

// declared yields the fields of a struct, each before the fields that encoding/json promotes from it.
func declared(t reflect.Type) iter.Seq[Field] {
	return func(yield func(Field) bool) { declaredIn(t, Field{}, map[reflect.Type]int{}, yield) }
}

// declaredIn yields the fields of a struct that the field outer embeds. depths has the least depth at
// which each struct was met. A struct that is embedded twice at one depth yields its fields twice, so
// that they hide each other, and its embedded fields once, as in encoding/json.
func declaredIn(t reflect.Type, outer Field, depths map[reflect.Type]int, yield func(Field) bool) bool {
	depth := len(outer.index)
	least, again := depths[t]
	if again && least < depth {
		return true
	}
	depths[t] = depth
	for i := range t.NumField() {
		sf := t.Field(i)
		f := Field{Name: sf.Name, GoPath: outer.GoPath + sf.Name, Typ: sf.Type, Tag: sf.Tag, declared: sf, again: again, index: append(slices.Clip(outer.index), i)}
		tag := sf.Tag.Get("json")
		key, options, _ := strings.Cut(tag, ",")
		if f.tagged = validKey(key); f.tagged {
			f.Name = key
		}
		typ := throughPointer(sf.Type)
		f.quoted = slices.Contains(strings.Split(options, ","), "string") && quotable(typ.Kind())
		if sf.Anonymous && tag != "-" && !f.tagged && typ.Kind() == reflect.Struct {
			f.promotes = typ
		}
		if !yield(f) {
			return false
		}
		if f.promotes != nil && !(again && least == depth) {
			f.GoPath += "."
			if !declaredIn(typ, f, depths, yield) {
				return false
			}
		}
	}
	return true
}

func throughPointer(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// dominant returns the field that wins among the fields with one key.
func dominant(candidates []Field) (Field, bool) {
	least := slices.MinFunc(candidates, func(a, b Field) int { return len(a.index) - len(b.index) })
	rivals := slices.DeleteFunc(slices.Clone(candidates), func(f Field) bool { return len(f.index) > len(least.index) })
	if len(rivals) > 1 {
		rivals = slices.DeleteFunc(rivals, func(f Field) bool { return !f.tagged })
	}
	if len(rivals) != 1 {
		return Field{}, false
	}
	return rivals[0], true
}

// validKey reports whether encoding/json takes a key from a tag.
func validKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func quotable(k reflect.Kind) bool {
	return k == reflect.String || isNumberKind(k) || k == reflect.Bool
}

func isIntegerKind(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Uintptr }

func isNumberKind(k reflect.Kind) bool {
	return isIntegerKind(k) || k == reflect.Float32 || k == reflect.Float64
}

// Shape is the kind of JSON value that a Go type is written as.
type Shape uint8

const (
	ShapeUnknown Shape = iota // the type is a json.Marshaler or an interface
	ShapeScalar
	ShapeText   // the type is an encoding.TextMarshaler
	ShapeTime   // time.Time
	ShapeStruct // an object with known keys
	ShapeMap
	ShapeSlice // a slice of anything but bytes
	ShapeArray
	ShapeNone // encoding/json has no form for it
)

// maxPointers is the most pointers to pointers that are followed: type P *P is valid Go.
const maxPointers = 32

// ShapeOf follows pointers, and returns the type behind them and its shape.
func ShapeOf(t reflect.Type) (reflect.Type, Shape) {
	for range maxPointers {
		if t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	if s, ok := ownShape(t); ok {
		return t, s
	}
	switch k := t.Kind(); {
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
	case quotable(k):
		return t, ShapeScalar
	}
	return t, ShapeNone
}

// ownShape returns the shape of a type that encoding/json does not write by its kind alone: time.Time, an interface, or
// a marshaler.
func ownShape(t reflect.Type) (Shape, bool) {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return ShapeTime, true
	case t.Kind() == reflect.Interface:
		return ShapeUnknown, true
	case implements[json.Marshaler](t):
		return ShapeUnknown, true
	case implements[encoding.TextMarshaler](t):
		return ShapeText, true
	}
	return ShapeUnknown, false
}

// implements reports whether a type has the methods of I, or a pointer to it has.
func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

func isByte(t reflect.Type) bool {
	_, own := ownShape(t)
	return t.Kind() == reflect.Uint8 && !own
}

// TypeName names a type at the beginning of a Go path.
func TypeName(t reflect.Type) string {
	switch {
	case t.Name() != "":
		name, _, _ := strings.Cut(t.Name(), "[") // without type arguments
		return name
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Pointer:
		return TypeName(t.Elem())
	}
	return t.Kind().String()
}

// The comparators of points in time.
const (
	matchTime = "time"
	matchDate = "date"
)

// DefaultMatch returns the rule for a field of type t whose tag names no rule, "" for auto.
func DefaultMatch(t reflect.Type, kind Shape) string {
	if kind == ShapeTime {
		return matchTime
	}
	if kind != ShapeSlice && kind != ShapeArray {
		return ""
	}
	switch elem, shape := ShapeOf(t.Elem()); shape {
	case ShapeStruct:
		return spectext.MatchList
	case ShapeText, ShapeTime:
		return spectext.MatchSet
	case ShapeScalar: // a slice of this shape is a slice of bytes, written as a string
		if k := elem.Kind(); (k == reflect.String || k == reflect.Slice) && elem != reflect.TypeFor[json.Number]() {
			return spectext.MatchSet
		}
	}
	return ""
}

// ElemOf returns the type and the shape of the items of a type: t and ShapeUnknown if kind is ShapeUnknown, and
// ShapeNone for other types that are not slices or arrays.
func ElemOf(t reflect.Type, kind Shape) (reflect.Type, Shape) {
	switch kind {
	case ShapeSlice, ShapeArray:
		return ShapeOf(t.Elem())
	case ShapeUnknown:
		return t, ShapeUnknown
	}
	return t, ShapeNone
}
