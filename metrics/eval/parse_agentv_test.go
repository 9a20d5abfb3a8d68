package eval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Whole files in the forms that AgentV has had: see examples/features/document-extraction
// of github.com/EntityProcess/agentv, at 1b46c04 and at 0bb68d8, and examples/features/assert and assert-set at 1e5d130.
func TestParseSpecOfWholeAgentVFiles(t *testing.T) {
	header := eval.Spec{Aggregation: eval.WeightedAverage, Fields: []eval.Field{
		{Path: "number", Match: compare.Exact{}, Weight: 2},
		{Path: "issued", Match: compare.Date{Formats: []string{"DD-MMM-YYYY"}}, Optional: true},
		{Path: "total", Match: compare.Numeric{Tolerance: 1}},
	}}
	for _, test := range []struct {
		name, text string
		spec       eval.Spec
		leftOut    []string
	}{
		{"assertions at the top, and of single tests", `
$schema: agentv-eval-v2
description: header fields
target: extractor
assertions:
  - name: header
    type: field-accuracy
    weight: 2
    min_score: 0.8
    aggregation: weighted_average
    fields:
      - {path: number, match: exact, required: true, weight: 2.0}
      - {path: issued, match: date, formats: ["DD-MMM-YYYY"], required: false}
      - {path: total, match: numeric_tolerance, tolerance: 1.0, relative: false}
  - {name: speed, type: latency, threshold: 2000}
  - {include: common.yaml}
tests:
  - id: one
    criteria: all of it
    expected_output: [{role: assistant, content: {number: A-1}}]
    input: [{role: user, content: [{type: file, value: one.json}]}]
  - id: two
    assertions: [{name: fuzzy, type: code-grader, command: [bun, run, fuzzy.ts], fields: [{path: vendor, threshold: 0.85}]}]
  - id: three
    assertions: [{name: rows, type: field-accuracy, fields: [{path: "rows[0].sum", match: exact}]}]
`, header, []string{
			"2:1: $schema, description, target, tests",
			`6:5: weight, min_score of evaluator "header"`,
			`15:5: evaluator "speed" of type latency`,
			"16:5: an evaluator without a type",
			`2:1: the evaluators of single tests: "two", "three"`,
		}},
		{"evaluators under execution", `
execution:
  target: extractor
  workers: 3
  evaluators:
    - name: header
      type: field_accuracy
      fields:
        - {path: number, match: exact, required: true, weight: 2.0}
        - {path: issued, match: date, formats: ["DD-MMM-YYYY"], required: false}
        - {path: total, match: numeric_tolerance, tolerance: 1.0}
      aggregation: weighted_average
evalcases:
  - {id: one, outcome: all of it, input_messages: []}
`, header, []string{"2:1: execution, evalcases"}},
		{"the same evaluators under each test", `
tests:
  - id: one
    execution:
      evaluators: [{name: a, type: field_accuracy, fields: [number]}, {type: cost, budget: 0.1}]
  - id: two
    evaluators: [{name: b, type: field_accuracy, fields: [number]}]
  - id: three
`, eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"2:1: tests", "5:71: evaluator of type cost"}},
		{"assert under each test, with vars", `
name: invoices
target: extractor
prompts: ["{{ input }}"]
evaluate_options: {repeat: {count: 3}}
threshold: 0.8
tests:
  - id: one
    assert:
      - metric: header
        type: field-accuracy
        fields:
          - {path: number, match: exact, required: true, weight: 2.0}
          - {path: issued, match: date, formats: ["DD-MMM-YYYY"], required: false}
          - {path: total, match: numeric_tolerance, tolerance: 1.0}
        aggregation: weighted_average
      - {type: is-json, required: true}
      - Response must be valid JSON
      - {metric: fuzzy, type: script, command: [bun, fuzzy.ts], fields: [{path: vendor}]}
      - {metric: own, type: min-words, value: 3}
    vars: {input: one.json, expected_output: {number: A-1}}
`, header, []string{"2:1: name, target, prompts, evaluate_options, threshold, tests", "17:9: evaluator of type is-json", "18:9: an evaluator without a type",
			`19:9: evaluator "fuzzy" of type script`, `20:9: evaluator "own" of type min-words`}},
		{"a set under assert for all tests", `
default_test:
  assert:
    - {metric: gate, type: assert-set, threshold: 0.7, assert: [{metric: all, type: field-accuracy, fields: [number]}, {type: llm-rubric, prompt: file://a.md}]}
tests: file://cases.yaml
`, eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"2:1: default_test, tests", `4:7: evaluator "gate" of type assert-set`, "4:120: evaluator of type llm-rubric"}},
		{"a list of tests", "- {id: one, assert: [{type: field-accuracy, fields: [number]}], vars: {expected_output: {number: A-1}}}\n- {id: two, vars: {}}\n",
			eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"1:1: tests"}},
		{"a test alone", "id: one\nvars: {expected_output: {number: A-1}}\nassert: [{type: field-accuracy, fields: [number]}]\n",
			eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"1:1: id, vars"}},
		{"a judge that is a script", `
execution:
  evaluators:
    - {name: vendor, type: code_judge, script: bun run fuzzy.ts, fields: [{path: vendor, threshold: 0.85}]}
    - {name: rows, type: code-judge, command: [bun, rows.ts], line_items_path: rows, match_fields: [code]}
    - {type: field_accuracy, fields: [number]}
evalcases: []
`, eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"2:1: execution, evalcases", `4:7: evaluator "vendor" of type code_judge`, `5:7: evaluator "rows" of type code-judge`}},
		{"only assertions", "assertions:\n- {type: rubrics, criteria: []}\n- {type: field-accuracy, fields: [number]}\n",
			eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"2:3: evaluator of type rubrics"}},
		{"as JSON", `{"tests":"cases.jsonl","assertions":[{"type":"field-accuracy","fields":[{"path":"number"}]}]}`,
			eval.Spec{Fields: []eval.Field{{Path: "number"}}}, []string{"1:2: tests"}},
		{"none of AgentV's", "fields: [number]", eval.Spec{Fields: []eval.Field{{Path: "number"}}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			spec, source, err := eval.ParseSpecFile("", []byte(test.text), nil)
			require.NoError(t, err)
			assert.Equal(t, test.spec, spec)
			_, err = spec.Compile()
			assert.NoError(t, err)
			var leftOut []string
			for _, e := range source.LeftOut {
				leftOut = append(leftOut, e.Error()[len("eval: "):])
			}
			assert.Equal(t, test.leftOut, leftOut)
		})
	}
}

