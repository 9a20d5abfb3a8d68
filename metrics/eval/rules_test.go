package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestParseInvariants(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "schema.json"), []byte(`{ "required": ["total"] }`), 0o600))
	path := filepath.Join(dir, "spec.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`
fields: [total, net, tax, {path: date, match: date, order: dmy}]
invariants:
  - {name: adds_up, rule: total == net + tax, tolerance: 0.01}
  - {name: shape, schema: schema.json}
  - name: kind
    schema: {type: object, properties: {total: {maximum: 1000}}}
  - name: day
    rule: |
      date >= "2024-04-01"
`), 0o600))
	s, err := readSpec(t, path)
	require.NoError(t, err)
	assert.Equal(t, []eval.Invariant{
		{Name: "adds_up", Rule: "total == net + tax", Tolerance: 0.01},
		{Name: "shape", Schema: json.RawMessage(`{ "required": ["total"] }`)},
		{Name: "kind", Schema: json.RawMessage(`{"type":"object","properties":{"total":{"maximum":1000}}}`)},
		{Name: "day", Rule: "date >= \"2024-04-01\"\n"},
	}, s.Invariants)

	e, err := s.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"total":"118.005","net":"100.00","tax":18,"date":"03/04/2024"}`, `{"total":118,"net":100,"tax":18,"date":"2024-04-03"}`)
	require.NoError(t, err)
	assert.Equal(t, []invariant.Result{
		{Name: "adds_up", State: invariant.Holds},
		{Name: "shape", State: invariant.Holds},
		{Name: "kind", State: invariant.Holds}, // a text has no maximum
		{Name: "day", State: invariant.Holds},
	}, r.Invariants)
	assert.Equal(t, []invariant.Result{
		{Name: "adds_up", State: invariant.Broken, Note: "total 119.00, net + tax 118.00", Paths: []string{"total", "net", "tax"}},
		{Name: "shape", State: invariant.Holds},
		{Name: "kind", State: invariant.Holds},
		{Name: "day", State: invariant.NotApplicable, Note: "date is empty", Paths: []string{"date"}},
	}, invariantsOf(t, e, `{"total":119.00,"net":100.00,"tax":18.00}`, ""))

	// The stored spec holds the schema, not the name of its file, and reads back.
	text, err := json.Marshal(s)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"invariants":[{"name":"adds_up","rule":"total == net + tax","tolerance":0.01},{"name":"shape","schema":{"required":["total"]}},`)
	again, err := eval.ParseSpec(text, nil)
	require.NoError(t, err)
	twice, err := json.Marshal(again)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(twice))
}

func TestInvariantsOfAFunctionAreNotRead(t *testing.T) {
	s := eval.Spec{Invariants: []eval.Invariant{{Name: "mine", Func: func(context.Context, document.Value) (invariant.State, string, error) {
		return invariant.Holds, "", nil
	}}}}
	text, err := json.Marshal(s)
	require.NoError(t, err)
	assert.Equal(t, `{"invariants":[{"name":"mine","func":true}]}`, string(text))
	_, err = eval.ParseSpec(text, nil)
	assert.EqualError(t, err, `eval: 1:38: invariant "mine": func: a function cannot be read from a file; set Func of the invariant in Go, or write a rule`)
}

func TestParseInvariantsErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a rule, by its column", "invariants:\n  - {name: a, rule: total = net}", `eval: 2:27: invariant "a": rule: = is not an operator; write == to compare`},
		{"in double quotes", "invariants:\n  - {name: a, rule: \"total = net\"}", `eval: 2:28: invariant "a": rule: = is not an operator; write == to compare`},
		{"in JSON", `{"invariants":[{"name":"a","rule":"total = net"}]}`, `eval: 1:42: invariant "a": rule: = is not an operator; write == to compare`},
		{"in a block", "invariants:\n- name: a\n  rule: |\n    total = net\n", `eval: 3:9: invariant "a": rule: column 7 of the rule: = is not an operator; write == to compare`},
		{"with escapes", `{"invariants":[{"name":"a","rule":"x == \"b\" and y = 1"}]}`, `eval: 1:35: invariant "a": rule: column 16 of the rule: = is not an operator; write == to compare`},
		{"umlauts count once", "invariants:\n  - {name: a, rule: größe = 1}", `eval: 2:27: invariant "a": rule: = is not an operator; write == to compare`},
		{"a function", "invariants:\n  - {name: a, rule: 'summe(lines) == 1'}", `eval: 2:22: invariant "a": rule: unknown function "summe"; valid are abs, all, any, count, date, ean, filter, get, has, iban, len, lower, luhn, map, max, min, none, one, round, sum, trim, upper, vat; did you mean "sum"?`},
		{"an unknown key", "invariants:\n  - {name: a, rul: x == 1}", `eval: 2:15: invariant "a": unknown key "rul"; did you mean "rule"?`},
		{"neither", "invariants:\n  - {name: a}", `eval: 2:12: invariant "a": it says nothing; give it a rule, a schema, in_source or, in Go, a Func`},
		{"both", "invariants:\n  - {name: a, rule: x == 1, schema: true}", `eval: 2:12: invariant "a": it has more than one of rule, schema, in_source and Func; make it several invariants`},
		{"no name", "invariants:\n  - {rule: x == 1}", `eval: 2:5: an invariant: it has no name; give it one, such as adds_up, for tables and gates`},
		{"a name twice", "invariants:\n  - {name: a, rule: x == 1}\n  - {name: a, rule: x == 2}", `eval: 3:12: invariant "a": the name is also at 2:12; give each one of its own`},
		{"a text", "invariants: [total == net]", `eval: 1:14: invariants: got string "total == net", want an object with a name, and a rule, a schema or in_source`},
		{"a tolerance below zero", "invariants:\n  - {name: a, rule: x == 1, tolerance: -1}", `eval: 2:40: invariant "a": tolerance: got -1, want a number that is finite and not negative`},
		{"a tolerance for nothing", "invariants:\n  - {name: a, rule: x < 1, tolerance: 1}", `eval: 2:12: invariant "a": tolerance: the rule has no ==, !=, <= or >= that it could be for; leave it out`},
		{"a schema by name", "invariants:\n  - {name: a, schema: s.json}", `eval: 2:23: invariant "a": schema: "s.json" is the name of a file, but the spec was not read from a file; write the schema itself`},
		{"a schema that is none", "invariants:\n  - {name: a, schema: {type: strng}}", `eval: 2:12: invariant "a": schema: at /type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'`},
		{"an empty list", "invariants: []", `eval: 1:13: invariants: the list is empty; leave it out for the default`},
		{"a key that is meant", "invariant: []", `eval: 1:1: unknown key "invariant"; did you mean "invariants"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := eval.ParseSpec([]byte(tt.text), nil)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestParseSpecFileErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "spec.yaml")
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, tt := range []struct{ file, text, want string }{
		{"none.json", "", "no such file or directory"},
		{".", "", "is not a file"},
		{"broken.json", "{", "broken.json is not JSON"},
		{"huge.json", strings.Repeat(" ", 2<<20), "huge.json has more than 1048576 bytes"},
		{"large.json", `{"title":"` + strings.Repeat("x", 300<<10) + `"}`, "want at most 262144"},
	} {
		if tt.text != "" {
			write(tt.file, tt.text)
		}
		write("spec.yaml", "invariants: [{name: a, schema: "+tt.file+"}]")
		_, err := readSpec(t, path)
		assert.ErrorContains(t, err, tt.want)
		assert.ErrorContains(t, err, `invariant "a": `)
	}
}

// Rules read the values of a field as it does, in lists and sets, too.
func TestRulesReadByFields(t *testing.T) {
	s := eval.Spec{
		Fields: []eval.Field{
			{Path: "total", Match: compare.Numeric{Format: "eu"}},
			{Path: "ignored", Match: compare.Ignore{}},
			{Path: "days", Set: &eval.Set{Match: compare.Date{Order: "dmy"}}},
			{Path: "orders", List: &eval.List{Fields: []eval.Field{{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "amount", Match: compare.Numeric{Format: "eu"}}}}}}}},
		},
		Invariants: []eval.Invariant{
			{Name: "total", Rule: `total == 1234`},
			{Name: "ignored", Rule: `ignored == 1.234`},
			{Name: "days", Rule: `all(days, # == "2024-04-03")`},
			{Name: "deep", Rule: `all(orders, sum(.lines, .amount) == 2468)`},
			{Name: "index", Rule: `orders[0].lines[1].amount == 1234`},
		},
	}
	e, err := s.Compile()
	require.NoError(t, err)
	for _, r := range invariantsOf(t, e, `{"total":"1.234","ignored":"1.234","days":["03/04/2024"],"orders":[{"lines":[{"amount":"1.234"},{"amount":"1.234"}]}]}`, "") {
		assert.Equal(t, invariant.Holds, r.State, "%s: %s", r.Name, r.Note)
	}
}

