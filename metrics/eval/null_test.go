package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestEmptiesOnBothSides(t *testing.T) {
	empties := map[string]string{"missing": `{}`, "null": `{"a":null}`, "empty": `{"a":""}`, "blank": `{"a":" \u00a0\t"}`}
	spec := fields(eval.Field{Path: "a"})
	for gotName, got := range empties {
		for wantName, want := range empties {
			t.Run(gotName+" against "+wantName, func(t *testing.T) {
				r := evaluate(t, spec, got, want)
				counts, _ := r.Table.Counts("a")
				assert.Equal(t, metrics.Counts{CorrectAbsence: 1}, counts)
				assert.Equal(t, metrics.Confusion{TN: 1}, counts.Confusion(metrics.WrongBoth))
				assert.Equal(t, 1.0, r.Score)
				_, ok := r.Table.MacroF1()
				assert.False(t, ok, "an attribute with nothing but true negatives is left out")
			})
		}
		t.Run(gotName+" against a value", func(t *testing.T) {
			counts, _ := evaluate(t, spec, got, `{"a":"x"}`).Table.Counts("a")
			assert.Equal(t, metrics.Confusion{FN: 1}, counts.Confusion(metrics.WrongBoth))
		})
		t.Run("a value against "+gotName, func(t *testing.T) {
			counts, _ := evaluate(t, spec, `{"a":"x"}`, got).Table.Counts("a")
			assert.Equal(t, metrics.Counts{Hallucinated: 1}, counts)
			assert.Equal(t, metrics.Confusion{FP: 1}, counts.Confusion(metrics.WrongBoth))
		})
	}
	for _, tt := range []struct {
		name, got, want string
		collections     bool
		counts          metrics.Counts
	}{
		{"{} is a value", `{"a":{}}`, `{"a":null}`, false, metrics.Counts{Hallucinated: 1}},
		{"[] is empty under auto", `{"a":[]}`, `{"a":null}`, false, metrics.Counts{CorrectAbsence: 1}},
		{"[] is empty on demand", `{"a":[]}`, `{"a":null}`, true, metrics.Counts{CorrectAbsence: 1}},
		{"{} against [] is nothing against nothing", `{"a":{}}`, `{"a":[]}`, true, metrics.Counts{CorrectAbsence: 1}},
		{"a wrong value", `{"a":1}`, `{"a":2}`, false, metrics.Counts{Wrong: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec := spec
			spec.EmptyCollections = tt.collections
			counts, _ := evaluate(t, spec, tt.got, tt.want).Table.Counts("a")
			assert.Equal(t, tt.counts, counts)
		})
	}
}

func TestMacroF1OfACase(t *testing.T) {
	spec := eval.Spec{Aggregation: eval.MacroF1, Fields: []eval.Field{{Path: "right"}, {Path: "wrong"}, {Path: "absent"}, {Path: "optional", Optional: true}}}
	r := evaluate(t, spec, `{"right":1,"wrong":1}`, `{"right":1,"wrong":2,"optional":3}`)
	assert.Equal(t, 0.5, r.Score, "the wrong one counts 0, the absent and the excused one are left out")
	assert.Equal(t, 0.0, r.NullScore)
	assert.Equal(t, 1.0, evaluate(t, spec, `{}`, `{}`).Score, "nothing but correct absences")
	counts, _ := r.Table.Counts("optional")
	assert.Equal(t, metrics.Counts{Missing: 1}, counts, "facts are facts")
}

func TestNullScore(t *testing.T) {
	spec := fields(eval.Field{Path: "a", Weight: 3}, eval.Field{Path: "b"}, eval.Field{Path: "c", Optional: true})
	for _, got := range []string{`{"a":1,"b":2,"c":3}`, `{}`, `{"b":7}`} {
		r := evaluate(t, spec, got, `{"a":1,"c":3}`)
		assert.Equal(t, 0.25, r.NullScore, "b is absent; c would be excused")
	}
}

// Without fields, an answer without any value is right where the truth has none, whatever the given answer has.
func TestNullScoreOfAnEmptyTruth(t *testing.T) {
	for _, spec := range []eval.Spec{{}, {Unlabelled: eval.UnlabelledSkip}, {Aggregation: eval.MacroF1}, {Aggregation: eval.AllOrNothing}} {
		for _, want := range []string{`{}`, `null`, `{"a":null}`} {
			score := evaluate(t, spec, `null`, want).Score
			for _, got := range []string{`null`, `{}`, `{"a":1}`, `{"b":[1]}`, `"x"`} {
				assert.Equal(t, score, evaluate(t, spec, got, want).NullScore, "got %s, want %s", got, want)
			}
		}
	}
}

// An answer without any value is excused for an optional list, whatever is optional in its items.
func TestNullScoreOfAnOptionalList(t *testing.T) {
	list := eval.Field{Path: "lines", Optional: true, List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku", Optional: true}}}}
	spec := fields(eval.Field{Path: "a"}, eval.Field{Path: "b"}, list)
	const want = `{"a":1,"lines":[{"sku":"x"}]}`
	assert.Equal(t, 0.5, evaluate(t, spec, `null`, want).Score, "b is absent, a missing, the list excused")
	for _, got := range []string{`null`, `{"a":1,"lines":[{"sku":"x"}]}`, `{"lines":[{"sku":"y"}]}`} {
		assert.Equal(t, 0.5, evaluate(t, spec, got, want).NullScore, got)
	}
}
