package artifact

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// shape is the JSON form of a Go type by its struct tags.
type shape struct {
	members map[string]*shape // of a struct, by key
	items   *shape            // of a slice or a map
	free    bool              // null is a value, and the decoder of the value checks it

	field []int  // the index of the field in its struct, as package reflect has it
	bit   uint64 // of its own among the members of its struct
}

// caseShape is the shape of the record of a case.
var caseShape = func() *shape {
	s := shapeOf(reflect.TypeFor[report.Case]())
	s.addMember("type", &shape{})
	return s
}()

func shapeOf(t reflect.Type) *shape {
	switch {
	case t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[report.Ratio]():
		return &shape{free: true}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		return &shape{items: shapeOf(t.Elem())}
	}
	s := &shape{}
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
				value := shapeOf(f.Type)
				value.field = f.Index
				s.addMember(key, value)
			}
		}
	}
	return s
}

func (s *shape) addMember(key string, value *shape) {
	if s.members == nil {
		s.members = map[string]*shape{}
	}
	if value.bit = 1 << len(s.members); value.bit == 0 {
		panic("artifact: " + key + " is the key of too many")
	}
	s.members[key] = value
}

// findMember returns the shape of the value of a key, nil for an unknown key. seen holds the keys of the same object before
// it. JSON parsers differ in which of two equal keys wins, and encoding/json also finds a field by a key in another
// letter case: both are errors for a known key.
func (s *shape) findMember(key string, seen *uint64) (*shape, error) {
	m, found := s.members[key]
	if !found {
		for name := range s.members {
			if strings.EqualFold(name, key) {
				return nil, fmt.Errorf("key %q is to be written %q", key, name)
			}
		}
		return nil, nil
	}
	if *seen&m.bit != 0 {
		return nil, fmt.Errorf("key %q appears twice", key)
	}
	*seen |= m.bit
	return m, nil
}

// check checks the keys of all objects in the value of a key and, unless nulls may be there, that
// no value is null. It leaves all else to encoding/json.
func (s *shape) check(key string, value gjson.Result, nulls bool) (err error) {
	switch {
	case s.free:
	case value.Type == gjson.Null:
		if !nulls {
			return unfit(key, value)
		}
	case s.items != nil && value.Type == gjson.JSON:
		value.ForEach(func(_, item gjson.Result) bool {
			err = s.items.check(key, item, nulls)
			return err == nil
		})
	case s.members != nil && value.IsObject():
		var seen uint64
		value.ForEach(func(key, value gjson.Result) bool {
			var layout *shape
			if layout, err = s.findMember(key.Str, &seen); layout != nil {
				err = layout.check(key.Str, value, nulls)
			}
			return err == nil
		})
	}
	return err
}

// unfit is the error of a value of another kind than the key has.
func unfit(key string, value gjson.Result) error {
	kind := strings.ToLower(value.Type.String())
	switch {
	case value.IsObject():
		kind = "object"
	case value.IsArray():
		kind = "array"
	}
	return fmt.Errorf("%s: a JSON %s does not fit", key, kind)
}
