package date_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/date"
)

func TestRefused(t *testing.T) {
	const noForm = "it does not have the form of a date"
	tests := []struct {
		reason, text, why string
	}{
		{"nothing", "", "it is blank"},
		{"white space", " \t", "it is blank"},
		{"a placeholder", "N/A", `"n" is not the name of a month or a weekday`},
		{"a word", "tomorrow", `"tomorrow" is not the name of a month or a weekday`},
		{"the letter O for 0", "2O24-01-05", noForm},
		{"the letter O for 0 in a day", "1O/03/2024", noForm},
		{"the letter O for 0, with a name", "1O MAR 2024", noForm},
		{"the letter O for 0 in a year", "05/03/2O24", noForm},
		{"the letter O for 0 in a month", "2024-O3-05", noForm},
		{"the letter O for 0 in an hour", "2024-03-05 1O:30", noForm},
		{"the letter l for 1", "0l/03/2024", `"l" is not the name of a month or a weekday`},
		{"the letter S for 5", "S/03/2024", noForm},
		{"the letter B for 8", "B/03/2024", `"b" is not the name of a month or a weekday`},
		{"a name read wrongly", "5 Marcb 2024", `"marcb" is not the name of a month or a weekday`},
		{"a lost digit of the year", "01/05/202", noForm},
		{"a doubled digit of the year", "01/05/20244", noForm},
		{"a doubled digit of the day", "011/05/2024", noForm},
		{"a lost separator", "01/052024", noForm},
		{"a code without digits", "2016-12-06 SH", `"sh" is not the name of a month or a weekday`},
		{"two codes", "2016-12-06 SH01 SH02", `"sh" is not the name of a month or a weekday`},
		{"a code in place of the year", "5 Mar O24", noForm},
		{"a code that begins with digits", "2016-12-06 4711A", noForm},
		{"letters that say something of dates", "2016-12-06 UTC2", noForm},
		{"one bracket", "(06/12/2016", noForm},
		{"two pairs of brackets", "((06/12/2016))", noForm},
		{"a year with a dash", "2005-", "it is only a year; precision: year reads it"},
		{"a stray mark", "01/05/2024*", `'*' does not belong in a date`},
		{"June has 30 days", "31/06/2024", "June has 30 days"},
		{"June has 30 days, month first", "06/31/2024", "June has 30 days"},
		{"30 February", "2024-02-30", "February 2024 has 29 days"},
		{"29 February of a common year", "February 29, 2023", "February 2023 has 28 days"},
		{"29 February of 1900", "1900-02-29", "February 1900 has 28 days"},
		{"31 April", "31.04.2024", "April has 30 days"},
		{"day 32", "32.01.2024", "there is no day 32"},
		{"day 32, in a named month", "32 January 2024", "there is no day 32"},
		{"month 13", "2024-13-01", "there is no month 13"},
		{"day 0", "2024-03-00", "there is no day 0"},
		{"day 0, in a named month", "March 0, 2024", "there is no day 0"},
		{"month 0", "2024-00-01", "there is no month 0"},
		{"year 0", "0000-01-01", "there is no year 0"},
		{"basic, month 13", "20241301", "there is no month 13 (YYYYMMDD)"},
		{"basic, before 1000", "00010101", "there is no year 0001 without separators (YYYYMMDD)"},
		{"hour 24", "2024-03-01T24:00:00", "there is no 24:00:00"},
		{"hour 25", "03/01/2024 25:10", "there is no 25:10:00"},
		{"minute 60", "2024-03-01T10:60:00Z", "there is no 10:60:00"},
		{"a leap second", "2016-12-31T23:59:60Z", "there is no 23:59:60"},
		{"hour 13 AM", "2024-03-01 13:00 AM", "there is no 13:00:00"},
		{"an offset of a day", "2024-03-01T10:00:00+24:00", noForm},
		{"a zone without a known offset", "2024-03-01 10:00 AMT", `"amt" is not the name of a month or a weekday`},
		{"a weekday of another date", "Monday, March 1, 2024", "2024-03-01 is a Friday"},
		{"a weekday of another date, in numbers", "Mon 2024-03-01", "2024-03-01 is a Friday"},
		{"two weekdays", "Fri Fri 1 March 2024", noForm},
		{"text after", "2024-03-01 or so", `"or" is not the name of a month or a weekday`},
		{"text before", "on 2024-03-01", `"on" is not the name of a month or a weekday`},
		{"two dates", "2024-03-01 2024-03-02", noForm},
		{"two dates with names", "1 March 2024 2 March 2024", "it has two months"},
		{"a range of days", "1-5 March 2024", noForm},
		{"a range of months", "May - July 2024", "it has two months"},
		{"a range of times", "2024-03-01 10:00 - 11:00", noForm},
		{"a time alone", "10:30", "it is a time of day without a date"},
		{"year of five digits", "12024-03-01", noForm},
		{"year in the middle", "01-2024-03", noForm},
		{"separators of two kinds", "01.05/2024", noForm},
		{"a range of months in one year", "01-05.2024", noForm},
		{"separators twice", "01//05//2024", noForm},
		{"a separator before", "-01/05/2024", noForm},
		{"a separator after", "01/05/2024/", noForm},
		{"four numbers", "1/2/3/2024", noForm},
		{"an IP address", "192.168.1.1", noForm},
		{"a phone number", "+49 30 123456", noForm},
		{"an amount", "1,234.56", noForm},
		{"a small number", "12", noForm},
		{"a version", "1.2.3", noForm},
		{"a number with an exponent", "1e3", noForm},
		{"a month that goes on", "Marching 1, 2024", `"marching" is not the name of a month or a weekday`},
		{"a long word, quoted in part", "Donaudampfschifffahrtsgesellschaft 1, 2024", `"donaudampfschifffahr" is not the name of a month or a weekday`},
		{"an unknown ordinal", "March 1xx, 2024", `"xx" is not the name of a month or a weekday`},
		{"an ordinal apart", "March 1 st 2024", noForm},
		{"a name without numbers", "March", noForm},
		{"no year", "March 5", "it has no year"},
		{"no year, in numbers", "03/05", "it has no year"},
		{"three numbers and a name", "1 2 March 2024", noForm},
		{"an era without a year", "平成年3月1日", noForm},
		{"two digits before 年", "24年3月1日", noForm},
		{"日 without 月", "2024年1日", noForm},
		{"invalid UTF-8", "2024-03-01\xff", `'�' does not belong in a date`},
		{"ten fraction digits", "2024-03-01T10:00:00.1234567890", noForm},
		{"many marks", strings.Repeat("-", 100), "it is too long for a date"},
		{"many digits", strings.Repeat("1", 100), "one of its numbers has too many digits"},

		{"a month", "March 2024", "it is a month without a day; precision: month reads it"},
		{"a month in numbers", "03/2024", "it is a month without a day; precision: month reads it"},
		{"a month, ISO", "2024-03", "it is a month without a day; precision: month reads it"},
		{"a month, Japanese", "2024年3月", "it is a month without a day; precision: month reads it"},
		{"a year", "2024", "it is only a year; precision: year reads it"},
		{"day first without separators", "25032024", "there is no month 20 (YYYYMMDD); formats: [DDMMYYYY] reads it"},
		{"seconds since 1970", "1793491200", "it may be a time since 1970, in seconds or milliseconds: write it as a date"},
		{"milliseconds since 1970", "1793491200000", "it may be a time since 1970, in seconds or milliseconds: write it as a date"},
		{"ten digits of a code", "4793491200", noForm},
		{"six digits", "250324", noForm + "; formats: [DDMMYY] reads it"},
	}
	p, err := date.Compile(date.Options{})
	require.NoError(t, err)
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			r, err := p.Parse(tt.text)
			require.Error(t, err)
			_, why, _ := strings.Cut(err.Error(), " is not a date: ")
			assert.Equal(t, tt.why, why, "%q", tt.text)
			assert.Zero(t, r)
			var e *date.Error
			assert.True(t, errors.As(err, &e))
		})
	}
	_, err = p.Parse(strings.Repeat("2024-03-01", 100_000))
	assert.EqualError(t, err, `date: "2024-03-012024-03-012024-03-012024-03..." is not a date: it has 1000000 bytes, and a date has at most 256`)
}
