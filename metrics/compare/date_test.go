package compare_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestDate(t *testing.T) {
	byDefault := compare.Date{}
	instant := compare.Date{Instant: true}
	run(t, []row{
		{"same text", byDefault, `"2024-03-01"`, `"2024-03-01"`, hit},
		{"other day", byDefault, `"2024-03-02"`, `"2024-03-01"`, missWith("", "off by 1 day")},
		{"leap year", byDefault, `"2024-03-01"`, `"2024-02-28"`, missWith("", "off by 2 days")},
		{"another format", byDefault, `"01-Mar-2024"`, `"2024-03-01"`, hit},
		{"month in full", byDefault, `"March 1, 2024"`, `"2024-03-01"`, hit},
		{"points are day first", byDefault, `"03.04.2024"`, `"2024-04-03"`, hit},
		{"slashes are month first, and ambiguous", byDefault, `"03/04/2024"`, `"2024-03-04"`,
			hitWith("got: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"unless only one can be", byDefault, `"13/04/2024"`, `"2024-04-13"`, hit},
		{"ambiguous and wrong", byDefault, `"03/04/2024"`, `"2024-04-03"`,
			missWith("", "off by 30 days; got: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"ambiguous on both sides", byDefault, `"03/04/2024"`, `"03/04/2024"`,
			hitWith("both: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"the order of the formats decides", formats("DD/MM/YYYY", "YYYY-MM-DD"), `"03/04/2024"`, `"2024-04-03"`, hit},
		{"no zone shifts the date", byDefault, `"2024-03-01T23:30:00-05:00"`, `"2024-03-01"`, hit},
		{"another language", compare.Date{Languages: []string{"de"}}, `"1. März 2024"`, `"2024-03-01"`, hit},
		{"a genitive in Cyrillic", byDefault, `"1 июля 2016 г."`, `"2016-07-01"`, hit},
		{"March in Romanian, and not May", byDefault, `"2 martie 2024"`, `"2024-05-02"`, missWith("", "off by 61 days")},
		{"Arabic digits", byDefault, `"٢٠٢٤/٠٣/١٥"`, `"2024-03-15"`, hit},
		{"a name of two months", byDefault, `"15 listopada 2024"`, `"2024-11-15"`,
			hitWith("got: ambiguous date: read as 2024-11-15 (pl), would be 2024-10-15 (hr)")},
		{"a name of two months, and the language is stated", compare.Date{Languages: []string{"hr"}}, `"15 listopada 2024"`, `"2024-11-15"`, missWith("", "off by 31 days")},
		{"the year is first in Hungarian", compare.Date{Languages: []string{"hu"}}, `"24/03/15"`, `"2024-03-15"`,
			hitWith("got: ambiguous date: read as 2024-03-15 (ymd), would be 2015-03-24 (dmy)")},
		{"a Go layout", formats("02.01.06"), `"01.03.24"`, `"01.03.24"`, hit},
		{"a number by its text", formats("YYYYMMDD"), `20240301`, `"20240301"`, hit},

		{"within tolerance", compare.Date{Tolerance: 2}, `"2024-03-01"`, `"2024-02-28"`, hit},
		{"outside tolerance", compare.Date{Tolerance: 2}, `"2024-03-02"`, `"2024-02-28"`, missWith("outside tolerance", "off by 3 days, allowed 2 days")},

		{"one instant", instant, `"2024-03-01T12:00:00+01:00"`, `"2024-03-01T11:00:00Z"`, hit},
		{"one day, two instants", instant, `"2024-03-01T12:00:00Z"`, `"2024-03-01T11:00:00Z"`, missWith("", "off by 1h0m0s")},
		{"a minute of tolerance", compare.Date{Instant: true, Tolerance: 1.0 / 1440}, `"2024-03-01T11:01:00Z"`, `"2024-03-01T11:00:00Z"`, hit},
		{"more than a minute", compare.Date{Instant: true, Tolerance: 1.0 / 1440}, `"2024-03-01T11:01:01Z"`, `"2024-03-01T11:00:00Z"`,
			missWith("outside tolerance", "off by 1m1s, allowed 1m0s")},

		{"30 February", byDefault, `"2024-02-30"`, `"2024-02-29"`, missWith("not a date", `got "2024-02-30" is not a date: February 2024 has 29 days`)},
		{"30 February on both sides", byDefault, `"2024-02-30"`, `"2024-02-30"`,
			hitWith(`the truth "2024-02-30" is not a date: February 2024 has 29 days; both sides are the same`)},
		{"words", compare.Date{Formats: []string{"YYYY-MM-DD"}, OnlyFormats: true}, `"tomorrow"`, `"2024-03-01"`, missWith("not a date", `got "tomorrow" is not a date: it does not fit the format YYYY-MM-DD`)},
		{"a period, with another dash", byDefault, `"01.03.2024 - 31.03.2024"`, `"01.03.2024 – 31.03.2024"`, hitWith("not dates, but the same period")},
		{"a period in another form", byDefault, `"2024-03-01 to 2024-03-31"`, `"01.03. – 31.03.2024"`, hitWith("not dates, but the same period")},
		{"another period", byDefault, `"01.03.2024 - 30.03.2024"`, `"01.03.2024 – 31.03.2024"`,
			missWith("not a date", `the truth "01.03.2024 – 31.03.2024" is not a date: it does not have the form of a date`)},
		{"bool", byDefault, `true`, `"2024-03-01"`, missWith("type mismatch", "got bool, want string, and only numbers and strings are read as dates")},
	})
}

// Two printed digits of a year cannot contradict a year of four digits that ends so.
func TestDateTakesTheCenturyOfTheOtherSide(t *testing.T) {
	byDefault, months := compare.Date{}, compare.Date{Precision: "month"}
	order := func(o string) compare.Date { return compare.Date{Order: o} }
	const of1949 = "got: year of two digits read as 1949"
	run(t, []row{
		{"a birth date", order("mdy"), `"05/01/49"`, `"1949-05-01"`, hitWith(of1949)},
		{"by either order", byDefault, `"05/01/49"`, `"1949-05-01"`,
			hitWith(of1949 + "; ambiguous date: read as 1949-05-01 (mdy), would be 1949-01-05 (dmy)")},
		{"in the truth", byDefault, `"1949-05-01"`, `"49-05-01"`, hitWith("want: year of two digits read as 1949")},
		{"with the name of the month", byDefault, `"1 May 49"`, `"1949-05-01"`, hitWith(of1949)},
		{"with a time of day", byDefault, `"1 May 49 10:30"`, `"1949-05-01"`, hitWith(of1949)},
		{"a later century", order("dmy"), `"31.12.75"`, `"2075-12-31"`, hitWith("got: year of two digits read as 2075")},
		{"by a format", formats("DD.MM.YY"), `"01.05.49"`, `"1949-05-01"`, hitWith(of1949)},
		{"of a month", months, `"05/49"`, `"1949-05"`,
			hitWith(of1949)},
		{"the same parts", byDefault, `"3.4.49"`, `"03/04/1949"`,
			hitWith("the same numbers in the same order; got: year of two digits read as 1949; want: ambiguous date: read as 1949-03-04 (mdy), would be 1949-04-03 (dmy)")},
		{"within tolerance of the turn of a year", compare.Date{Tolerance: 1, Order: "dmy"}, `"31.12.49"`, `"1950-01-01"`, hitWith(of1949)},

		{"another year", order("mdy"), `"05/01/50"`, `"1949-05-01"`, missWith("", "off by 365 days; got: year of two digits read as 1950")},
		{"another day", order("mdy"), `"05/02/49"`, `"1949-05-01"`, missWith("", "off by 1 day; "+of1949)},
		{"the weekday is that of 2049", byDefault, `"Saturday, 1 May 49"`, `"1949-05-01"`, missWith("", "off by 36525 days")},
		{"the weekday is that of 1949", byDefault, `"Sun 05/01/49"`, `"1949-05-01"`, hit},
		{"so it is of no other year", byDefault, `"Sunday, 1 May 49"`, `"2049-05-01"`, missWith("", "off by 36525 days")},
		{"by a format with the weekday", formats("ddd DD.MM.YY"), `"Sun 01.05.49"`, `"1949-05-01"`, hit},
		{"the weekday is that of neither", byDefault, `"Monday, 1 May 49"`, `"1949-05-01"`,
			missWith("not a date", `got "Monday, 1 May 49" is not a date: 2049-05-01 is a Saturday`)},
		{"the calendar of 1900 has no such day", order("dmy"), `"29.02.00"`, `"1900-02-28"`, missWith("", "off by 36525 days")},
		{"the century is right", order("dmy"), `"01.05.24"`, `"2024-05-01"`, hit},
		{"two years of two digits", order("dmy"), `"01.05.49"`, `"1 May 49"`, hit},
		{"two years of four digits", byDefault, `"2049-05-01"`, `"1949-05-01"`, missWith("", "off by 36525 days")},
		{"a year of three digits", order("mdy"), `"05/01/49"`, `"05/01/149"`,
			missWith("not a date", `the truth "05/01/149" is not a date: it does not have the form of a date`)},
	})
}

func TestDateReadsWhatDocumentsPrint(t *testing.T) {
	byDefault := compare.Date{}
	german := compare.Date{Languages: []string{"de"}}
	order := func(o string) compare.Date { return compare.Date{Order: o} }
	precision := func(p string) compare.Date { return compare.Date{Precision: p} }
	const bothAmbiguous = "both: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)"
	run(t, []row{
		{"a receipt of two digits", byDefault, `"24 MAR 18"`, `"2018-03-24"`, hit},
		{"a time of day after", byDefault, `"2018-03-24 18:22:05"`, `"24/03/2018"`, hit},
		{"a time of day after the truth", byDefault, `"24/03/2018"`, `"24/03/2018 06:22 PM"`, hit},
		{"basic ISO as a number", byDefault, `20240105`, `"2024-01-05"`, hit},
		{"French in capitals without accents", byDefault, `"5 FEVRIER 2024"`, `"2024-02-05"`, hit},
		{"OCR noise", byDefault, `"2O24-01-05"`, `"2024-01-05"`, missWith("not a date", `got "2O24-01-05" is not a date: it does not have the form of a date`)},
		{"the part that is impossible", byDefault, `"31/06/2024"`, `"2024-06-30"`, missWith("not a date", `got "31/06/2024" is not a date: June has 30 days`)},

		{"stated as dmy", order("dmy"), `"03/04/2024"`, `"2024-04-03"`, hit},
		{"stated as mdy", order("mdy"), `"03.04.2024"`, `"2024-03-04"`, hit},
		{"stated as ymd", order("ymd"), `"24-03-04"`, `"2024-03-04"`, hit},
		{"German slashes", german, `"03/04/2024"`, `"2024-04-03"`,
			hitWith("got: ambiguous date: read as 2024-04-03 (dmy), would be 2024-03-04 (mdy)")},
		{"the option that would read it", german, `"03/25/2024"`, `"2024-03-25"`,
			missWith("not a date", `got "03/25/2024" is not a date: there is no month 25; order: mdy reads it`)},

		{"the same parts", byDefault, `"03.04.2024"`, `"03/04/2024"`,
			hitWith("the same numbers in the same order; want: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"the same parts with fewer digits", byDefault, `"3.4.24"`, `"03/04/2024"`,
			hitWith("the same numbers in the same order; want: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"the same parts, one side impossible", byDefault, `"03.25.2024"`, `"03/25/2024"`, hitWith("the same numbers in the same order")},
		{"the same parts, the truth impossible", byDefault, `"03/25/2024"`, `"03.25.2024"`, hitWith("the same numbers in the same order")},
		{"the same parts, a format", compare.Date{Formats: []string{"DD/MM/YYYY"}}, `"03-04-2024"`, `"03/04/2024"`,
			hitWith("the same numbers in the same order; got: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"the same parts at another time", compare.Date{Instant: true}, `"25.03.2024 10:00"`, `"25/03/2024 11:00"`, missWith("", "off by 1h0m0s")},
		{"the same parts and dots, at another time", compare.Date{Instant: true}, `"03.04.2024 10:00"`, `"03/04/2024 11:00"`,
			missWith("", "the same numbers in the same order; off by 1h0m0s; want: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)")},
		{"other parts", byDefault, `"04.03.2024"`, `"03/05/2024"`,
			missWith("", "off by 1 day; want: ambiguous date: read as 2024-03-05 (mdy), would be 2024-05-03 (dmy)")},
		{"ambiguous and the same", byDefault, `"03/04/2024"`, `"3-4-2024"`, hitWith(bothAmbiguous)},

		{"month", precision("month"), `"March 2024"`, `"2024-03-05"`, hit},
		{"month in numbers", precision("month"), `"03/2024"`, `"2024-03"`, hit},
		{"another month", precision("month"), `"2024-04-01"`, `"March 2024"`, missWith("", "got 2024-04, want 2024-03")},
		{"year", precision("year"), `"2024-03-05"`, `2024`, hit},
		{"another year", precision("year"), `"2023"`, `"31.12.2024"`, missWith("", "got 2023, want 2024")},
		{"a month for a day", byDefault, `"March 2024"`, `"2024-03-05"`,
			missWith("not a date", `got "March 2024" is not a date: it is a month without a day; precision: month reads it`)},

		{"formats add", formats("DDMMYYYY"), `"05012024"`, `"2024-01-05"`, hit},
		{"formats alone", compare.Date{Formats: []string{"DDMMYYYY"}, OnlyFormats: true}, `"2024-01-05"`, `"05012024"`,
			missWith("not a date", `got "2024-01-05" is not a date: it does not fit the format DDMMYYYY; only_formats: false reads it`)},

		{"the same words", byDefault, `"on  request"`, `"on request"`,
			hitWith(`the truth "on request" is not a date: "on" is not the name of a month or a weekday; both sides are the same`)},
		{"other words", byDefault, `"soon"`, `"on request"`,
			missWith("not a date", `the truth "on request" is not a date: "on" is not the name of a month or a weekday`)},
		{"the same of another type", byDefault, `{"a": 1}`, `{"a":1}`,
			hitWith("both are of type object, and only numbers and strings are read as dates; both sides are the same")},
	})
}

func formats(f ...string) compare.Date { return compare.Date{Formats: f} }

func TestReadDate(t *testing.T) {
	for _, tt := range []struct {
		reason string
		rule   compare.Comparator
		want   string
		is     compare.Reading
	}{
		{"nothing to choose", compare.Date{}, `"2024-01-05"`, compare.Reading{OK: true}},
		{"a number", compare.Date{}, `20240105`, compare.Reading{OK: true}},
		{"ambiguous", compare.Date{}, `"03/04/2024"`, compare.Reading{OK: true, Ambiguous: true, Advice: "order: dmy",
			Why: "ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)", Fits: []string{"order: dmy", "order: mdy"}, Orders: []string{"dmy", "mdy"}}},
		{"one order alone", compare.Date{}, `"25/03/2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy"}, Orders: []string{"dmy"}}},
		{"dots have an order of their own", compare.Date{}, `"25.03.2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy"}}},
		{"dots under an order that is stated", compare.Date{Order: "mdy"}, `"25.03.2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy"}, Orders: []string{"dmy"}}},
		{"an order that was found", compare.InOrder(compare.Date{}, "dmy"), `"03/04/2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy", "order: mdy"}, Orders: []string{"dmy", "mdy"}}},
		{"a date of auto", compare.Auto{}, `"25/03/2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy"}, Orders: []string{"dmy"}}},
		{"an order that is stated", compare.Date{Order: "dmy"}, `"03/04/2024"`, compare.Reading{OK: true, Fits: []string{"order: dmy", "order: mdy"}, Orders: []string{"dmy", "mdy"}}},
		{"an order that the data contradict", compare.Date{Order: "dmy"}, `"03/25/2024"`,
			compare.Reading{Why: `"03/25/2024" is not a date: there is no month 25; order: mdy reads it`, Advice: "order: mdy", Orders: []string{"mdy"}}},
		{"a month", compare.Date{}, `"March 2024"`,
			compare.Reading{Why: `"March 2024" is not a date: it is a month without a day; precision: month reads it`, Advice: "precision: month"}},
		{"six digits", compare.Date{}, `"250318"`,
			compare.Reading{Why: `"250318" is not a date: it does not have the form of a date; formats: [DDMMYY] reads it`, Advice: "formats: [DDMMYY]"}},
		{"formats that shut the rest off", compare.Date{Formats: []string{"YYYY-MM-DD"}, OnlyFormats: true}, `"1 March 2024"`,
			compare.Reading{Why: `"1 March 2024" is not a date: it does not fit the format YYYY-MM-DD; only_formats: false reads it`, Advice: "only_formats: false"}},
		{"no option reads it", compare.Date{}, `"soon"`,
			compare.Reading{Why: `"soon" is not a date: "soon" is not the name of a month or a weekday`}},
		{"another type", compare.Date{}, `true`, compare.Reading{Why: "it is of type bool, and only numbers and strings are read as dates"}},
		{"two formats", formats("DD/MM/YYYY", "MM/DD/YYYY"), `"03/04/2024"`, compare.Reading{OK: true, Ambiguous: true,
			Why: "ambiguous date: read as 2024-04-03 (DD/MM/YYYY), would be 2024-03-04 (MM/DD/YYYY)"}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r, ok := compare.Read(tt.rule, parse(t, tt.want))
			assert.True(t, ok)
			assert.Equal(t, tt.is, r)
		})
	}
	_, ok := compare.Read(compare.Date{}, parse(t, `""`))
	assert.False(t, ok, "an empty truth is not read")
	_, ok = compare.Read(compare.Exact{}, parse(t, `"2024-01-05"`))
	assert.False(t, ok)
}

func TestDateValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Date
		text string
	}{
		"no year":   {compare.Date{Formats: []string{"DD.MM."}}, `compare: date: formats: format "DD.MM.": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`},
		"no day":    {compare.Date{Formats: []string{"MM/YYYY"}}, `compare: date: formats: format "MM/YYYY": it has no day (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: month does without it`},
		"order":     {compare.Date{Order: "dym"}, `compare: date: order: unknown value "dym"; valid are dmy, mdy, ymd; did you mean "dmy"?`},
		"precision": {compare.Date{Precision: "week"}, `compare: date: precision: unknown value "week"; valid are day, month, year`},
		"only":      {compare.Date{OnlyFormats: true}, `compare: date: only_formats: without formats nothing is read; list formats, or leave it out`},
		"instant":   {compare.Date{Instant: true, Precision: "month"}, `compare: date: instant: points in time have no precision of a month; leave one of the two out`},
		"tolerance": {compare.Date{Tolerance: 2, Precision: "year"}, `compare: date: tolerance: it is in days, and precision is a year; leave one of the two out`},
		"negative":  {compare.Date{Tolerance: -1}, `compare: date: tolerance: got -1, want a number of days from 0 to 100000`},
		"too large": {compare.Date{Tolerance: 1e6}, `compare: date: tolerance: got 1e+06, want a number of days from 0 to 100000`},
		"NaN":       {compare.Date{Tolerance: math.NaN()}, `compare: date: tolerance: got NaN, want a number of days from 0 to 100000`},
		"fraction":  {compare.Date{Tolerance: 0.5}, `compare: date: tolerance: got 0.5, want whole days; a fraction needs instant`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.EqualError(t, validate(tt.rule), tt.text)
			_, err := tt.rule.Compare(t.Context(), parse(t, `"2024-03-01"`), parse(t, `"2024-03-01"`))
			assert.EqualError(t, err, tt.text)
		})
	}
	err := validate(compare.Date{Languages: []string{"xx"}, Formats: []string{"YYYY"}})
	assert.ErrorContains(t, err, `compare: date: formats: format "YYYY": it has no month`)
	assert.ErrorContains(t, err, `compare: date: languages: language "xx" is unknown; valid are `)
}
