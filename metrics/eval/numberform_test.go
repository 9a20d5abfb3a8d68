package eval_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

// A float64 of Go is written 12.5 where a truth has 12.50. The form of a number decides no pair.
func TestTheFormOfNumbersDecidesNoPairs(t *testing.T) {
	type amounts struct {
		Price  float64 `json:"price"`
		Amount float64 `json:"amount"`
	}
	type page struct {
		No   int       `json:"no"`
		Rows []amounts `json:"rows"`
	}
	pages := []page{{9, []amounts{{929.03, 74.1}, {8, 900}}}}
	line := func(a string, rest int) string {
		return fmt.Sprintf(`{"lines":[{"amount":%s,"code":"a"},{"amount":7,"code":"b%d"}]}`, a, rest)
	}
	byKey := lines(eval.List{By: []string{"amount"}, Assign: eval.ByKey, Fields: []eval.Field{{Path: "amount"}, {Path: "code"}}})
	for _, tt := range []struct {
		name      string
		spec      eval.Spec
		got, want any
		misses    []string
	}{
		{"the rows of a page whose number was misread", eval.Spec{},
			map[string]any{"pages": pages}, `{"pages":[{"no":1,"rows":[{"price":8.00,"amount":900.00},{"price":51.89,"amount":74.10}]}]}`,
			[]string{"pages[0].no", "pages[0].rows[1].price"}},
		{"a key", byKey, line("12.5", 1), line("12.50", 2), []string{"lines[1].code"}},
		{"a key that is a text on one side", byKey, line(`"12.50"`, 1), line("12.50", 2), []string{"lines[1].code"}},
		{"a key that is a code", byKey, line(`"1.10"`, 1), line(`"1.1"`, 1), []string{"lines[0]", "lines[0]"}},
		{"a set", lines(eval.List{By: []string{"sizes"}, Fields: []eval.Field{{Path: "sizes", Set: &eval.Set{}}, {Path: "n"}}}),
			`{"lines":[{"sizes":[1.5,3],"n":1},{"sizes":[7,9],"n":2}]}`, `{"lines":[{"sizes":[9.0,7.0],"n":2},{"sizes":[3.0,1.50],"n":8}]}`,
			[]string{"lines[1].n"}},
		{"elements that are keys", fields(eval.Field{Path: "s", Set: &eval.Set{Assign: eval.ByKey}}), `{"s":[1.5,7.0]}`, `{"s":[7,1.50]}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, tt.spec, tt.got, tt.want)
			var paths []string
			for _, m := range r.Misses {
				paths = append(paths, m.Path)
			}
			assert.Equal(t, tt.misses, paths)
		})
	}
}

// Null, blank and missing are one in the nested lists of rows, too, and a zero that says nothing is none. Protobuf writes
// such values for all fields of a message.
func TestAbsenceDecidesNoPairs(t *testing.T) {
	spec := lines(eval.List{Fields: []eval.Field{{Path: "name"}, {Path: "n", ZeroIsEmpty: true},
		{Path: "options", List: &eval.List{Fields: []eval.Field{{Path: "name"}, {Path: "value"}}}}}})
	full, brief := `{"lines":[{"name":"","n":0,"options":[{"name":"abc","value":null},{"name":"","value":null}]}]}`, `{"lines":[{"options":[{"name":"abc"}]}]}`
	for _, tt := range [][2]string{{full, brief}, {full, full}} {
		r := evaluate(t, spec, tt[0], tt[1])
		assert.Empty(t, r.Misses, "got %s want %s", tt[0], tt[1])
	}
	assert.NotEmpty(t, evaluate(t, spec, full, `{"lines":[{"options":[{"name":"abd"}]}]}`).Misses)
}
