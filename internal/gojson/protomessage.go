package gojson

// This file finds protobuf messages in Go values, without protobuf. encoding/json writes the generated Go
// struct of a message under other keys and in other forms than protobuf does, so its JSON must not be compared.

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// MessageError reports a protobuf message, and the lines to write instead.
type MessageError struct {
	Message reflect.Type // the generated struct
	Place   string       // where the value has it: ".Shipments[]", "[]"; "" for the value itself
	root    reflect.Type // the type of the value
}

func (e *MessageError) Error() string {
	text := e.Message.String() + " is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:"
	if strings.Trim(e.Place, "[]") != "" {
		return pointed(e.root).Name() + e.Place + ": " + text +
			"\n\tproto.Value(m) // in place of the message m, in a field of type json.Marshaler; proto.Values(s) for a slice s"
	}
	return text + "\n\tExtract: proto.Extract(f), // in a suite, for an f that returns *" + e.Message.String() +
		"\n\tSpec:    proto.Spec(&" + e.Message.String() + "{})," +
		"\n\tproto.Value(m) // for an answer or a truth m; proto.Values(s) for a slice s"
}

// CheckMessages returns a [*MessageError] for the first protobuf message that encoding/json would write in v, nil for none. A type
// that writes its own JSON is not such a message, and neither is a point in time (a type with a method AsTime). Behind
// interfaces, CheckMessages looks at the first 10,000 values, and at most 50 levels deep.
func CheckMessages(v any) error {
	switch v.(type) {
	case nil, []byte, string, json.RawMessage, error:
		return nil
	}
	t := reflect.TypeOf(v)
	seen := inspectType(t)
	if seen.message == nil && seen.open {
		left := maxValues
		seen.message = findMessage(reflect.ValueOf(v), "", 0, &left)
	}
	return seen.errorIn(t)
}

// CheckMessageType is [CheckMessages] for a type: what interfaces hold is unknown.
func CheckMessageType(t reflect.Type) error { return inspectType(t).errorIn(t) }

// sight is the result of a look at a type.
type sight struct {
	message *MessageError
	open    bool // it may hold interfaces
}

func (s sight) errorIn(root reflect.Type) error {
	if s.message == nil {
		return nil
	}
	return &MessageError{s.message.Message, s.message.Place, root}
}

var sights sync.Map // of types

func inspectType(t reflect.Type) sight {
	return Remember(&sights, t, func(t reflect.Type) sight {
		w := walk{seen: map[reflect.Type]bool{}}
		w.inspect(t, "")
		return w.sight
	})
}

// walk is a walk over a type.
type walk struct {
	sight
	seen map[reflect.Type]bool
}

func (w *walk) inspect(t reflect.Type, place string) {
	if w.message != nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch {
	case isMessage(t):
		w.message = &MessageError{Message: pointed(t), Place: place}
		return
	case closed(t):
		return
	}
	switch t.Kind() {
	case reflect.Interface:
		w.open = true
	case reflect.Pointer:
		w.inspect(t.Elem(), place)
	case reflect.Slice, reflect.Array:
		w.inspect(t.Elem(), place+"[]")
	case reflect.Map:
		w.inspect(t.Elem(), place+"{}")
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); written(f) {
				w.inspect(f.Type, place+"."+f.Name)
			}
		}
	}
}

const (
	maxValues       = 10_000
	maxMessageDepth = 50
)

// findMessage looks for a message behind the interfaces in a value. left is the number of values that it may still look at.
func findMessage(v reflect.Value, place string, depth int, left *int) *MessageError {
	if *left--; !v.IsValid() || depth > maxMessageDepth || *left < 0 {
		return nil
	}
	if s := inspectType(v.Type()); s.message != nil {
		return &MessageError{Message: s.message.Message, Place: place + s.message.Place}
	} else if !s.open {
		return nil
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return findMessage(v.Elem(), place, depth+1, left)
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), *left) {
			if found := findMessage(v.Index(i), fmt.Sprintf("%s[%d]", place, i), depth+1, left); found != nil {
				return found
			}
		}
	case reflect.Map:
		for entries := v.MapRange(); *left > 0 && entries.Next(); {
			if found := findMessage(entries.Value(), place+"{}", depth+1, left); found != nil {
				return found
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); written(f) {
				if found := findMessage(v.Field(i), place+"."+f.Name, depth+1, left); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// isMessage reports whether encoding/json writes a type field by field although it is a protobuf message.
func isMessage(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem() // the methods of a message belong to its pointer
	}
	if t.Kind() == reflect.Pointer || closed(t) {
		return false
	}
	typ := t
	if t.Kind() != reflect.Interface {
		typ = reflect.PointerTo(t)
	}
	m, ok := typ.MethodByName("ProtoReflect")
	_, point := typ.MethodByName("AsTime")
	return ok && !point && m.Type.NumOut() == 1
}

// closed reports whether a type writes its JSON itself.
func closed(t reflect.Type) bool {
	for _, typ := range []reflect.Type{t, reflect.PointerTo(t)} {
		if typ.Implements(reflect.TypeFor[json.Marshaler]()) || typ.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			return true
		}
	}
	return false
}

// written reports whether encoding/json writes a field of a struct.
func written(f reflect.StructField) bool {
	return (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-"
}

func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