func TestCompileNamesWrongInvariants(t *testing.T) {
	s := eval.Spec{Invariants: []eval.Invariant{{Name: "a", Rule: "x +"}, {Name: "b", Schema: json.RawMessage(`{"$ref":"#"}`)}}}
	_, err := s.Compile()
	assert.EqualError(t, err, `eval: invariant "a": rule: column 3: the rule ends where a value or a bracket is missing
invariant "b": schema: the schema at the top refers to itself for the same value, without end`)
}

func readSpec(t *testing.T, path string) (eval.Spec, error) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	spec, _, err := eval.ParseSpecFile(path, data, nil)
	return spec, err
}

type Noted struct {
	_    struct{} `invariant:"dated" rule:"due >= day"`
	Note string   `json:"note"`
}

type billed struct {
	Noted
	_     struct{} `invariant:"adds_up" rule:"total == sum(lines, .amount)" tolerance:"0.01"`
	Total float64  `json:"total" eval:"numeric"`
	Day   string   `json:"day" eval:"date,order=dmy"`
	Due   string   `json:"due" eval:"date"`
	Lines []struct {
		Amount float64 `json:"amount"`
	} `json:"lines"`
}

func TestInvariantsOfTags(t *testing.T) {
	s, err := eval.SpecOf[billed]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Invariant{
		{Name: "dated", Rule: "due >= day"},
		{Name: "adds_up", Rule: "total == sum(lines, .amount)", Tolerance: 0.01},
	}, s.Invariants)
	e, err := s.Compile()
	require.NoError(t, err)
	var results []invariant.State
	for _, r := range invariantsOf(t, e, `{"total":3.01,"lines":[{"amount":1},{"amount":2}],"day":"03/04/2024","due":"2024-04-02"}`, "") {
		results = append(results, r.State)
	}
	assert.Equal(t, []invariant.State{invariant.Broken, invariant.Holds}, results)

	type onlyRule struct {
		_     struct{} `invariant:"positive" rule:"total > 0"`
		Total float64  `json:"total"`
	}
	assert.True(t, spectext.Tagged(reflect.TypeFor[[]*onlyRule]()), "a rule is a tag that has to be used or refused")
}

