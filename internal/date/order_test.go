package date_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/date"
)

func TestOrders(t *testing.T) {
	german := date.Options{Languages: []string{"de"}}
	english := date.Options{Languages: []string{"en"}}
	both := date.Options{Languages: []string{"en", "fr"}}
	dmy, mdy, ymd := date.Options{Order: date.DMY}, date.Options{Order: date.MDY}, date.Options{Order: date.YMD}
	tests := []struct {
		reason string
		o      date.Options
		text   string
		want   string // the date, or why it is not one
		note   string
		orders string
	}{
		{"mdy by default", date.Options{}, "03/04/2024", "2024-03-04",
			"ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)", "dmy mdy"},
		{"dashes too", date.Options{}, "03-04-2024", "2024-03-04",
			"ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)", "dmy mdy"},
		{"English", english, "03/04/2024", "2024-03-04",
			"ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)", "dmy mdy"},
		{"German", german, "03/04/2024", "2024-04-03",
			"ambiguous date: read as 2024-04-03 (dmy), would be 2024-03-04 (mdy)", "dmy mdy"},
		{"a language beside English", both, "03-04-2024", "2024-04-03",
			"ambiguous date: read as 2024-04-03 (dmy), would be 2024-03-04 (mdy)", "dmy mdy"},
		{"dots are not ambiguous", date.Options{}, "03.04.2024", "2024-04-03", "", "dmy mdy"},
		{"the same day either way", date.Options{}, "04/04/2024", "2024-04-04", "", "dmy mdy"},
		{"one way alone", date.Options{}, "03/25/2024", "2024-03-25", "", "mdy"},
		{"the other way alone", date.Options{}, "25/03/2024", "2024-03-25", "", "dmy"},
		{"three ways", date.Options{}, "12-01-10", "2010-12-01",
			"ambiguous date: read as 2010-12-01 (mdy), would be 2010-01-12 (dmy)", "dmy mdy ymd"},
		{"a day or a year first", date.Options{}, "25-12-19", "2019-12-25",
			"ambiguous date: read as 2019-12-25 (dmy), would be 2025-12-19 (ymd)", "dmy ymd"},
		{"the year first says itself what it is", date.Options{}, "2024-03-04", "2024-03-04", "", ""},
		{"and so does a name", date.Options{}, "4 March 2024", "2024-03-04", "", ""},
		{"a weekday settles it", date.Options{}, "Wed 03/04/2024", "2024-04-03", "", "dmy"},

		{"dmy as stated", dmy, "03/04/2024", "2024-04-03", "", "dmy mdy"},
		{"mdy as stated, dots too", mdy, "03.04.2024", "2024-03-04", "", "dmy mdy"},
		{"mdy as stated, German", date.Options{Order: date.MDY, Languages: []string{"de"}}, "03/04/2024", "2024-03-04", "", "dmy mdy"},
		{"ymd as stated", ymd, "12-01-10", "2012-01-10", "", "dmy mdy ymd"},
		{"ymd does not have its shape: dmy", ymd, "03/04/2024", "2024-04-03", "", "dmy mdy"},
		{"dmy is impossible: ymd", dmy, "99-12-31", "1999-12-31", "", "ymd"},
		{"dmy is impossible, and mdy is not tried", dmy, "03/25/2024", "there is no month 25; order: mdy reads it", "", ""},
		{"nor in German", german, "03/25/2024", "there is no month 25; order: mdy reads it", "", ""},
		{"nor with dots", date.Options{}, "03.25.2024", "there is no month 25; order: mdy reads it", "", ""},
		{"dmy and a year first", dmy, "2024-03-04", "2024-03-04", "", ""},
		{"ymd between two numbers and a name", ymd, "24 MAR 18", "2024-03-18", "", ""},
		{"dmy between two numbers and a name", date.Options{}, "24 MAR 18", "2018-03-24", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			p, err := date.Compile(tt.o)
			require.NoError(t, err)
			r, err := p.Parse(tt.text)
			if err != nil {
				assert.ErrorContains(t, err, "is not a date: "+tt.want)
				return
			}
			assert.Equal(t, tt.want, r.Date.String())
			assert.Equal(t, tt.note, r.Note())
			var orders []string
			for _, o := range r.Orders() {
				orders = append(orders, o.String())
			}
			assert.Equal(t, tt.orders, strings.Join(orders, " "))
		})
	}
}

