package cases

import (
	"crypto/sha256"
	"encoding"
	"encoding/json"
	"reflect"

	"github.com/extracteval/extracteval/internal/source"
)

// Identity returns a hash of the case's input, which shows whether the input changed between runs, and the size of the
// input in bytes. It hashes the file or the part of the line from which the input was read, else the input as text,
// else its JSON. The hash is nil, and the size 0, if JSON does not show the whole value: the type has a field that is
// not exported or has the tag "-", an interface, a function. Identity does not hash the contents of a file that the
// input names.
func (c *Case) Identity() (hash []byte, size int) {
	text, ok := c.inputBytes()
	if !ok {
		return nil, 0
	}
	sum := sha256.Sum256(text)
	return sum[:], len(text)
}

// inputBytes returns the bytes that Identity hashes. ok is false if JSON does not show the whole value.
func (c *Case) inputBytes() (text []byte, ok bool) {
	if c.input != nil {
		return c.input, true
	}
	if text, ok := c.inputText(); ok {
		return text, true
	}
	static := reflect.ValueOf(c.Input).Elem()
	if !shownWhole(static.Type(), map[reflect.Type]bool{}) {
		return nil, false
	}
	text, err := marshal(static.Interface())
	return text, err == nil
}

// inputText returns an input that is a string or a []byte.
func (c *Case) inputText() (text []byte, ok bool) {
	input := c.value()
	if !input.IsValid() {
		return nil, false
	}
	switch v := input.Interface().(type) {
	case string:
		return []byte(v), true
	case []byte:
		return v, true
	}
	return nil, false
}

// InputEmpty reports whether the input is empty, and so does not tell one document from another. [source.IsEmpty]
// decides this from the bytes that Identity hashes. An input that is a Go value is also empty if it is nil or a zero
// value.
func (c *Case) InputEmpty() bool {
	if c.input == nil && c.zeroInput() {
		return true
	}
	text, ok := c.inputBytes()
	return ok && source.IsEmpty(text)
}

func (c *Case) zeroInput() bool {
	input := c.value()
	for input.IsValid() && input.Kind() == reflect.Pointer && !input.IsNil() {
		input = input.Elem()
	}
	return !input.IsValid() || input.IsZero()
}

// value returns the input. If it is an interface, value returns its content, the zero Value
// for nil.
func (c *Case) value() reflect.Value {
	v := reflect.ValueOf(c.Input).Elem()
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// newInput returns a pointer to an empty input.
func (r Reading) newInput() any { return reflect.New(r.Input).Interface() }

// marshal returns an error if a method of the user's type panics.
func marshal(v any) (text []byte, err error) {
	defer func() {
		if recover() != nil {
			text, err = nil, ErrWithheld
		}
	}()
	return json.Marshal(v)
}

// shownWhole reports whether JSON shows values of a type whole. A type that marshals
// itself counts as whole.
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
