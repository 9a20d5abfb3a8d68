package cases

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/extracteval/extracteval/internal/protomessage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Fitting returns a function that checks whether an answer of the extractor's type
// could equal a truth: an object never equals an array. The error reports a type
// that cannot be an answer.
//
// If every truth fits, the function is nil: the spec reads truths at other paths than answers, or the type marshals
// itself, is an interface, or is JSON text.
func Fitting(out reflect.Type, spec eval.Spec) (fits func(truth document.Value) error, err error) {
	if err := protomessage.CheckType(out); err != nil {
		return nil, err
	}
	for out.Kind() == reflect.Pointer && !marshalsItself(out) {
		out = out.Elem()
	}
	kind := document.Missing
	switch out.Kind() {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return nil, fmt.Errorf("the extractor returns %v, which encoding/json cannot write", out)
	case reflect.Struct, reflect.Map:
		kind = document.Object
	case reflect.Slice, reflect.Array:
		if out.Elem().Kind() != reflect.Uint8 {
			kind = document.Array
		}
	case reflect.Bool:
		kind = document.Bool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		kind = document.Number
	}
	moved := slices.ContainsFunc(spec.Fields, func(f eval.Field) bool { return f.WantPath != "" })
	if kind == document.Missing || moved || marshalsItself(out) || out == reflect.TypeFor[document.Value]() {
		return nil, nil
	}
	return func(truth document.Value) error {
		if k := truth.Kind(); k != kind && k != document.Null {
			return fmt.Errorf("it is %s, but the extractor returns %v, which cannot equal it", words.ArticleOf(k), out)
		}
		return nil
	}, nil
}

// marshalsItself reports whether a type writes its own JSON, which its fields do not describe.
func marshalsItself(t reflect.Type) bool {
	for _, of := range []reflect.Type{t, reflect.PointerTo(t)} {
		if of.Implements(reflect.TypeFor[json.Marshaler]()) || of.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			return true
		}
	}
	return false
}
