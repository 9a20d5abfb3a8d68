package compare_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestAutoChooses(t *testing.T) {
	exact := compare.Exact{Loose: true}
	code := compare.Comparator(compare.Exact{Fold: true, Loose: true})
	date := compare.Date{}
	fuzzy := compare.Fuzzy{}
	for _, tt := range []struct {
		name, want string
		rule       compare.Comparator
	}{
		{"number", `100`, compare.Exact{Loose: true}},
		{"bool", `true`, compare.Bool{}},
		{"array", `["a b"]`, exact},
		{"object", `{}`, exact},
		{"null", `null`, exact},
		{"missing", ``, exact},
		{"ISO date", `"2024-03-01"`, date},
		{"date with a time of day", `"2024-03-01T10:00:00Z"`, date},
		{"date with a name", `"March 1, 2024"`, date},
		{"date with space around it", `" 01.03.2024 "`, date},
		{"eight digits are not a date here", `"20240301"`, code},
		{"30 February is a text with a digit", `"2024-02-30"`, code},
		{"e-mail", `"Billing@Example.com"`, code},
		{"IBAN", `"DE89 3704 0044 0532 0130 00"`, code},
		{"company without a space", `"株式会社山田商店"`, code},
		{"e-mail without a dot in its domain", `"a@localhost"`, code},
		{"two at signs", `"a@b@c.de"`, code},
		{"dot at the end", `"a@b."`, code},
		{"invoice number", `"INV-2024-001"`, code},
		{"one word", `"Northwind"`, code},
		{"text with a digit", `"30 days net"`, code},
		{"text with an Arabic digit", `"قلم ٣"`, code},
		{"one word with space around it", `" Northwind\n"`, code},
		{"name", `"Northwind Traders"`, fuzzy},
		{"address of a mailbox with a name", `"Billing <a@b.de>"`, fuzzy},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rule := compare.Auto{}.For(parse(t, tt.want))
			if compare.Name(tt.rule) != "exact" || tt.rule == code { // and more: the time of day, marks that carry no identity
				assert.Equal(t, compare.Name(tt.rule), compare.Name(rule))
			} else {
				assert.Equal(t, tt.rule, rule)
			}
			_, err := compare.Prepare(rule)
			assert.NoError(t, err)
		})
	}
	assert.NoError(t, validate(compare.Auto{}))
}

