package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/protomessage"
)

// Of makes a [Value] of any value that a test has at hand:
//
//   - a Value or *Value is taken as it is; a nil *Value is missing;
//   - []byte, [json.RawMessage] and string hold JSON text;
//   - nil is null;
//   - everything else is marshalled with encoding/json, by its address, so that methods of
//     pointers such as *[math/big.Rat] are called. NaN and infinities, which JSON cannot express,
//     become the strings "NaN", "+Inf" and "-Inf".
//
// An error is a [*SyntaxError], or says why the value cannot be marshalled. A protobuf message in the value is an error,
// since encoding/json does not write it as protobuf does: package evaltest/proto makes documents of messages. Of refuses a value with {} in its text if
// its type has a map of structs that have no exported field, and whose MarshalJSON or MarshalText has a pointer
// receiver.
func Of(v any) (Value, error) {
	switch v := v.(type) {
	case Value:
		return v, nil
	case *Value:
		if v == nil {
			return Value{}, nil
		}
		return *v, nil
	case []byte:
		return Parse(v)
	case json.RawMessage:
		return Parse(v)
	case string:
		return parse(v)
	}
	if err := protomessage.Check(v); err != nil {
		return Value{}, fmt.Errorf("document: %w", err)
	}
	data, err := marshal(v)
	if err == nil && bytes.Contains(data, []byte("{}")) {
		err = checkShown(v)
	}
	if err != nil {
		return Value{}, err
	}
	return Parse(data)
}

func marshal(v any) (data []byte, err error) {
	defer func() { // a MarshalJSON of the user's may do anything
		if r := recover(); r != nil {
			data, err = nil, fmt.Errorf("document: marshalling %T panicked: %v", v, r)
		}
	}()
	data, err = encode(v)
	var unsupported *json.UnsupportedValueError
	if errors.As(err, &unsupported) {
		data, err = marshalNonFinite(v)
	}
	if err != nil {
		return nil, fmt.Errorf("document: marshalling %T: %w", v, err)
	}
	return data, nil
}

// encode is json.Marshal without escapes for &, < and >: the text is shown to people, and stands
// beside texts that users wrote.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(addressed(v)); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// nonFinite pairs each number that JSON lacks with a stand-in. A stand-in is a
// float32, so that fields of both types can carry it, and of a size that no
// document has.
var nonFinite = [...]struct {
	name    string
	is      func(float64) bool
	standIn float32
}{
	{"NaN", math.IsNaN, math.Float32frombits(0x7f7ff0a1)},
	{"+Inf", func(f float64) bool { return math.IsInf(f, 1) }, math.Float32frombits(0x7f7ff0a3)},
	{"-Inf", func(f float64) bool { return math.IsInf(f, -1) }, math.Float32frombits(0x7f7ff0a5)},
}

// marshalNonFinite marshals a copy of v in which stand-ins replace non-finite numbers, and then replaces each stand-in
// by the name of its number.
func marshalNonFinite(v any) ([]byte, error) {
	finite := replaceNonFinite(reflect.ValueOf(v), 0)
	data, err := encode(finite.Interface())
	if err != nil {
		return nil, err
	}
	for _, n := range nonFinite {
		name := strconv.AppendQuote(nil, n.name)
		for _, size := range []int{32, 64} {
			text, err := json.Marshal(float64(n.standIn))
			if size == 32 {
				text, err = json.Marshal(n.standIn)
			}
			if err != nil {
				return nil, err
			}
			data = bytes.ReplaceAll(data, slices.Concat([]byte{'"'}, text, []byte{'"'}), name) // tag option "string"
			data = bytes.ReplaceAll(data, text, name)
		}
	}
	return data, nil
}

// replaceNonFinite returns a copy of v in which stand-ins replace non-finite numbers. It does not look into unexported
// fields, nor deeper than maxDepth.
func replaceNonFinite(v reflect.Value, depth int) reflect.Value {
	if !v.IsValid() || depth > maxDepth {
		return v
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		for _, n := range nonFinite {
			if n.is(v.Float()) {
				return reflect.ValueOf(n.standIn).Convert(v.Type())
			}
		}
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return v
		}
		elem := replaceNonFinite(v.Elem(), depth+1)
		if v.Kind() == reflect.Interface {
			return elem
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(elem)
		return c.Convert(v.Type())
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		for i := range v.NumField() {
			if c.Field(i).CanSet() {
				c.Field(i).Set(replaceNonFinite(v.Field(i), depth+1))
			}
		}
		return c
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return v
		}
		c := reflect.New(v.Type()).Elem()
		if v.Kind() == reflect.Slice {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		for i := range v.Len() {
			c.Index(i).Set(replaceNonFinite(v.Index(i), depth+1))
		}
		return c
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeMapWithSize(v.Type(), v.Len())
		for entries := v.MapRange(); entries.Next(); {
			c.SetMapIndex(entries.Key(), replaceNonFinite(entries.Value(), depth+1))
		}
		return c
	}
	return v
}
