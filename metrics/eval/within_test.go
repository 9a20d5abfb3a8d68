package eval_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestItemsThatAreLeftArePairedByTheirLists(t *testing.T) {
	const (
		one   = `{"no":1,"rows":[{"item":"bolt","amount":12.5},{"item":"nut","amount":3}]}`
		two   = `{"no":2,"rows":[{"item":"door","amount":80},{"item":"key","amount":9}]}`
		three = `{"no":3,"rows":[{"item":"bolt","amount":7},{"item":"nut","amount":9}]}`
	)
	for _, tt := range []struct {
		name, got, want string
		counts          metrics.Counts
	}{
		{"a wrong number", strings.Replace(one, "1", "7", 1) + "," + two, one + "," + two, metrics.Counts{Match: 9, Wrong: 1}},
		{"all numbers wrong", strings.Replace(one, "1", "11", 1) + "," + strings.Replace(two, "2", "12", 1), one + "," + two, metrics.Counts{Match: 8, Wrong: 2}},
		{"a wrong number and a wrong amount", strings.Replace(strings.Replace(one, "1", "7", 1), "12.5", "13", 1) + "," + two, one + "," + two, metrics.Counts{Match: 8, Wrong: 2}},
		{"no number in the truth or the answer", `{"rows":[{"item":"bolt","amount":12.5},{"item":"nut","amount":4}]}`, `{"rows":[{"item":"bolt","amount":12.5},{"item":"nut","amount":3}]}`, metrics.Counts{Match: 3, Wrong: 1}},
		{"a wrong number and less than half of the values", `{"no":7,"rows":[{"item":"bolt","amount":1},{"item":"pin","amount":2}]},` + two, one + "," + two, metrics.Counts{Match: 5, Missing: 5, Invented: 5}},
		{"two short values alone", `{"no":7,"rows":[{"n":1},{"n":2}]},` + two, `{"no":1,"rows":[{"n":1},{"n":2}]},` + two, metrics.Counts{Match: 5, CorrectAbsence: 2, Missing: 3, Invented: 3}},
		{"values that another item has", strings.Replace(one, "1", "7", 1) + "," + strings.Replace(three, "7", "3", 1), strings.Replace(one, "12.5", "7", 1) + "," + three, metrics.Counts{Match: 4, Wrong: 1, Missing: 5, Invented: 5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := eval.Spec{}.Compile()
			require.NoError(t, err)
			r, err := e.Evaluate(t.Context(), `{"pages":[`+tt.got+`]}`, `{"pages":[`+tt.want+`]}`)
			require.NoError(t, err)
			assert.Equal(t, tt.counts, r.Table.Total(), "%v %v", r.Misses, r.Warnings)
		})
	}
}

// An item whose rows are others is told why it has no partner. Rows in another order are the same.
func TestItemsWhoseListsTellTooLittleAreWarnedAbout(t *testing.T) {
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	warned := func(got, want string) bool {
		r, err := e.Evaluate(t.Context(), `{"pages":[{"rows":[`+got+`]}]}`, `{"pages":[{"rows":[`+want+`]}]}`)
		require.NoError(t, err)
		return strings.Contains(strings.Join(r.Warnings, "\n"), "without any match field")
	}
	assert.True(t, warned(`{"n":2},{"n":3}`, `{"n":1},{"n":2}`))
	assert.False(t, warned(`{"n":2},{"n":1}`, `{"n":1},{"n":2}`))
	assert.False(t, warned(`{"item":"bolt"},{"item":"washer"}`, `{"item":"washer"},{"item":"bolt"}`), "they are paired")
}
