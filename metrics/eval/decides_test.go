package eval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A class that decides what other fields mean is declared in tags, YAML and Go, and recorded.
func TestClassesDecide(t *testing.T) {
	type letter struct {
		Type  string  `json:"type" eval:"class,classes=invoice;credit note,decides=total;lines"`
		Total float64 `json:"total"`
		Lines []struct {
			Amount float64 `json:"amount"`
		} `json:"lines"`
	}
	tags, err := eval.SpecOf[letter]()
	require.NoError(t, err)
	yaml, err := eval.ParseSpec([]byte(`
fields:
- {path: type, classes: [invoice, credit note], decides: [total, lines]}
- total
- {path: lines, match: list, fields: [amount]}
`), nil)
	require.NoError(t, err)
	code := eval.Spec{Fields: []eval.Field{
		{Path: "type", Match: compare.Class{Classes: []string{"invoice", "credit note"}}, Decides: []string{"total", "lines"}},
		{Path: "total"},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "amount"}}}},
	}}
	for _, spec := range []eval.Spec{tags, yaml, code} {
		_, err = spec.Compile()
		require.NoError(t, err)
		text, err := json.Marshal(spec)
		require.NoError(t, err)
		assert.Contains(t, string(text), `{"path":"type","match":"class","classes":["invoice","credit note"],"decides":["total","lines"]}`)
		again, err := eval.ParseSpec(text, nil)
		require.NoError(t, err)
		assert.Equal(t, []string{"total", "lines"}, again.Fields[0].Decides)
	}
}

func TestDecidesRefuses(t *testing.T) {
	const rest = `, {path: total}, {path: vendor.name}, {path: lines, match: list, fields: [amount, {path: kind, classes: [a, b]}]}, {path: tags, match: set}]`
	const noClasses = `decides is for fields with classes outside of lists; give it match: class`
	for _, tt := range []struct{ fields, want string }{
		{`[{path: type, match: class, decides: [total, lines, "lines[].amount", vendor, tags]}` + rest, ""},
		{`[{path: type, match: class, decides: total}` + rest, ""},
		{`[{path: type, match: class, decides: [totl]}` + rest, `eval: field "type": decides names "totl", and no other field has this path; did you mean "total"?`},
		{`[{path: type, match: class, decides: [lines.amount]}` + rest, `eval: field "type": decides names "lines.amount", and no other field has this path; did you mean "lines[].amount"?`},
		{`[{path: type, match: class, decides: [tot, vend]}` + rest, "eval: field \"type\": decides names \"tot\", and no other field has this path; did you mean \"total\"?\neval: field \"type\": decides names \"vend\", and no other field has this path"},
		{`[{path: type, match: class, decides: [type]}` + rest, `eval: field "type": decides names "type", and no other field has this path`},
		{`[{path: type, decides: [total]}` + rest, `eval: field "type": ` + noClasses},
		{`[{path: types, match: set, each: class, decides: [total]}` + rest, `eval: field "types": ` + noClasses},
		{`[{path: rows, match: list, fields: [{path: kind, match: class, decides: [total]}]}` + rest, `eval: field "rows[].kind": ` + noClasses},
	} {
		spec, err := eval.ParseSpec([]byte("fields: "+tt.fields), nil)
		require.NoError(t, err, tt.fields)
		if _, err = spec.Compile(); tt.want == "" {
			assert.NoError(t, err, tt.fields)
		} else {
			assert.EqualError(t, err, tt.want, tt.fields)
		}
	}
}
