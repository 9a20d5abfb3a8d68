package accept

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

func path(t require.TestingT, text string) document.Path {
	if text == "" {
		return nil
	}
	p, err := document.ParsePath(text)
	require.NoError(t, err)
	return p
}

func TestEdits(t *testing.T) {
	const pretty = "{\n  \"a\": 1,\n  \"rows\": [\n    {\"x\": 1}\n  ]\n}"
	for _, tt := range []struct{ reason, text, verb, path, value, want string }{
		{"a value is replaced where it stands", `{"b" : 1 ,"a":  2 }`, "set", "b", `"x"`, `{"b" : "x" ,"a":  2 }`},
		{"of a key that appears twice the last counts", `{"a":1,"a":2}`, "set", "a", `3`, `{"a":1,"a":3}`},
		{"an escaped key", `{"\u0061":1}`, "set", "a", `3`, `{"\u0061":3}`},
		{"a lone surrogate in a key is not the key", `{"\ud800":1}`, "set", "a", `3`, `{"\ud800":1,"a":3}`},
		{"a key with a dot", `{"a.b":{"c":1}}`, "set", `["a.b"].c`, `2`, `{"a.b":{"c":2}}`},
		{"digits are a key of an object", `{"0":1}`, "set", "0", `2`, `{"0":2}`},
		{"digits are an index of an array", `{"a":[1,2]}`, "set", "a.1", `3`, `{"a":[1,3]}`},
		{"a key that is missing comes last, compact", `{"a":1}`, "set", "b", `2`, `{"a":1,"b":2}`},
		{"or with blanks as they are", `{"a": 1}`, "set", "b", `2`, `{"a": 1, "b": 2}`},
		{"like the one before it", `{"a":1 , "b" :2}`, "set", "c", `3`, `{"a":1 , "b" :2 , "c" :3}`},
		{"on a line of its own", pretty, "set", "c", `3`, "{\n  \"a\": 1,\n  \"rows\": [\n    {\"x\": 1}\n  ],\n  \"c\": 3\n}"},
		{"in an object that has nothing", `{}`, "set", "b", `2`, `{"b":2}`},
		{"objects on the way are made", `{}`, "set", "a.b.c", `2`, `{"a":{"b":{"c":2}}}`},
		{"and take the place of null", `{"a": null}`, "set", "a.b", `2`, `{"a": {"b": 2}}`},
		{"the whole", `null`, "set", "", `2`, `2`},
		{"a truth that is null", `null`, "set", "a", `2`, `{"a":2}`},
		{"a scalar is no object", `{"a":5}`, "set", "a.b", `2`, "error: the truth has a number at a, which has no b"},
		{"nor is an array", `{"a":[]}`, "set", "a.b", `2`, "error: the truth has an array at a, which has no b"},
		{"items are not made", `{"a":[1]}`, "set", "a[1]", `2`, "error: the truth has an array at a, which has no [1]"},
		{"nor arrays for them", `{}`, "set", "a[0]", `2`, "error: the truth has nothing at a[0]"},

		{"a row is added", `{"a":[1,2]}`, "push", "a", `3`, `{"a":[1,2,3]}`},
		{"with the blanks of its neighbours", `{"a":[1 ,2]}`, "push", "a", `3`, `{"a":[1 ,2 ,3]}`},
		{"to one", `{"a": [1]}`, "push", "a", `3`, `{"a": [1, 3]}`},
		{"to none", `{"a": []}`, "push", "a", `3`, `{"a": [3]}`},
		{"on a line of its own", pretty, "push", "rows", `{}`, "{\n  \"a\": 1,\n  \"rows\": [\n    {\"x\": 1},\n    {}\n  ]\n}"},
		{"to an array that is missing", `{"a":1}`, "push", "b", `3`, `{"a":1,"b":[3]}`},
		{"to null", `{"b":null}`, "push", "b", `3`, `{"b":[3]}`},
		{"a truth that is an array", `[1]`, "push", "", `3`, `[1,3]`},
		{"a number has no rows", `{"b":1}`, "push", "b", `3`, `error: the truth has a number at b, want an array`},

		{"the first row goes", `[1 , 2, 3]`, "remove", "[0]", "", `[2, 3]`},
		{"the one between", `[1 , 2, 3]`, "remove", "[1]", "", `[1 , 3]`},
		{"the last one", `[1 , 2, 3]`, "remove", "[2]", "", `[1 , 2]`},
		{"the only one", `{"a": [ 1 ], "b": 2}`, "remove", "a[0]", "", `{"a": [], "b": 2}`},
		{"one that is not there", `[1]`, "remove", "[1]", "", `error: the truth has no item [1]`},
		{"of what is no array", `{"a":{"0":1}}`, "remove", "a.0", "", `error: the truth has no item a.0`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			e := jsonText{text: tt.text, colon: colonOf(tt.text)}
			var err error
			switch p := path(t, tt.path); tt.verb {
			case "set":
				err = e.set(p, tt.value)
			case "push":
				err = e.push(p, tt.value)
			case "remove":
				err = e.remove(p)
			}
			if err != nil {
				e.text = "error: " + err.Error()
			}
			assert.Equal(t, tt.want, e.text)
		})
	}
}

func TestSpaced(t *testing.T) {
	value := []byte("{\"a:,\\\"\" : [1,\n 2], \"b\":\t\"x y\"}")
	assert.Equal(t, `{"a:,\"":[1,2],"b":"x y"}`, (&jsonText{colon: ":"}).spaced(value))
	assert.Equal(t, `{"a:,\"": [1, 2], "b": "x y"}`, (&jsonText{colon: ": "}).spaced(value))
}
