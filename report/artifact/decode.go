package artifact

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// DecodeCase reads the line of a case. It returns an error if a known key appears twice in one object or differs from
// the key of a record in letter case, and if a value is of another kind than in records: an integer has only digits,
// and only a ratio may be null. Unknown keys are skipped. Bytes that are not UTF-8 become U+FFFD.
//
// An error in a detail, which a summarize.Summarizer does not need, does not reject the case: if an item of Fields,
// Alignments, Warnings, Pages or Cost has such keys or cannot be read, DecodeCase leaves that whole list or object
// empty, and adds a warning. Null in a detail is an empty value.
func DecodeCase(text []byte, c *report.Case) error {
	if !json.Valid(text) {
		return notJSON(text)
	}
	line := textOf(text)
	if !gjson.Parse(line).IsObject() {
		return errNoObject
	}
	return decodeCase(line, c, false)
}

// notJSON returns the error of a text that is not valid JSON.
func notJSON(text []byte) error {
	var v any
	return plainJSON(json.Unmarshal(text, &v))
}

var errNoObject = errors.New("a record is a JSON object")

// textOf copies a line. Bytes that are not UTF-8 become U+FFFD.
func textOf(line []byte) string {
	return strings.ToValidUTF8(string(line), "\uFFFD")
}

// kindOf returns the value of "type" in a line that is valid JSON.
func kindOf(line string) (string, error) {
	top := gjson.Parse(line)
	if !top.IsObject() {
		return "", errNoObject
	}
	kind := top.Get("type")
	if kind.Type != gjson.String || kind.Str == "" {
		return "", noRecord(top)
	}
	return kind.Str, nil
}

// noRecord returns the error about a line without a type. Lines of truths and answers are mostly meant for evalreport
// score.
func noRecord(line gjson.Result) error {
	switch {
	case line.Get("want").Exists():
		return errors.New(`it is a truth (it has the key "want"), not a record of an artifact`)
	case line.Get("got").Exists():
		return errors.New(`it is an answer (it has the key "got"), not a record of an artifact`)
	}
	return errors.New(`it has no "type", as each record of an artifact has`)
}

// detail is a value of a case that may be lost, or that keeps its text.
type detail struct {
	key   string
	value gjson.Result
	shape *shape
}

// opening says which details are lists and which are objects. The others are any JSON.
var opening = map[string]string{"fields": "[", "alignments": "[", "pages": "[", "warnings": "[", "cost": "{", "truth": "", "answer": ""}

// decodeCase reads a case from a line that is a JSON object. With brief it leaves Fields, Alignments, Pages, Truth and
// Answer empty, and adds no warnings about lost details.
func decodeCase(line string, c *report.Case, brief bool) (err error) {
	var seen uint64
	var details []detail
	core := append(make([]byte, 0, len(line)/2), '{') // the line without details and unknown keys
	gjson.Parse(line).ForEach(func(key, value gjson.Result) bool {
		var layout *shape
		if layout, err = caseShape.findMember(key.Str, &seen); layout == nil {
			return err == nil
		}
		if start, ok := opening[key.Str]; ok {
			details = append(details, detail{key.Str, value, layout})
			if !strings.HasPrefix(value.Raw, start) {
				err = unfit(key.Str, value)
			}
			return err == nil
		}
		if len(core) > 1 {
			core = append(core, ',')
		}
		core = append(append(append(core, key.Raw...), ':'), value.Raw...)
		err = layout.check(key.Str, value, false)
		return err == nil
	})
	*c = report.Case{}
	if err == nil {
		err = plainJSON(json.Unmarshal(append(core, '}'), c))
	}
	if err != nil {
		return err
	}
	var lost []string
	for _, d := range details {
		if brief && d.key != "warnings" && d.key != "cost" {
			continue
		}
		if err := d.decode(c); err != nil {
			lost = append(lost, fmt.Sprintf("%s of this record cannot be read: %v", d.key, err))
		}
	}
	if brief {
		c.Line = line
	} else {
		c.Warnings = append(c.Warnings, lost...)
	}
	return nil
}

// decode reads a detail into its field of a case, which is empty after an error.
func (d *detail) decode(c *report.Case) error {
	field := reflect.ValueOf(c).Elem().FieldByIndex(d.shape.field)
	err := d.shape.check(d.key, d.value, true)
	if err == nil {
		err = plainJSON(json.Unmarshal([]byte(d.value.Raw), field.Addr().Interface()))
	}
	if err != nil {
		field.SetZero()
	}
	return err
}

// decodeAs reads a record that is not a case.
func decodeAs[T any](line []byte) (*T, error) {
	record := new(T)
	if err := json.Unmarshal(line, record); err != nil {
		return nil, plainJSON(err)
	}
	return record, nil
}

// plainJSON rewords an error of encoding/json without the names of Go types.
func plainJSON(err error) error {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		text := fmt.Sprintf("a JSON %s does not fit", wrong.Value)
		if wrong.Field != "" {
			text = wrong.Field + ": " + text
		}
		return errors.New(text)
	}
	if wrong := (*json.UnsupportedValueError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("a number is %s, which JSON cannot hold", wrong.Str)
	}
	if wrong := (*json.MarshalerError)(nil); errors.As(err, &wrong) {
		err = wrong.Err
	}
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("not JSON: %w", err)
	}
	return err
}

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
