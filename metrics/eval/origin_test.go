package eval_test

import (
	"context"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const printedInvoice = `Acme GmbH, Berlin
Invoice RE-2024/17 of 5 March 2024
2 bolts      12.50
1 nut         3.00
Net          15.50
VAT 19 %      2.95
Total        18.45 EUR`

func printedSpec() eval.Spec {
	return eval.Spec{Fields: []eval.Field{
		{Path: "number", Match: compare.Exact{}},
		{Path: "date", Match: compare.Date{}},
		{Path: "net", Match: compare.Numeric{}},
		{Path: "total", Match: compare.Numeric{}},
		{Path: "iban", Match: compare.Code{}},
		{Path: "tags", Set: &eval.Set{Match: compare.Exact{}}},
		{Path: "lines", List: &eval.List{By: []string{"text"}, Fields: []eval.Field{
			{Path: "text", Match: compare.Fuzzy{}}, {Path: "amount", Match: compare.Numeric{}},
		}}},
	}}
}

func TestOrigins(t *testing.T) {
	e, err := printedSpec().Compile()
	require.NoError(t, err)
	want := `{"number":"RE-2024/17","date":"2024-03-05","net":15.5,"total":18.45,"tags":["paid","VAT"],
		"lines":[{"text":"bolts","amount":12.5},{"text":"nut","amount":3}]}`
	for _, tt := range []struct {
		name, got string
		want      map[string]source.Origin
	}{
		{"all right", want, map[string]source.Origin{}},
		{"a digit is another one", `{"number":"RE-2024/77","date":"2024-03-05","net":15.5,"total":18.45,"tags":["paid","VAT"],"lines":[{"text":"bolts","amount":12.5},{"text":"nut","amount":3}]}`,
			map[string]source.Origin{"number": source.Misread}},
		{"net is the total, the day is the month, nobody printed an IBAN",
			`{"number":"RE-2024/17","date":"2024-05-03","net":18.45,"total":99,"iban":"DE89370400440532013000","tags":["paid","VAT"],"lines":[{"text":"bolts","amount":3},{"text":"nut","amount":3}]}`,
			map[string]source.Origin{"date": source.Misread, "net": source.Picked, "total": source.MadeUp, "iban": source.MadeUp, "lines[0].amount": source.Picked}},
		{"nothing: what is printed was overlooked, and paid is not printed", `{}`, map[string]source.Origin{
			"number": source.Overlooked, "date": source.Overlooked, "net": source.Overlooked, "total": source.Overlooked,
			"tags[0]": source.NotInSource, "tags[1]": source.Overlooked,
			"lines[0].text": source.Overlooked, "lines[0].amount": source.Overlooked, "lines[1].text": source.Overlooked, "lines[1].amount": source.Overlooked}},
		{"an answer that cannot be read has overlooked nothing", `no JSON`, map[string]source.Origin{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := e.EvaluateText(t.Context(), tt.got, want, source.New(printedInvoice))
			require.NoError(t, err)
			origins := map[string]source.Origin{}
			for _, f := range r.Fields {
				if f.Origin != "" {
					origins[f.Path] = f.Origin
				}
			}
			assert.Equal(t, tt.want, origins)

			without, err := e.Evaluate(t.Context(), tt.got, want)
			require.NoError(t, err)
			for i := range r.Fields {
				r.Fields[i].Origin = ""
			}
			assert.Equal(t, without, r, "a text changes nothing else")
		})
	}
}

// A zero that counts as empty is no value that stands anywhere.
func TestOriginOfZero(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "net", Match: compare.Numeric{}, ZeroIsEmpty: true}}}.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateText(t.Context(), `{"net":0}`, `{"net":15.5}`, source.New(printedInvoice))
	require.NoError(t, err)
	assert.Equal(t, source.Overlooked, r.Fields[0].Origin)
}

// However many values are wrong, a text is not searched without end.
func TestOriginsOfHostileAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	text := strings.Repeat("5.00 bolts and nuts of Acme GmbH\n", 10<<20/33)
	item := `{"text":"Acrne Gmbh & Sons of Berlin","amount":17},`
	got := `{"lines":[` + strings.Repeat(item, 2000) + `{}]}`
	want := `{"lines":[` + strings.Repeat(`{"text":"Acme GmbH","amount":"1,234.56"},`, 2000) + `{}]}`
	e, err := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Assign: eval.InOrder, Fields: []eval.Field{
		{Path: "text", Match: compare.Exact{}}, {Path: "amount", Match: compare.Numeric{}},
	}}}}}.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateText(context.Background(), got, want, source.New(text))
	require.NoError(t, err)
	known := 0
	for _, f := range r.Fields {
		if f.Origin != "" {
			known++
		}
	}
	assert.Positive(t, known)
	assert.Less(t, known, 400, "200 searches in 10 MB are all there are")
}
