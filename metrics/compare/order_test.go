package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

// An order that was found is the default of comparators that leave it open, and of no others.
func TestInOrder(t *testing.T) {
	dmy := func(c compare.Comparator) compare.Comparator { return compare.InOrder(c, "dmy") }
	run(t, []row{
		{"a date", dmy(compare.Date{}), `"2016-04-08"`, `"08/04/2016"`, hit},
		{"a pointer", dmy(&compare.Date{}), `"2016-04-08"`, `"08/04/2016"`, hit},
		{"a point in time", dmy(compare.Time{}), `"2016-04-08"`, `"08/04/2016"`, hit},
		{"what auto takes for a date", dmy(compare.Auto{}), `"2016-04-08"`, `"08/04/2016"`, hit},
		{"one of several", dmy(compare.OneOf{Each: compare.Date{}}), `"2016-04-08"`, `"08/04/2016"`, hit},
		{"two digits of year", dmy(compare.Date{}), `"2018-04-05"`, `"05-04-18"`, hit},
		{"a date that has the other order alone", dmy(compare.Date{}), `"2018-12-31"`, `"12/31/2018"`, hit},
		{"the day first of languages gives way", compare.InOrder(compare.Date{Languages: []string{"de"}}, "mdy"), `"2016-08-04"`, `"08/04/2016"`, hit},
		{"dots have an order of their own", compare.InOrder(compare.Date{}, "mdy"), `"2016-04-08"`, `"08.04.2016"`, hit},
		{"a stated order stands", dmy(compare.Date{Order: "mdy"}), `"2016-08-04"`, `"08/04/2016"`, hit},
		{"so does that of a point in time", dmy(compare.Time{Order: "mdy"}), `"2016-08-04"`, `"08/04/2016"`, hit},
		{"so does a format", dmy(compare.Date{Formats: []string{"MM/DD/YYYY"}}), `"2016-08-04"`, `"08/04/2016"`, hit},
		{"without an order", compare.InOrder(compare.Date{}, ""), `"2016-04-08"`, `"08/04/2016"`,
			missWith("", `off by 118 days; want: ambiguous date: read as 2016-08-04 (mdy), would be 2016-04-08 (dmy)`)},
	})
	assert.Equal(t, compare.Exact{}, dmy(compare.Exact{}))
	assert.Nil(t, dmy(nil))
	only := compare.Date{Formats: []string{"MM/DD/YYYY"}, OnlyFormats: true}
	assert.Equal(t, only, dmy(only))
}

// One side that has one order alone says how the other one is to be read.
func TestAmbiguousSideIsReadAsTheOther(t *testing.T) {
	days := func(n float64) compare.Date { return compare.Date{Tolerance: n} }
	run(t, []row{
		{"the truth", compare.Date{}, `"20/04/2016"`, `"12/04/2016"`,
			missWith("", `off by 8 days; want: ambiguous date: read as 2016-04-12 (dmy), would be 2016-12-04 (mdy)`)},
		{"got", compare.Date{}, `"12/04/2016"`, `"20/04/2016"`,
			missWith("", `off by 8 days; got: ambiguous date: read as 2016-04-12 (dmy), would be 2016-12-04 (mdy)`)},
		{"within a tolerance", days(8), `"20/04/2016"`, `"12/04/2016"`,
			hitWith(`want: ambiguous date: read as 2016-04-12 (dmy), would be 2016-12-04 (mdy)`)},
		{"the month first", days(11), `"04/20/2016"`, `"04/09/2016"`,
			hitWith(`want: ambiguous date: read as 2016-04-09 (mdy), would be 2016-09-04 (dmy)`)},
		{"ISO has no order", compare.Date{}, `"2016-04-20"`, `"12/04/2016"`,
			missWith("", `off by 228 days; want: ambiguous date: read as 2016-12-04 (mdy), would be 2016-04-12 (dmy)`)},
		{"both are ambiguous", compare.Date{}, `"11/04/2016"`, `"12/04/2016"`,
			missWith("", `off by 30 days; got: ambiguous date: read as 2016-11-04 (mdy), would be 2016-04-11 (dmy); want: ambiguous date: read as 2016-12-04 (mdy), would be 2016-04-12 (dmy)`)},
		{"two digits, got does not fit the month first", compare.Date{}, `"19-03-18"`, `"11-03-18"`,
			missWith("", `off by 8 days; got: ambiguous date: read as 2018-03-19 (dmy), would be 2019-03-18 (ymd); want: ambiguous date: read as 2018-03-11 (dmy), would be 2018-11-03 (mdy)`)},
		{"two digits, the truth does not fit the month first", compare.Date{}, `"11-03-18"`, `"19-03-18"`,
			missWith("", `off by 8 days; got: ambiguous date: read as 2018-03-11 (dmy), would be 2018-11-03 (mdy); want: ambiguous date: read as 2018-03-19 (dmy), would be 2019-03-18 (ymd)`)},
		{"two digits, within a tolerance", days(8), `"11-03-18"`, `"19-03-18"`,
			hitWith(`got: ambiguous date: read as 2018-03-11 (dmy), would be 2018-11-03 (mdy); want: ambiguous date: read as 2018-03-19 (dmy), would be 2019-03-18 (ymd)`)},
		{"a stated order stands", compare.Date{Order: "mdy"}, `"20/04/2016"`, `"12/04/2016"`, missWith("", `off by 228 days`)},
		{"auto", compare.Auto{}, `"20/04/2016"`, `"12/04/2016"`,
			missWith("", `off by 8 days; want: ambiguous date: read as 2016-04-12 (dmy), would be 2016-12-04 (mdy)`)},
	})
}
