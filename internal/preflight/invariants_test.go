package preflight_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestTruthsThatBreakAnInvariant(t *testing.T) {
	const spec = `
fields: [{path: total, match: numeric}, {path: net, match: numeric}, {path: tax, match: numeric}]
invariants: [{name: adds_up, rule: total == net + tax}]`
	for _, tt := range []struct {
		name, spec string
		truths     []string
		want       []string
	}{
		{"all hold", spec, []string{`{"total":3,"net":1,"tax":2}`}, []string{}},
		{"one does not", spec, []string{`{"total":3,"net":1,"tax":2}`, `{"total":4,"net":1,"tax":2}`, `{"total":4,"net":1,"tax":null}`},
			[]string{`1 of 2 truths breaks the invariant "adds_up": its label is suspect; total 4, net + tax 3 (set.jsonl:2)`}},
		{"many do not", spec, []string{`{"total":1,"net":1,"tax":1}`, `{"total":2,"net":2,"tax":2}`, `{"total":3,"net":3,"tax":3}`, `{"total":4,"net":4,"tax":4}`},
			[]string{`4 of 4 truths break the invariant "adds_up": their labels are suspect; total 1, net + tax 2 (set.jsonl:1), total 2, net + tax 4 (set.jsonl:2), total 3, net + tax 6 (set.jsonl:3)`}},
		{"a schema", `{"invariants":[{"name":"shape","schema":{"properties":{"total":{"type":"number"}}}}]}`, []string{`{"total":"3"}`},
			[]string{`1 of 1 truth breaks the invariant "shape": its label is suspect; total: got string, want number (set.jsonl:1)`}},
		{"of values elsewhere in the truth", `
fields:
  - {path: total, expected_path: gross}
  - {path: currency, match: one_of}
  - {path: lines, match: list, fields: [{path: amount, expected_path: sum}]}
invariants:
  - {name: adds_up, rule: "total == net + tax and total == sum(lines, .amount) and all(lines, .tax == 1)"}
  - {name: currency, rule: 'currency in ["EUR"]'}
  - {name: shape, schema: {required: [total, net, tax, lines], properties: {gross: false, lines: {items: {required: [amount, tax], properties: {sum: false}}}}}}`,
			[]string{`{"gross":3,"net":1,"tax":2,"currency":["EUR","€"],"lines":[{"sum":3,"tax":1}]}`}, []string{}},
		{"a name that is mistyped", `
fields: [total, {path: lines, match: list, fields: [amount]}]
invariants: [{name: adds_up, rule: "total == sum(lines, .amuont) + totla"}]`, []string{`{"total":3,"lines":[{"amount":3}]}`},
			[]string{`ERROR the invariant "adds_up" names "lines[].amuont", which neither the spec nor any truth has; did you mean "lines[].amount"? (mark the invariant optional: true if only answers have it)`,
				`ERROR the invariant "adds_up" names "totla", which neither the spec nor any truth has; did you mean "total"? (mark the invariant optional: true if only answers have it)`}},
		{"a list without the comma after it, which is never an operand", `
fields: [total, {path: lines, match: list, fields: [amount]}]
invariants: [{name: adds_up, rule: "total == sum(lines .amount)"}]`, []string{`{"total":3,"lines":[{"amount":3}]}`},
			[]string{`ERROR the invariant "adds_up" names "lines.amount", which neither the spec nor any truth has; did you mean "lines[].amount"? (mark the invariant optional: true if only answers have it)`}},
		{"a name that is mistyped below a field", `
fields: [vendor]
invariants: [{name: named, rule: 'vendor.nmae != vendor.vat.id'}]`, []string{`{"vendor":{"name":"x","vat":{"id":"y"}}}`},
			[]string{`ERROR the invariant "named" names "vendor.nmae", which neither the spec nor any truth has; did you mean "vendor.name"? (mark the invariant optional: true if only answers have it)`}},
		{"a value that is elsewhere in answers", `
fields: [{path: vendor, expected_path: seller}, owner]
invariants: [{name: same, rule: vendor == owner}]`, []string{`{"seller":["A & <B>"],"owner":"C"}`},
			[]string{`1 of 1 truth breaks the invariant "same": its label is suspect; vendor ["A & <B>"] is not a number, a text, true or false (set.jsonl:1)`}},
		{"a name that only truths have", `
fields: [total]
invariants: [{name: adds_up, rule: total == net}]`, []string{`{"total":3,"net":3}`, `{"total":3}`}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, texts(check(t, tt.spec, tt.truths...).Findings()))
		})
	}
}

