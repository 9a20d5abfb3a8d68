package gojson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
)

// CheckShown returns an error if encoding/json leaves out a part of v, so that different values would have the same text:
// fields that are not exported, of a type whose MarshalJSON or MarshalText has a pointer receiver and is not called, since
// values of maps and of interfaces have no address. A struct that has only unexported fields and no such method is an
// error, too: in an interface, unless it implements error, and everywhere if whole is set. CheckShown looks at the first
// 10,000 values, and at most 50 levels deep.
func CheckShown(v any, whole bool) error {
	switch v.(type) {
	case nil, []byte, string, json.RawMessage:
		return nil
	}
	s := sightseer{left: maxValues, whole: whole}
	if s.meets(addressed(reflect.ValueOf(v)), "", 0); s.hidden == nil {
		return nil
	}
	text := "{}"
	if len(fieldsOf(s.hidden)) > 0 {
		text = "only the exported fields"
	}
	if !Marshals(s.hidden) {
		return fmt.Errorf("encoding/json writes {} for each %v that %T holds, since its fields are not exported: %s", s.hidden, v, ShowRemedy(s.hidden))
	}
	return fmt.Errorf("encoding/json writes %s for each %v that %s in %T holds, as its MarshalJSON or MarshalText has a pointer receiver: let it hold *%[2]v", text, s.hidden, s.holder, v)
}

// ShowRemedy returns the advice for a struct for which encoding/json writes {}.
func ShowRemedy(t reflect.Type) string {
	if t.PkgPath()+"."+t.Name() == "github.com/extracteval/extracteval/metrics/document.Value" {
		return "hold v.Raw() in place of the Value v"
	}
	return `give it a MarshalJSON or MarshalText method, or leave it out with json:"-"`
}

// Hides reports whether encoding/json writes {} for all values of a struct, since it has only unexported fields.
func Hides(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !Marshals(t) && !Rewrites(t) && len(fieldsOf(t)) == 0 && hidesField(t)
}

// hidesField reports whether encoding/json never writes a field of a struct, as it is not exported.
func hidesField(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() && f.Name != "_" && f.Type.Size() > 0 && !(f.Anonymous && throughPointer(f.Type).Kind() == reflect.Struct) {
			return true
		}
	}
	return false
}

const inInterface = "an interface"

// sightseer looks for a type of which encoding/json leaves fields out.
type sightseer struct {
	left   int // the number of values that it may still look at
	whole  bool
	hidden reflect.Type
	holder string // "a map" or inInterface
}

func (s *sightseer) meets(v reflect.Value, holder string, depth int) {
	if s.left--; s.hidden != nil || s.left < 0 || depth > maxMessageDepth || !v.IsValid() || !mayHide(v.Type()) {
		return
	}
	t := v.Type()
	switch k := t.Kind(); {
	case k == reflect.Interface || k == reflect.Pointer:
	case marshals(t) || v.CanAddr() && marshals(reflect.PointerTo(t)) || Rewrites(t):
		return
	case k == reflect.Struct && (Marshals(t) && hidesField(t) || (s.whole || holder == inInterface && !Implements[error](t)) && Hides(t)):
		s.hidden, s.holder = t, holder
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		s.meets(v.Elem(), inInterface, depth+1)
	case reflect.Pointer:
		s.meets(v.Elem(), "", depth+1)
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), max(s.left, 0)) {
			s.meets(v.Index(i), holder, depth+1)
		}
	case reflect.Map:
		for entries := v.MapRange(); s.left > 0 && entries.Next(); {
			s.meets(entries.Value(), "a map", depth+1)
		}
	case reflect.Struct:
		for _, f := range fieldsOf(t) {
			if inner, ok := f.In(v); ok {
				s.meets(inner, holder, depth+1)
			}
		}
	}
}

var hiding sync.Map // type -> bool

// mayHide reports whether values of a type may hold a type of which encoding/json leaves fields out.
func mayHide(t reflect.Type) bool {
	return Remember(&hiding, t, func(t reflect.Type) bool { return findHiding(t, map[reflect.Type]bool{}) })
}

func findHiding(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return !marshals(t) && findHiding(t.Elem(), seen)
	case reflect.Struct:
		switch {
		case marshals(t) || Rewrites(t):
			return false
		case hidesField(t) && (Marshals(t) || Hides(t)):
			return true
		}
		for _, f := range fieldsOf(t) {
			if findHiding(f.Typ, seen) {
				return true
			}
		}
	}
	return false
}

// marshals reports whether a type writes its JSON itself without an address.
func marshals(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
