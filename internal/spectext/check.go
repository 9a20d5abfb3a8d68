package spectext

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// CheckTruth checks a truth against the Go type that an extractor returns, so that a mistake in the truth is found before
// every run counts it as a miss. It reports:
//
//   - a key that the struct does not have in JSON; case makes a difference. If the struct has a similar key, the error
//     names it and its field, since either may be mistyped. A place that an eval tag gives for the truth (want=…, at=…)
//     is known, too.
//   - a JSON type that the Go type does not have: text for a number, 1.5 or -1 for
//     an unsigned integer, an object for a list. With the option "string" of a json
//     tag the value is a string.
//
// Null and missing values fit every type. Interfaces, types with an UnmarshalJSON, UnmarshalText,
// MarshalJSON or MarshalText method (on the pointer, too), fields that are tagged eval:"-" and
// types that encoding/json cannot write fit every value. Maps take any keys. Where the tag names
// one_of, an array holds accepted values, each of the field's type.
//
// The error lists the problems in the order of the truth, each with its path, and
// says how many there are beyond 50.
//
// Without an error, CheckTruth returns the truth with each value as [gojson.Marshal] would write it, see [Normalize].
func CheckTruth(truth document.Value, t reflect.Type) (document.Value, error) {
	c := newTypeCheck(truth, t)
	if err := c.Err(); err != nil {
		return truth, err
	}
	return c.normalized(truth), nil
}

type typeCheck struct {
	Problems
	structs map[reflect.Type]*structKeys
	// replaced holds the value that stands for a value of the truth.
	replaced map[document.Value]document.Value
}

// newTypeCheck checks a truth against a type.
func newTypeCheck(truth document.Value, t reflect.Type) *typeCheck {
	c := &typeCheck{structs: map[reflect.Type]*structKeys{}, replaced: map[document.Value]document.Value{}}
	c.value(truth, t, nil, &truthScope{elsewhere: c.elsewhere(t)})
	return c
}

// structKeys are the fields of a struct, by key and in order.
type structKeys struct {
	owner  string // " of inv.Invoice", "" for a struct without a name
	names  []string
	fields map[string]*gojson.Field
	// elsewhere are the fields below whose truth has another place.
	elsewhere []placedField
}

// placedField is a field for which a tag says where the truth has it.
type placedField struct {
	path  document.Path // from the document or item
	field *gojson.Field
}

// truthScope is a document, or an item of a list, where paths of tags start.
type truthScope struct {
	start     int // steps of the path that lead to it
	elsewhere []placedField
}

func (c *typeCheck) keysOf(t reflect.Type) *structKeys {
	if k, ok := c.structs[t]; ok {
		return k
	}
	k := &structKeys{fields: make(map[string]*gojson.Field)}
	if t.Name() != "" {
		k.owner = " of " + t.String()
	}
	c.structs[t] = k // before it is complete, as t may contain itself
	all := gojson.Fields(t)
	for i := range all {
		f := &all[i]
		if inner, _ := ValueField(f); inner != nil { // the truth has the value without the struct
			f.Typ, f.Quoted = inner.Typ, inner.Quoted
		}
		k.names = append(k.names, f.Name)
		k.fields[f.Name] = f
	}
	for i := range all {
		f := &all[i]
		_, options, _ := splitTag(f.Tag.Get(EvalTag))
		for _, o := range options {
			if o.key != "want" && o.key != "expected_path" {
				continue
			}
			if path, err := document.ParsePath(o.value); err == nil {
				k.elsewhere = append(k.elsewhere, placedField{path, f})
			}
		}
		k.elsewhere = append(k.elsewhere, c.elsewhere(f.Typ)...)
	}
	return k
}

// elsewhere returns the placed fields of a struct and of those in it.
func (c *typeCheck) elsewhere(t reflect.Type) []placedField {
	if t, kind := ShapeOf(t); kind == ShapeStruct {
		return c.keysOf(t).elsewhere
	}
	return nil
}

// label returns the name of the place of a path in errors.
func label(path document.Path) string {
	if len(path) == 0 {
		return paths.Document
	}
	return Shorten(path.String())
}

func (c *typeCheck) problem(path document.Path, format string, args ...any) {
	c.Errorf(Position{}, label(path), format, args...)
}

func (c *typeCheck) mismatch(v document.Value, path document.Path, want string) {
	got := v.Kind().String()
	if k := v.Kind(); k == document.Bool || k == document.Number || k == document.String {
		got += " " + Shorten(v.RawText())
	}
	c.problem(path, "got %s, want %s", got, want)
}

// value checks a value against a type.
func (c *typeCheck) value(v document.Value, t reflect.Type, path document.Path, s *truthScope) {
	if !v.Exists() || v.Kind() == document.Null {
		return
	}
	if c.single(v, t, path, s) {
		return
	}
	t, kind := ShapeOf(t)
	if unmarshals(t) {
		return
	}
	object, array := kind == ShapeStruct || kind == ShapeMap, kind == ShapeSlice || kind == ShapeArray
	switch {
	case kind == ShapeScalar:
		c.scalar(v, t, path)
	case object && v.Kind() != document.Object:
		c.mismatch(v, path, "an object")
	case array && v.Kind() != document.Array:
		c.mismatch(v, path, "an array")
	case kind == ShapeStruct:
		c.object(v, c.keysOf(t), path, s)
	case object:
		for key, member := range v.Members() {
			c.value(member, t.Elem(), within(path, document.Step{Key: key, Index: -1}), s)
		}
	case array:
		item := &truthScope{start: len(path) + 1, elsewhere: c.elsewhere(t.Elem())}
		for i, element := range v.Items() {
			c.value(element, t.Elem(), within(path, document.Item(i)), item)
		}
	}
}

