package gojson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Marshal writes a value as encoding/json does, by its address, so that methods of pointers are called, and without
// escapes for &, < and >. It differs from encoding/json in the following:
//
//   - A type that is one value ([SingleOf]) is written as that value: nil as null, a time in RFC 3339 with its
//     nanoseconds, bytes as text. A sql.Null ([NullOf]) is its value or null.
//   - NaN and infinities are the texts "NaN", "+Inf" and "-Inf".
//
// If a method by which a type is one value fails, the error is a [*MethodError].
func Marshal(v any) ([]byte, error) {
	root := addressed(reflect.ValueOf(v))
	if !root.IsValid() {
		return []byte("null"), nil
	}
	var s search
	if !s.finds(root, 0) {
		if data, err := marshalPlain(root); !isNonFinite(err) {
			return data, err
		}
	}
	var e encoder
	err := e.write(root)
	return e.output, err
}

// MethodError says that a method by which a type is one value returned an error, or panicked.
type MethodError struct {
	Path   string // keys and indices from the document, "" for the document
	Type   reflect.Type
	Method string
	Err    error
}

func (e *MethodError) Error() string {
	place := ""
	if e.Path != "" {
		place = e.Path + ": "
	}
	return fmt.Sprintf("%sthe method %s of %v: %v", place, e.Method, e.Type, e.Err)
}

func (e *MethodError) Unwrap() error { return e.Err }

