package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

type mistakenSure struct {
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
}

// What users write by mistake, and what they are told.
func TestMistakesInSpecsAreToldWell(t *testing.T) {
	yaml := func(text string) func() (eval.Spec, error) {
		return func() (eval.Spec, error) { return eval.ParseSpec([]byte(text), nil) }
	}
	for _, tt := range []struct {
		mistake string
		of      func() (eval.Spec, error)
		told    string
	}{
		{"an option without its comparator", eval.SpecOf[struct {
			A float64 `json:"a" eval:"tolerance=0.1"`
		}], `eval: struct.A: tolerance: it is an option of numeric, date; name the comparator first, as in eval:"numeric,tolerance=0.1"`},
		{"a decimal comma", eval.SpecOf[struct {
			A float64 `json:"a" eval:"numeric,tolerance=0,1"`
		}], `eval: struct.A: tolerance: a comma ends the value; write tolerance=0.1`},
		{"commas between values", eval.SpecOf[struct {
			A string `json:"a" eval:"date,formats=YYYY-MM-DD,DD.MM.YYYY"`
		}], `eval: struct.A: formats: values are separated by semicolons: formats=YYYY-MM-DD;DD.MM.YYYY`},
		{"a slip in at", eval.SpecOf[struct {
			A mistakenSure `json:"a" eval:"exact,at=valeu"`
		}], `eval: struct.A: at: mistakenSure has no key "valeu"; it has value, confidence`},
		{"at of what is not a struct", eval.SpecOf[struct {
			A string `json:"a" eval:"exact,at=value"`
		}], `eval: struct.A: at: string is not a struct, which would have the value under that key`},
		{"a comparator that is nobody's", yaml(`fields: [{path: a, match: iban}]`),
			`eval: 1:27: field "a": Invalid match type: iban; valid are exact, fuzzy, numeric, date, code, regex, box, point, one_of, semantic, ignore, auto, list, set; a comparator of your own needs an entry in the custom map of ParseSpec`},
		{"JSONPath", yaml(`fields: [$.total]`), `eval: 1:10: field "$.total": it is written as JSONPath; write total`},
		{"JSON Pointer", yaml(`fields: [/total]`), `eval: 1:10: field "/total": it is written as JSON Pointer; write total`},
	} {
		_, err := tt.of()
		assert.EqualError(t, err, tt.told, tt.mistake)
	}
}