func TestInvariantEvidence(t *testing.T) {
	const spec = `{"invariants":[{"name":"a","rule":"total == 1"}]}`
	one := check(t, spec, `{"total":1}`, `{"total":2}`)
	other := check(t, spec, `{"total":3}`)
	sum := one.Plus(other)
	assert.Equal(t, sum, other.Plus(one), "whatever the order")
	assert.Equal(t, []preflight.Invariant{{Name: "a", Judged: 3, Broken: 2, Names: map[string]int{"total": 3}, Examples: []preflight.Example{
		{Where: "set.jsonl:1", Why: "total 3, want 1"}, {Where: "set.jsonl:2", Why: "total 2, want 1"},
	}}}, sum.Invariants)

	// It is stored, and reads back.
	text, err := json.Marshal(sum)
	require.NoError(t, err)
	var read preflight.Evidence
	require.NoError(t, json.Unmarshal(text, &read))
	assert.Equal(t, sum.Findings(), read.Findings())

	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{`1 of 1 truth breaks the invariant "a": its label is suspect`}, texts(evidence(t, s, preflight.Options{Redacted: true}, `{"total":2}`).Findings()))
}

// A function of the user's is not asked, as it may be slow or cost money.
func TestFuncsAreNotCalled(t *testing.T) {
	s := eval.Spec{
		Fields: []eval.Field{{Path: "total", Match: compare.Numeric{}}},
		Invariants: []eval.Invariant{
			{Name: "mine", Func: func(context.Context, document.Value) (invariant.State, string, error) { panic("called") }},
			{Name: "positive", Rule: "total > 0"},
		},
	}
	assert.Equal(t, []string{`1 of 1 truth breaks the invariant "positive": its label is suspect; total -1, want > 0 (set.jsonl:1)`},
		texts(evidence(t, s, preflight.Options{}, `{"total":-1}`).Findings()))
}

func TestTruthsThatStandNowhere(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(`
fields: [{path: iban, match: code}, {path: total, match: numeric, expected_path: gross}, {path: currency, match: one_of}]
invariants: [{name: found, in_source: true}, {name: note, in_source: true, paths: [notes]}]`), nil)
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	for _, one := range []struct{ where, truth, text string }{
		{"a", `{"iban":"DE89370400440532013000","gross":18.45,"currency":["EUR","USD"]}`, "IBAN DE89 3704 0044 0532 0130 00\nTotal 18,45 EUR"},
		{"b", `{"iban":"DE89370400440532013000","gross":18.54,"currency":["EUR","USD"]}`, "IBAN DE89 3704 0044 0532 0130 00\nTotal 18,45 EUR"},
		{"c", `{"iban":"DE89370400440532013000"}`, ""},
	} {
		truth, err := document.Parse([]byte(one.truth))
		require.NoError(t, err)
		require.NoError(t, c.Add(one.where, truth))
		c.Stands(one.where, truth, one.text)
	}
	assert.Equal(t, []string{
		`1 of 2 truths breaks the invariant "found": its label is suspect; total 18.54 is not in the text of the document (b)`,
		`the invariant "note" names "notes", which neither the spec nor any truth has (3 truths seen)`,
	}, texts(c.Evidence().Findings()))
	assert.Equal(t, []bool{true, true}, []bool{e.Spec().Invariants[0].InSource, e.Spec().Invariants[1].InSource}, "the spec is as it was")
}
