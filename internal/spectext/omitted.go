package spectext

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

// Truth is a truth that was read, with the Go value that states it: the value may say more than its JSON. It is a want of
// eval.Evaluator.
type Truth struct {
	document.Value
	Stated any // nil for JSON
}

// Omission is a value that an option of a json tag, omitempty or omitzero, leaves out of the JSON of a struct.
type Omission struct {
	Field  string `json:"field"`  // as the struct names it, "Qty"
	Option string `json:"option"` // "omitempty" or "omitzero"
	Type   string `json:"type"`   // of the value, "int"
	// Zero is the JSON of the value: 0, false, "0" by the option "string", or a text of a type that writes its own JSON.
	Zero document.Value `json:"-"`
	// Plain says that Zero is a number or a bool as encoding/json writes it. Nobody but the type itself knows what any
	// other value means.
	Plain bool `json:"-"`
}

// String says what the JSON lacks, for notes.
func (o *Omission) String() string {
	return fmt.Sprintf("struct says %s; its json tag %s leaves it out", o.Zero.RawText(), o.Option)
}

// Conflict returns the mistake of a truth that no answer can have, since a type that is not Plain writes it and the json
// tag leaves it out. It is "" for any other truth.
func (o *Omission) Conflict(truth document.Value) string {
	same := bytes.Equal(o.Zero.AppendCanonical(nil), truth.AppendCanonical(nil)) || paths.IsNought(o.Zero) && paths.IsNought(truth)
	if o.Plain || !same {
		return ""
	}
	return fmt.Sprintf("it is %s, the zero of %s, which %s in the json tag leaves out of the answer; drop %s, or make the field a pointer", Shorten(truth.RawText()), o.Type, o.Option, o.Option)
}

// Omitted returns the omission at a path of a Go value, nil if the JSON of the value has the path, or lacks it for
// another reason: a nil pointer, a missing key of a map, a type on the way that writes its own JSON.
func Omitted(v any, path document.Path) (o *Omission) {
	walkFields(v, path, func(f *gojson.Field, inner reflect.Value, option string) {
		if option != "" {
			o = omission(f, inner, option)
		}
	})
	return o
}

// Unset reports whether a Go value has a field at a path that is not a pointer and has the zero value of its type, such as
// a time.Time or uuid.UUID that nobody set. If the type has a method IsZero, this method decides.
func Unset(v any, path document.Path) (unset bool) {
	walkFields(v, path, func(f *gojson.Field, inner reflect.Value, _ string) {
		k := inner.Kind()
		unset = k != reflect.Pointer && k != reflect.Interface && gojson.IsZero(inner)
	})
	return unset
}

// walkFields finds the field of a struct to which a path leads, and calls found with its value and the option of the json tag
// that leaves it out, "" for none. found may call methods of the user's, which may do anything.
func walkFields(v any, path document.Path, found func(f *gojson.Field, inner reflect.Value, option string)) {
	defer func() { _ = recover() }()
	value, option := reflect.ValueOf(v), ""
	for i, step := range path {
		for depth := 0; value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface; depth++ {
			value = value.Elem()
			if depth > maxPointers {
				return
			}
		}
		if !value.IsValid() || gojson.Marshals(value.Type()) || gojson.Rewrites(value.Type()) {
			return
		}
		switch value.Kind() {
		case reflect.Struct:
			f := fieldNamed(value.Type(), step)
			if f == nil {
				return
			}
			inner, ok := f.In(value)
			if !ok {
				return
			}
			if option == "" && f.Omits(inner) { // of a struct with omitzero, all fields are left out
				option = optionOf(f)
			}
			if i == len(path)-1 {
				found(f, inner, option)
				return
			}
			value = inner
		case reflect.Slice, reflect.Array:
			if step.Index < 0 || step.Index >= value.Len() {
				return
			}
			value = value.Index(step.Index)
		case reflect.Map:
			value = memberOf(value, step.Key)
		default:
			return
		}
	}
}

// maxTexts is the number of keys that write their own text, which are searched one by one.
const maxTexts = 1000

// memberOf returns the value of a map under a key as encoding/json writes it, the zero Value for none.
func memberOf(m reflect.Value, key string) reflect.Value {
	t := m.Type().Key()
	switch {
	case t.Kind() == reflect.String:
		return m.MapIndex(reflect.ValueOf(key).Convert(t))
	case gojson.Implements[encoding.TextMarshaler](t) && m.Len() <= maxTexts:
		for _, k := range m.MapKeys() {
			if text, err := k.Interface().(encoding.TextMarshaler).MarshalText(); err == nil && string(text) == key {
				return m.MapIndex(k)
			}
		}
	case isIntegerKind(t.Kind()):
		k := reflect.New(t)
		if _, err := fmt.Sscan(key, k.Interface()); err == nil {
			return m.MapIndex(k.Elem())
		}
	}
	return reflect.Value{}
}

// OmissionOf returns the omission of the zero at a place of a type, nil if no option leaves it out, or if it carries no
// information.
func OmissionOf(t reflect.Type, place document.Path) (o *Omission) {
	defer func() {
		if recover() != nil { // a method of the user's may do anything
			o = nil
		}
	}()
	for i, step := range place {
		inner, shape := ShapeOf(t)
		switch shape {
		case ShapeStruct:
			f := fieldNamed(inner, step)
			if f == nil {
				return nil
			}
			if i == len(place)-1 {
				if zero := reflect.Zero(f.Typ); f.Omits(zero) {
					return omission(f, zero, optionOf(f))
				}
			}
			t = f.Typ
		case ShapeSlice, ShapeArray, ShapeMap:
			t = inner.Elem()
		default:
			return nil
		}
	}
	return nil
}

// fieldNamed returns the field that a step of a path leads to, nil for none.
func fieldNamed(t reflect.Type, step document.Step) *gojson.Field {
	if step.AllItems() || step.Bracket {
		return nil
	}
	return gojson.FieldNamed(t, step.Key)
}

// optionOf returns the option by which a field leaves out its zero.
func optionOf(f *gojson.Field) string {
	if f.OmitZero {
		return "omitzero"
	}
	return "omitempty"
}

// omission returns the omission of a value, nil if the value carries no information.
func omission(f *gojson.Field, v reflect.Value, option string) *Omission {
	text, err := gojson.Marshal(v.Interface())
	if err == nil && f.Quoted {
		text, err = gojson.Marshal(string(text))
	}
	zero, failed := document.Parse(text)
	if err != nil || failed != nil || zero.Empty() {
		return nil
	}
	k := f.Typ.Kind()
	plain := (isNumberKind(k) || k == reflect.Bool) && !gojson.Marshals(f.Typ) && !gojson.Rewrites(f.Typ) && paths.IsZero(zero)
	return &Omission{f.GoPath, option, f.Typ.String(), zero, plain}
}
