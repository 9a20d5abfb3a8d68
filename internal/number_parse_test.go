package internal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/number"
)

func TestParseReads(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		format number.Format
		want   string
	}{
		// One text, no separators.
		{"integer", "1889", "", "1889"},
		{"zero", "0", "", "0"},
		{"negative zero is zero", "-0.00", "", "0"},
		{"leading zeros", "007", "", "7"},
		{"more digits than an int64", "123456789012345678901234567890.5", "", "1.234567890123456789012345678905e29"},
		{"exponent", "1.5E+3", "", "1500"},
		{"negative exponent", "15e-1", "", "1.5"},
		{"no digit before the point", ".5", "", "0.5"},
		{"no digit before the comma", ",5", "", "0.5"},
		{"white space around", "\t 12.5\n", "", "12.5"},

		// Auto: two kinds of separators.
		{"point groups, comma decimal", "1.889,00", "", "1889"},
		{"comma groups, point decimal", "1,889.00", "", "1889"},
		{"several groups before a comma", "1.234.567,89", "", "1234567.89"},
		{"several groups before a point", "1,234,567.89", "", "1234567.89"},
		{"three decimals after groups", "1,234.567", "", "1234.567"},
		{"space groups, comma decimal", "1 234,56", "", "1234.56"},
		{"space groups, comma with three decimals", "1 234,567", "", "1234.567"},
		{"space groups, point decimal", "1 234 567.8", "", "1234567.8"},
		{"apostrophe groups", "1'234.50", "", "1234.5"},
		{"apostrophe groups, comma decimal", "1'234,50", "", "1234.5"},
		{"lakh", "12,34,567.89", "", "1234567.89"},
		{"lakh without decimals", "1,23,456", "", "123456"},
		// Auto: one kind.
		{"point more than once", "1.889.000", "", "1889000"},
		{"comma more than once", "1,889,000", "", "1889000"},
		{"space once", "1 889", "", "1889"},
		{"apostrophe once", "1'889", "", "1889"},
		{"one decimal", "1,5", "", "1.5"},
		{"two decimals", "1,88", "", "1.88"},
		{"four decimals", "1,8890", "", "1.889"},
		{"three decimals after a zero", "0,125", "", "0.125"},
		{"three decimals after four digits", "1234,567", "", "1234.567"},
		{"three decimals and no other digit", ",125", "", "0.125"},
		{"three decimals and an exponent", "1,889e1", "", "18.89"},

		// The formats by name.
		{"us", "1,234,567.89", number.US, "1234567.89"},
		{"us reads one comma as thousands", "1,889", number.US, "1889"},
		{"us reads one point as decimal", "1.889", number.US, "1.889"},
		{"us with spaces", "1 234.5", number.US, "1234.5"},
		{"eu", "1.234.567,89", number.EU, "1234567.89"},
		{"eu reads one point as thousands", "1.889", number.EU, "1889"},
		{"eu reads one comma as decimal", "1,889", number.EU, "1.889"},
		{"eu with spaces", "12 345,6", number.EU, "12345.6"},
		{"swiss", "1'234'567.89", number.Swiss, "1234567.89"},
		{"swiss with typographic apostrophe", "1’234.50", number.Swiss, "1234.5"},
		{"indian", "12,34,567.89", number.Indian, "1234567.89"},
		{"indian thousands", "12,345", number.Indian, "12345"},
		{"indian crore", "1,00,00,000", number.Indian, "10000000"},
		{"plain", "1234567.89", number.Plain, "1234567.89"},
		{"auto spelled out", "1.889,00", number.Auto, "1889"},

		// Signs and words beside the digits.
		{"minus", "-5", "", "-5"},
		{"plus", "+5", "", "5"},
		{"minus and a space", "- 5", "", "-5"},
		{"Unicode minus", "\u22125.5", "", "-5.5"},
		{"en dash", "–5", "", "-5"},
		{"full-width minus", "－5", "", "-5"},
		{"trailing minus", "5.00-", "", "-5"},
		{"trailing Unicode minus", "5\u2212", "", "-5"},
		{"brackets", "(1,234.56)", "", "-1234.56"},
		{"brackets in the currency", "$(5)", "", "-5"},
		{"currency in the brackets", "($5)", "", "-5"},
		{"code in the brackets", "(5 EUR)", "", "-5"},
		{"code after the brackets", "(5) EUR", "", "-5"},
		{"brackets around nothing negative", "(0)", "", "0"},
		{"dollar", "$1,234.56", "", "1234.56"},
		{"minus before the dollar", "-$5", "", "-5"},
		{"minus after the dollar", "$-5", "", "-5"},
		{"euro after", "1.889,00 €", "", "1889"},
		{"euro after, no-break space", "1.889,00\u00a0€", "", "1889"},
		{"euro before", "€ 5", "", "5"},
		{"pound", "£5", "", "5"},
		{"yen", "¥500", "", "500"},
		{"full-width yen", "￥５００", "", "500"},
		{"yen character", "500円", "", "500"},
		{"rupee", "₹12,34,567.89", "", "1234567.89"},
		{"rupees in letters", "Rs. 5", "", "5"},
		{"rupees in letters, no space", "Rs.100", "", "100"},
		{"franc in letters", "Fr. 5.50", "", "5.5"},
		{"krona", "1 234,50 kr", "", "1234.5"},
		{"krona with a point", "5 kr.", "", "5"},
		{"zloty", "5,50 zł", "", "5.5"},
		{"koruna", "5,50 Kč", "", "5.5"},
		{"real", "R$ 1.234,50", "", "1234.5"},
		{"US dollar", "US$5", "", "5"},
		{"dollar after", "5 $", "", "5"},
		{"US dollar after", "5 US$", "", "5"},
		{"code before", "CHF 1'234.50", "", "1234.5"},
		{"code after", "5.00 USD", "", "5"},
		{"code without a space", "EUR5", "", "5"},
		{"symbol and code", "$5.00 USD", "", "5"},
		{"code and symbol", "USD $5", "", "5"},
		{"an old code", "100 DEM", "", "100"},
		{"percent", "5%", "", "5"},
		{"percent and a space", "5,5 %", "", "5.5"},
		{"percent before", "%5", "", "5"},
		{"full-width percent", "5％", "", "5"},
		{"negative percent", "-5 %", "", "-5"},
		{"percent in brackets", "(5%)", "", "-5"},
		{"direction marks", "\u200e-5\u200f", "", "-5"},

		// Digits and spaces of Unicode.
		{"full-width digits", "１２３４．５", "", "1234.5"},
		{"full-width grouping", "１，２３４．５", "", "1234.5"},
		{"Arabic-Indic digits", "١٢٣٤", "", "1234"},
		{"Arabic separators", "١٬٢٣٤٫٥٦", "", "1234.56"},
		{"Arabic separators under us", "١٬٢٣٤٫٥٦", number.US, "1234.56"},
		{"Arabic percent", "٥٪", "", "5"},
		{"Persian digits", "۱۲٫۵", "", "12.5"},
		{"Devanagari digits", "१२,३४,५६७", "", "1234567"},
		{"mathematical digits", "𝟏𝟐", "", "12"},
		{"no-break space", "1\u00a0234,5", "", "1234.5"},
		{"narrow no-break space", "1\u202f234,5", "", "1234.5"},
		{"thin space", "1\u2009234,5", "", "1234.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := number.Parse(tt.text, tt.format)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.Decimal.String())
		})
	}
}