func TestPrecision(t *testing.T) {
	checkForms(t, date.Options{Precision: date.Month}, []form{
		{"a whole date", "2024-03-05", "2024-03"},
		{"a whole date with a time", "2024-03-05T23:30:00-05:00", "2024-03"},
		{"a name and a year", "March 2024", "2024-03"},
		{"a short name", "Mar. 2024", "2024-03"},
		{"with a comma", "March, 2024", "2024-03"},
		{"with a dash", "Mar-2024", "2024-03"},
		{"two digits of year", "Mar-24", "2024-03"},
		{"an apostrophe", "Mar '24", "2024-03"},
		{"of", "marzo de 2024", "2024-03"},
		{"year first", "2024 March", "2024-03"},
		{"ISO", "2024-03", "2024-03"},
		{"ISO without a dash", "202403", "2024-03"},
		{"slash", "03/2024", "2024-03"},
		{"slash, one digit", "3/2024", "2024-03"},
		{"dot", "03.2024", "2024-03"},
		{"blank", "03 2024", "2024-03"},
		{"year first, slash", "2024/3", "2024-03"},
		{"a card", "03/24", "2024-03"},
		{"a card, year first", "24/03", "2024-03"},
		{"Japanese", "2024年3月", "2024-03"},
	})
	checkForms(t, date.Options{Precision: date.Year}, []form{
		{"a year", "2024", "2024"},
		{"a year, Japanese", "2024年", "2024"},
		{"a year, Polish", "2024 r.", "2024"},
		{"a month", "March 2024", "2024"},
		{"a month in numbers", "03/2024", "2024"},
		{"a day", "03/04/2024", "2024"},
	})
	for _, tt := range []struct {
		o         date.Options
		text, why string
	}{
		{date.Options{Precision: date.Month}, "2024", "it is only a year; precision: year reads it"},
		{date.Options{Precision: date.Month}, "13/2024", "there is no month 13"},
		{date.Options{Precision: date.Month}, "00/2024", "there is no month 0"},
		{date.Options{Precision: date.Month}, "31/06/2024", "June has 30 days"},
		{date.Options{Precision: date.Month}, "202413", "it does not have the form of a date"},
		{date.Options{Precision: date.Year}, "0000", "there is no year 0"},
		{date.Options{Precision: date.Year}, "24", "it does not have the form of a date"},
		{date.Options{Precision: date.Year, Formats: []string{"YYYY"}, OnlyFormats: true}, "March 2024", "it does not fit the format YYYY; only_formats: false reads it"},
	} {
		p, err := date.Compile(tt.o)
		require.NoError(t, err)
		_, err = p.Parse(tt.text)
		assert.EqualError(t, err, `date: "`+tt.text+`" is not a date: `+tt.why)
	}

	p, err := date.Compile(date.Options{Precision: date.Month})
	require.NoError(t, err)
	r, err := p.Parse("03/04")
	require.NoError(t, err)
	assert.Equal(t, "ambiguous date: read as 2004-03 (mdy), would be 2003-04 (ymd)", r.Note())
	r, err = p.Parse("03/04/2024")
	require.NoError(t, err)
	assert.Equal(t, "ambiguous date: read as 2024-03 (mdy), would be 2024-04 (dmy)", r.Note())
	p, err = date.Compile(date.Options{Precision: date.Year})
	require.NoError(t, err)
	r, err = p.Parse("03/04/2024")
	require.NoError(t, err)
	assert.False(t, r.Ambiguous(), "the year is the same by every order")
}

