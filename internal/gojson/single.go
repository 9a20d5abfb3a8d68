package gojson

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Single says which value a type is that is one value.
type Single uint8

const (
	NotSingle Single = iota
	SingleText
	SingleNumber
	SingleBool
	SingleTime
)

// single is a type that is one value.
type single struct {
	Single
	// get returns the value that p points to: nil, a bool, a number, a text, a time, or a value of a type that says
	// more. It is nil if encoding/json writes the type as one value.
	get    func(p reflect.Value) (any, error)
	method string // that get calls
}

// SingleOf returns the value that a type is. It returns NotSingle for a type that is written by its kind, for an interface, a pointer
// and a sql.Null ([NullOf]), and for a type whose MarshalJSON or MarshalText does not show its value. A type is one value if it is, or
// a pointer to it has,
//
//   - [time.Time], or a method AsTime() time.Time, as timestamppb.Timestamp;
//   - [url.URL], mail.Address and net.IPNet: their text;
//   - a method Value of [driver.Valuer] that gives a value of another kind than encoding/json writes. Examples decide:
//     a zero value, one whose bools are true and whose times are set, and one with all fields set. If Value gives a
//     JSON object or array, or bytes that are not text, for one of them, the type keeps its fields. So do slices of
//     other items than bytes, maps, types with eval tags, and structs that have more fields than the one with Value.
//
// A type with a MarshalJSON whose Value gives a time is a time.
func SingleOf(t reflect.Type) Single { return findSingle(t).Single }

// Rewrites reports whether [Marshal] writes a type otherwise than encoding/json: as the one value that it is.
func Rewrites(t reflect.Type) bool {
	_, null := NullOf(t)
	return null || findSingle(t).get != nil
}

// NullOf returns the type of the value in a sql.Null, sql.NullString and the like: a sql.Null is that value or null.
func NullOf(t reflect.Type) (inner reflect.Type, ok bool) {
	if t.Kind() != reflect.Struct || t.PkgPath() != "database/sql" || !strings.HasPrefix(t.Name(), "Null") || t.NumField() != 2 || t.Field(1).Name != "Valid" {
		return nil, false
	}
	return t.Field(0).Type, true
}

// Marshals reports whether a type, or a pointer to it, writes its JSON itself.
func Marshals(t reflect.Type) bool {
	return Implements[json.Marshaler](t) || Implements[encoding.TextMarshaler](t)
}

// Implements reports whether a type has the methods of I, or a pointer to it has.
func Implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

// instant is a type that is a point in time, such as timestamppb.Timestamp.
type instant interface{ AsTime() time.Time }

// textOf returns functions for the types of the standard library that are one text. The packages of some of them are
// not imported, so that programs without them stay small.
var textOf = map[string]func(p reflect.Value) (any, error){
	"net/url.URL":      func(p reflect.Value) (any, error) { return p.Interface().(*url.URL).String(), nil },
	"net/mail.Address": func(p reflect.Value) (any, error) { return mailbox(p.Elem()), nil },
	"net.IPNet": func(p reflect.Value) (any, error) {
		if p.Elem().Field(0).Len() == 0 {
			return nil, nil
		}
		return p.Interface().(fmt.Stringer).String(), nil
	},
}

// mailbox returns the text of a mail.Address as people write it: Name <address>.
func mailbox(v reflect.Value) string {
	name, address := v.Field(0).String(), v.Field(1).String()
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

var singles sync.Map // type -> single

func findSingle(t reflect.Type) single { return Remember(&singles, t, findNew) }

func findNew(t reflect.Type) single {
	if _, null := NullOf(t); null || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return single{}
	}
	own := Marshals(t)
	text := textOf[t.PkgPath()+"."+t.Name()]
	switch s := (single{}); {
	case t == reflect.TypeFor[time.Time]():
		return single{Single: SingleTime}
	case text != nil:
		return single{SingleText, text, "String"}
	case Implements[instant](t) && !promotes[instant](t):
		s.Single = SingleTime
		if !own {
			s.method, s.get = "AsTime", func(p reflect.Value) (any, error) { return p.Interface().(instant).AsTime(), nil }
		}
		return s
	case !Implements[driver.Valuer](t) || promotes[driver.Valuer](t) || hasTags(t):
		return s
	}
	s := single{Single: ofExamples(t), method: "Value", get: getValue}
	if own {
		s.get = nil
		if s.Single != SingleTime {
			return single{}
		}
	}
	if s.Single == NotSingle {
		return single{}
	}
	return s
}