func TestNumberParseRefuses(t *testing.T) {
	long := strings.Repeat("9", number.MaxDigits)
	tests := []struct {
		name   string
		text   string
		format number.Format
		kind   number.Kind
		want   string
	}{
		{"nothing", "", "", number.NotANumber, `number: "" is not a number: it is blank`},
		{"white space", " \u00a0", "", number.NotANumber, "number: \" \\u00a0\" is not a number: it is blank"},
		{"a word", "N/A", "", number.NotANumber, `number: "N/A" is not a number: unexpected "N/A" before the digits`},
		{"only a sign", "-", "", number.NotANumber, `number: "-" is not a number: it has no digits`},
		{"only a currency", "EUR", "", number.NotANumber, `number: "EUR" is not a number: it has no digits`},
		{"only a point", ".", "", number.NotANumber, `number: "." is not a number: unexpected "." after the digits`},
		{"letters after", "12abc", "", number.NotANumber, `number: "12abc" is not a number: unexpected "abc" after the digits`},
		{"letters before", "abc12", "", number.NotANumber, `number: "abc12" is not a number: unexpected "abc" before the digits`},
		{"letters between", "1a2", "", number.NotANumber, `number: "1a2" is not a number: unexpected "a" between the digits`},
		{"an unknown unit", "5 glyphs", "", number.NotANumber, `number: "5 glyphs" is not a number: unexpected "glyphs" after the digits`},
		{"a multiple of a currency", "5 kUSD", "", number.NotANumber, `number: "5 kUSD" is not a number: unexpected "kUSD" after the digits`},
		{"cents", "5¢", "", number.NotANumber, `number: "5¢" is not a number: unexpected "¢" after the digits`},
		{"permille", "5‰", "", number.NotANumber, `number: "5‰" is not a number: unexpected "‰" after the digits`},
		{"a word that is a code in upper case", "5 top", "", number.NotANumber, `number: "5 top" is not a number: unexpected "top" after the digits (as a currency code it is upper case)`},
		{"superscript", "12²", "", number.NotANumber, `number: "12²" is not a number: unexpected "²" after the digits`},
		{"fraction", "1½", "", number.NotANumber, `number: "1½" is not a number: unexpected "½" after the digits`},
		{"hexadecimal", "0x10", "", number.NotANumber, `number: "0x10" is not a number: unexpected "x" between the digits`},
		{"underscore", "1_000", "", number.NotANumber, `number: "1_000" is not a number: unexpected "_" between the digits`},
		{"a date", "2024-03-01", "", number.NotANumber, `number: "2024-03-01" is not a number: unexpected "-" between the digits`},
		{"two lines", "1\n234", "", number.NotANumber, `number: "1\n234" is not a number: unexpected "\n" between the digits`},
		{"invalid UTF-8", "5\xff", "", number.NotANumber, `number: "5\xff" is not a number: unexpected "\xff" after the digits`},
		{"an escape sequence is shown, not sent", "\x1b[31m5", "", number.NotANumber, `number: "\x1b[31m5" is not a number: unexpected "\x1b[" before the digits`},

		{"two signs", "--5", "", number.NotANumber, `number: "--5" is not a number: it has two signs`},
		{"signs on both sides", "-5-", "", number.NotANumber, `number: "-5-" is not a number: it has two signs`},
		{"plus and minus", "+-5", "", number.NotANumber, `number: "+-5" is not a number: it has two signs`},
		{"plus after", "5+", "", number.NotANumber, `number: "5+" is not a number: unexpected "+" after the digits`},
		{"plus or minus", "±5", "", number.NotANumber, `number: "±5" is not a number: unexpected "±" before the digits`},
		{"sign and brackets", "-(5)", "", number.NotANumber, `number: "-(5)" is not a number: it has a sign and brackets`},
		{"bracket not closed", "(5", "", number.NotANumber, `number: "(5" is not a number: its brackets are not one pair`},
		{"bracket not opened", "5)", "", number.NotANumber, `number: "5)" is not a number: its brackets are not one pair`},
		{"two pairs", "((5))", "", number.NotANumber, `number: "((5))" is not a number: its brackets are not one pair`},
		{"two symbols", "$5€", "", number.NotANumber, `number: "$5€" is not a number: it has two currency symbols`},
		{"two codes", "EUR 5 USD", "", number.NotANumber, `number: "EUR 5 USD" is not a number: it has two currency codes`},
		{"two percent signs", "%5%", "", number.NotANumber, `number: "%5%" is not a number: it has two percent signs`},
		{"currency and percent", "$5%", "", number.NotANumber, `number: "$5%" is not a number: it has a currency and a percent sign`},

		{"wrong groups", "1,23,4", "", number.NotANumber, `number: "1,23,4" is not a number: a group has 1 digit, and 3 are needed`},
		{"a group of four", "1,2345,678", "", number.NotANumber, `number: "1,2345,678" is not a number: a group has 4 digits, and 3 are needed`},
		{"a first group of four", "1234,567,890", "", number.NotANumber, `number: "1234,567,890" is not a number: its first group has 4 digits, and 1 to 3 are needed`},
		{"wrong group before decimals", "1.23,456", "", number.NotANumber, `number: "1.23,456" is not a number: a group has 2 digits, and 3 are needed`},
		{"space and a short group", "1 23", "", number.NotANumber, `number: "1 23" is not a number: a group has 2 digits, and 3 are needed`},
		{"an empty group", "1,,234", "", number.NotANumber, `number: "1,,234" is not a number: a group has 0 digits, and 3 are needed`},
		{"a group of zero", "0,123,456", "", number.NotANumber, `number: "0,123,456" is not a number: a grouped number does not begin with 0`},
		{"lakh with points", "12.34.567", "", number.NotANumber, `number: "12.34.567" is not a number: a group has 2 digits, and 3 are needed`},
		{"two Arabic decimal separators", "1٫2٫3", "", number.NotANumber, `number: "1٫2٫3" is not a number: it has two decimal separators`},
		{"plain: Arabic decimals", "1٫5", number.Plain, number.NotANumber, `number: "1٫5" is not a number: an Arabic decimal separator is not a separator of the format plain`},
		{"plain: Arabic groups", "1٬500", number.Plain, number.NotANumber, `number: "1٬500" is not a number: an Arabic thousands separator is not a separator of the format plain`},
		{"an exponent of nothing", ",e5", "", number.NotANumber, `number: ",e5" is not a number: its exponent follows no digit`},
		{"three kinds", "1.234'567,8 9", "", number.NotANumber, `number: "1.234'567,8 9" is not a number: it has three kinds of separators`},
		{"decimals before a group", "1.234,567.8", "", number.NotANumber, `number: "1.234,567.8" is not a number: a point follows its decimal separator`},
		{"grouped on both sides", "1,234.567.8", "", number.NotANumber, `number: "1,234.567.8" is not a number: none of its separators can be the decimal separator`},
		{"grouped with an exponent", "1,234,567e3", "", number.NotANumber, `number: "1,234,567e3" is not a number: it is grouped and has an exponent`},
		{"exponent without digits", "5e", "", number.NotANumber, `number: "5e" is not a number: unexpected "e" after the digits`},
		{"exponent with decimals", "5e1.5", "", number.NotANumber, `number: "5e1.5" is not a number: its exponent is "1.5"`},

		{"us: comma decimals", "1,88", number.US, number.NotANumber, `number: "1,88" is not a number: a group has 2 digits, and 3 are needed`},
		{"us: european", "1.234,56", number.US, number.NotANumber, `number: "1.234,56" is not a number: a comma follows its decimal separator`},
		{"us: zero and a comma", "0,125", number.US, number.NotANumber, `number: "0,125" is not a number: a grouped number does not begin with 0`},
		{"us: lakh", "12,34,567", number.US, number.NotANumber, `number: "12,34,567" is not a number: a group has 2 digits, and 3 are needed`},
		{"us: apostrophe", "1'234", number.US, number.NotANumber, `number: "1'234" is not a number: an apostrophe is not a separator of the format us`},
		{"eu: point decimals", "1.88", number.EU, number.NotANumber, `number: "1.88" is not a number: a group has 2 digits, and 3 are needed`},
		{"eu: two decimal separators", "1,234,567", number.EU, number.NotANumber, `number: "1,234,567" is not a number: it has two decimal separators`},
		{"eu: two ways to group", "1.234 567", number.EU, number.NotANumber, `number: "1.234 567" is not a number: it is grouped in two ways`},
		{"swiss: comma", "1'234,50", number.Swiss, number.NotANumber, `number: "1'234,50" is not a number: a comma is not a separator of the format swiss`},
		{"indian: thousands throughout", "1,234,567", number.Indian, number.NotANumber, `number: "1,234,567" is not a number: a group has 3 digits, and 2 are needed`},
		{"indian: short last group", "12,34,56", number.Indian, number.NotANumber, `number: "12,34,56" is not a number: a group has 2 digits, and 3 are needed`},
		{"plain: comma", "1,234.5", number.Plain, number.NotANumber, `number: "1,234.5" is not a number: a comma is not a separator of the format plain`},
		{"no such format, whatever the text", "5", "german", number.NotANumber, `number: "5" is not a number: the format "german" does not exist; valid are auto, us, eu, swiss, indian, plain`},
		{"no such format", "5,5", "german", number.NotANumber, `number: "5,5" is not a number: the format "german" does not exist; valid are auto, us, eu, swiss, indian, plain`},

		{"NaN", "NaN", "", number.NaN, `number: "NaN" is NaN: NaN never matches`},
		{"nan", " nan ", "", number.NaN, `number: " nan " is NaN: NaN never matches`},
		{"Inf", "Inf", "", number.Infinite, `number: "Inf" is infinite: an infinite number never matches`},
		{"-Infinity", "-Infinity", "", number.Infinite, `number: "-Infinity" is infinite: an infinite number never matches`},
		{"+inf", "+inf", "", number.Infinite, `number: "+inf" is infinite: an infinite number never matches`},
		{"the symbol", "\u2212∞", "", number.Infinite, `number: "−∞" is infinite: an infinite number never matches`},

		{"an exponent of a billion", "1e999999999", "", number.TooLong, `number: "1e999999999" is too long to read: it is 10^10000 or more`},
		{"an exponent beyond an int64", "1e99999999999999999999", "", number.TooLong, `number: "1e99999999999999999999" is too long to read: it is 10^10000 or more`},
		{"an exponent of minus a billion", "1e-999999999", "", number.TooLong, `number: "1e-999999999" is too long to read: it has digits below 10^-10000`},
		{"10,001 digits", long + "9", "", number.TooLong, `number: "` + long[:37] + `..." is too long to read: 10001 digits, and at most 10000 are read`},
		{"a megabyte of digits", strings.Repeat("1", 1<<20), "", number.TooLong, `number: "` + strings.Repeat("1", 37) + `..." is too long to read: 1048576 bytes, and at most 65536 are read`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := number.Parse(tt.text, tt.format)
			require.EqualError(t, err, tt.want)
			assert.Zero(t, got)
			var e *number.Error
			require.True(t, errors.As(err, &e))
			assert.Equal(t, tt.kind, e.Kind)
		})
	}
}

