package eval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

// No text makes ParseSpec panic, and a spec that it reads is read the same way once written.
func FuzzParseSpec(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "fields: [a, b.c]", "fields:\n  - {path: a, match: numeric, tolerance: 0.01, weight: 3}\n",
		"fields: [{path: lines, match: list, by: [a], threshold: 0.7, assign: optimal, fields: [a]}]",
		"fields: [{path: a, match: set, each: {match: fuzzy, threshold: 0.9}}]",
		"fields: [{path: a, match: map, each: numeric, fold: true}, {path: b, match: map, fields: [{path: '', match: list, fields: [c]}]}]",
		"fields: [{path: a, match: one_of, each: date}]", "fields: [{path: a, match: {match: box, format: xywh}}]",
		"evaluators:\n- {name: n, type: field_accuracy, fields: [a], threshold: 0.5}\n- {type: line_items, line_items_path: l, match_fields: [d]}\n- {type: iou_score, bbox_path: b}\n- {type: coordinate_distance, point_path: p, threshold: 5}\n",
		"a: &a [x]\nb: *a\n", "a: &a [*a]", "? [a]\n: b", "!!float 1", "%YAML 1.1\n--- {}\n...\n---\n", "{<<: {}}", "a: |\n b\n",
		`{"fields":[{"path":"\ud83d\ude00","weight":1e2}],"fields":[]}`, "[[[[", "threshold: 0.0e9",
		"target: x\nexecution: {evaluators: [{type: field_accuracy, fields: [a], weight: 1}, {type: cost}]}\ntests: [{id: a, assertions: [{type: field-accuracy, fields: [b]}]}]",
		"tests: [{assertions: [{type: field-accuracy, fields: [b]}, x]}, {execution: {assertions: [1]}}, 2]", "lenient_paths: true\nfields: [a..b]",
		"invariants:\n- {name: a, rule: x == sum(lines, .y), tolerance: 1e-3}\n- {name: b, schema: {enum: [1e40, <]}}\n- {name: c, schema: false}\n",
		"invariants: [{name: a, rule: x = 1}, {name: a, schema: s.json}, {func: true}, 1]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		spec, err := eval.ParseSpec(text, nil)
		if err != nil {
			assert.Zero(t, spec)
			assert.NotEmpty(t, err.Error())
			return
		}
		_, compileErr := spec.Compile()
		written, err := json.Marshal(spec)
		assert.NoError(t, err)
		back, err := eval.ParseSpec(written, nil)
		if assert.NoError(t, err, "compiles: %v", compileErr) {
			assert.Equal(t, spec, back)
		}
	})
}