// addressed returns a pointer to a copy of v, or v if it is a pointer: encoding/json calls the methods of pointers,
// such as the methods of *big.Rat, only on addressable values.
func addressed(v reflect.Value) reflect.Value {
	if !v.IsValid() || v.Kind() == reflect.Pointer {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

// marshalPlain writes a value by encoding/json alone.
func marshalPlain(v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		v = v.Addr()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v.Interface())
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// isNonFinite reports whether encoding/json refused a number that JSON cannot express. The text says so: with
// GOEXPERIMENT=jsonv2 the error has no value.
func isNonFinite(err error) bool {
	var unsupported *json.UnsupportedValueError
	return errors.As(err, &unsupported) && slices.Contains([]string{"NaN", "+Inf", "-Inf"}, unsupported.Str)
}

// holding says whether values of a type may hold types that are one value and are not written so by encoding/json.
type holding uint8

const (
	holdsNone   holding = iota
	holdsAny            // an interface in it decides
	holdsSingle         // such a type is in it
)

var holdings sync.Map // type -> holding

func holdingOf(t reflect.Type) holding {
	return Remember(&holdings, t, func(t reflect.Type) holding { return inspect(t, map[reflect.Type]bool{}) })
}

func inspect(t reflect.Type, seen map[reflect.Type]bool) (most holding) {
	switch {
	case seen[t]:
		return holdsNone
	case t.Kind() == reflect.Interface:
		return holdsAny
	case Rewrites(t):
		return holdsSingle
	case t.Kind() != reflect.Pointer && Marshals(t):
		return holdsNone
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return inspect(t.Elem(), seen)
	case reflect.Struct:
		for _, f := range fieldsOf(t) {
			most = max(most, inspect(f.Typ, seen))
		}
	}
	return most
}

// maxDepth is the depth from which on a value is taken for a cycle.
const maxDepth = 1000

// search looks for types that are one value.
type search struct{ deep bool } // deep: a cycle, which encoding/json reports

// finds reports whether encoding/json would write a type in v otherwise than as the one value that it is.
func (s *search) finds(v reflect.Value, depth int) bool {
	switch h := holdingOf(v.Type()); {
	case h != holdsAny || s.deep:
		return h == holdsSingle
	case depth > maxDepth:
		s.deep = true
		return false
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return !v.IsNil() && s.finds(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if s.finds(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			if s.finds(entries.Value(), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			if inner, ok := f.In(v); ok && s.finds(inner, depth+1) {
				return true
			}
		}
	}
	return false
}

// In returns the value of a field in its struct. ok is false if a pointer to an embedded struct on the way is nil.
func (f *Field) In(v reflect.Value) (inner reflect.Value, ok bool) {
	for _, i := range f.Index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

// encoder writes values that encoding/json alone does not write rightly.
type encoder struct {
	output []byte
	path   []string // the keys and indices that lead to the value
}

func (e *encoder) write(v reflect.Value) error {
	t := v.Type()
	if len(e.path) > maxDepth {
		return &json.UnsupportedValueError{Value: v, Str: "encountered a cycle via " + t.String()}
	}
	if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return e.writeText("null")
		}
		return e.below("", v.Elem())
	}
	if s := findSingle(t); s.get != nil {
		return e.single(v, &s)
	}
	if _, null := NullOf(t); null {
		if !v.Field(1).Bool() {
			return e.writeText("null")
		}
		return e.write(v.Field(0))
	}
	if holdingOf(t) == holdsNone {
		data, err := marshalPlain(v)
		if !isNonFinite(err) || Marshals(t) {
			e.output = append(e.output, data...)
			return err
		}
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		return e.writeText(`"` + strings.Replace(fmt.Sprintf("%+g", v.Float()), "+NaN", "NaN", 1) + `"`)
	case reflect.Struct:
		return e.object(v)
	case reflect.Map:
		return e.members(v)
	case reflect.Slice:
		if v.IsNil() {
			return e.writeText("null")
		}
	}
	return e.items(v)
}

func (e *encoder) writeText(text string) error {
	e.output = append(e.output, text...)
	return nil
}

// single writes a value of a type that is one value.
func (e *encoder) single(v reflect.Value, s *single) error {
	p := v
	if v.CanAddr() {
		p = v.Addr()
	} else {
		p = addressed(v)
	}
	value, err := callSafely(s.get, p)
	if err != nil {
		return &MethodError{strings.TrimPrefix(strings.Join(e.path, ""), "."), v.Type(), s.method, err}
	}
	switch b := value.(type) {
	case nil:
		return e.writeText("null")
	case time.Time:
	case []byte:
		if isText(b) {
			value = string(b)
		}
	}
	return e.below("", reflect.ValueOf(value))
}

// below writes a value that a key or an index leads to.
func (e *encoder) below(step string, v reflect.Value) error {
	e.path = append(e.path, step)
	err := e.write(v)
	e.path = e.path[:len(e.path)-1]
	return err
}

func (e *encoder) object(v reflect.Value) error {
	e.output = append(e.output, '{')
	separator := ""
	for _, f := range fieldsOf(v.Type()) {
		inner, ok := f.In(v)
		if !ok || f.Omits(inner) {
			continue
		}
		name, err := marshalPlain(reflect.ValueOf(f.Name))
		if err != nil {
			return err
		}
		e.output = append(append(append(e.output, separator...), name...), ':')
		separator = ","
		start := len(e.output)
		if err := e.below("."+f.Name, inner); err != nil {
			return err
		}
		text := string(e.output[start:])
		if nonFinite := inner.CanFloat() && text[0] == '"'; f.Quoted && text != "null" && !nonFinite {
			quoted, err := marshalPlain(reflect.ValueOf(text))
			if err != nil {
				return err
			}
			e.output = append(e.output[:start], quoted...)
		}
	}
	return e.writeText("}")
}

// Omits reports whether an option of the json tag leaves a value of the field out.
func (f *Field) Omits(v reflect.Value) bool {
	if f.OmitZero && IsZero(v) {
		return true
	}
	if !f.OmitEmpty {
		return false
	}
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// IsZero reports whether a value is zero as the option omitzero means it.
func IsZero(v reflect.Value) bool {
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
		return true
	}
	type zeroer interface{ IsZero() bool }
	if v.Kind() != reflect.Interface && v.Kind() != reflect.Pointer && reflect.PointerTo(v.Type()).Implements(reflect.TypeFor[zeroer]()) {
		if !v.CanAddr() {
			v = addressed(v).Elem()
		}
		return v.Addr().Interface().(zeroer).IsZero()
	}
	if z, ok := v.Interface().(zeroer); ok && v.Type().Implements(reflect.TypeFor[zeroer]()) {
		return v.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || z.IsZero()
	}
	return v.IsZero()
}

// members writes a map. encoding/json writes the keys.
func (e *encoder) members(v reflect.Value) error {
	if v.IsNil() {
		return e.writeText("null")
	}
	written := reflect.MakeMapWithSize(reflect.MapOf(v.Type().Key(), reflect.TypeFor[json.RawMessage]()), v.Len())
	var failed error
	for entries := v.MapRange(); entries.Next(); {
		inner := encoder{path: e.path}
		if err := inner.below(fmt.Sprintf(".%v", entries.Key()), entries.Value()); err != nil {
			if failed == nil || err.Error() < failed.Error() { // the order of a map is random
				failed = err
			}
			continue
		}
		written.SetMapIndex(entries.Key(), reflect.ValueOf(json.RawMessage(inner.output)))
	}
	if failed != nil {
		return failed
	}
	data, err := marshalPlain(written)
	e.output = append(e.output, data...)
	return err
}

func (e *encoder) items(v reflect.Value) error {
	e.output = append(e.output, '[')
	for i := range v.Len() {
		if i > 0 {
			e.output = append(e.output, ',')
		}
		if err := e.below("["+strconv.Itoa(i)+"]", v.Index(i)); err != nil {
			return err
		}
	}
	return e.writeText("]")
}

// CodeUnit returns the code unit at the start of text, written as \u and four hexadecimal digits.
func CodeUnit(text string) (rune, bool) {
	digits, ok := strings.CutPrefix(text, `\u`)
	if !ok || len(digits) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(digits[:4], 16, 16)
	return rune(n), err == nil
}