func TestParseAtTheLimits(t *testing.T) {
	digits := strings.Repeat("7", number.MaxDigits)
	n, err := number.Parse(digits, "")
	require.NoError(t, err)
	assert.Equal(t, "7."+digits[1:]+"e9999", n.Decimal.String())
	assert.Equal(t, "7.7777777777777777…e9999", n.Decimal.Brief())
	_, diff, _ := number.Tolerance{}.Within(n, n)
	assert.Zero(t, diff.Sign())

	n, err = number.Parse("0."+strings.Repeat("0", number.MaxExponent-1)+"1", "")
	require.NoError(t, err)
	assert.Equal(t, "1e-10000", n.Decimal.String())

	n, err = number.Parse("0e999999999", "")
	require.NoError(t, err, "zero is zero whatever its exponent")
	assert.Equal(t, "0", n.Decimal.String())

	n, err = number.Parse(strings.Repeat("0", 20_000)+"5", "")
	require.NoError(t, err, "leading zeros are not counted")
	assert.Equal(t, "5", n.Decimal.String())
}

func TestNumberDecimals(t *testing.T) {
	tests := []struct {
		text string
		want int32
	}{
		{"100", 0}, {"1.5", 1}, {"1.50", 2}, {"1,889.000", 3}, {"5.5%", 1}, {"1e2", -2}, {"1.5e3", -2}, {"1.5e-3", 4},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			n, err := number.Parse(tt.text, "")
			require.NoError(t, err)
			assert.Equal(t, tt.want, n.Decimals)
		})
	}
}

