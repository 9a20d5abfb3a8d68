package eval_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

type mistakenSure struct {
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
}

// Mistakes that users make in specs, and the error messages.
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
		{"bars between classes", eval.SpecOf[struct {
			A string `json:"a" eval:"classes=invoice|order"`
		}], `eval: struct.A: classes: "invoice|order" is read as one class; semicolons separate classes: classes=invoice;order`},
		{"no pattern, in a tag", eval.SpecOf[struct {
			A string `json:"a" eval:"regex"`
		}], `eval: struct.A: regex: pattern: it is missing; give one, such as regex,pattern=[A-Z]{2}[0-9]{6}`},
		{"no pattern of the elements, in a tag", eval.SpecOf[struct {
			A []string `json:"a" eval:"set,each=regex"`
		}], `eval: struct.A: each: regex: pattern: it is missing; give one, such as regex,pattern=[A-Z]{2}[0-9]{6}`},
		{"no pattern, in YAML", yaml(`fields: [{path: a, match: regex}]`),
			`eval: 1:27: field "a": regex: pattern: it is missing; give one, such as match: regex, pattern: "[A-Z]{2}[0-9]{6}"`},
		{"no pattern, in Go", func() (eval.Spec, error) {
			_, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Regex{}}}}.Compile()
			return eval.Spec{}, err
		}, `eval: field "a": compare: regex: pattern: it is missing; give one, such as compare.Regex{Pattern: "[A-Z]{2}[0-9]{6}"}`},
		{"a slip in at", eval.SpecOf[struct {
			A mistakenSure `json:"a" eval:"exact,at=valeu"`
		}], `eval: struct.A: at: mistakenSure has no key "valeu"; it has value, confidence`},
		{"at of what is not a struct", eval.SpecOf[struct {
			A string `json:"a" eval:"exact,at=value"`
		}], `eval: struct.A: at: string is not a struct, so it has no such key`},
		{"a comparator that is nobody's", yaml(`fields: [{path: a, match: iban}]`),
			`eval: 1:27: field "a": Invalid match type: iban; valid are ` + comparatorNames + `, list, set, map, sections; in Go, ParseSpec and SpecFile take a comparator of your own`},
		{"a comparator of another module", yaml(`fields: [{path: a, match: phone}]`),
			`eval: 1:27: field "a": Invalid match type: phone; valid are ` + comparatorNames + `, list, set, map, sections; phone is one of the Go module metrics/compare/phone, whose Custom is given to ParseSpec or SpecFile; code reads +49, 0049 and tel: alike`},
		{"JSONPath", yaml(`fields: [$.total]`), `eval: 1:10: field "$.total": it is written as JSONPath; write total`},
		{"JSON Pointer", yaml(`fields: [/total]`), `eval: 1:10: field "/total": it is written as JSON Pointer; write total`},
	} {
		_, err := tt.of()
		assert.EqualError(t, err, tt.told, tt.mistake)
	}
}

// Without the warning nobody would see why a perfect answer has lost the row.
func TestByKeyTellsOfAcceptedValues(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "rows", List: &eval.List{
		By: []string{"key"}, Assign: eval.ByKey, Fields: []eval.Field{{Path: "key", Match: compare.OneOf{}}},
	}}}}.Compile()
	require.NoError(t, err)
	const told = `field "rows": by_key pairs equal texts, and "key" is an array in the truth, of which got has single values; pair by similarity instead`
	for _, tt := range []struct {
		name, got, want string
		told            bool
	}{
		{"a text", `"a"`, `["a","b"]`, true},
		{"an array, one of those accepted", `[1,2]`, `[[1,2]]`, true},
		{"no value, where none is accepted", `""`, `["",null]`, true},
		{"arrays on both sides", `[1,2]`, `[1,2]`, false},
		{"texts on both sides", `"a"`, `"a"`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := e.Evaluate(t.Context(), `{"rows":[{"n":1,"key":`+tt.got+`}]}`, `{"rows":[{"n":1,"key":`+tt.want+`}]}`)
			require.NoError(t, err)
			assert.Equal(t, tt.told, slices.Contains(r.Warnings, told), r.Warnings)
		})
	}
}

// A currency that all rows have tells no rows apart, and is all that two of them have.
func TestRowsThatOnlyShareWhatAllShareArePaired(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "rows", List: &eval.List{Fields: []eval.Field{
		{Path: "name"}, {Path: "currency"}, {Path: "tags", Set: &eval.Set{}, Unscored: true},
	}}}}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(),
		`{"rows":[{"currency":"EUR","tags":["x","y"]},{"name":"bolt","currency":"EUR"}]}`,
		`{"rows":[{"currency":"EUR","tags":["y","x"]},{"name":"bolt","currency":"EUR"}]}`)
	require.NoError(t, err)
	assert.Equal(t, eval.Pass, r.Verdict)
	assert.Empty(t, r.Misses)
	require.Len(t, r.Alignments, 3)
	assert.Equal(t, []eval.Pair{{Got: 0, Want: 0, Similarity: 1}, {Got: 1, Want: 1, Similarity: 1}}, r.Alignments[0].Pairs)
}
