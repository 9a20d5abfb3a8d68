package eval_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
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
			r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: tt.got, Want: want, Text: printedInvoice})
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

// A zero that counts as empty is not a value that stands anywhere.
func TestOriginOfZero(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "net", Match: compare.Numeric{}, ZeroIsEmpty: true}}}.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: `{"net":0}`, Want: `{"net":15.5}`, Text: printedInvoice})
	require.NoError(t, err)
	assert.Equal(t, source.Overlooked, r.Fields[0].Origin)
}

// However many values are wrong, a text is not searched without end.
func TestOriginsOfHostileAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	text := strings.Repeat(".", 10<<20) // quick to search
	if effort.Long() {
		text = strings.Repeat("5.00 bolts and nuts of Acme GmbH\n", 10<<20/33)
	}
	item := `{"text":"Acrne Gmbh & Sons of Berlin","amount":17},`
	got := `{"lines":[` + strings.Repeat(item, 2000) + `{}]}`
	want := `{"lines":[` + strings.Repeat(`{"text":"Acme GmbH","amount":"1,234.56"},`, 2000) + `{}]}`
	e, err := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Assign: eval.InOrder, Fields: []eval.Field{
		{Path: "text", Match: compare.Exact{}}, {Path: "amount", Match: compare.Numeric{}},
	}}}}}.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateDocument(context.Background(), eval.Document{Got: got, Want: want, Text: text})
	require.NoError(t, err)
	known := 0
	for _, f := range r.Fields {
		if f.Origin != "" {
			known++
		}
	}
	assert.Positive(t, known)
	assert.Less(t, known, 200, "100 searches in 10 MB are all there are")
}

func TestInSource(t *testing.T) {
	s, err := eval.ParseSpec([]byte(`
fields: [number, {path: total, match: numeric}, {path: country, match: ignore}, {path: tags, match: set}, {path: lines, match: list, fields: [{path: amount, match: numeric}]}]
invariants:
  - {name: found, in_source: true}
  - {name: country, in_source: true, paths: country}
  - {name: note, in_source: true, paths: [note]}
`), nil)
	require.NoError(t, err)
	assert.Equal(t, []eval.Invariant{
		{Name: "found", InSource: true}, {Name: "country", InSource: true, Paths: []string{"country"}}, {Name: "note", InSource: true, Paths: []string{"note"}},
	}, s.Invariants)
	e, err := s.Compile()
	require.NoError(t, err)
	got := `{"number":"RE 2024/17","total":"18,45","country":"Norway","note":"by bank","tags":["VAT"],"lines":[{"amount":12.5,"page":77}]}`
	holds := invariant.Result{Name: "found", State: invariant.Holds}
	all := []invariant.Result{holds,
		{Name: "country", State: invariant.Broken, Note: `country "Norway" is not in the text of the document`, Paths: []string{"country"}},
		{Name: "note", State: invariant.Broken, Note: `note "by bank" is not in the text of the document`, Paths: []string{"note"}},
	}
	assert.Equal(t, all, invariantsOf(t, e, got, printedInvoice))
	r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: got, Want: `{}`, Text: printedInvoice})
	require.NoError(t, err)
	assert.Equal(t, all, r.Invariants)
	for _, r := range invariantsOf(t, e, got, "") {
		assert.Equal(t, invariant.NotApplicable, r.State, "there is no text")
	}

	text, err := json.Marshal(s)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"invariants":[{"name":"found","in_source":true},{"name":"country","in_source":true,"paths":["country"]}`)
	again, err := eval.ParseSpec(text, nil)
	require.NoError(t, err)
	assert.Equal(t, s.Invariants, again.Invariants)

	_, err = eval.ParseSpec([]byte("fields: [a]\ninvariants:\n  - {name: found, in_source: yes please}\n  - {name: b, rule: a > 1, paths: [a]}\n  - {name: c, in_source: false}"), nil)
	assert.EqualError(t, err, `eval: 3:30: invariant "found": in_source: got string "yes please", want a bool
eval: 4:12: invariant "b": paths: only in_source uses them; leave them out
eval: 5:12: invariant "c": it says nothing; give it a rule, a schema, in_source or, in Go, a Func`)

	// Where a spec names no field, every value is asked for.
	e, err = eval.Spec{Invariants: []eval.Invariant{{Name: "found", InSource: true}}}.Compile()
	require.NoError(t, err)
	assert.Equal(t, []string{"country", "note", "lines[0].page"}, invariantsOf(t, e, got, printedInvoice)[0].Paths)
}

func TestInSourceOfTags(t *testing.T) {
	type invoice struct {
		_     struct{} `invariant:"found" in_source:"true"`
		_     struct{} `invariant:"printed" in_source:"total;vendor.iban"`
		Total float64  `json:"total"`
	}
	s, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Invariant{
		{Name: "found", InSource: true}, {Name: "printed", InSource: true, Paths: []string{"total", "vendor.iban"}},
	}, s.Invariants)
	type mistyped struct {
		_     struct{} `invariant:"found" in_source:"total;"`
		Total float64  `json:"total"`
	}
	_, err = eval.SpecOf[mistyped]()
	assert.ErrorContains(t, err, `invariant "found": paths: document: path ""`)
}
