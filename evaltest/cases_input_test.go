package evaltest_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

func TestInputEmpty(t *testing.T) {
	type page struct {
		Text   string `json:"text"`
		Number int    `json:"number"`
	}
	for _, tt := range []struct {
		input any
		empty bool
		why   string
	}{
		{nil, true, "nil"},
		{"", true, "no text"},
		{" \n", true, "a blank text"},
		{"null", true, "a text that is null"},
		{"x.pdf", false, "a text"},
		{"{", false, "a text that is not JSON"},
		{[]byte(nil), true, "no bytes"},
		{[]byte{0}, false, "a byte"},
		{json.RawMessage("null"), true, "null"},
		{json.RawMessage("{}"), true, "an object without members"},
		{json.RawMessage(" [ ] "), true, "a list without items"},
		{json.RawMessage(`""`), true, "a JSON text without characters"},
		{json.RawMessage(`{"text":"","pages":[null,{}]}`), true, "members without values"},
		{json.RawMessage(`{"text":"","number":0}`), false, "a number is a value"},
		{json.RawMessage("false"), false, "false is a value"},
		{page{}, true, "a zero value"},
		{&page{}, true, "a pointer to a zero value"},
		{(*page)(nil), true, "a nil pointer"},
		{page{Number: 1}, false, "a struct with a value"},
		{map[string]string{}, true, "an empty map"},
		{map[string]string{"text": ""}, true, "a map without values"},
		{map[string]string{"text": "x"}, false, "a map with a value"},
		{[]string{}, true, "an empty list"},
		{func() {}, false, "a value that JSON does not show"},
	} {
		input := any(new(any))
		if tt.input != nil {
			of := reflect.New(reflect.TypeOf(tt.input))
			of.Elem().Set(reflect.ValueOf(tt.input))
			input = of.Interface()
		}
		c := cases.Case{Given: cases.Given{Input: input}}
		assert.Equal(t, tt.empty, c.InputEmpty(), tt.why)
	}
}

// Of an input in a file its bytes decide, as in package sidecar, whatever its type is.
func TestInputEmptyOfFiles(t *testing.T) {
	type page struct {
		Text   string `json:"text"`
		Number int    `json:"number"`
	}
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":{},"want":{}}
{"id":"b","input":{"text": ""},"want":{}}
{"id":"c","input":{"number":0},"want":{}}`})
	for _, of := range []reflect.Type{reflect.TypeFor[page](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any]()} {
		s, err := cases.Open("set.jsonl", cases.Reading{Input: of})
		require.NoError(t, err)
		empty := map[string]bool{}
		for c, err := range s.Cases {
			require.NoError(t, err)
			empty[c.ID] = c.InputEmpty()
		}
		assert.Equal(t, map[string]bool{"a": true, "b": true, "c": false}, empty, "%v", of)
	}
}
