package eval_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A value that is not an answer earns nothing, whatever the truth and the spec are.
func TestAnswersThatAreNoneEarnNothing(t *testing.T) {
	a := fields(eval.Field{Path: "a", Match: compare.Exact{}})
	strict := a
	strict.Strict = true
	lenient := a
	lenient.Threshold, lenient.Lenient = 0.01, true
	lines := fields(eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "n"}}}}, eval.Field{Path: "tags", Set: &eval.Set{}})
	top := fields(eval.Field{List: &eval.List{Fields: []eval.Field{{Path: "n"}}}})
	for _, spec := range []eval.Spec{a, strict, lenient, lines, {}, top, {Aggregation: eval.MacroF1}, {Aggregation: eval.AllOrNothing}} {
		for _, want := range []string{`{}`, `{"a":null}`, `{"a":""}`, `{"lines":[],"tags":[]}`} {
			gots := []string{`<html>`, `garbage {`, `"Sorry, I cannot"`, `42`, `[1,2,3]`, `[]`, `true`}
			if len(spec.Fields) == 1 && spec.Fields[0].List != nil {
				want, gots = `[]`, []string{`<html>`, `{"n":1}`, `"none"`, `0`}
			}
			for _, got := range gots {
				r := evaluate(t, spec, got, want)
				assert.Zero(t, r.Score, "%s against %s", got, want)
				assert.Equal(t, eval.Fail, r.Verdict, "%s against %s", got, want)
				empty := len(spec.Fields) // all fields are empty in the truth
				if empty == 0 {
					empty = strings.Count(want, ":") // all its keys
				}
				var total metrics.Counts // with the items of lists
				for _, row := range r.Table.Attributes {
					total = total.Plus(row.Counts)
				}
				assert.Equal(t, metrics.Counts{Invented: 1, Hallucinated: empty}, total, "%s against %s", got, want)
				assert.NotEmpty(t, r.Unreadable)
				tag := "type mismatch"
				switch got {
				case `<html>`:
					tag = "unreadable answer"
				case `garbage {`:
					tag = "answer cut off"
				}
				assert.Len(t, missTexts(r), empty+1)
				assert.Contains(t, missTexts(r), "(document) ("+tag+")")
				for _, text := range missTexts(r) {
					assert.True(t, strings.HasSuffix(text, " ("+tag+")"), text)
				}
				assert.InDelta(t, evaluate(t, spec, "null", want).Score, r.NullScore, 1e-12)
			}
		}
	}
}

func TestFailedExtractorsInventNothing(t *testing.T) {
	spec := fields(eval.Field{Path: "a"}, eval.Field{Path: "b"}, eval.Field{Path: "tags", Set: &eval.Set{}})
	r := evaluate(t, spec, errors.New("timeout"), `{"a":1}`)
	assert.Equal(t, metrics.Counts{Missing: 1}, r.Table.Total())
	assert.Zero(t, r.Score)
	assert.Equal(t, eval.Fail, r.Verdict)
	assert.InDelta(t, 2./3, r.NullScore, 1e-12)

	r = evaluate(t, spec, errors.New("timeout"), `{}`)
	assert.Equal(t, metrics.Counts{}, r.Table.Total())
	assert.Zero(t, r.Score)
	assert.Equal(t, eval.Fail, r.Verdict)
	assert.InDelta(t, 1, r.NullScore, 1e-12)
}

// Saying nothing is an answer, and right where there is nothing.
func TestEmptyAnswersAreAnswers(t *testing.T) {
	spec := fields(eval.Field{Path: "a"}, eval.Field{Path: "b"})
	for _, got := range []any{"", " \n", "null", "{}", `""`, `"  "`, json.RawMessage(nil), nil} {
		r := evaluate(t, spec, got, `{"a":1}`)
		assert.Equal(t, metrics.Counts{Missing: 1, CorrectAbsence: 1}, r.Table.Total(), "%q", got)
		assert.Empty(t, r.Unreadable)
		assert.Equal(t, eval.Pass, evaluate(t, spec, got, `{}`).Verdict, "%q", got)
	}
}

// Where got and the truth keep a list at different places, neither is the other's kind.
func TestKindIsThatOfTheAnswersPaths(t *testing.T) {
	spec := fields(eval.Field{Path: "[0].n", WantPath: "first"})
	assert.Equal(t, eval.Pass, evaluate(t, spec, `[{"n":1}]`, `{"first":1}`).Verdict)
	assert.NotEmpty(t, evaluate(t, spec, `{"first":1}`, `{"first":1}`).Unreadable)
	either := fields(eval.Field{Path: "0.n"})
	assert.Equal(t, eval.Pass, evaluate(t, either, `[{"n":1}]`, `[{"n":1}]`).Verdict)
	assert.Equal(t, eval.Pass, evaluate(t, either, `{"0":{"n":1}}`, `{"0":{"n":1}}`).Verdict)
}

