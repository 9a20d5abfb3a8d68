package eval_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

// A tag that nothing reads leaves a field to the default of its type, which may take a
// right answer for a wrong one, or the other way round.
func TestSpecOfRefusesTagsThatNothingReads(t *testing.T) {
	for tag, want := range map[string]string{
		`json:"total" eval:"numeric"`:               ``,
		`json:"total"eval:"numeric"`:                ``,
		`json:"total" validate:"required" val:"q"`:  ``,
		`json:"total" db:"total" eval2:"x"`:         ``,
		`json:"total" noted`:                        ``,
		`re:"^\d\"+$" eval:"numeric"`:               ``,
		`json:"total" eval:"numeric,locale=\d"`:     `the struct tag cannot be read from eval:"numeric,locale=\d" on; write key:"value" pairs separated by spaces, without a space after a colon`,
		`json:"total" evl:"numeric,tolerance=0.01"`: `unknown key evl in the struct tag; did you mean eval?`,
		`json:"total" Eval:"weight=3"`:              `unknown key Eval in the struct tag; did you mean eval?`,
		`json:"total" val:"-"`:                      `unknown key val in the struct tag; did you mean eval?`,
		`json:"total" evaltest:"numeric"`:           `unknown key evaltest in the struct tag; did you mean eval?`,
		`json:"total" EvalTest:"list,by=sku"`:       `unknown key EvalTest in the struct tag; did you mean eval?`,
		`json:"total" extracteval:"weight=3"`:       `unknown key extracteval in the struct tag; did you mean eval?`,
		`json:"total" ExtractEval:"-"`:              `unknown key ExtractEval in the struct tag; did you mean eval?`,
		`json:"total" evaltets:"date"`:              `unknown key evaltets in the struct tag; did you mean eval?`,
		`json:"total" evaltest:"the total"`:         ``, // it names no rule
		`json:"total" eval:"date" evaltest:"exact"`: ``, // eval is read
		`json:"total" eval: "numeric"`:              `the struct tag cannot be read from eval: "numeric" on; write key:"value" pairs separated by spaces, without a space after a colon`,
		`json:"total", eval:"numeric"`:              `the struct tag cannot be read from , eval:"numeric" on; write key:"value" pairs separated by spaces, without a space after a colon`,
		`json:"total" eval:"numeric",weight=3"`:     `the struct tag cannot be read from ,weight=3" on; write key:"value" pairs separated by spaces, without a space after a colon`,
		`json:"total" ev"l:"numeric"`:               `the struct tag cannot be read from ev"l:"numeric" on; write key:"value" pairs separated by spaces, without a space after a colon`,
		`json:"total" doc: "evaluated"`:             ``, // go vet tells the user, who said nothing of a comparison
		`json:"-" eval:"-"`:                         ``,
		`json:"-"`:                                  ``,
		`json:"-," eval:"numeric"`:                  ``, // the key is -
		`json:"-" eval:"numeric"`:                   `json:"-" leaves the field out of the answer, so that nothing reads its eval tag; drop one of the two`,
		`json:"total" eval:numeric`:                 `the struct tag cannot be read from eval:numeric on; write key:"value" pairs separated by spaces, without a space after a colon`,
	} {
		_, err := eval.SpecOfType(reflect.StructOf([]reflect.StructField{{Name: "ID", Type: reflect.TypeFor[string]()}, {Name: "Total", Type: reflect.TypeFor[float64](), Tag: reflect.StructTag(tag)}}))
		if want == "" {
			assert.NoError(t, err, tag)
			continue
		}
		assert.EqualError(t, err, "eval: struct.Total: "+want, tag)
	}

	type base struct {
		Vat string `json:"vat" evla:"code"`
	}
	type inline struct {
		City string `json:"city" evall:"fuzzy"`
	}
	type unread struct {
		Zip string `json:"zip" evall:"code"`
	}
	type invoice struct {
		_     struct{} `invariant:"adds_up" rule:"total == net" tolerence:"0.01"`
		_     struct{} `invariat:"found" in_source:"true"`
		_     struct{} `eval:"fuzzy"`
		Net   float64  `json:"net"`
		Total float64  `json:"total"`
		//lint:ignore SA5008 the second tag is the mistake
		VAT  float64 `eval:"numeric" json:"vat" eval:"weight=3"`
		note string  `eval:"fuzzy"`
		kept string  `eval:"-"`
		base
		inline `json:",inline"`
		unread `json:"-"`
	}
	_, err := eval.SpecOf[invoice]()
	assert.EqualError(t, err, strings.Join([]string{
		`eval: invoice._: unknown key tolerence in the struct tag; did you mean tolerance?`,
		`eval: invoice._: unknown key invariat in the struct tag; did you mean invariant?`,
		`eval: invoice._: encoding/json leaves out unexported fields, so the eval tag has no effect`,
		`eval: invoice.VAT: the struct tag has eval twice, and only the first is read; write one, with commas between its options`,
		`eval: invoice.note: encoding/json leaves out unexported fields, so the eval tag has no effect`,
		`eval: invoice.base.Vat: unknown key evla in the struct tag; did you mean eval?`,
		`eval: invoice.inline.City: unknown key evall in the struct tag; did you mean eval?`,
	}, "\n"))
	_ = invoice{}.note + invoice{}.kept
}
