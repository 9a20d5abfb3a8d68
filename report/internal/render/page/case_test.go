package page

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/render"
)

// A list of three rows is three values and one field of the score: both numbers of a case name
// their unit.
func TestCaseSaysWhatItsNumbersCount(t *testing.T) {
	for _, test := range []struct {
		name, got, want string
		hits, foot      string
	}{
		{"rows", `{"id":"1","lines":[{"a":"x"},{"a":"y"},{"a":"z"}]}`, `{"id":"2","lines":[{"a":"x"},{"a":"y"},{"a":"z"}]}`,
			"3 values as expected", "1/2 fields matched (fields of the score; a list is one)"},
		{"no list", `{"id":"1","b":2}`, `{"id":"1","b":3}`, "1 value as expected", "1/2 fields matched"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, err := eval.Spec{}.Compile()
			require.NoError(t, err)
			result, err := e.Evaluate(t.Context(), test.got, test.want)
			require.NoError(t, err)
			c := report.NewCase(report.Observation{ID: "a", Trial: 1, Result: &result}, report.CaseOptions{})
			v := newAnswerView(render.Record{Case: &c, Classes: breakdown.Classes(&c)}, &filterNames{}, nil)
			assert.Equal(t, test.hits, v.HitText)
			assert.Equal(t, test.foot, v.Foot)
		})
	}
}