func TestParseSpecRefusesAgentVFiles(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"tests that differ", `tests:
  - id: one
    assertions: [{type: field-accuracy, fields: [number]}]
  - id: two
    assertions: [{type: field-accuracy, fields: [total]}]
`, `eval: 5:18: test "two" has other evaluators than test "one" (line 3), and a spec is for all cases; move those that are meant to the top, under assertions, or make a file for each`},
		{"nothing compares fields", "execution:\n  evaluators: [{type: code_judge, script: a.ts, fields: [{path: number}]}]\n",
			"eval: 1:1: an AgentV file without an evaluator that compares fields: want one of type field_accuracy or line_items under assert, execution or tests"},
		{"nothing under assert compares fields", "tests:\n  - {id: one, vars: {input: a}, assert: [{type: contains, value: a}, it is polite]}\n",
			"eval: 1:1: an AgentV file without an evaluator that compares fields: want one of type field_accuracy or line_items under assert, execution or tests"},
		{"unknown keys are told at once", `target: x
agregation: weighted_average
assertions:
  - type: field-accuracy
    fields:
      - {path: number, mach: exact}
      - {path: total, match: numeric_tolerance, tolerence: 1}
    wieght: 2
  - {type: field-acuracy, fields: [a]}
tests: []
`, "eval: 2:1: unknown key \"agregation\"; did you mean \"aggregation\"?\n" +
			"eval: 6:24: field \"number\": unknown key \"mach\"; did you mean \"match\"?\n" +
			"eval: 7:49: field \"total\": unknown key \"tolerence\"; did you mean \"tolerance\"?\n" +
			"eval: 8:5: unknown key \"wieght\"; valid are type, name, aggregation, threshold, empty_collections, strict, lenient, lenient_paths, null_truths, unlabelled, cluster, absent_words, date_orders, fields\n" +
			"eval: 9:12: type: unknown value \"field-acuracy\"; valid are field_accuracy, line_items, iou_score, coordinate_distance; did you mean \"field_accuracy\"?"},
		{"fields are ours", "fields: [a]\ntests: []\n", "eval: 2:1: unknown key \"tests\"; valid are aggregation, threshold, empty_collections, strict, lenient, lenient_paths, null_truths, unlabelled, cluster, absent_words, date_orders, fields, assertions, evaluators, invariants"},
		{"evaluators that are not a list", "tests: []\nassertions: x\n", "eval: 2:13: assertions: got string \"x\", want an array"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := eval.ParseSpec([]byte(test.text), nil)
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestParseSpecFileHasTheLinesOfFields(t *testing.T) {
	_, source, err := eval.ParseSpecFile("spec.yaml", []byte(`fields:
  - number
  - path: total
    match: numeric
  - path: orders
    match: list
    by: [id, sku]
    fields:
      - {path: sku}
      - path: lines
        match: list
        fields: [amount]
  - {path: own, match: mine}
`), map[string]func(json.RawMessage) (compare.Comparator, error){"mine": func(json.RawMessage) (compare.Comparator, error) { return compare.Exact{}, nil }})
	require.NoError(t, err)
	assert.Equal(t, map[string]int{
		"number": 2, "total": 3, "orders": 5, "orders[].id": 5, "orders[].sku": 9, "orders[].lines": 10,
		"orders[].lines[].amount": 12, "own": 13,
	}, source.Lines)
	assert.Equal(t, "spec.yaml:9: ", source.At("orders[].sku"))
	assert.Empty(t, source.At("orders[].skuu"))
	assert.Empty(t, source.Warning())
	_, source, err = eval.ParseSpecFile("a.yaml", []byte("target: x\nassertions: [{type: cost, name: x}, {type: field-accuracy, fields: [a]}]"), nil)
	require.NoError(t, err)
	assert.Equal(t, `a.yaml: an AgentV file, of which only the evaluators of fields are read; left out: target (line 1); evaluator "x" of type cost (line 2)`, source.Warning())
}