func TestTruthsThatAreNotUTF8AreErrors(t *testing.T) {
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	_, err = e.Evaluate(t.Context(), `{}`, "{\"name\":\"é M\xfcller\"}")
	assert.EqualError(t, err, "eval: reading the truth: document: invalid JSON at offset 13: byte 0xFC is not UTF-8, which JSON has to be")
	_, err = e.Evaluate(t.Context(), "{\"name\":\"M\xfcller\"}", `{"name":"Müller"}`)
	assert.NoError(t, err, "what an extractor says is never an error")
}

func TestWeightsNeverOverflow(t *testing.T) {
	for _, w := range []float64{1e308, 1e-308, 1e13} {
		_, err := fields(eval.Field{Path: "a", Weight: w}, eval.Field{Path: "b", Weight: w}).Compile()
		assert.ErrorContains(t, err, `field "a": weight `, "%v", w)
	}
	// At the limits, lists in lists included.
	spec := fields(eval.Field{Path: "a", Weight: 1e6}, eval.Field{Path: "b", Weight: 1 / 1e6})
	inner := eval.Field{Path: "n", Weight: 1e6}
	for range 60 {
		inner = eval.Field{Path: "l", Weight: inner.Weight, List: &eval.List{Fields: []eval.Field{inner}}}
	}
	spec.Fields = append(spec.Fields, inner)
	want := `{"n":1}`
	for range 60 {
		want = `{"l":[` + want + `]}`
	}
	r := evaluate(t, spec, want, want)
	assert.InDelta(t, 1, r.Score, 1e-9)
	for _, f := range r.Fields {
		assert.False(t, f.Weight != f.Weight || f.Weight > 1e300, "%s: %v", f.Path, f.Weight)
	}
}

// Structs passed by value whose methods have pointer receivers are told apart: as {} they were equal.
func TestValuesThatPointersWrite(t *testing.T) {
	type invoice struct {
		Total big.Rat `json:"total"`
	}
	spec, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	for got, want := range map[int64]eval.Verdict{1: eval.Pass, 2: eval.Fail} {
		r, err := e.Evaluate(t.Context(), invoice{*big.NewRat(got, 3)}, invoice{*big.NewRat(1, 3)})
		require.NoError(t, err)
		assert.Equal(t, want, r.Verdict, "%d/3", got)
	}

	var of eval.Spec
	e, err = of.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), map[string]big.Rat{"total": *big.NewRat(1, 3)}, `{"total":"1/3"}`)
	require.NoError(t, err, "it is the answer's fault")
	assert.Equal(t, eval.Fail, r.Verdict)
	assert.Contains(t, r.Warnings[0]+r.Reasoning, "encoding/json writes {} for each big.Rat")
}

// An answer that ends in the middle of its JSON is told from other unreadable ones, by a spec that reads leniently or not.
func TestAnswersThatAreCutOff(t *testing.T) {
	const cut, other = "answer cut off", "unreadable answer"
	for _, tt := range []struct{ got, tag, note string }{
		{`{"a": 1, "b": "x`, cut, "document: invalid JSON at offset 16: unexpected end of JSON input"},
		{"```json\n{\"a\": 1, \"b\": [1, 2", cut, "document: invalid JSON at offset 27: the value that begins at offset 8 is cut off"},
		{"Here it is:\n{\"a\": 1,", cut, "document: invalid JSON at offset 20: the value that begins at offset 12 is cut off"},
		{`Sorry, I cannot`, other, "document: invalid JSON at offset 1: invalid character 'S' looking for beginning of value"},
		{`{"a": 1} {"a": 2}`, other, "document: invalid JSON at offset 10: invalid character '{' after top-level value"},
		{`{"a": nil}`, other, "document: invalid JSON at offset 8: invalid character 'i' in literal null (expecting 'u')"},
	} {
		for _, lenient := range []bool{false, true} {
			spec := eval.Spec{Fields: []eval.Field{{Path: "a"}}, Lenient: lenient}
			r := evaluate(t, spec, tt.got, `{"a":1}`)
			if !lenient {
				assert.Equal(t, tt.note, r.Unreadable)
			}
			assert.Equal(t, []string{"a (" + tt.tag + ")", "(document) (" + tt.tag + ")"}, missTexts(r), "%s, lenient %v", tt.got, lenient)

			// A record that keeps the reason alone can be evaluated again.
			again := evaluate(t, spec, words.Unreadable(r.Unreadable), `{"a":1}`)
			assert.Equal(t, missTexts(r), missTexts(again))
		}
	}
	r := evaluate(t, eval.Spec{Fields: []eval.Field{{Path: "a"}}}, ``, `{"a":1}`)
	assert.Equal(t, []string{"a (required, missing)"}, missTexts(r), "no text is an empty answer")
}
