package gotype

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"sort"
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

	index    []int
	tagged   bool // the key is from a tag
	embedded bool
}

// Fields returns the fields that encoding/json (version 1) reads and writes
// for a struct, in its order: unexported ones and those tagged "-" are left out,
// the fields of embedded structs without a key of their own are promoted. Of
// fields with one key the least nested is taken, among those the only tagged
// one; where that leaves several, none is.
//
// Embedded fields with an eval tag that promotion would pass over are returned,
// too.
func Fields(t reflect.Type) (fields, passedOver []Field) {
	seen := map[reflect.Type]bool{}
	decided := map[string]bool{} // keys that a less nested level has
	level := []embedding{{typ: t, times: 1}}
	for len(level) > 0 {
		var next []embedding
		candidates := map[string][]Field{}
		for _, s := range level {
			seen[s.typ] = true
		}
		for _, s := range level {
			for _, f := range s.fields() {
				if target := f.promotes(); target == nil {
					for range min(s.times, 2) { // the fields of a struct that appears twice hide each other
						candidates[f.Name] = append(candidates[f.Name], f)
					}
				} else {
					if _, ok := f.Tag.Lookup(EvalTag); ok {
						passedOver = append(passedOver, f)
					}
					if !seen[target] {
						next = embed(next, target, f)
					}
				}
			}
		}
		for name, several := range candidates {
			if f, ok := dominant(several); ok && !decided[name] {
				fields = append(fields, f)
			}
			decided[name] = true
		}
		level = next
	}
	sort.Slice(fields, func(i, j int) bool { return slices.Compare(fields[i].index, fields[j].index) < 0 })
	return fields, passedOver
}

// embedding is a struct whose fields are promoted to the struct that is being read.
type embedding struct {
	typ    reflect.Type
	times  int // how often it is embedded on its level
	goPath string
	index  []int
}

func embed(level []embedding, typ reflect.Type, f Field) []embedding {
	for i := range level {
		if level[i].typ == typ {
			level[i].times++
			return level
		}
	}
	return append(level, embedding{typ: typ, times: 1, goPath: f.GoPath + ".", index: f.index})
}

// fields returns the fields that encoding/json does not leave out.
func (s embedding) fields() []Field {
	var fields []Field
	for i := range s.typ.NumField() {
		sf := s.typ.Field(i)
		tag := sf.Tag.Get("json")
		if tag == "-" || !sf.IsExported() && !(sf.Anonymous && throughPointer(sf.Type).Kind() == reflect.Struct) {
			continue
		}
		f := Field{Name: sf.Name, GoPath: s.goPath + sf.Name, Typ: sf.Type, Tag: sf.Tag, embedded: sf.Anonymous}
		f.index = append(slices.Clone(s.index), i)
		key, options, _ := strings.Cut(tag, ",")
		if f.tagged = validKey(key); f.tagged {
			f.Name = key
		}
		f.quoted = slices.Contains(strings.Split(options, ","), "string") && quotable(throughPointer(sf.Type).Kind())
		fields = append(fields, f)
	}
	return fields
}

// promotes returns the struct whose fields take the place of f, nil if f is a
// field of its own.
func (f *Field) promotes() reflect.Type {
	if t := throughPointer(f.Typ); f.embedded && !f.tagged && t.Kind() == reflect.Struct {
		return t
	}
	return nil
}

func throughPointer(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// dominant returns the field that wins among the fields with one key on one level.
func dominant(candidates []Field) (Field, bool) {
	if len(candidates) == 1 {
		return candidates[0], true
	}
	var tagged []Field
	for _, f := range candidates {
		if f.tagged {
			tagged = append(tagged, f)
		}
	}
	if len(tagged) == 1 {
		return tagged[0], true
	}
	return Field{}, false
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
	ShapeUnknown Shape = iota // it writes itself, or is an interface
	ShapeScalar
	ShapeText   // it writes itself, as a string
	ShapeTime   // time.Time
	ShapeStruct // an object with known keys
	ShapeMap
	ShapeSlice // of other than bytes
	ShapeArray
	ShapeNone // encoding/json has no form for it
)

// maxPointers is how many pointers to pointers are followed: type P *P is Go.
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

// ownShape is the shape of a type that has a say in it.
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

// DefaultMatch names the rule of a type without one in its tag, "" for auto.
func DefaultMatch(t reflect.Type, kind Shape) string {
	if kind == ShapeTime {
		return "date"
	}
	if kind != ShapeSlice && kind != ShapeArray {
		return ""
	}
	switch elem, shape := ShapeOf(t.Elem()); shape {
	case ShapeStruct:
		return spectext.MatchList
	case ShapeText, ShapeTime:
		return spectext.MatchSet
	case ShapeScalar: // a slice there is one of bytes, which are written as a text
		if k := elem.Kind(); (k == reflect.String || k == reflect.Slice) && elem != reflect.TypeFor[json.Number]() {
			return spectext.MatchSet
		}
	}
	return ""
}

// ElemOf returns the type and the shape of the items of a type: unknown for an interface, and
// ShapeNone for types other than slices and arrays.
func ElemOf(t reflect.Type, kind Shape) (reflect.Type, Shape) {
	switch kind {
	case ShapeSlice, ShapeArray:
		return ShapeOf(t.Elem())
	case ShapeUnknown:
		return t, ShapeUnknown
	}
	return t, ShapeNone
}
