package compare_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestDate(t *testing.T) {
	byDefault := compare.Date{}
	formats := func(f ...string) compare.Date { return compare.Date{Formats: f} }
	instant := compare.Date{Instant: true}
	run(t, []row{
		{"same text", byDefault, `"2024-03-01"`, `"2024-03-01"`, hit},
		{"other day", byDefault, `"2024-03-02"`, `"2024-03-01"`, missWith("", "off by 1 day")},
		{"leap year", byDefault, `"2024-03-01"`, `"2024-02-28"`, missWith("", "off by 2 days")},
		{"another format", byDefault, `"01-Mar-2024"`, `"2024-03-01"`, hit},
		{"month in full", byDefault, `"March 1, 2024"`, `"2024-03-01"`, hit},
		{"points are day first", byDefault, `"03.04.2024"`, `"2024-04-03"`, hit},
		{"slashes are month first, and ambiguous", byDefault, `"03/04/2024"`, `"2024-03-04"`,
			hitWith("got: ambiguous date: read as 2024-03-04 (MM/DD/YYYY), would be 2024-04-03 (DD/MM/YYYY)")},
		{"unless only one can be", byDefault, `"13/04/2024"`, `"2024-04-13"`, hit},
		{"ambiguous and wrong", byDefault, `"03/04/2024"`, `"2024-04-03"`,
			missWith("", "off by 30 days; got: ambiguous date: read as 2024-03-04 (MM/DD/YYYY), would be 2024-04-03 (DD/MM/YYYY)")},
		{"ambiguous on both sides", byDefault, `"03/04/2024"`, `"03/04/2024"`,
			hitWith("both: ambiguous date: read as 2024-03-04 (MM/DD/YYYY), would be 2024-04-03 (DD/MM/YYYY)")},
		{"the order of the formats decides", formats("DD/MM/YYYY", "YYYY-MM-DD"), `"03/04/2024"`, `"2024-04-03"`, hit},
		{"no zone shifts the date", byDefault, `"2024-03-01T23:30:00-05:00"`, `"2024-03-01"`, hit},
		{"another language", compare.Date{Languages: []string{"de"}}, `"1. März 2024"`, `"2024-03-01"`, hit},
		{"a Go layout", formats("02.01.06"), `"01.03.24"`, `"01.03.24"`, hit},
		{"a number by its text", formats("YYYYMMDD"), `20240301`, `"20240301"`, hit},

		{"within tolerance", compare.Date{Tolerance: 2}, `"2024-03-01"`, `"2024-02-28"`, hit},
		{"outside tolerance", compare.Date{Tolerance: 2}, `"2024-03-02"`, `"2024-02-28"`, missWith("outside tolerance", "off by 3 days, allowed 2 days")},

		{"one instant", instant, `"2024-03-01T12:00:00+01:00"`, `"2024-03-01T11:00:00Z"`, hit},
		{"one day, two instants", instant, `"2024-03-01T12:00:00Z"`, `"2024-03-01T11:00:00Z"`, missWith("", "off by 1h0m0s")},
		{"a minute of tolerance", compare.Date{Instant: true, Tolerance: 1.0 / 1440}, `"2024-03-01T11:01:00Z"`, `"2024-03-01T11:00:00Z"`, hit},
		{"more than a minute", compare.Date{Instant: true, Tolerance: 1.0 / 1440}, `"2024-03-01T11:01:01Z"`, `"2024-03-01T11:00:00Z"`,
			missWith("outside tolerance", "off by 1m1s, allowed 1m0s")},

		{"30 February", byDefault, `"2024-02-30"`, `"2024-02-29"`, missWith("not a date", `got "2024-02-30" is not a date: there is no 2024-02-30 (YYYY-MM-DD)`)},
		{"30 February on both sides", byDefault, `"2024-02-30"`, `"2024-02-30"`, missWith("not a date", `the truth "2024-02-30" is not a date: there is no 2024-02-30 (YYYY-MM-DD)`)},
		{"words", formats("YYYY-MM-DD"), `"tomorrow"`, `"2024-03-01"`, missWith("not a date", `got "tomorrow" is not a date: it does not fit the format YYYY-MM-DD`)},
		{"bool", byDefault, `true`, `"2024-03-01"`, missWith("type mismatch", "got bool, want string, and only numbers and strings are read as dates")},
	})
}

func TestDateValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Date
		text string
	}{
		"no year":   {compare.Date{Formats: []string{"DD.MM."}}, `compare: date: formats: format "DD.MM.": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`},
		"negative":  {compare.Date{Tolerance: -1}, `compare: date: tolerance: got -1, want a number of days from 0 to 100000`},
		"too large": {compare.Date{Tolerance: 1e6}, `compare: date: tolerance: got 1e+06, want a number of days from 0 to 100000`},
		"NaN":       {compare.Date{Tolerance: math.NaN()}, `compare: date: tolerance: got NaN, want a number of days from 0 to 100000`},
		"fraction":  {compare.Date{Tolerance: 0.5}, `compare: date: tolerance: got 0.5, want whole days; a fraction needs instant`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.EqualError(t, tt.rule.Validate(), tt.text)
			_, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			_, err = tt.rule.Compare(t.Context(), parse(t, `"2024-03-01"`), parse(t, `"2024-03-01"`))
			assert.EqualError(t, err, tt.text)
		})
	}
	err := compare.Date{Languages: []string{"xx"}, Formats: []string{"YYYY"}}.Validate()
	assert.ErrorContains(t, err, `compare: date: formats: format "YYYY": it has no month`)
	assert.ErrorContains(t, err, `compare: date: languages: language "xx" is unknown; valid are `)
}
