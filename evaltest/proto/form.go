package proto

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/extracteval/extracteval/metrics/document"
)

// form writes documents: the JSON of protojson, with these changes.
//
//   - A key is left out if the message as it was given does not have it.
//   - A zero value of an enum that is named UNSPECIFIED or ends in _UNSPECIFIED, an empty list and an empty map say
//     nothing: an answer does not have the key, and a truth has null.
//   - An enum without presence always has a value: where the key was not given, its zero value is written, unless that
//     says nothing.
type form struct {
	truth  bool
	within []protoreflect.FullName // the messages around the current one: one that contains itself is compared as a whole
}

// message returns the document of a message. all is its JSON with all zeros, given its JSON as it was given, whose keys
// may be the names of the fields.
func (w form) message(md protoreflect.MessageDescriptor, all, given document.Value) []byte {
	if md.FullName() == "google.protobuf.Timestamp" && given.Exists() {
		return given.Raw() // in the zone in which it was written, which says whether it is a day
	}
	if given.Kind() != document.Object || all.Kind() != document.Object || isWhole(md) || w.again(md) {
		return all.Raw()
	}
	w.within = append(w.within[:len(w.within):len(w.within)], md.FullName())
	values, written := members(all), map[string]bool{}
	text := []byte{'{'}
	add := func(fd protoreflect.FieldDescriptor, value []byte) {
		written[fd.JSONName()] = true
		text = appendMember(text, fd.JSONName(), value)
	}
	for key, member := range given.Members() {
		fd := fieldOf(md, key)
		if fd == nil { // an extension, [package.name]
			if value, ok := values[key]; ok {
				text = appendMember(text, key, value.Raw())
			}
			continue
		}
		switch value := values[fd.JSONName()]; {
		case member.Kind() == document.Null && alwaysSet(fd) && !saysNothing(fd, value):
		case member.Kind() != document.Null && !saysNothing(fd, value):
			add(fd, w.field(fd, value, member))
		case w.truth:
			add(fd, []byte("null"))
		}
	}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		if value := values[fd.JSONName()]; alwaysSet(fd) && !written[fd.JSONName()] && !saysNothing(fd, value) {
			add(fd, value.Raw())
		}
	}
	return append(text, '}')
}

// field returns the document of the value of a field.
func (w form) field(fd protoreflect.FieldDescriptor, all, given document.Value) []byte {
	md := fd.Message()
	switch {
	case md == nil, fd.IsMap() && fd.MapValue().Message() == nil:
		return all.Raw()
	case fd.IsMap():
		values, text := members(given), []byte{'{'}
		for key, value := range all.Members() {
			text = appendMember(text, key, w.message(fd.MapValue().Message(), value, values[key]))
		}
		return append(text, '}')
	case fd.IsList() && all.Len() == given.Len():
		var items []document.Value
		for _, item := range given.Items() {
			items = append(items, item)
		}
		text := []byte{'['}
		for i, item := range all.Items() {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(text, w.message(md, item, items[i])...)
		}
		return append(text, ']')
	}
	return w.message(md, all, given)
}

func (w form) again(md protoreflect.MessageDescriptor) bool {
	return slices.Contains(w.within, md.FullName())
}

// fieldOf returns the field that a key of protojson names: by its JSON name, or by its name in the .proto file.
func fieldOf(md protoreflect.MessageDescriptor, key string) protoreflect.FieldDescriptor {
	if fd := md.Fields().ByJSONName(key); fd != nil {
		return fd
	}
	return md.Fields().ByTextName(key)
}

// saysNothing reports whether the value of a field is left out of documents.
func saysNothing(fd protoreflect.FieldDescriptor, value document.Value) bool {
	switch {
	case !value.Exists():
		return false
	case fd.IsList() || fd.IsMap():
		return value.Len() == 0
	case fd.Enum() == nil:
		return false
	}
	return value.Text() == unspecified(fd.Enum())
}

// unspecified returns the name of the zero value of an enum if that stands for no value, else "".
func unspecified(ed protoreflect.EnumDescriptor) string {
	zero := ed.Values().ByNumber(0)
	if zero == nil {
		return ""
	}
	name := string(zero.Name())
	if folded := strings.ToUpper(name); folded == "UNSPECIFIED" || strings.HasSuffix(folded, "_UNSPECIFIED") {
		return name
	}
	return ""
}

// alwaysSet reports whether a field is an enum that has a value in every message.
func alwaysSet(fd protoreflect.FieldDescriptor) bool {
	return fd.Enum() != nil && !fd.IsList() && !fd.HasPresence()
}

func members(object document.Value) map[string]document.Value {
	all := make(map[string]document.Value, object.Len())
	maps.Insert(all, object.Members())
	return all
}

func appendMember(text []byte, key string, value []byte) []byte {
	if len(text) > 1 {
		text = append(text, ',')
	}
	name, _ := json.Marshal(key)
	text = append(append(text, name...), ':')
	return append(text, value...)
}
