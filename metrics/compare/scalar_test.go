package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestScalarOf(t *testing.T) {
	type s = compare.Scalar
	const number, date, text, yesNo = "number", "date", "text", "bool"
	for _, tt := range []struct {
		why   string
		c     compare.Comparator
		value string
		want  compare.Scalar
		err   string
	}{
		{"a number keeps its decimals", compare.Numeric{}, `"1.889,00 €"`, s{number, "1889.00"}, ""},
		{"by its format", compare.Numeric{Format: "eu"}, `"1.889"`, s{number, "1889"}, ""},
		{"of JSON", compare.Numeric{}, `-1.50e1`, s{number, "-15.0"}, ""},
		{"not a number", compare.Numeric{}, `"12abc"`, s{}, `"12abc" is not a number: unexpected "abc" after the digits`},
		{"by order", compare.Date{Order: "dmy"}, `"03/04/2024"`, s{date, "2024-04-03"}, ""},
		{"by default", compare.Date{}, `"03/04/2024"`, s{date, "2024-03-04"}, ""},
		{"a month", compare.Date{Precision: "month"}, `"March 2024"`, s{date, "2024-03"}, ""},
		{"a number that is a date", compare.Date{}, `20240304`, s{date, "2024-03-04"}, ""},
		{"not a date", compare.Date{}, `"30.02.2023"`, s{}, `"30.02.2023" is not a date: February 2023 has 28 days`},
		{"a code", compare.Code{}, `"de-89 37"`, s{text, "DE8937"}, ""},
		{"each", compare.OneOf{Each: compare.Numeric{}}, `"(5)"`, s{number, "-5"}, ""},
		{"each by default", compare.OneOf{}, `"5"`, s{text, "5"}, ""},
		{"exact", compare.Exact{}, `"5"`, s{text, "5"}, ""},
		{"exact number", compare.Exact{}, `5.0`, s{number, "5.0"}, ""},
		{"fuzzy", compare.Fuzzy{}, `"1 March 2024"`, s{text, "1 March 2024"}, ""},
		{"auto: date", compare.Auto{}, `"1 March 2024"`, s{date, "2024-03-01"}, ""},
		{"auto: number", nil, `"5 %"`, s{number, "5"}, ""},
		{"auto: eight digits", nil, `"20240301"`, s{number, "20240301"}, ""},
		{"auto: a zip code", nil, `"01234"`, s{text, "01234"}, ""},
		{"auto: a quantity", nil, `"3 kg"`, s{text, "3 kg"}, ""},
		{"numeric: a quantity", compare.Numeric{}, `"3 kg"`, s{number, "3"}, ""},
		{"numeric: a percentage as a fraction", compare.Numeric{Percent: "fraction"}, `"7,5 %"`, s{number, "0.075"}, ""},
		{"auto: half", nil, `"0.5"`, s{number, "0.5"}, ""},
		{"auto: text", nil, `" INV-7"`, s{text, " INV-7"}, ""},
		{"a bool", compare.Numeric{}, `true`, s{yesNo, "true"}, ""},
		{"null", nil, `null`, s{}, "null is not a number, a text, true or false"},
		{"an array", nil, `[1]`, s{}, "array is not a number, a text, true or false"},
		{"a comparator that does not validate", compare.Numeric{Format: "x"}, `1`, s{}, `compare: numeric: format: unknown value "x"; valid are auto, us, eu, swiss, indian, plain`},
	} {
		v, err := document.Parse([]byte(tt.value))
		require.NoError(t, err)
		got, err := compare.ScalarOf(tt.c, v)
		if tt.err != "" {
			assert.EqualError(t, err, tt.err, tt.why)
			continue
		}
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.want, got, tt.why)
	}
}
