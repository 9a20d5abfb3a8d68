package preflight_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestAnswersHaveAnAttributeByAnotherName(t *testing.T) {
	const same = ": if it is the same field, give both the same name"
	for _, tt := range []struct {
		name, spec string
		pairs      [][2]string
		text       []string
	}{
		{"a slip in a tag", `fields: [{path: total}, {path: number}]`,
			[][2]string{{`{"total":1,"number":"a"}`, `{"totl":1,"number":"a"}`}, {`{"total":2,"number":"b"}`, `{"totl":2.00,"number":"b"}`}},
			[]string{`"total": no answer has it, and 2 answers have its values under "totl", which their truths lack` + same + ", or write path: totl, expected_path: total in a spec"}},
		{"without a spec", `{}`, [][2]string{{`{"total":1}`, `{"totl":1}`}}, []string{`"total": no answer has it, and 1 answer has its value under "totl", which its truth lacks` + same + ", or write path: totl, expected_path: total in a spec"}},
		{"an abbreviation", `fields: [{path: quantity}]`, [][2]string{{`{"quantity":1}`, `{"qty":1}`}}, []string{`"quantity": no answer has it, and 1 answer has its value under "qty", which its truth lacks` + same + ", or write path: qty, expected_path: quantity in a spec"}},
		{"in an object", `fields: [{path: vendor.name}]`, [][2]string{{`{"vendor":{"name":"x"}}`, `{"vendor":{"nmae":"x","city":"y"}}`}},
			[]string{`"vendor.name": no answer has it, and 1 answer has its value under "vendor.nmae", which its truth lacks` + same + ", or write path: vendor.nmae, expected_path: vendor.name in a spec"}},
		{"an object, once for all that is in it", `fields: [{path: vendor.name}, {path: vendor.city}]`, [][2]string{{`{"vendor":{"name":"x","city":"y"}}`, `{"vendr":{"name":"x","city":"y"}}`}},
			[]string{`"vendor": no answer has it, and 1 answer has its value under "vendr", which its truth lacks` + same}},
		{"in the items of a list", `fields: [{path: lines, match: list, by: [text], fields: [{path: text}, {path: amount}]}]`,
			[][2]string{{`{"lines":[{"text":"a","amount":1},{"text":"b","amount":2}]}`, `{"lines":[{"text":"a","amout":1},{"text":"b","amout":2}]}`}},
			[]string{`"lines[].amount": no answer has it, and 1 answer has its value under "lines[].amout", which its truth lacks` + same + ", or write path: amout, expected_path: amount in a spec"}},
		{"an answer has it", `fields: [{path: total}]`, [][2]string{{`{"total":1}`, `{"totl":1}`}, {`{"total":2}`, `{"total":2}`}}, []string{}},
		{"an answer had it before", `fields: [{path: total}]`, [][2]string{{`{"total":2}`, `{"total":3}`}, {`{"total":1}`, `{"totl":1}`}}, []string{}},
		{"the truth has the other one, too", `fields: [{path: net}, {path: nett}]`, [][2]string{{`{"net":1,"nett":2}`, `{"nett":2}`}}, []string{}},
		{"a truth has the other one, which the spec does not name", `fields: [{path: net}]`, [][2]string{{`{"net":1,"nett":2}`, `{"nett":2}`}}, []string{}},
		{"null is an answer under the name", `fields: [{path: total}]`, [][2]string{{`{"total":1}`, `{"total":null,"totl":1}`}}, []string{}},
		{"another name", `fields: [{path: total}]`, [][2]string{{`{"total":1}`, `{"vendor":1}`}}, []string{}},
		{"a similar name, and other values", `fields: [{path: claim_number}]`,
			[][2]string{{`{"claim_number":"C1"}`, `{"policy_number":"P7"}`}, {`{"claim_number":"C2"}`, `{"policy_number":"P8"}`}, {`{"claim_number":"C3"}`, `{"policy_number":"P9"}`}}, []string{}},
		{"a similar name, and the value in half of the answers", `fields: [{path: total}]`, [][2]string{{`{"total":1}`, `{"totl":1}`}, {`{"total":2}`, `{"totl":3}`}}, []string{}},
		{"another name with the same values", `fields: [{path: total, match: numeric}]`,
			[][2]string{{`{"total":1}`, `{"totalAmount":"1.00"}`}, {`{"total":2}`, `{"totalAmount":2}`}, {`{"total":3}`, `{"totalAmount":3}`}, {`{"total":4}`, `{"totalAmount":5}`}},
			[]string{`"total": no answer has it, and 3 answers have its values under "totalAmount", which their truths lack` + same + ", or write path: totalAmount, expected_path: total in a spec"}},
		{"another name with the same value, always one", `fields: [{path: paid}]`,
			[][2]string{{`{"paid":true}`, `{"signed":true}`}, {`{"paid":true}`, `{"signed":true}`}, {`{"paid":true}`, `{"signed":true}`}, {`{"paid":false}`, `{"signed":false}`}}, []string{}},
		{"the values decide, not the names", `fields: [{path: claim_number}]`,
			[][2]string{{`{"claim_number":"C1"}`, `{"policy_number":"P7","ref":"C1"}`}, {`{"claim_number":"C2"}`, `{"policy_number":"P8","ref":"C2"}`}, {`{"claim_number":"C3"}`, `{"policy_number":"P9","ref":"C3"}`}},
			[]string{`"claim_number": no answer has it, and 3 answers have its values under "ref", which their truths lack` + same + ", or write path: ref, expected_path: claim_number in a spec"}},
		{"a list by another name", `fields: [{path: lines, match: list, by: [text], fields: [{path: text}]}]`,
			[][2]string{{`{"lines":[{"text":"a"},{"text":"b"}]}`, `{"rows":[{"text":"a"},{"text":"b"}]}`}, {`{"lines":[{"text":"c"}]}`, `{"rows":[{"text":"c"}]}`}},
			[]string{`"lines": no answer has it, and 2 answers have its values under "rows", which their truths lack` + same + ", or write path: rows, expected_path: lines in a spec"}},
		{"the same name in another Unicode form", `fields: [{path: größe}]`, [][2]string{{`{"größe":5}`, "{\"gro\u0308ße\":5}"}},
			[]string{"\"größe\": no answer has it, and 1 answer has its value under \"gro\u0308ße\", which its truth lacks (they differ only in their Unicode form: write both in NFC)"}},
		{"a name of any length", `fields: [{path: total}]`, [][2]string{{`{"total":1}`, `{"total.` + strings.Repeat("x", 1000) + `":1}`}}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.text, texts(answered(t, tt.spec, tt.pairs...).Findings()))
		})
	}
}

