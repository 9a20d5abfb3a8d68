package cases

import (
	"crypto/sha256"
	"encoding"
	"encoding/json"
	"reflect"
)

// Identity returns a hash that tells the input of the case from another one for the same
// case: of the file or line that it was read from, else of its JSON. It is nil where JSON
// does not show a value of that type whole: a field that is not exported or has the tag
// "-", an interface, a function. What is behind the name of a file it does not tell.
func (c Case[In]) Identity() []byte {
	text := c.input
	if text == nil {
		switch in := any(c.Input).(type) {
		case string:
			text = []byte(in)
		case []byte:
			text = in
		default:
			var err error
			if !shownWhole(reflect.TypeFor[In](), map[reflect.Type]bool{}) {
				return nil
			}
			if text, err = marshal(c.Input); err != nil {
				return nil
			}
		}
	}
	sum := sha256.Sum256(text)
	return sum[:]
}

// marshal makes an error of a panic: methods of the user's may do anything.
func marshal(v any) (text []byte, err error) {
	defer func() {
		if recover() != nil {
			text, err = nil, ErrWithheld
		}
	}()
	return json.Marshal(v)
}

// shownWhole reports whether JSON shows values of a type whole. What marshals itself does.
func shownWhole(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] || t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return true
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return shownWhole(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || f.Tag.Get("json") == "-" || !shownWhole(f.Type, seen) {
				return false
			}
		}
		return true
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return false
	}
	return true
}
