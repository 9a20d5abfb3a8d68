package evaltest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Truths that their comparator cannot read are equal to the same texts of an extractor, and
// say nothing of it: no gate is green by them.
func TestUnreadTruthsAreNotJudgedBy(t *testing.T) {
	var set []Case[string]
	for i := range 12 {
		text := fmt.Sprintf(`{"date":"2018-01-%02d"}`, i+1)
		set = append(set, Case[string]{ID: fmt.Sprint(i), Input: text, Want: text})
	}
	spec := eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Numeric{}}}}
	const why = `"date": numeric cannot read 12 of 12 truths, such as "2018-01-01" (%s), "2018-01-02" (%s), "2018-01-03" (%s); compare.Date{} reads 12 of 12`

	dir := withMain(t)
	asked := false
	ask := func(_ context.Context, in string) (string, error) { asked = true; return in, nil }
	ok, printed := inner(t, "TestX", Suite[string, string]{Name: "set", Cases: set, Extract: ask, Spec: spec, Gate: Gate{Accuracy: 0.5}}.Run)
	assert.False(t, ok)
	assert.False(t, asked, "it is told before the first case")
	assert.Contains(t, printed, "evaltest: TestX: "+fmt.Sprintf(why, "case 1", "case 2", "case 3"))
	_, written := readArtifact(t, dir)
	assert.Contains(t, written, `"not_evaluable":"\"date\": numeric cannot read 12 of 12 truths`)

	ok, printed = inner(t, "TestX", func(t *testing.T) {
		c := Collect(t, Config{Dataset: "set", Spec: spec, Gate: Gate{Accuracy: 0.5}, Cases: len(set)})
		t.Run("case", func(t *testing.T) {
			for _, row := range set {
				t.Run(row.ID, func(t *testing.T) { c.FieldAccuracy(t, row.Input, row.Want) })
			}
		})
		t.Run("gate", c.Gate)
	})
	assert.False(t, ok)
	assert.Contains(t, printed, "data set set: gate not evaluable: "+fmt.Sprintf(why, "0", "1", "2"))

	// A single assertion knows one truth.
	f := &fake{name: "TestX"}
	assert.Empty(t, f.run(func() { FieldAccuracy(f, set[0].Want, set[0].Want, Config{Spec: spec}) }))
}