func TestNumberNote(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		format number.Format
		want   string
	}{
		{"nothing to say", "1.5", "", ""},
		{"percent", "5%", "", "percent sign dropped"},
		{"a point", "1.889", "", "ambiguous separator: read as 1.889 (us), would be 1889 (eu)"},
		{"a comma", "1,889", "", "ambiguous separator: read as 1889 (us), would be 1.889 (eu)"},
		{"zeros", "1.000", "", "ambiguous separator: read as 1 (us), would be 1000 (eu)"},
		{"with a currency", "€ 12.345", "", "currency dropped; ambiguous separator: read as 12.345 (us), would be 12345 (eu)"},
		{"both notes", "-1,889 %", "", "percent sign dropped; ambiguous separator: read as -1889 (us), would be -1.889 (eu)"},
		{"a format says it", "1.889", number.EU, ""},
		{"a zero says it", "0.889", "", ""},
		{"four digits say it", "1889.123", "", ""},
		{"an exponent says it", "1.889e0", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, err := number.Parse(tt.text, tt.format)
			require.NoError(t, err)
			assert.Equal(t, tt.want, n.Note())
			assert.Equal(t, strings.Contains(tt.want, "ambiguous"), n.Ambiguous())
		})
	}
}

func TestParseJSON(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "1.889": "1.889", "1e400": "1e400", "1E+2": "100", "1e-7": "0.0000001",
		"9007199254740993": "9007199254740993", "1e0000000000000000000002": "100",
		"123456789012345678901": "123456789012345678901",
	} {
		t.Run(text, func(t *testing.T) {
			n, err := number.ParseJSON(text)
			require.NoError(t, err)
			assert.Equal(t, want, n.Decimal.String())
			assert.Empty(t, n.Note(), "JSON is never ambiguous")
		})
	}
	for _, text := range []string{"", "-", "+5", "05", ".5", "5.", "5e", "1,5", " 5", "5 ", "NaN", "5%", "５", "0x1", "1e5e5", "1.2.3", "--5", "1e+-5"} {
		t.Run("not "+text, func(t *testing.T) {
			_, err := number.ParseJSON(text)
			assert.EqualError(t, err, fmt.Sprintf("number: %q is not a number: it does not have the form of a JSON number", text))
		})
	}
	_, err := number.ParseJSON("1e999999999")
	assert.EqualError(t, err, `number: "1e999999999" is too long to read: it is 10^10000 or more`)
}

// The property of Unicode that the reading of digits rests on.
func TestDigitsOfEveryScript(t *testing.T) {
	scripts := 0
	check := func(lo, hi rune) {
		require.Zero(t, (hi-lo+1)%10, "%U-%U is not a whole number of runs", lo, hi)
		for r := lo; r <= hi; r++ {
			n, err := number.Parse(string(r), "")
			require.NoError(t, err)
			require.Equal(t, fmt.Sprint((r-lo)%10), n.Decimal.String(), "%U", r)
		}
		scripts++
	}
	for _, r := range unicode.Nd.R16 {
		check(rune(r.Lo), rune(r.Hi))
	}
	for _, r := range unicode.Nd.R32 {
		check(rune(r.Lo), rune(r.Hi))
	}
	assert.Greater(t, scripts, 30)
}

func TestFormatValid(t *testing.T) {
	for _, f := range number.Formats() {
		assert.True(t, f.Valid(), f)
	}
	assert.True(t, number.Format("").Valid())
	assert.False(t, number.Format("US").Valid())
}
