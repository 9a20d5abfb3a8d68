package preflight_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func parse(t *testing.T, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

// Each pair matches under the comparator. Whether that is right is another question.
func TestBetween(t *testing.T) {
	number, date, time, code, fuzzy, auto := compare.Numeric{}, compare.Date{}, compare.Time{}, compare.Code{}, compare.Fuzzy{}, compare.Auto{}
	for _, tt := range []struct {
		reason     string
		c          compare.Comparator
		got, want  string
		difference string
	}{
		{"another separator", number, `"1.234,50"`, `"1,234.50"`, ""},
		{"no separator", number, `"1234.50"`, `"1,234.50"`, ""},
		{"a text for a number", number, `"1,234.50"`, `1234.5`, ""},
		{"decimals of zeros", number, `"12.50"`, `"12.5"`, ""},
		{"a currency on one side", number, `"EUR 12.50"`, `"12.50"`, ""},
		{"zeros before a number of the truth", number, `"0012.50"`, `12.5`, ""},
		{"zeros of a code", number, `"7"`, `"007"`, "leading zeros"},
		{"zeros that a code lacks", number, `"007"`, `"7"`, "leading zeros"},
		{"zeros that a number cannot have", number, `7`, `"007"`, "leading zeros"},
		{"full-width zeros", number, `"７"`, `"００７"`, "leading zeros"},
		{"a zero before the decimals", number, `"0.5"`, `".5"`, ""},
		{"another mark", number, `"5%"`, `"$5"`, "the marks beside the number"},
		{"a percent sign on one side", number, `"5"`, `"5 %"`, ""},

		{"another form", date, `"1 March 2024"`, `"2024-03-01"`, ""},
		{"times at midnight", date, `"2024-03-01T00:00:00Z"`, `"2024-03-01"`, ""},
		{"13 hours off", date, `"2024-03-01T21:00:00Z"`, `"2024-03-01T08:00:00Z"`, "the time of day"},
		{"a time of day on one side", date, `"2024-03-01"`, `"2024-03-01T08:00:00Z"`, "the time of day"},
		{"the same time of day, for which there is time", date, `"2024-03-01 08:00"`, `"2024-03-01T08:00:00Z"`, "the time of day"},
		{"the number of a till", date, `"18-04-16 SH01"`, `"18-04-16 SH02"`, "the code behind the date"},

		{"the same instant", time, `"2024-03-01T10:00:00+02:00"`, `"2024-03-01T08:00:00Z"`, ""},
		{"another form of a day", time, `"1 March 2024"`, `"2024-03-01"`, ""},
		{"a day of the truth alone", time, `"2024-03-01T08:00:00Z"`, `"2024-03-01"`, "the time of day"},

		{"no separators", code, `"DE89370400440532013000"`, `"DE89 3704 0044 0532 0130 00"`, ""},
		{"other separators", code, `"INV 2024 001"`, `"INV-2024/001"`, ""},
		{"a number sign", code, `"#123-4"`, `"123-4"`, ""},
		{"a full stop", code, `"INV-1."`, `"INV-1"`, ""},
		{"a number for a text", code, `12345`, `"12-345"`, ""},
		{"another amount", code, `"15"`, `"1.5"`, "the value of a number"},
		{"another sign", code, `"5"`, `"-5"`, "the marks around a code"},
		{"another grade", code, `"A-"`, `"A+"`, "the marks around a code"},
		{"another section", code, `"1.23"`, `"1.2.3"`, "the groups of a code"},
		{"another date", code, `"11/1/2024"`, `"1/11/2024"`, "the groups of a code"},

		{"a typing error", fuzzy, `"Northwind Tradres Ltd"`, `"Northwind Traders Ltd"`, ""},
		{"a typing error beside digits", fuzzy, `"Long Medow Street 12, Springfield"`, `"Long Meadow Street 12, Springfield"`, ""},
		{"another house", fuzzy, `"Long Meadow Street 17, Springfield"`, `"Long Meadow Street 12, Springfield"`, "digits"},
		{"another IBAN", fuzzy, `"DE89370400440532013001"`, `"DE89370400440532013000"`, "digits"},
		{"another bank", fuzzy, `"GB82WESS12345698765432"`, `"GB82WEST12345698765432"`, "a character of a code"},
		{"another amount, by its sign", fuzzy, `"1250.00"`, `"-1250.00"`, "a character of a code"},
		{"another weight", fuzzy, `"125 kg net"`, `"12.5 kg net"`, "digits"},
		{"another currency", fuzzy, `"1 250 000.00 USD"`, `"1 250 000.00 AUD"`, "the value of a number"},
		{"another address", fuzzy, `"accounts.payable@example.org"`, `"accounts.payable@example.com"`, "a character of a code"},
		{"another case", fuzzy, `"ACME CORP"`, `"Acme Corp"`, ""},

		{"a number as a text", auto, `"12.5"`, `12.5`, ""},
		{"dates in two forms", auto, `"1 March 2024"`, `"2024-03-01"`, ""},
		{"no time of day", auto, `"2024-03-01"`, `"2024-03-01T08:00:00Z"`, "the time of day"},
		{"a typing error", auto, `"Northwind Tradres Limited"`, `"Northwind Traders Limited"`, ""},
		{"marks without identity", auto, `"A – 1"`, `"A-1"`, ""},

		{"identical codes", number, `"007"`, `"007"`, "leading zeros"},
		{"identical times", date, `"2024-03-01T08:00:00Z"`, `"2024-03-01T08:00:00Z"`, "the time of day"},
		{"identical times under time", time, `"2024-03-01T08:00:00Z"`, `"2024-03-01T08:00:00Z"`, ""},
		{"identical texts", fuzzy, `"a 1"`, `"a 1"`, ""},
	} {
		t.Run(compare.Name(tt.c)+" "+tt.reason, func(t *testing.T) {
			got, want := parse(t, tt.got), parse(t, tt.want)
			judged, err := tt.c.Compare(t.Context(), got, want)
			require.NoError(t, err)
			require.True(t, judged.Match, "%+v", judged)
			assert.Equal(t, tt.difference, strictness.PassedOver(tt.c, got, want))
		})
	}
	assert.Empty(t, strictness.PassedOver(date, parse(t, `"2024-03-02T21:00:00Z"`), parse(t, `"2024-03-01T08:00:00Z"`)), "they do not match")
	assert.Empty(t, strictness.PassedOver(compare.Exact{}, parse(t, `1.0`), parse(t, `1`)))
}
