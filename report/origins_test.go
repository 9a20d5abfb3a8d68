package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// A total with a digit lost (misread), the net for the tax (picked), an IBAN that is not
// there (made up) and a number that is (overlooked).
func TestOriginsOfACase(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{
		{Path: "number", Match: compare.Exact{}}, {Path: "iban", Match: compare.Code{}},
		{Path: "lines", List: &eval.List{By: []string{"item"}, Fields: []eval.Field{{Path: "item"}, {Path: "amount", Match: compare.Numeric{}}}}},
	}}.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateDocument(t.Context(), eval.Document{
		Got:  `{"iban":"DE89370400440532013000","lines":[{"item":"Paper","amount":189},{"item":"Toner","amount":15.5}]}`,
		Want: `{"number":"RE-17","lines":[{"item":"Paper","amount":1889},{"item":"Toner","amount":7.25}]}`,
		Text: "RE-17\nnet 15.50\nPaper 1889\nToner 7.25",
	})
	require.NoError(t, err)
	c := report.NewCase(report.Observation{ID: "a", Result: &r}, report.CaseOptions{MaxFields: 1})
	assert.Equal(t, []report.OriginRow{
		{Attribute: "number", Origins: report.Origins{Overlooked: 1}}, {Attribute: "iban", Origins: report.Origins{MadeUp: 1}},
		{Attribute: "lines[].amount", Origins: report.Origins{Misread: 1, Picked: 1}},
	}, c.Origins, "though one field is kept")
	assert.Contains(t, reporttest.Line(t, c), `"origins":[{"attribute":"number","overlooked":1},{"attribute":"iban","made_up":1},{"attribute":"lines[].amount","misread":1,"picked":1}]`)

	r, err = e.Evaluate(t.Context(), `{}`, `{"number":"RE-17"}`)
	require.NoError(t, err)
	assert.Nil(t, report.NewCase(report.Observation{ID: "a", Result: &r}, report.CaseOptions{}).Origins, "there is no text")
}

func TestUnknownOrigin(t *testing.T) {
	assert.Zero(t, report.Origins{MadeUp: 1}.Of("of a later version"))
}
