package eval_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A reason is never false: each row has an answer with the misses that it causes, and a near one with others.
func TestReasonsOfMissesAreTrue(t *testing.T) {
	a := fields(eval.Field{Path: "a", Match: compare.Exact{}})
	optional := fields(eval.Field{Path: "a", Match: compare.Exact{}, Optional: true}, eval.Field{Path: "b"})
	zero := fields(eval.Field{Path: "a", Match: compare.Exact{}, ZeroIsEmpty: true})
	strict := a
	strict.Strict = true
	empty := a
	empty.EmptyCollections = true
	lines := fields(eval.Field{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "n"}}}})
	tags := fields(eval.Field{Path: "tags", Set: &eval.Set{Match: compare.Exact{}}})
	inner := fields(eval.Field{Path: "a.b", Match: compare.Exact{}})
	inner.Strict = true
	broken := fields(eval.Field{Path: "a", Match: compare.Func{Name: "broken", Judge: func(_ context.Context, got, _ document.Value) (compare.Comparison, error) {
		if got.Text() == "x" {
			return compare.Comparison{}, errors.New("no answer of the judge")
		}
		return compare.Binary(false), nil
	}}})
	lenient := fields(eval.Field{Path: "a..b", Optional: true}, eval.Field{Path: "c"})
	lenient.LenientPaths = true
	for _, tt := range []struct {
		name       string
		spec       eval.Spec
		want       string
		got        string
		misses     []string
		near       string
		nearMisses []string
	}{
		{"required, missing", a, `{"a":1}`, `{}`, []string{"a (required, missing)"}, `{"a":2}`, []string{"a"}},
		{"null value", a, `{"a":1}`, `{"a":null}`, []string{"a (null value)"}, `{}`, []string{"a (required, missing)"}},
		{"blank value", a, `{"a":1}`, `{"a":" \n"}`, []string{"a (blank value)"}, `{"a":"0"}`, []string{"a (type mismatch)"}},
		{"a zero that is text is not blank", zero, `{"a":1}`, `{"a":"0"}`, []string{"a (zero value)"}, `{"a":""}`, []string{"a (blank value)"}},
		{"zero value", zero, `{"a":1}`, `{"a":0}`, []string{"a (zero value)"}, `{"a":2}`, []string{"a"}},
		{"false is a zero", zero, `{"a":true}`, `{"a":false}`, []string{"a (zero value)"}, `{"a":"no"}`, []string{"a (type mismatch)"}},
		{"empty collection", empty, `{"a":[1]}`, `{"a":[]}`, []string{"a (empty collection)"}, `{"a":[2]}`, []string{"a"}},
		{"an optional value is not required", fields(eval.Field{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "n", Optional: true}}}}),
			`{"lines":[{"sku":"A","n":1}]}`, `{"lines":[{"sku":"A","n":2}]}`, []string{"lines[0].n"}, `{"lines":[{"sku":"A"}]}`, nil},
		{"nor at an invalid path", lenient, `{"c":1}`, `{"c":2}`, []string{"c"}, `{"c":1}`, nil},

		{"unexpected value", a, `{"a":null}`, `{"a":1}`, []string{"a (unexpected value)"}, `{"a":" "}`, nil},
		{"unexpected key", strict, `{"a":1}`, `{"a":1,"b":2}`, []string{"b (unexpected key)"}, `{"a":1,"b":null}`, nil},
		{"unexpected item", lines, `{"lines":[{"sku":"A","n":1}]}`, `{"lines":[{"sku":"A","n":1},{"sku":"Z","n":9}]}`, []string{"lines[1] (unexpected item)"},
			`{"lines":[{"sku":"A","n":2}]}`, []string{"lines[0].n"}},
		{"missing item", lines, `{"lines":[{"sku":"A","n":1},{"sku":"B","n":2}]}`, `{"lines":[{"sku":"A","n":1}]}`, []string{"lines[1] (missing)"},
			`{"lines":[{"sku":"A","n":1},{"sku":"B"}]}`, []string{"lines[1].n (required, missing)"}},
		{"element of a set", tags, `{"tags":["a","b"]}`, `{"tags":["a"]}`, []string{"tags[1] (missing)"}, `{"tags":["a","b","c"]}`, []string{"tags[2] (unexpected item)"}},

		{"type mismatch: a list", lines, `{"lines":[{"sku":"A","n":1}]}`, `{"lines":"A"}`, []string{"lines (type mismatch)", "lines[0] (missing)"},
			`{"lines":[]}`, []string{"lines[0] (missing)"}},
		{"type mismatch: a scalar where fields are", inner, `{"a":{"b":1}}`, `{"a":1}`, []string{"a.b (required, missing)", "a (type mismatch)"},
			`{"a":{}}`, []string{"a.b (required, missing)"}},
		{"errored", broken, `{"a":"y"}`, `{"a":"x"}`, []string{"a (errored)"}, `{"a":"z"}`, []string{"a"}},

		// An answer of another kind can be read.
		{"another kind", optional, `{"a":1,"b":2}`, `[1]`, []string{"b (required, missing)", "(document) (type mismatch)"},
			`Sorry`, []string{"b (unreadable answer)", "(document) (unreadable answer)"}},
		{"cut off", a, `{"a":1}`, `{"a":`, []string{"a (answer cut off)", "(document) (answer cut off)"},
			`{"a":}`, []string{"a (unreadable answer)", "(document) (unreadable answer)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.misses, missTexts(evaluate(t, tt.spec, tt.got, tt.want)), tt.got)
			assert.Equal(t, tt.nearMisses, missTexts(evaluate(t, tt.spec, tt.near, tt.want)), tt.near)
		})
	}
}

// What explains a miss is as true as its tag.
func TestNotesOfMissesAreTrue(t *testing.T) {
	zero := fields(eval.Field{Path: "a", ZeroIsEmpty: true})
	r := evaluate(t, zero, `{"a":"0"}`, `{"a":1}`)
	assert.Equal(t, `got is "0"`, r.Fields[0].Note)
	r = evaluate(t, zero, `[1]`, `{"a":1}`)
	assert.Equal(t, "0/2 fields matched; got is of another kind: it is an array, want an object", r.Reasoning)
	assert.Equal(t, "it is an array, want an object", r.Fields[0].Note)
}
