package evaltest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// printedReceipts returns receipts whose truths print DD/MM/YYYY, so many of them
// unambiguous, and 4 that are ambiguous. Answers are in ISO, as the input has them.
func printedReceipts(unambiguous int) (receipts []Case[string]) {
	add := func(day, month int) {
		receipts = append(receipts, Case[string]{
			ID: fmt.Sprint(len(receipts)), Input: fmt.Sprintf(`{"date":"2018-%02d-%02d"}`, month, day),
			Want: fmt.Sprintf(`{"date":"%02d/%02d/2018"}`, day, month),
		})
	}
	for i := range unambiguous {
		add(13+i%16, 1+i%12)
	}
	for _, day := range []int{2, 3, 5, 8} {
		add(day, day+1)
	}
	return receipts
}

var dateOf = eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{}}}}

// The order that all truths show before the first case is the order of the field, and is recorded.
func TestTruthsDecideTheOrderOfDates(t *testing.T) {
	for _, tt := range []struct {
		name   string
		spec   eval.Spec
		remedy string
	}{
		{"date", dateOf, `compare.Date{Order: "dmy"}`},
		{"auto", eval.Spec{Fields: []eval.Field{{Path: "date"}}}, `DateOrders: map[string]string{"date": "dmy"}`}, // for texts that are no dates
		{"no fields", eval.Spec{}, `compare.Date{Order: "dmy"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			suite := Suite[string, string]{Name: "set", Cases: printedReceipts(20), Extract: echo, Spec: tt.spec, Gate: Gate{Accuracy: 1}}
			ok, printed := inner(t, "TestX", suite.Run)
			assert.True(t, ok, printed)
			assert.Contains(t, printed, `"date": dates are read by Order: "dmy", as 20 of 20 unambiguous ones have to be`)
			_, written := readArtifact(t, dir)
			assert.Contains(t, written, `"date_orders":{"date":"dmy"}`)

			suite.Cases = printedReceipts(9)
			ok, printed = inner(t, "TestX", suite.Run)
			assert.False(t, ok)
			assert.Contains(t, printed, `"date": 4 truths are ambiguous and not read by Order: "dmy", as 9 of 9 unambiguous ones have to be; write `+tt.remedy)
		})
	}
}

func TestStatedOrderThatTruthsContradictRunsNoCase(t *testing.T) {
	dir := withMain(t)
	asked := false
	ask := func(_ context.Context, in string) (string, error) { asked = true; return in, nil }
	suite := Suite[string, string]{Name: "set", Cases: printedReceipts(15), Extract: ask,
		Spec: eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{Order: "mdy"}}}}, Gate: Gate{Accuracy: 0.1}}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.False(t, asked)
	const why = `"date": Order: "mdy" is stated, and 15 of 15 unambiguous ones have another one, such as "13/01/2018" (case 1), "14/02/2018" (case 2), "15/03/2018" (case 3); write compare.Date{Order: "dmy"}`
	assert.Contains(t, printed, "evaltest: TestX: "+why)
	_, written := readArtifact(t, dir)
	assert.Contains(t, written, `"not_evaluable":"\"date\": Order: \"mdy\" is stated, and 15 of 15`)
}

// A source that streams and a table are known too late: a finding says the order.
func TestStreamHasNoOrderButAFinding(t *testing.T) {
	const finding = `"date": 4 truths are ambiguous and not read by Order: "dmy", as 20 of 20 unambiguous ones have to be; write compare.Date{Order: "dmy"}`
	set := printedReceipts(20)
	stream := func(yield func(Case[string], error) bool) {
		for _, c := range set {
			if !yield(c, nil) {
				return
			}
		}
	}
	ok, printed := inner(t, "TestX", Suite[string, string]{Name: "set", Source: stream, Extract: echo, Spec: dateOf, Gate: Gate{Accuracy: 0.8}}.Run)
	assert.True(t, ok, printed)
	assert.Contains(t, printed, finding)
	assert.Contains(t, printed, "24 cases: 20 pass, 4 fail")

	ok, printed = inner(t, "TestX", func(t *testing.T) {
		c := Collect(t, Config{Dataset: "set", Spec: dateOf, Gate: Gate{Accuracy: 0.8}, Cases: len(set)})
		t.Run("case", func(t *testing.T) {
			for _, row := range set {
				t.Run(row.ID, func(t *testing.T) { c.FieldAccuracy(t, row.Input, row.Want) })
			}
		})
		t.Run("gate", c.Gate)
	})
	assert.True(t, ok, printed)
	assert.Contains(t, printed, finding)
}

// All shards read dates in the order of the whole data set, however few truths a shard has. Shards
// of another data set decided on another order and are not judged together with them.
func TestShardsReadDatesAlike(t *testing.T) {
	dir := withMain(t)
	shard := func(n int, set []Case[string]) {
		t.Helper()
		t.Setenv("EVALTEST_SHARD", fmt.Sprintf("%d/4", n))
		ok, printed := inner(t, "TestX", Suite[string, string]{Name: "set", Cases: set, Extract: echo, Spec: dateOf, Gate: Gate{Accuracy: 1}}.Run)
		assert.True(t, ok, printed)
	}
	for n := 1; n <= 4; n++ {
		shard(n, printedReceipts(20))
	}
	merged := mergeAll(t, dir)
	assert.EqualValues(t, 1, merged.Number("accuracy").Value.Value)
	assert.Equal(t, `"date": dates are read by Order: "dmy", as 20 of 20 unambiguous ones have to be`, merged.Findings()[0].Text)

	dir = withMain(t)
	for n := 1; n <= 2; n++ {
		shard(n, printedReceipts([]int{9, 20}[n-1]))
	}
	requireConflict(t, dir, `: data set "set" was made with another spec than in .*: "date" is read by order: dmy, and by the default order in .*; state it in the spec`)
}