func TestInvariantsOfTagsErrors(t *testing.T) {
	type rule struct {
		_ struct{} `invariant:"a" rule:"total = 1"`
		A int
	}
	type tolerance struct {
		_ struct{} `invariant:"a" rule:"total == 1" tolerance:"small"`
		A int
	}
	type nameless struct {
		_ struct{} `rule:"total == 1"`
		A int
	}
	type twice struct {
		_ struct{} `invariant:"a" rule:"total == 1"`
		_ struct{} `invariant:"a" rule:"total == 2"`
		A int
	}
	type inner struct {
		_ struct{} `invariant:"a" rule:"total == 1"`
		A int
	}
	type nested struct{ Inner inner }
	for _, tt := range []struct {
		of   func() (eval.Spec, error)
		want string
	}{
		{eval.SpecOf[rule], `eval: rule: invariant "a": rule: column 7: = is not an operator; write == to compare`},
		{eval.SpecOf[tolerance], `eval: tolerance: invariant "a": tolerance: "small" is not a number`},
		{eval.SpecOf[nameless], `eval: nameless: invariant "": it has no name; give it one, such as adds_up, for tables and gates`},
		{eval.SpecOf[twice], `eval: twice: invariant "a": there are two of this name; give each one of its own`},
		{eval.SpecOf[nested], `eval: nested.Inner: an invariant is about a whole document; write it in the outermost struct, with the paths from there, such as vendor.name`},
		{eval.SpecOf[[]inner], `eval: inner: an invariant is about a whole document; write it in the outermost struct, with the paths from there, such as vendor.name`},
	} {
		_, err := tt.of()
		assert.EqualError(t, err, tt.want)
	}
}