func TestAuto(t *testing.T) {
	run(t, []row{
		{"code in another case", compare.Auto{}, `"inv-1 "`, `"INV-1"`, hit},
		{"another code", compare.Auto{}, `"INV-7"`, `"INV-1"`, miss},
		{"name with a typing error", compare.Auto{}, `"Acme Corpp"`, `"Acme Corp"`, similar(0.9)},
		{"date in another format", compare.Auto{}, `"01.03.2024"`, `"2024-03-01"`, hit},
		{"another day", compare.Auto{}, `"02.03.2024"`, `"2024-03-01"`, missWith("", "off by 1 day")},
		{"no date", compare.Auto{}, `"n/a"`, `"2024-03-01"`, missWith("not a date", `got "n/a" is not a date: `+notADate(t, "n/a"))},
		{"a time of day on one side", compare.Auto{}, `"2024-03-01"`, `"2024-03-01T10:00:00"`, hit},
		{"the same time of day", compare.Auto{}, `"2024-03-01 10:00:00"`, `"2024-03-01T10:00:00"`, hit},
		{"another time of day", compare.Auto{}, `"2024-03-01T10:30:00"`, `"2024-03-01T10:00:00"`, missWith("", "off by 30m0s")},
		{"another zone, the same instant", compare.Auto{}, `"2024-03-01T11:00:00+01:00"`, `"2024-03-01T10:00:00Z"`, hit},
		{"another zone and another day, the same instant", compare.Auto{}, `"2024-03-02T00:30:00+01:00"`, `"2024-03-01T23:30:00Z"`, hit},
		{"a later hour in another zone", compare.Auto{}, `"2024-03-01T12:00:00+02:00"`, `"2024-03-01T10:00:00Z"`, hit},
		{"another zone and another day, another instant", compare.Auto{}, `"2024-03-02T00:30:00+01:00"`, `"2024-03-01T22:30:00Z"`, missWith("", "off by 1h0m0s")},
		{"a zone and a time of day on one side, another day", compare.Auto{}, `"2024-03-02T00:30:00+01:00"`, `"2024-03-01"`, missWith("", "off by 1 day")},
		{"a truth at midnight is a day", compare.Auto{}, `"2024-03-01T21:00:00Z"`, `"2024-03-01T00:00:00Z"`, hit},
		{"a truth at midnight is an instant, too", compare.Auto{}, `"2024-02-29T19:00:00-05:00"`, `"2024-03-01T00:00:00Z"`, hit},
		{"an answer at midnight has a time of day", compare.Auto{}, `"2024-03-01T00:00:00Z"`, `"2024-03-01T21:00:00Z"`, missWith("", "off by 21h0m0s")},
		{"another zone, another instant", compare.Auto{}, `"2024-03-01T10:00:00+01:00"`, `"2024-03-01T10:00:00Z"`, missWith("", "off by 1h0m0s")},
		{"a zone on one side", compare.Auto{}, `"2024-03-01T10:00:00"`, `"2024-03-01T10:00:00Z"`, hit},
		{"eight digits are a number of something", compare.Auto{}, `"2024-03-01"`, `"20240301"`, miss},

		{"text for a number", compare.Auto{}, `"100"`, `100`, hit},
		{"text for a number, with decimals", compare.Auto{}, `"100.00"`, `100`, hit},
		{"text that is another number", compare.Auto{}, `"101"`, `100`, miss},
		{"text that is not wholly a number", compare.Auto{}, `"100 apples"`, `100`, missWith("type mismatch", "got string, want number")},
		{"number for a text", compare.Auto{}, `100`, `"100"`, hit},
		{"leading zeros count", compare.Auto{}, `7`, `"007"`, missWith("type mismatch", "got number, want string")},
		{"text for a bool", compare.Auto{}, `"true"`, `true`, hitWith(`got: "true" is read as true`)},
		{"text that is no bool", compare.Auto{}, `"treu"`, `true`, missWith("", `got "treu" is neither true nor false`)},

		{"texts for numbers in an array", compare.Auto{}, `["21","10.0"]`, `[21,10]`, hit},
		{"another number in an array", compare.Auto{}, `["21","11"]`, `[21,10]`, missWith("", "differs at [1]")},
		{"a percentage in an array, as alone", compare.Auto{}, `["21%"]`, `[21]`, missWith("", "at [0]: got string, want number")},
		{"a list for a number in an array", compare.Auto{}, `[["21"]]`, `[21]`, missWith("", "at [0]: got array, want number")},
		{"text for a number in an object", compare.Auto{}, `{"a":"21"}`, `{"a":21}`, hit},

		{"another initial", compare.Auto{}, `"K. Tanabe"`, `"A. Tanabe"`,
			compare.Comparison{Similarity: 8. / 9, Note: `similarity 0.888889, but the words of one letter differ: got "k", want "a"`}},
		{"a digit that the truth lacks", compare.Auto{}, `"Weir below mill 2"`, `"weir below mill"`,
			compare.Comparison{Similarity: 15. / 17, Note: "similarity 0.882353, but got has digits, and want has none"}},
		{"another Roman numeral", compare.Auto{}, `"Fund Atlas II"`, `"Fund Atlas III"`,
			compare.Comparison{Similarity: 13. / 14, Note: `similarity 0.928571, but the Roman numerals differ: got "II", want "III"`}},
		{"fuzzy has its similarity alone, Roman numerals too", compare.Fuzzy{}, `"Fund Atlas II"`, `"Fund Atlas III"`, similar(13. / 14)},
		{"the same initial and a typing error", compare.Auto{}, `"A. Tanabee"`, `"A. Tanabe"`, similar(0.9)},
		{"fuzzy has its similarity alone", compare.Fuzzy{}, `"K. Tanabe"`, `"A. Tanabe"`, similar(8. / 9)},

		{"e-mail in another case", compare.Auto{}, `"billing@example.com"`, `"Billing@Example.com"`, hit},
		{"another e-mail", compare.Auto{}, `"billing@example.org"`, `"billing@example.com"`, miss},
		{"a line break in a code", compare.Auto{}, `"INV 2024\n001"`, `"INV 2024 001"`, hit},
		{"full width", compare.Auto{}, `"ＩＮＶ－００１"`, `"INV-001"`, hit},
		{"half-width kana", compare.Auto{}, `"ﾔﾏﾀﾞ"`, `"ヤマダ"`, hit},
		{"IBAN with a wrong digit", compare.Auto{}, `"DE89 3704 0044 0532 0130 01"`, `"DE89 3704 0044 0532 0130 00"`, miss},
		{"IBAN without blanks with a wrong digit", compare.Auto{}, `"DE89370400440532013001"`, `"DE89370400440532013000"`, miss},
		{"address with a wrong digit", compare.Auto{}, `"Long Meadow Street 12, Springfield"`, `"Long Meadow Street 17, Springfield"`, miss},
		{"name over two lines", compare.Auto{}, `"Northwind\r\nTraders"`, `"Northwind Traders"`, hit},
		{"company over two lines", compare.Auto{}, `"株式会社\n山田商店"`, `"株式会社山田商店"`, hit},
		{"company with one wrong character", compare.Auto{}, `"株式会社山由商店"`, `"株式会社山田商店"`, miss},
		{"company with a space and one wrong character", compare.Auto{}, `"株式会社 山由商店"`, `"株式会社 山田商店"`,
			compare.Comparison{Similarity: 7.0 / 8, Note: "similarity 0.875, want at least 0.95 for Chinese characters and kana"}},
	})
}

// notADate is why Date does not read a text.
func notADate(t *testing.T, text string) string {
	c, err := compare.Date{}.Compare(t.Context(), parse(t, `"`+text+`"`), parse(t, `"2024-03-01"`))
	assert.NoError(t, err)
	_, why, _ := strings.Cut(c.Note, "is not a date: ")
	return why
}
