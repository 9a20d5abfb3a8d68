package eval_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestGotPath(t *testing.T) {
	tests := []struct {
		name  string
		field eval.FieldResult
		want  string // "" where there is none
	}{
		{"a field", eval.FieldResult{Attribute: "vendor.name"}, "vendor.name"},
		{"an index of the spec", eval.FieldResult{Attribute: "pages[0].number"}, "pages[0].number"},
		{"an item", eval.FieldResult{Path: "lines[0].amount", Attribute: "lines[].amount", WantIndex: []int{0}, GotIndex: []int{2}}, "lines[2].amount"},
		{"an item of an item", eval.FieldResult{Attribute: "orders[].lines[].amount", GotIndex: []int{10, 2}}, "orders[10].lines[2].amount"},
		{"an element of a set", eval.FieldResult{Attribute: "tags[]", GotIndex: []int{1}}, "tags[1]"},
		{"at the top", eval.FieldResult{Attribute: "[].amount", GotIndex: []int{3}}, "[3].amount"},
		{"a quoted name with brackets", eval.FieldResult{Attribute: `["a[]\"[]"][].b`, GotIndex: []int{4}}, `["a[]\"[]"][4].b`},
		{"a quoted name alone", eval.FieldResult{Attribute: `["a[]"]`}, `["a[]"]`},
		{"below the document", eval.FieldResult{Path: "(document).b.v", Attribute: metrics.InventedAttribute}, "b.v"},
		{"an item of the document", eval.FieldResult{Path: "(document)[2].v", Attribute: metrics.InventedAttribute}, "[2].v"},
		{"no path", eval.FieldResult{Attribute: "a..b"}, ""},
		{"an item that got lacks", eval.FieldResult{Attribute: "lines[].amount", WantIndex: []int{0}}, ""},
		{"an item of an item that got lacks", eval.FieldResult{Attribute: "orders[].lines[].amount", GotIndex: []int{1}}, ""},
		{"a list that is empty on both sides", eval.FieldResult{Path: "lines", Attribute: "lines[]"}, ""},
		{"an invented key", eval.FieldResult{Path: "vendor.fax", Attribute: metrics.InventedAttribute}, "vendor.fax"},
		{"an invented key in an item in its place", eval.FieldResult{Path: "lines[1].x", Attribute: metrics.InventedAttribute, GotIndex: []int{1}, WantIndex: []int{1}}, "lines[1].x"},
		{"an invented key in an item elsewhere", eval.FieldResult{Path: "lines[0].x", Attribute: metrics.InventedAttribute, GotIndex: []int{1}, WantIndex: []int{0}}, ""},
		{"an invented key in an item of got alone", eval.FieldResult{Path: "lines[1].x", Attribute: metrics.InventedAttribute, GotIndex: []int{1}}, "lines[1].x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path, ok := tt.field.GotPath()
			assert.Equal(t, tt.want != "", ok)
			if ok {
				assert.Equal(t, tt.want, path.String())
			}
		})
	}
}

// Whatever is evaluated, the path leads to the value that was compared.
func TestGotPathLeadsToTheValue(t *testing.T) {
	whole, ok := (&eval.FieldResult{Path: "(document)", Attribute: "(document)"}).GotPath()
	assert.True(t, ok)
	assert.Empty(t, whole)
	const (
		got  = `{"a.b":"x","lines":[{"sku":"C","n":3,"extra":1},{"sku":"A","n":1},{"sku":"new","n":9}],"tags":["r","g"],"orders":[{"id":2,"parts":["q","p"]},{"id":1,"parts":[]}],"v":{"n":"Acme","w":0}}`
		want = `{"a.b":"x","lines":[{"sku":"A","n":1},{"sku":"B","n":2},{"sku":"C","n":4}],"tags":["g","b"],"orders":[{"id":1,"parts":[]},{"id":2,"parts":["p"]}],"v":{"n":"ACME"}}`
	)
	e, err := eval.Spec{Strict: true}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	for i := range r.Fields {
		f := &r.Fields[i]
		path, ok := f.GotPath()
		t.Run(fmt.Sprintf("%s %s", f.Path, f.Outcome), func(t *testing.T) {
			if !ok {
				assert.True(t, f.Got == nil || f.Attribute == metrics.InventedAttribute, "got %s has no path", f.Got)
				return
			}
			assert.Equal(t, string(f.Got), string(r.Answer.At(path).Raw()))
		})
	}
}

func TestResultHasTheAnswer(t *testing.T) {
	e, err := eval.Spec{Lenient: true, Fields: []eval.Field{{Path: "a"}}}.Compile()
	require.NoError(t, err)
	for _, tt := range []struct{ name, got, want string }{
		{"JSON", `{"a": 1}`, `{"a": 1}`},
		{"text around it", "Here it is:\n```json\n{\"a\": 1}\n```", `{"a": 1}`},
		{"unreadable", "I could not find it.", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := e.Evaluate(t.Context(), tt.got, `{"a":1}`)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(r.Answer.Raw()))
		})
	}
}

// The member of a map may have another key in got than in the path: nothing in the result then says where the value is.
func TestGotPathBelowAnotherKey(t *testing.T) {
	spec := eval.Spec{Strict: true, Fields: []eval.Field{{Path: "rates", Map: &eval.Map{Fold: true, Fields: []eval.Field{{Path: "x"}}}}}}
	r := evaluate(t, spec, `{"rates":{"eur":{"x":1,"y":2},"CHF":{"x":3,"y":4}}}`, `{"rates":{"EUR":{"x":1},"CHF":{"x":3}}}`)
	places := map[string]string{}
	for i := range r.Fields {
		f := &r.Fields[i]
		path, ok := f.GotPath()
		places[f.Path] = fmt.Sprint(r.Answer.At(path), ok, f.GotKeys)
	}
	assert.Equal(t, map[string]string{"rates.EUR.x": "1 true [eur]", "rates.EUR.y": " false [eur]", "rates.CHF.x": "3 true []", "rates.CHF.y": "4 true []"}, places)
}
