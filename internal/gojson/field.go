package gojson

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Field is a field of a struct as encoding/json sees it.
type Field struct {
	Name   string       // the key
	GoPath string       // from the struct, through those that it embeds: "Base.Amount"
	Typ    reflect.Type // as declared
	Tag    reflect.StructTag
	Quoted bool // the option "string" has an effect

	OmitEmpty, OmitZero bool // the options of these names

	StructField reflect.StructField
	Again       bool         // its struct was met before
	Index       []int        // as GoPath
	Promotes    reflect.Type // the struct whose fields take the place of this one
	tagged      bool         // the key is from a tag
}

// Fields returns the fields that encoding/json (version 1) reads and writes for a struct, in the same order. It leaves
// out unexported fields and those tagged "-", and promotes the fields of embedded structs without a key of their own.
// Of fields with the same key it returns the least nested one. If several are equally nested, it returns the only
// tagged one, or none of them.
func Fields(t reflect.Type) []Field { return slices.Clone(fieldsOf(t)) }

// FieldNamed returns the field of a struct with a key, which is not to be changed, nil for none.
func FieldNamed(t reflect.Type, key string) *Field {
	fields := fieldsOf(t)
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == key }); i >= 0 {
		return &fields[i]
	}
	return nil
}

var structs sync.Map // type -> []Field

// fieldsOf is [Fields], remembered and therefore not to be changed.
func fieldsOf(t reflect.Type) []Field {
	return Remember(&structs, t, func(t reflect.Type) (fields []Field) {
		for _, several := range ByKey(t) {
			if f, ok := Dominant(several); ok {
				fields = append(fields, f)
			}
		}
		slices.SortFunc(fields, func(a, b Field) int { return slices.Compare(a.Index, b.Index) })
		return fields
	})
}

// Remember returns the value that m holds for a type. If m has none, it stores and returns find(t).
func Remember[V any](m *sync.Map, t reflect.Type, find func(reflect.Type) V) V {
	v, ok := m.Load(t)
	if !ok {
		v, _ = m.LoadOrStore(t, find(t))
	}
	return v.(V)
}

// ByKey returns the fields that encoding/json does not leave out, embedded ones included.
func ByKey(t reflect.Type) map[string][]Field {
	all := map[string][]Field{}
	for f := range Declared(t) {
		sf := f.StructField
		written := sf.IsExported() || sf.Anonymous && throughPointer(f.Typ).Kind() == reflect.Struct
		if written && f.Promotes == nil && f.Tag.Get("json") != "-" {
			all[f.Name] = append(all[f.Name], f)
		}
	}
	return all
}

// Declared yields the fields of a struct, each before the fields that encoding/json promotes from it.
func Declared(t reflect.Type) iter.Seq[Field] {
	return func(yield func(Field) bool) { declaredIn(t, Field{}, map[reflect.Type]int{}, yield) }
}

// declaredIn yields the fields of a struct that the field outer embeds. depths has the least depth at
// which each struct was met. A struct that is embedded twice at one depth yields its fields twice, so
// that they hide each other, and its embedded fields once, as in encoding/json.
func declaredIn(t reflect.Type, outer Field, depths map[reflect.Type]int, yield func(Field) bool) bool {
	depth := len(outer.Index)
	least, repeated := depths[t]
	if repeated && least < depth {
		return true
	}
	depths[t] = depth
	for i := range t.NumField() {
		sf := t.Field(i)
		f := Field{Name: sf.Name, GoPath: outer.GoPath + sf.Name, Typ: sf.Type, Tag: sf.Tag, StructField: sf, Again: repeated, Index: append(slices.Clip(outer.Index), i)}
		tag := sf.Tag.Get("json")
		key, options, _ := strings.Cut(tag, ",")
		if f.tagged = validKey(key); f.tagged {
			f.Name = key
		}
		typ := throughPointer(sf.Type)
		all := strings.Split(options, ",")
		f.OmitEmpty, f.OmitZero = slices.Contains(all, "omitempty"), slices.Contains(all, "omitzero")
		f.Quoted = slices.Contains(all, "string") && isQuotable(typ)
		if sf.Anonymous && tag != "-" && !f.tagged && typ.Kind() == reflect.Struct {
			f.Promotes = typ
		}
		if !yield(f) {
			return false
		}
		if f.Promotes != nil && !(repeated && least == depth) {
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

// Dominant returns the field that wins among the fields with one key.
func Dominant(candidates []Field) (Field, bool) {
	least := slices.MinFunc(candidates, func(a, b Field) int { return len(a.Index) - len(b.Index) })
	rivals := slices.DeleteFunc(slices.Clone(candidates), func(f Field) bool { return len(f.Index) > len(least.Index) })
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

// isQuotable reports whether encoding/json puts the values of a type in quotes by the option "string".
func isQuotable(t reflect.Type) bool {
	k := t.Kind()
	scalar := k == reflect.String || k == reflect.Bool || reflect.Int <= k && k <= reflect.Float64
	return scalar && !Marshals(t) && findSingle(t).get == nil
}