// A remedy is in the notation of the spec, and once it is written nothing is left to say.
func TestRemedyOfAnotherName(t *testing.T) {
	e := answered(t, `fields: [{path: total}]`, [2]string{`{"total":1}`, `{"Total":1}`})
	for notation, want := range map[spectext.Notation]string{
		spectext.YAML: `path: Total, expected_path: total in a spec`, spectext.Go: `Path: "Total", WantPath: "total"`, spectext.Tags: `json:"Total" eval:"want=total"`,
	} {
		e.Notation = notation
		assert.Contains(t, texts(e.Findings())[0], "give both the same name, or write "+want)
	}
	assert.Empty(t, answered(t, `fields: [{path: Total, expected_path: total}]`, [2]string{`{"total":1}`, `{"Total":1}`}).Findings())
}

// The parts of a data set say what the whole says.
func TestOtherNamesOfTheParts(t *testing.T) {
	const spec = `fields: [{path: total}]`
	lacks, has := [2]string{`{"total":1}`, `{"totl":1}`}, [2]string{`{"total":1}`, `{"total":1}`}
	both := answered(t, spec, lacks).Plus(answered(t, spec, lacks))
	assert.Equal(t, []preflight.Misnamed{{"total", 2, map[string]int{"totl": 2}, map[string][]uint32{"totl": {0x340ca71c}}}}, both.Misnamed)
	assert.Len(t, both.Findings(), 1)
	assert.Empty(t, both.Plus(answered(t, spec, has)).Findings())
}

// Names of redacted data stay out of records.
func TestOtherNamesOfRedactedAnswers(t *testing.T) {
	s, err := eval.ParseSpec([]byte(`fields: [{path: total}]`), nil)
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{Redacted: true})
	require.NoError(t, err)
	truth, err := document.Parse([]byte(`{"total":1}`))
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"totl":1}`, truth)
	require.NoError(t, err)
	c.Answered(truth, &r)
	assert.Empty(t, c.Evidence().Misnamed)
}