func TestFormatsAdd(t *testing.T) {
	p, err := date.Compile(date.Options{Formats: []string{"DD/MM/YYYY", "DDMMYYYY"}})
	require.NoError(t, err)
	for _, tt := range []struct{ text, want string }{
		{"03/04/2024", "2024-04-03"},   // the format comes first
		{"05012024", "2024-01-05"},     // no default reads it
		{"2024-01-05", "2024-01-05"},   // and the defaults still read
		{"3/4/2024", "2024-03-04"},     // the format does not fit
		{"5 March 2024", "2024-03-05"}, //
	} {
		r, err := p.Parse(tt.text)
		require.NoError(t, err)
		assert.Equal(t, tt.want, r.Date.String(), tt.text)
	}
	_, err = p.Parse("31/06/2024")
	assert.EqualError(t, err, `date: "31/06/2024" is not a date: June has 30 days (DD/MM/YYYY)`)

	p, err = date.Compile(date.Options{Formats: []string{"DD/MM/YYYY"}, OnlyFormats: true})
	require.NoError(t, err)
	_, err = p.Parse("2024-01-05")
	assert.EqualError(t, err, `date: "2024-01-05" is not a date: it does not fit the format DD/MM/YYYY; only_formats: false reads it`)
	_, err = date.Compile(date.Options{OnlyFormats: true})
	assert.EqualError(t, err, "date: OnlyFormats without formats reads nothing")

	p, err = date.Compile(date.Options{Formats: []string{"MM|YYYY", "YYYY"}, Precision: date.Month})
	assert.Nil(t, p)
	assert.EqualError(t, err, `date: format "YYYY": it has no month (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: year does without it`)
	p, err = date.Compile(date.Options{Formats: []string{"MM|YYYY"}, Precision: date.Month})
	require.NoError(t, err)
	r, err := p.Parse("03|2024")
	require.NoError(t, err)
	assert.Equal(t, "2024-03", r.Date.String())
	_, err = date.Compile(date.Options{Formats: []string{"dddd MM YYYY"}, Precision: date.Month})
	assert.EqualError(t, err, `date: format "dddd MM YYYY": it has a weekday without a day`)
}

func TestSameParts(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"03.04.2024", "03/04/2024", true},
		{"3.4.2024", "03/04/2024", true},
		{"3.4.24", "03/04/2024", true},
		{"03 04 2024", "03-04-2024", true},
		{"03/04/2024 10:30", "03.04.2024", true},
		{"04.25.2024", "04/25/2024", true},
		{"24.04.03", "2024-04-03", false},
		{"03.04.2024", "04/03/2024", false},
		{"03.04.1924", "03/04/24", true},
		{"03.04.124", "03/04/24", false},
		{"2024-04-1903", "2024-04-03", false},
		{"03.04.1924", "03/04/2024", false},
		{"3 April 2024", "03/04/2024", false},
		{"03.04", "03/04", false},
		{"N/A", "N/A", false},
		{"20240403", "20240403", false},
	} {
		assert.Equal(t, tt.same, date.SameParts(tt.a, tt.b), "%s, %s", tt.a, tt.b)
		assert.Equal(t, tt.same, date.SameParts(tt.b, tt.a), "%s, %s", tt.b, tt.a)
	}
}

func TestPrecisionOf(t *testing.T) {
	for i, name := range date.PrecisionNames() {
		p, ok := date.PrecisionOf(name)
		assert.True(t, ok)
		assert.Equal(t, date.Precision(i), p)
	}
	p, ok := date.PrecisionOf("")
	assert.True(t, ok)
	assert.Equal(t, date.Day, p)
	_, ok = date.PrecisionOf("hour")
	assert.False(t, ok)
}

// The weekday fits the third of January 1969, and not the first of March of that year. That it fits the first of March 2069 is
// chance: the order is another one, and no other century is tried.
func TestWeekdayOfAnotherOrderIsNotOfAnotherCentury(t *testing.T) {
	p, err := date.Compile(date.Options{Languages: []string{"de"}})
	require.NoError(t, err)
	_, err = p.Parse("Friday 1-3-69")
	assert.ErrorContains(t, err, "1969-03-01 is a Saturday")
}
