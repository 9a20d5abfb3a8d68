package cases

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Fitting returns a function that checks whether an answer of the extractor's type
// could equal a truth: an object never equals an array. The error reports a type
// that cannot be an answer.
//
// The function is nil if every truth fits. That is so if the spec reads truths at other paths than answers, or if the
// type marshals itself, is an interface, or is JSON text.
func Fitting(output reflect.Type, spec eval.Spec) (fits func(truth document.Value) error, err error) {
	if err := gojson.CheckMessageType(output); err != nil {
		return nil, err
	}
	output, shape := spectext.ShapeOf(output)
	kind := document.Missing
	switch shape {
	case spectext.ShapeNone:
		return nil, fmt.Errorf("the extractor returns %v, which encoding/json cannot write", output)
	case spectext.ShapeStruct, spectext.ShapeMap:
		kind = document.Object
	case spectext.ShapeSlice, spectext.ShapeArray:
		kind = document.Array
	case spectext.ShapeScalar: // a text may be JSON
		if output.Kind() == reflect.Bool {
			kind = document.Bool
		} else if output.Kind() != reflect.String && output.Kind() != reflect.Slice {
			kind = document.Number
		}
	}
	moved := slices.ContainsFunc(spec.Fields, func(f eval.Field) bool { return f.WantPath != "" })
	if kind == document.Missing || moved || output == reflect.TypeFor[document.Value]() {
		return nil, nil
	}
	return func(truth document.Value) error {
		if k := truth.Kind(); k != kind && k != document.Null {
			return fmt.Errorf("it is %s, but the extractor returns %v, which cannot equal it", words.ArticleOf(k), output)
		}
		return nil
	}, nil
}

// opaque reports whether the fields of a type do not describe its JSON.
func opaque(t reflect.Type) bool { return gojson.Marshals(t) || gojson.Rewrites(t) }
