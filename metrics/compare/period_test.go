package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestPeriod(t *testing.T) {
	p, dmy := compare.Period{}, compare.Period{Order: "dmy"}
	run(t, []row{
		{"another dash", p, `"01.03.2024 - 31.03.2024"`, `"01.03.2024 – 31.03.2024"`, hit},
		{"ISO 8601", p, `"2024-03-01/2024-03-31"`, `"01.03. – 31.03.2024"`, hit},
		{"in words", p, `"from March 1 to March 31, 2024"`, `"vom 1. bis 31. März 2024"`, hit},
		{"a whole month", p, `"2024-03-01 to 2024-03-31"`, `"March 2024"`, hit},
		{"a single day", p, `"2024-03-01"`, `"2024-03-01 – 2024-03-01"`, hit},
		{"the stated order", dmy, `"2024-04-03 – 2024-05-03"`, `"03/04/2024 – 03/05/2024"`, hit},
		{"the order of the end that shows it", p, `"2024-03-01 – 2024-03-31"`, `"01/03/2024 – 31/03/2024"`,
			hitWith("first day want: ambiguous date: read as 2024-03-01 (dmy), would be 2024-01-03 (mdy)")},
		{"two digits of a year", p, `"01.03.49 – 31.03.49"`, `"1949-03-01 – 1949-03-31"`,
			hitWith("first day got: year of two digits read as 1949; last day got: year of two digits read as 1949")},

		{"another end", p, `"01.03.2024 – 30.03.2024"`, `"01.03.2024 – 31.03.2024"`, missWith("", "last day off by 1 day")},
		{"another beginning", p, `"02.03.2024 – 31.03.2024"`, `"01.03.2024 – 31.03.2024"`, missWith("", "first day off by 1 day")},
		{"its first day alone", p, `"01.03.2024"`, `"01.03.2024 – 31.03.2024"`, missWith("", "last day off by 30 days")},
		{"the ends are swapped", p, `"31.03.2024 – 01.03.2024"`, `"01.03.2024 – 31.03.2024"`,
			missWith("not a period", `got "31.03.2024 – 01.03.2024" is not a period: it has no first and last day that can be told`)},
		{"a truth in words", p, `"next  week"`, `"next week"`,
			hitWith(`the truth "next week" is not a period: it has no first and last day that can be told; both sides are the same`)},
		{"bool", p, `true`, `"March 2024"`, missWith("type mismatch", "got bool, want string, and only numbers and strings are read as periods")},
	})
	_, err := compare.Prepare(compare.Period{Order: "dym"})
	assert.EqualError(t, err, `compare: period: order: unknown value "dym"; valid are dmy, mdy, ymd; did you mean "dmy"?`)
}

func TestPeriodReadsTruths(t *testing.T) {
	for _, tt := range []struct {
		text string
		want compare.Reading
	}{
		{"01.03.2024 – 31.03.2024", compare.Reading{OK: true, Fits: []string{"order: dmy", "order: mdy"}}},
		{"01/03/2024 – 31/03/2024", compare.Reading{OK: true, Fits: []string{"order: dmy"}, Orders: []string{"dmy"}}},
		{"soon", compare.Reading{Why: `it, "soon" is not a period: it has no first and last day that can be told`}},
	} {
		truth, err := document.Parse([]byte(`"` + tt.text + `"`))
		assert.NoError(t, err)
		got, ok := compare.Read(compare.Period{}, truth)
		assert.True(t, ok)
		assert.Equal(t, tt.want, got, tt.text)
	}
}
