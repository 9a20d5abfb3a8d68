package eval

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
)

// jsonField is a field of a struct as encoding/json sees it.
type jsonField struct {
	name   string       // the key
	goPath string       // from the struct, through those that it embeds: "Base.Amount"
	typ    reflect.Type // as declared
	tag    reflect.StructTag
	quoted bool // the option "string" has an effect

	index    []int
	tagged   bool // the key is from a tag
	embedded bool
}

// jsonFields returns the fields that encoding/json (version 1) reads and writes
// for a struct, in its order: unexported ones and those tagged "-" are left out,
// the fields of embedded structs without a key of their own are promoted. Of
// fields with one key the least nested is taken, among those the only tagged
// one; where that leaves several, none is.
//
// Embedded fields with an eval tag that promotion would pass over are returned,
// too.
func jsonFields(t reflect.Type) (fields, passedOver []jsonField) {
	seen := map[reflect.Type]bool{}
	decided := map[string]bool{} // keys that a less nested level has
	level := []embedding{{typ: t, times: 1}}
	for len(level) > 0 {
		var next []embedding
		candidates := map[string][]jsonField{}
		for _, s := range level {
			seen[s.typ] = true
		}
		for _, s := range level {
			for _, f := range s.fields() {
				if target := f.promotes(); target == nil {
					for range min(s.times, 2) { // the fields of a struct that is there twice hide each other
						candidates[f.name] = append(candidates[f.name], f)
					}
				} else {
					if _, ok := f.tag.Lookup(evalTag); ok {
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
	slices.SortFunc(fields, func(a, b jsonField) int { return slices.Compare(a.index, b.index) })
	return fields, passedOver
}

// embedding is a struct whose fields are promoted to the one that is looked at.
type embedding struct {
	typ    reflect.Type
	times  int // how often it is embedded on its level
	goPath string
	index  []int
}

func embed(level []embedding, typ reflect.Type, f jsonField) []embedding {
	for i := range level {
		if level[i].typ == typ {
			level[i].times++
			return level
		}
	}
	return append(level, embedding{typ: typ, times: 1, goPath: f.goPath + ".", index: f.index})
}

// fields returns the fields that encoding/json does not leave out.
func (s embedding) fields() []jsonField {
	var fields []jsonField
	for i := range s.typ.NumField() {
		sf := s.typ.Field(i)
		tag := sf.Tag.Get("json")
		if tag == "-" || !sf.IsExported() && !(sf.Anonymous && throughPointer(sf.Type).Kind() == reflect.Struct) {
			continue
		}
		f := jsonField{name: sf.Name, goPath: s.goPath + sf.Name, typ: sf.Type, tag: sf.Tag, embedded: sf.Anonymous}
		f.index = append(slices.Clone(s.index), i)
		key, options, _ := strings.Cut(tag, ",")
		if f.tagged = validKey(key); f.tagged {
			f.name = key
		}
		f.quoted = slices.Contains(strings.Split(options, ","), "string") && quotable(throughPointer(sf.Type).Kind())
		fields = append(fields, f)
	}
	return fields
}

// promotes returns the struct whose fields take the place of f, nil if f is a
// field of its own.
func (f *jsonField) promotes() reflect.Type {
	if t := throughPointer(f.typ); f.embedded && !f.tagged && t.Kind() == reflect.Struct {
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

// dominant returns the field that wins among those of one key on one level.
func dominant(candidates []jsonField) (jsonField, bool) {
	if len(candidates) == 1 {
		return candidates[0], true
	}
	var tagged []jsonField
	for _, f := range candidates {
		if f.tagged {
			tagged = append(tagged, f)
		}
	}
	if len(tagged) == 1 {
		return tagged[0], true
	}
	return jsonField{}, false
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

// shape says what JSON value a Go type is written as.
type shape uint8

const (
	shapeUnknown shape = iota // it writes itself, or is an interface
	shapeScalar
	shapeText   // it writes itself, as a string
	shapeTime   // time.Time
	shapeStruct // an object with known keys
	shapeMap
	shapeSlice // of other than bytes
	shapeArray
	shapeNone // encoding/json has no form for it
)

// maxPointers is how many pointers to pointers are followed: type P *P is Go.
const maxPointers = 32

// shapeOf looks through pointers and says what is there.
func shapeOf(t reflect.Type) (reflect.Type, shape) {
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
		return t, shapeStruct
	case k == reflect.Map:
		return t, shapeMap
	case k == reflect.Slice && isByte(t.Elem()):
		return t, shapeScalar // base64
	case k == reflect.Slice:
		return t, shapeSlice
	case k == reflect.Array:
		return t, shapeArray
	case quotable(k):
		return t, shapeScalar
	}
	return t, shapeNone
}

// ownShape is the shape of a type that has a say in it.
func ownShape(t reflect.Type) (shape, bool) {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return shapeTime, true
	case t.Kind() == reflect.Interface:
		return shapeUnknown, true
	case implements[json.Marshaler](t):
		return shapeUnknown, true
	case implements[encoding.TextMarshaler](t):
		return shapeText, true
	}
	return shapeUnknown, false
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