// unmarshals reports whether a type reads its JSON itself.
func unmarshals(t reflect.Type) bool {
	return gojson.Implements[json.Unmarshaler](t) || gojson.Implements[encoding.TextUnmarshaler](t)
}

func within(path document.Path, s document.Step) document.Path {
	return append(slices.Clip(path), s)
}

func (c *typeCheck) object(v document.Value, keys *structKeys, path document.Path, s *truthScope) {
	for key, member := range v.Members() {
		child := within(path, document.Step{Key: key, Index: -1})
		if f := keys.fields[key]; f != nil {
			c.field(member, f, child, s)
			continue
		}
		if !c.placed(member, child, s) {
			c.unknown(child, key, keys)
		}
	}
}

// unknown records a key that the struct does not have: the truth, or the json tag of a field, has a mistake.
func (c *typeCheck) unknown(place document.Path, key string, keys *structKeys) {
	suggestion, ok := "", false
	if !c.Full() { // it takes its time to find
		suggestion, ok = words.Nearest(key, keys.names)
	}
	if !ok {
		c.Unknown(Position{}, label(place), "key", key, keys.names)
		return
	}
	c.problem(place, "unknown key; did you mean %q (field %s%s)? Correct the truth, or the json tag%s", suggestion, keys.fields[suggestion].GoPath, keys.owner, words.UnicodeForm(key, suggestion))
}

func (c *typeCheck) field(v document.Value, f *gojson.Field, path document.Path, s *truthScope) {
	tag := f.Tag.Get(EvalTag)
	if tag == "-" {
		return
	}
	match, _, _ := splitTag(tag)
	if match == "one_of" && v.Kind() == document.Array {
		if _, kind := ShapeOf(f.Typ); kind != ShapeSlice && kind != ShapeArray {
			for i, accepted := range v.Items() {
				c.declared(accepted, f, within(path, document.Item(i)), s)
			}
			return
		}
	}
	c.declared(v, f, path, s)
}

// declared checks a value against the declaration of a field.
func (c *typeCheck) declared(v document.Value, f *gojson.Field, path document.Path, s *truthScope) {
	if !f.Quoted || !v.Exists() || v.Kind() == document.Null {
		c.value(v, f.Typ, path, s)
		return
	}
	t, _ := ShapeOf(f.Typ)
	subject := fmt.Sprintf("a string that holds a %s, by the option \"string\" of its json tag", scalarKind(t))
	if v.Kind() != document.String {
		c.mismatch(v, path, subject)
		return
	}
	inner, err := document.Parse([]byte(v.Text()))
	if err != nil || !fitsScalar(inner, t) {
		c.mismatch(v, path, subject)
	}
}

// placed checks a value that has no key of its own in the type, if tags place
// fields there or below, and reports whether they do.
func (c *typeCheck) placed(v document.Value, path document.Path, s *truthScope) bool {
	nested := false
	for _, p := range s.elsewhere {
		place := path[s.start:]
		switch {
		case len(p.path) < len(place) || !paths.SameKeys(place, p.path):
		case len(p.path) == len(place):
			c.field(v, p.field, path, s)
			return true
		default:
			nested = true
		}
	}
	if nested {
		for key, member := range v.Members() {
			child := within(path, document.Step{Key: key, Index: -1})
			if !c.placed(member, child, s) {
				c.problem(child, "unknown key")
			}
		}
	}
	return nested
}

func (c *typeCheck) scalar(v document.Value, t reflect.Type, path document.Path) {
	if fitsScalar(v, t) {
		return
	}
	want := "a " + scalarKind(t)
	if v.Kind() == document.Number && isIntegerKind(t.Kind()) {
		want = "an integer"
		if isUnsigned(t) {
			want = "an integer that is not negative"
		}
	}
	if v.Kind() == document.String && isNumberKind(t.Kind()) && gojson.Implements[fmt.Stringer](t) {
		want += fmt.Sprintf("; encoding/json ignores the String method of %s, write a MarshalText method that returns its text", t)
	}
	c.mismatch(v, path, want)
}

var jsonNumberType = reflect.TypeFor[json.Number]()

// scalarKind names the JSON type of a scalar.
func scalarKind(t reflect.Type) string {
	switch {
	case isNumberKind(t.Kind()) || t == jsonNumberType:
		return "number"
	case t.Kind() == reflect.Bool:
		return "bool"
	}
	return "string"
}

// fitsScalar reports whether a value fits a Go scalar.
func fitsScalar(v document.Value, t reflect.Type) bool {
	if v.Kind().String() != scalarKind(t) {
		return false
	}
	if !isIntegerKind(t.Kind()) {
		return true
	}
	text, negative := strings.CutPrefix(v.RawText(), "-")
	return isInteger(text) && !(negative && isUnsigned(t) && strings.ContainsAny(text, "123456789"))
}

func isUnsigned(t reflect.Type) bool { return reflect.Uint <= t.Kind() && t.Kind() <= reflect.Uintptr }

// isInteger reports whether the value of a JSON number is an integer, however it
// is written: 100, 100.0, 1e2, 1.5e1. Numbers from 2^53 on are taken for integers.
func isInteger(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
	rounded := f == 0 && strings.ContainsAny(mantissa, "123456789")
	return err != nil || f == math.Trunc(f) && !rounded // the error says that it is too large
}
