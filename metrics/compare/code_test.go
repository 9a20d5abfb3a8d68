package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestCode(t *testing.T) {
	code := compare.Code{}
	iban := compare.Code{Checksum: "iban"}
	vat := compare.Code{Checksum: "vat"}
	run(t, []row{
		{"IBAN in groups of four", code, `"DE89 3704 0044 0532 0130 00"`, `"DE89370400440532013000"`, hit},
		{"case", code, `"de89-3704-0044-0532-0130-00"`, `"DE89370400440532013000"`, hit},
		{"one wrong digit", code, `"DE89 3704 0044 0532 0130 01"`, `"DE89370400440532013000"`, miss},
		{"two digits changed places", code, `"DE89 3704 0044 0523 0130 00"`, `"DE89370400440532013000"`, miss},
		{"a letter for a digit", code, `"DE89 37O4 0044 0532 0130 00"`, `"DE89370400440532013000"`, miss},
		{"one digit short", code, `"DE8937040044053201300"`, `"DE89370400440532013000"`, miss},
		{"order number", code, `"INV 2024.001"`, `"inv-2024/001"`, hit},
		{"leading zeros count", code, `"7"`, `"007"`, miss},
		{"phone number", code, `"+49 (30) 123-456"`, `"+4930123456"`, hit},
		{"the two zeros of an international call", code, `"0049 30 123456"`, `"+4930123456"`, hit},
		{"two zeros on both sides", code, `"0049 (0)30/123456"`, `"0049-30-123456"`, hit},
		{"a zero in brackets", code, `"+49 (0)30 1234567"`, `"+49301234567"`, hit},
		{"a zero without brackets", code, `"+49 030 1234567"`, `"+49301234567"`, miss},
		{"the scheme of a link", code, `"tel:+1-202-555-0143"`, `"+1 202 555 0143"`, hit},
		{"the code of the country in brackets", code, `"(+49) 30 123456"`, `"+49 30 123456"`, hit},
		{"digits exchanged", code, `"0049 30 1234576"`, `"+49 30 1234567"`, miss},
		{"three zeros", code, `"00049 30 123456"`, `"+49 30 123456"`, miss},
		{"an order number", code, `"004930123456"`, `"4930123456"`, miss},
		{"a national number", code, `"030 123456"`, `"+49 30 123456"`, miss},
		{"a short number", code, `"00 12 34"`, `"+1234"`, miss},
		{"letters", code, `"0049 30 FLOWERS"`, `"+49 30 FLOWERS"`, miss},
		{"full width", code, `"ＩＮＶ－００１"`, `"INV-001"`, hit},
		{"Arabic digits", code, `"١٢٣"`, `"123"`, hit},
		{"letters of any script", code, `"а-12"`, `"А12"`, hit},
		{"Cyrillic and Latin A are two letters", code, `"А12"`, `"A12"`, miss},
		{"an umlaut as two characters", code, `"MU\u0308-1"`, `"MÜ1"`, hit},
		{"sharp s", code, `"STRASSE 1"`, `"straße1"`, hit},
		{"a line break", code, `"DE89 3704\n0044 0532 0130 00"`, `"DE89370400440532013000"`, hit},
		{"a zero-width space", code, `"INV\u200b-001"`, `"INV-001"`, hit},
		{"a number", code, `12345`, `"12-345"`, hit},
		{"a number with decimals that are zero", code, `12345.0`, `"12345"`, hit},
		{"a bool", code, `true`, `"true"`, missWith("type mismatch", "got bool, want string, and only numbers and strings are read as codes")},
		{"no code in got", code, `"--"`, `"1"`, compare.Comparison{Note: "got has neither a letter nor a digit"}},
		{"no code on both sides", code, `"- -"`, `"-  -"`, hitWith("the truth has neither a letter nor a digit; both sides are the same")},
		{"no code in the truth", code, `"1"`, `"--"`, compare.Comparison{Note: "the truth has neither a letter nor a digit"}},

		{"check digits that are right", iban, `"DE89 3704 0044 0532 0130 00"`, `"DE89370400440532013000"`, hit},
		{"check digits of got", iban, `"DE89370400440532013001"`, `"DE89370400440532013000"`, compare.Comparison{Note: "got: fails the IBAN check"}},
		{"a check changes no match", iban, `"DE89370400440532013001"`, `"DE89370400440532013001"`, hitWith("both: fails the IBAN check")},
		{"the truth is not an IBAN", iban, `"DE89370400440532013000"`, `"4711"`, compare.Comparison{Note: "want: does not have the form of an IBAN"}},
		{"VAT number with blanks", vat, `"DE 136 695 976"`, `"DE136695976"`, hit},
		{"VAT number of another country", vat, `"AT136695976"`, `"DE136695976"`, compare.Comparison{Note: "got: does not have the form of a VAT number of AT"}},
		{"luhn", compare.Code{Checksum: "luhn"}, `"4111 1111 1111 1112"`, `"4111111111111111"`, compare.Comparison{Note: "got: fails the Luhn check"}},
		{"ean", compare.Code{Checksum: "ean"}, `"4 006381 333931"`, `4006381333931`, hit},
	})
	_, err := compare.Parse("code", []byte(`{"checksum":"ibn"}`), nil)
	assert.EqualError(t, err, `compare: code: checksum: unknown value "ibn"; valid are iban, luhn, ean, vat; did you mean "iban"?`)
	_, err = compare.Code{Checksum: "x"}.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
	assert.Error(t, err)
	r, ok := compare.Read(iban, parse(t, `"DE89370400440532013001"`))
	assert.True(t, ok)
	assert.Equal(t, compare.Reading{OK: true, Why: "fails the IBAN check"}, r)
	r, _ = compare.Read(code, parse(t, `"--"`))
	assert.Equal(t, compare.Reading{Why: `string "--" has neither a letter nor a digit`}, r)
}
