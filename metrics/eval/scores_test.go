package eval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// scoredLetter has scores beside its classes, at the top, in items and after at.
type scoredLetter struct {
	Type       string             `json:"type" eval:"classes=invoice;receipt,scores=type_scores"`
	TypeScores map[string]float64 `json:"type_scores" eval:"-"`
	Tone       tone               `json:"tone" eval:"class,classes=warm;cold,scores=all.tone,at=value"`
	Lines      []struct {
		Kind   string `json:"kind" eval:"class,classes=item;discount,scores=scores"`
		Scores []any  `json:"scores"`
	} `json:"lines" eval:"list"`
}

type tone struct {
	Value string         `json:"value"`
	All   map[string]any `json:"all"`
}

// Scores are declared in tags, YAML and Go. They are at a place that the spec knows: even under Strict nothing there is invented.
func TestScoresAreNotInvented(t *testing.T) {
	tags, err := eval.SpecOf[scoredLetter]()
	require.NoError(t, err)
	yaml, err := eval.ParseSpec([]byte(`
fields:
- {path: type, classes: [invoice, receipt], scores: type_scores}
- {path: tone.value, expected_path: tone, match: class, classes: [warm, cold], scores: all.tone}
- {path: lines, match: list, fields: [{path: kind, scores: scores, classes: [item, discount]}]}
`), nil)
	require.NoError(t, err)
	code := eval.Spec{Fields: []eval.Field{
		{Path: "type", Match: compare.Class{Classes: []string{"invoice", "receipt"}, Scores: "type_scores"}},
		{Path: "tone.value", WantPath: "tone", Match: &compare.Class{Classes: []string{"warm", "cold"}, Scores: "all.tone"}},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "kind", Match: compare.Class{Classes: []string{"item", "discount"}, Scores: "scores"}}}}},
	}}
	for _, spec := range []eval.Spec{tags, yaml, code} {
		text, err := json.Marshal(spec)
		require.NoError(t, err)
		again, err := eval.ParseSpec(text, nil)
		require.NoError(t, err)
		again.Strict = true
		e, err := again.Compile()
		require.NoError(t, err)
		r, err := e.Evaluate(t.Context(),
			`{"type":"invoice","type_scores":{"invoice":0.9,"receipt":0.1},"tone":{"value":"warm","all":{"tone":[1,2],"color":"red"}},
			"lines":[{"kind":"item","scores":[{"label":"item","score":1}],"scored":true}]}`,
			`{"type":"invoice","tone":"warm","lines":[{"kind":"item"}]}`)
		require.NoError(t, err)
		assert.Equal(t, []string{"type", "tone.value"}, r.Hits)
		var invented []string
		for _, miss := range r.Misses {
			invented = append(invented, miss.String())
		}
		assert.Equal(t, []string{"lines[0].scored (unexpected key)", "tone.all.color (unexpected key)"}, invented, "keys beside the scores count")
		assert.Equal(t, []string{"type", "tone.value", "lines[].kind"}, e.Attributes())
	}
}

// Kept answers have the scores: the answers of a run can be judged again.
func TestScoresAreKept(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(`fields: [{path: type, classes: [a, b], scores: more.type}, {path: noise, match: ignore}]`), nil)
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"type":"a","more":{"type":{"a":1}},"noise":4}`, `{"type":"a"}`)
	require.NoError(t, err)
	answer, _, _ := r.Kept()
	assert.JSONEq(t, `{"type":"a","more":{"type":{"a":1}}}`, string(answer))
}

func TestMistakesInScores(t *testing.T) {
	for _, tt := range []struct{ spec, problem string }{
		{`fields: [{path: type, classes: [a, b], scores: "a..b"}]`, `eval: 1:48: field "type": scores: document: path "a..b", at offset 2: a name is missing before the dot; write a.b, or [""] for an empty key`},
		{`fields: [{path: type, classes: [a, b], scores: 3}]`, `eval: 1:48: field "type": scores: got number 3, want a string`},
		{`fields: [{path: type, classes: [a, b], scores: kinds}, kinds.a]`, `eval: field "kinds.a": the scores of "type" are there, at "kinds"; leave out the field or the scores`},
		{`fields: [{path: type, classes: [a, b], scores: kinds}, {path: kinds, match: ignore}]`, `eval: field "kinds": the scores of "type" are there, at "kinds"; leave out the field or the scores`},
		{`fields: [{path: types, match: set, each: {match: class, classes: [a, b], scores: kinds}}]`, `eval: field "types[]": scores are for a field with one value; leave them out of a set and of one_of`},
		{`fields: [{path: type, match: one_of, each: {match: class, classes: [a, b], scores: kinds}}]`, `eval: field "type": scores are for a field with one value; leave them out of a set and of one_of`},
		{`fields: [{path: type, match: exact, scores: kinds}]`, `eval: 1:37: field "type": unknown key "scores"`},
	} {
		spec, err := eval.ParseSpec([]byte(tt.spec), nil)
		if err == nil {
			_, err = spec.Compile()
		}
		assert.ErrorContains(t, err, tt.problem, tt.spec)
	}

	_, err := eval.SpecOf[struct {
		Type       string             `json:"type" eval:"classes=a;b,scores=typ_scores"`
		TypeScores map[string]float64 `json:"type_scores"`
	}]()
	assert.EqualError(t, err, `eval: struct: scores: the struct has no key "typ_scores"; did you mean "type_scores"?`)

	spec, err := eval.SpecOf[struct {
		Type       string             `json:"type" eval:"classes=a;b,scores=type_scores"`
		TypeScores map[string]float64 `json:"type_scores" eval:"exact"`
	}]()
	require.NoError(t, err)
	_, err = spec.Compile()
	assert.EqualError(t, err, `eval: field "type_scores": the scores of "type" are there, at "type_scores"; leave out the field or the scores`, "a tag says that they are compared")
}
