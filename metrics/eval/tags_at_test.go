package eval_test

import (
	"database/sql"
	"encoding/json"
	"net/url"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// sure is a value and how sure an extractor is of it.
type sure[T any] struct {
	Value      T       `json:"value"`
	Confidence float64 `json:"confidence"`
}

type sureInvoice struct {
	Number *sure[string]        `json:"number,omitempty" eval:"at=value"`
	Total  sure[float64]        `json:"total" eval:"numeric,at=value,weight=3,tolerance=0.01"`
	Due    sure[string]         `json:"due" eval:"date,at=value,want=dates.due"`
	Tags   sure[[]string]       `json:"tags" eval:"at=value"`
	Lines  sure[[]sureLineItem] `json:"lines" eval:"list,at=value,by=sku"`
}

type sureLineItem struct {
	SKU    string        `json:"sku"`
	Amount sure[float64] `json:"amount" eval:"numeric,at=value"`
}

func TestTagAt(t *testing.T) {
	spec, err := eval.SpecOf[sureInvoice]()
	require.NoError(t, err)
	var got []string
	for _, f := range spec.Fields {
		text, err := json.Marshal(eval.Spec{Fields: []eval.Field{f}})
		require.NoError(t, err)
		got = append(got, string(text))
	}
	assert.Equal(t, []string{
		`{"fields":[{"path":"number.value","expected_path":"number"}]}`,
		`{"fields":[{"path":"total.value","expected_path":"total","match":"numeric","tolerance":0.01,"weight":3}]}`,
		`{"fields":[{"path":"due.value","expected_path":"dates.due","match":"date"}]}`,
		`{"fields":[{"path":"tags.value","expected_path":"tags","match":"set"}]}`,
		`{"fields":[{"path":"lines.value","expected_path":"lines","match":"list","by":["sku"],"fields":[{"path":"sku"},{"path":"amount.value","expected_path":"amount","match":"numeric"}]}]}`,
	}, got)

	truth := `{"number":"A-1","total":12.5,"dates":{"due":"2026-01-31"},"tags":["a"],"lines":[{"sku":"B","amount":2},{"sku":"C","amount":3}]}`
	v, err := document.Parse([]byte(truth))
	require.NoError(t, err)
	assert.NoError(t, checkType(v, reflect.TypeFor[sureInvoice]()), "the truth has the values without the structs")

	e, err := spec.Compile()
	require.NoError(t, err)
	answer := sureInvoice{
		Number: &sure[string]{Value: "A-1"}, Total: sure[float64]{Value: 12.5}, Due: sure[string]{Value: "31.01.2026"}, Tags: sure[[]string]{Value: []string{"a"}},
		Lines: sure[[]sureLineItem]{Value: []sureLineItem{{"C", sure[float64]{Value: 3}}, {"B", sure[float64]{Value: 2}}}},
	}
	r, err := e.Evaluate(t.Context(), answer, truth)
	require.NoError(t, err)
	assert.Equal(t, eval.Pass, r.Verdict, r.Misses)
	assert.Empty(t, r.Warnings)
}

func TestTagAtIsHeldAgainstTruths(t *testing.T) {
	for _, tt := range []struct{ truth, want string }{
		{`{"total":"12.50"}`, `eval: total: got string "12.50", want a number`},
		{`{"total":{"value":12.5}}`, `eval: total: got object, want a number`},
		{`{"lines":[{"amount":"2"}]}`, `eval: lines[0].amount: got string "2", want a number`},
	} {
		v, err := document.Parse([]byte(tt.truth))
		require.NoError(t, err)
		assert.EqualError(t, checkType(v, reflect.TypeFor[sureInvoice]()), tt.want)
	}
}

func TestTagsOfWhatIsNotThere(t *testing.T) {
	type noSuchKey struct {
		Total sure[float64] `json:"total" eval:"numeric,at=val"`
	}
	type noStruct struct {
		Total float64 `json:"total" eval:"numeric,at=value"`
	}
	type oneValue struct {
		Buyer *sql.NullString `json:"buyer" eval:"fuzzy,at=String"`
		Site  url.URL         `json:"site" eval:"at=Host"`
	}
	type noSuchItem struct {
		Lines []sureLineItem `json:"lines" eval:"list,by=sk"`
	}
	type byItsFields struct {
		Vendor sure[struct{ Name string }] `json:"vendor" eval:"at=value"`
	}
	type itemOfOthers struct {
		Lines []sureLineItem `json:"lines" eval:"list,by=amount"`
	}
	_, err := eval.SpecOf[noSuchKey]()
	assert.EqualError(t, err, `eval: noSuchKey.Total: at: sure has no key "val"; it has value, confidence`)
	_, err = eval.SpecOf[noStruct]()
	assert.EqualError(t, err, "eval: noStruct.Total: at: float64 is not a struct, so it has no such key")
	_, err = eval.SpecOf[oneValue]()
	assert.EqualError(t, err, "eval: oneValue.Buyer: at: sql.NullString is compared by its value; drop at=\neval: oneValue.Site: at: url.URL is compared by its value; drop at=")
	_, err = eval.SpecOf[byItsFields]()
	assert.EqualError(t, err, "eval: byItsFields.Vendor: at: what is there is compared by its fields, whose truth would be elsewhere; name a comparator for the whole")
	_, err = eval.SpecOf[noSuchItem]()
	assert.EqualError(t, err, `eval: noSuchItem.Lines: by: the items have no "sk"; did you mean "sku"?`)
	spec, err := eval.SpecOf[itemOfOthers]()
	require.NoError(t, err)
	assert.Equal(t, []string{"amount.value"}, spec.Fields[0].List.By)
}
