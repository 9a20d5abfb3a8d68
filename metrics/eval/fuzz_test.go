package eval_test

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// FuzzEvaluate holds whatever the answer is: no panic, no error but for the truth.
func FuzzEvaluate(f *testing.F) {
	for _, text := range []string{`{"number":"1","lines":[{"description":"a","amount":1,"parts":[{"n":1}]}],"tags":["x"],"rates":{"A":{"n":1},"b{}":{"n":[]}},"taxes":{"x":1}}`, `{"lines":[null,7,[]],"tags":{}}`,
		`[]`, `{"a":1,"a":[]}`, `{"lines":{"0":1},"tags":"x","rates":[{"a":{"n":1}}],"taxes":{"":null,"X":2,"x":3}}`, "```json\n{}\n```", `nul`, `""`, "{\"\xff\":\"\xed\xa0\x80\"}"} {
		f.Add([]byte(text), []byte(`{"number":1,"lines":[{"description":"b","parts":[{"n":2}]},{"description":"a"}],"tags":["y",null],"rates":{"a":{"n":1},"B{}":{"n":"2"}},"taxes":{"X":1}}`))
		f.Add([]byte(text), []byte(text))
	}
	spec := eval.Spec{Strict: true, Lenient: true, Fields: []eval.Field{
		{Path: "number", Match: compare.Numeric{}, ZeroIsEmpty: true}, {Path: "v.name", Match: compare.Auto{}}, {Path: "v.0"}, {Path: "w[1].x"},
		{Path: "lines", List: &eval.List{Assign: eval.Optimal, Fields: []eval.Field{
			{Path: "description", Match: compare.Fuzzy{}}, {Path: "on", Match: compare.Date{}}, {Path: "parts", List: &eval.List{}},
		}}},
		{Path: "tags", Set: &eval.Set{}},
		{Path: "rates", Map: &eval.Map{Fold: true, Fields: []eval.Field{{Path: "n"}}}}, {Path: "taxes", Map: &eval.Map{Match: compare.Numeric{}}}, {Path: "orders", Map: &eval.Map{}},
	}}
	var evaluators []*eval.Evaluator
	for _, s := range []eval.Spec{spec, {}, {Unlabelled: eval.UnlabelledSkip, EmptyCollections: true}} {
		e, err := s.Compile()
		if err != nil {
			f.Fatal(err)
		}
		evaluators = append(evaluators, e)
	}
	f.Fuzz(func(t *testing.T, got, want []byte) {
		for _, e := range evaluators {
			_, err := e.Evaluate(context.Background(), want, want)
			_, invalid := document.Parse(want)
			r, err2 := e.Evaluate(context.Background(), got, want)
			if (err == nil) != (err2 == nil) {
				t.Fatalf("the error depends on got: %v, %v", err, err2)
			}
			if err == nil && invalid != nil {
				t.Fatal("an invalid truth was taken")
			}
			if err2 != nil {
				continue
			}
			if !(r.Score >= 0 && r.Score <= 1 && r.NullScore >= 0 && r.NullScore <= 1) {
				t.Fatalf("scores %v and %v", r.Score, r.NullScore)
			}
		}
	})
}
