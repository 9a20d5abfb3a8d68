package document

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
)

// checkShown returns an error if encoding/json writes {} for every value of a type in v, because the values of a map
// have no address: different values would then have the same text.
func checkShown(v any) error {
	t := reflect.TypeOf(v)
	if t == nil {
		return nil
	}
	if hidden := hides(addressing{t, true}, map[addressing]bool{}); hidden != nothing {
		return fmt.Errorf("document: encoding/json writes {} for each %v that a map in %T holds, as its MarshalJSON or MarshalText has a pointer receiver: let the map hold *%v", hidden, v, hidden)
	}
	return nil
}

// nothing is the result of hides when encoding/json writes the whole type.
var nothing = reflect.TypeFor[any]()

// addressing is a type, and whether encoding/json can take the address of its values.
type addressing struct {
	typ reflect.Type
	ok  bool
}

// hides returns the type, a or a type inside it, whose values encoding/json writes as {}.
func hides(a addressing, seen map[addressing]bool) reflect.Type {
	if seen[a] || marshals(a.typ) || a.ok && marshals(reflect.PointerTo(a.typ)) {
		return nothing
	}
	seen[a] = true
	switch a.typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		return hides(addressing{a.typ.Elem(), true}, seen)
	case reflect.Array:
		return hides(addressing{a.typ.Elem(), a.ok}, seen)
	case reflect.Map:
		return hides(addressing{a.typ.Elem(), false}, seen)
	case reflect.Struct:
		shown := false
		for i := range a.typ.NumField() {
			if f := a.typ.Field(i); (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" {
				shown = true
				if hidden := hides(addressing{f.Type, a.ok}, seen); hidden != nothing {
					return hidden
				}
			}
		}
		if !shown && marshals(reflect.PointerTo(a.typ)) {
			return a.typ
		}
	}
	return nothing
}

// marshals reports whether a type writes its JSON itself.
func marshals(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