func getValue(p reflect.Value) (any, error) { return p.Interface().(driver.Valuer).Value() }

// promotes reports whether a struct has the methods of I by one of several fields, which it embeds.
func promotes[I any](t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() < 2 {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && Implements[I](f.Type) {
			return true
		}
	}
	return false
}

// hasTags reports whether a struct has eval tags, by which its fields are compared.
func hasTags(t reflect.Type) bool {
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if _, ok := t.Field(i).Tag.Lookup("eval"); ok {
			return true
		}
	}
	return false
}

// ofExamples returns the value that the method Value of a type gives, NotSingle if encoding/json writes the type
// better.
func ofExamples(t reflect.Type) Single {
	k := t.Kind()
	ofBytes := (k == reflect.Slice || k == reflect.Array) && t.Elem().Kind() == reflect.Uint8
	if k == reflect.Map || (k == reflect.Slice || k == reflect.Array) && !ofBytes {
		return NotSingle
	}
	found := NotSingle
	for _, example := range []filling{asZero, withTimes, withAll} {
		p := reflect.New(t)
		example.fillValue(p.Elem(), 0)
		value, err := callSafely(getValue, p)
		if err != nil {
			continue
		}
		s, fields := classify(value)
		if _, isBytes := value.([]byte); fields || isBytes && k == reflect.Slice {
			return NotSingle
		}
		if s != NotSingle && (example != withAll || found == NotSingle) {
			found = s
		}
	}
	if found == NotSingle && k == reflect.Struct {
		return SingleText
	}
	if k == reflect.String && found == SingleText || k == reflect.Bool && found == SingleBool || reflect.Int <= k && k <= reflect.Float64 && found == SingleNumber {
		return NotSingle
	}
	return found
}

// callSafely calls a method of the user's, which may panic.
func callSafely(get func(reflect.Value) (any, error), p reflect.Value) (value any, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, fmt.Errorf("it panicked: %v", r)
		}
	}()
	return get(p)
}

// classify returns the kind of a value that a method Value gives, NotSingle for nil and null. fields says that it is
// not one value.
func classify(value any) (s Single, fields bool) {
	switch value := value.(type) {
	case nil:
		return NotSingle, false
	case time.Time:
		return SingleTime, false
	case string:
		return classifyText([]byte(value))
	case []byte:
		return classifyText(value)
	}
	t := reflect.TypeOf(value)
	switch k := t.Kind(); {
	case Marshals(t) || k == reflect.String:
		return SingleText, false
	case k == reflect.Bool:
		return SingleBool, false
	case reflect.Int <= k && k <= reflect.Float64:
		return SingleNumber, false
	}
	return NotSingle, true
}

func classifyText(text []byte) (s Single, fields bool) {
	trimmed := bytes.TrimSpace(text)
	switch {
	case len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(trimmed), !isText(text):
		return NotSingle, true
	case string(trimmed) == "null":
		return NotSingle, false
	}
	return SingleText, false
}

// isText reports whether bytes are text.
func isText(b []byte) bool {
	return utf8.Valid(b) && !bytes.ContainsFunc(b, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) })
}

// filling says which exported fields of an example are set.
type filling uint8

const (
	asZero filling = iota
	withTimes
	withAll
)

var exampleTime = time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC)

func (f filling) fillValue(v reflect.Value, depth int) {
	const deepest = 4
	if f == asZero || depth > deepest || !v.CanSet() {
		return
	}
	all := f == withAll
	switch k := v.Kind(); {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(exampleTime))
	case k == reflect.Struct:
		for i := range v.NumField() {
			f.fillValue(v.Field(i), depth+1)
		}
	case k == reflect.Array:
		for i := range min(v.Len(), 16) {
			f.fillValue(v.Index(i), depth+1)
		}
	case k == reflect.Bool:
		v.SetBool(true)
	case !all:
	case k == reflect.String:
		v.SetString("1")
	case v.CanInt():
		v.SetInt(1)
	case v.CanUint():
		v.SetUint(1)
	case v.CanFloat():
		v.SetFloat(1)
	case k == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fillValue(v.Elem(), depth+1)
	case k == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fillValue(v.Index(0), depth+1)
	case k == reflect.Map:
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fillValue(elem, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, elem)
	}
}
