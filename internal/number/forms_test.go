package number_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/number"
)

// Forms that documents print, and how a person reads them under the default format; "" means that
// nobody should read the text as a number.
func TestForms(t *testing.T) {
	const (
		none    = ""
		dropped = "currency dropped"
		round   = "no-cents mark dropped"
		unit    = "unit price mark dropped"
		times   = "count mark dropped"
		rate    = "percent sign dropped"
		cr, dr  = "CR dropped", "DR dropped"
		foot    = "footnote mark dropped"
		tax     = "tax remark dropped"
		blank   = "blank at the decimal mark dropped"
	)
	for _, tt := range []struct{ text, want, note, why string }{
		// No cents.
		{"1.234,-", "1234", round, "German and Dutch shops; the comma is the decimal one, so the point groups"},
		{"1.234,--", "1234", round, "two dashes for two cents"},
		{"1.234,–", "1234", round, "en dash"},
		{"1.234,—", "1234", round, "em dash"},
		{"1.234,−", "1234", round, "minus sign"},
		{"1.234,― ", "1234", round, "horizontal bar, a blank after"},
		{"5,--", "5", round, ""},
		{"5,-", "5", round, "not minus five"},
		{"5.-", "5", round, "Switzerland"},
		{"5.--", "5", round, "Switzerland"},
		{"5.–", "5", round, "Switzerland, typeset"},
		{"CHF 5.-", "5", dropped + "; " + round, ""},
		{"Fr. 5.–", "5", dropped + "; " + round, ""},
		{"1'234.-", "1234", round, "apostrophe groups"},
		{"1’234.–", "1234", round, "typographic apostrophe"},
		{"1,234.-", "1234", round, "the point is the decimal one, so the comma groups"},
		{"1 234,-", "1234", round, "Czech: a blank groups"},
		{"1 234,- Kč", "1234", dropped + "; " + round, ""},
		{"99,- €", "99", dropped + "; " + round, ""},
		{"99,-€", "99", dropped + "; " + round, ""},
		{"€ 99,-", "99", dropped + "; " + round, ""},
		{"99,– kr", "99", dropped + "; " + round, ""},
		{"kr 99,-", "99", dropped + "; " + round, "Norway"},
		{"kr. 1.250,-", "1250", dropped + "; " + round, "Denmark"},
		{"-5,-", "-5", round, "a sign before"},
		{"(5,-)", "-5", round, "in brackets"},
		{"1.234.567,-", "1234567", round, ""},
		{"５，－", "5", round, "full width"},
		{"500/-", "500", round, "India"},
		{"500 /-", "500", round, "a blank before"},
		{"500/=", "500", round, "East Africa"},
		{"500/--", "500", round, ""},
		{"Rs.500/-", "500", dropped + "; " + round, ""},
		{"Rs. 1,50,000/-", "150000", dropped + "; " + round, "lakh"},
		{"₹ 1,250.00/-", "1250", dropped + "; " + round, "cents and the mark"},
		{"KSh 1,000/=", "1000", dropped + "; " + round, "Kenya"},
		{"1.250/-", "1250", round, "no cents, so the point groups"},
		{"105. –", "105", round, "a blank before the dash: not minus 105"},
		{"105, -", "105", round, ""},
		{"105 ,-", "105", round + "; " + blank, ""},
		{"CHF 105 .-", "105", dropped + "; " + round + "; " + blank, ""},
		{"CHF 2'450. –", "2450", dropped + "; " + round, ""},
		{"1.234. –", "1234", round, "the first point groups"},
		{"1.23. –", none, "", "a group of two digits"},
		{"105 –", "-105", "", "a trailing minus: no separator"},
		{"105.00 –", "-105", "", "a trailing minus: cents are printed"},
		{"5,---", none, "", "three dashes"},
		{"5,00-", "-5", "", "a trailing minus: cents are printed"},
		{"5-", "-5", "", "a trailing minus: no separator"},
		{"5--", none, "", "two signs"},
		{"5,-5", none, "", "a dash between the digits"},
		{"5,-,-", none, "", "twice"},
		{"5/-/-", none, "", "twice"},
		{",-", none, "", "no digits"},
		{"--", none, "", "no digits"},
		{"-,--", none, "", "no digits"},
		{"/-", none, "", "no digits"},
		{"5/", none, "", "a slash alone"},
		{"5/2", none, "", "a fraction"},
		{"5=", none, "", "an equals sign alone"},
		{"=5", none, "", "a formula"},
		{"5,=", none, "", "an equals sign stands after a slash"},
		{"1.2345,-", none, "", "a group of four digits"},
		{"1.23,-", none, "", "a group of two digits"},
		{"5.00,-", none, "", "cents, and then none"},
		{"5,- %", none, "", "a price mark on a rate"},

		// A point at the end.
		{"5.", "5", "", "a point without decimals"},
		{"1,889.", "1889", "", "the point is the decimal one, so the comma groups"},
		{"1 889.", "1889", "", ""},
		{"-5.", "-5", "", ""},
		{"$5.", "5", dropped, ""},
		{"5. €", "5", dropped, ""},
		{"5．", "5", "", "full width"},
		{"12.50.", none, "", "two points, of which one would have to be a full stop"},
		{"1.889.", none, "", "which of the two?"},
		{"5,", none, "", "a comma at the end belongs to a sentence"},
		{"5..", none, "", ""},
		{"5 .", none, "", "a blank before"},
		{"..5", none, "", ""},
		{".", none, "", ""},
		{"%.", none, "", ""},
		{"5;", none, "", ""},
		{"5:", none, "", ""},

		// Unit prices and counts.
		{"@880", "880", unit, "receipts: so much each"},
		{"@ 880", "880", unit, ""},
		{"@1,250.00", "1250", unit, ""},
		{"@$5.00", "5", dropped + "; " + unit, ""},
		{"@Rp.5.000,00", "5000", dropped + "; " + unit, ""},
		{"＠880", "880", unit, "full width"},
		{"@@880", none, "", "twice"},
		{"880@", none, "", "after"},
		{"@", none, "", "no digits"},
		{"a@880", none, "", "an address"},
		{"880@x", none, "", ""},
		{"1x", "1", times, "receipts: one of them"},
		{"1 x", "1", times, ""},
		{"x2", "2", times, ""},
		{"x 2", "2", times, ""},
		{"X2", "2", times, ""},
		{"2X", "2", times, ""},
		{"2×", "2", times, "the multiplication sign"},
		{"× 12", "12", times, ""},
		{"2ｘ", "2", times, "full width"},
		{"1.5x", "1.5", times, "a multiple"},
		{"1,250 x", "1250", times + "; ambiguous separator: read as 1250 (us), would be 1.25 (eu)", ""},
		{"1xx", none, "", "twice"},
		{"x1x", none, "", "twice"},
		{"1x2", none, "", "a size"},
		{"2 x 5", none, "", "two numbers"},
		{"2x @ 5", none, "", "two numbers"},
		{"0x10", none, "", "hexadecimal"},
		{"x", none, "", "no digits"},
		{"-1x", none, "", "a count has no sign"},
		{"$1x", none, "", "a count has no currency"},
		{"5%x", none, "", "nor a percent sign"},
		{"ax2", none, "", "a word"},
		{"2xl", none, "", "a size in letters"},
		{"2XL", none, "", "a size in letters"},
		{"x²", none, "", "a superscript"},
		{"*46000", "46000", "asterisk dropped", "a field filled to its width"},
		{"***1,250.00", "1250", "asterisk dropped", "a cheque"},
		{"$*5.00", "5", "currency dropped; asterisk dropped", ""},
		{"-*5", "-5", "asterisk dropped", ""},
		{"＊5", "5", "asterisk dropped", "full width"},
		{"*", none, "", "no digits"},
		{"*5*", none, "", "emphasis, or a footnote"},
		{"2*5", none, "", "a product"},
		{"*5x", none, "", "a count has nothing else beside it"},
		{"5*", none, "", "a footnote, or one of a product"},
		{"5**", none, "", ""},
		{"*5 *", none, "", "emphasis"},
		{"5 *", "5", foot, "a footnote"},
		{"34,50 € *", "34.5", dropped + "; " + foot, "a footnote behind the currency"},
		{"34.50 †", "34.5", foot, ""},
		{"34.50 **", "34.5", foot, "the second footnote"},
		{"34.50¹", none, "", "a raised digit is a power, too"},

		// Remarks on tax.
		{"4,35 € TTC", "4.35", dropped + "; " + tax, "France"},
		{"4,35 € HT", "4.35", dropped + "; " + tax, ""},
		{"119,00 EUR inkl. MwSt.", "119", dropped + "; " + tax, "Germany"},
		{"119,00 € zzgl. MwSt", "119", dropped + "; " + tax, ""},
		{"£100.00 + VAT", "100", dropped + "; " + tax, "Britain"},
		{"£100.00 +VAT *", "100", dropped + "; " + foot + "; " + tax, ""},
		{"100,00 € IVA incluido", "100", dropped + "; " + tax, "Spain"},
		{"-5.00 incl. GST", "-5", tax, ""},
		{"100 VAT", none, "", "the tax itself, or its number"},
		{"100 incl. shipping", none, "", ""},
		{"100 + VAT + VAT", none, "", "twice"},
		{"19 % incl. VAT", none, "", "a rate"},
		{"TTC", none, "", "no digits"},
		{"5 ATTC", none, "", "a word"},

		// A blank at the decimal mark.
		{"$119. 95", "119.95", dropped + "; " + blank, "OCR"},
		{"392. 00", "392", blank, ""},
		{"1,234. 56", "1234.56", blank, ""},
		{"119 ,95", "119.95", blank, ""},
		{"119. 9", none, "", "one digit: a number and another"},
		{"119. 950", none, "", "three: a number and another, or thousands"},
		{"1. 23. 45", none, "", "a date"},
		{"1,2, 34", none, "", "a list"},
		{". 95", none, "", "nothing before the point"},
		{"#5", none, "", "a number that names"},
		{"No. 5", none, "", "a number that names"},
		{"~5", none, "", "about five"},
		{"≈5", none, "", "about five"},
		{"<5", none, "", "less than five"},
		{"5+", none, "", "five or more"},

		// Accounts.
		{"1,234.56 CR", "1234.56", cr, "a bank statement"},
		{"1,234.56CR", "1234.56", cr, ""},
		{"1,234.56 DR", "1234.56", dr, "the sign stays what it is"},
		{"1,234.56 Cr", "1234.56", cr, ""},
		{"1,234.56Dr", "1234.56", dr, ""},
		{"CR 5", "5", cr, "before"},
		{"DR 5.00", "5", dr, ""},
		{"$5.00 CR", "5", dropped + "; " + cr, ""},
		{"5.00 CR USD", "5", dropped + "; " + cr, ""},
		{"5 CRC", "5", dropped, "the colón, not a credit"},
		{"5 cr", none, "", "ten millions, in India"},
		{"5 CR DR", none, "", "both"},
		{"CR 5 CR", none, "", "twice"},
		{"CR", none, "", "no digits"},
		{"CRX 5", none, "", "a word"},
		{"5 XCR", none, "", "a word"},
		{"5% CR", none, "", ""},

		// Currencies.
		{"Rp.56.000,00", "56000", dropped, "Indonesia"},
		{"Rp.56.000", "56000", dropped, "no rupiah has three decimals"},
		{"Rp 31.500", "31500", dropped, ""},
		{"Rp 31,500", "31500", dropped, ""},
		{"1.727 Ft", "1727", dropped, "nor a forint"},
		{"JPY 1.234", "1234", dropped, "ISO 4217: no minor unit"},
		{"CLP 12.500", "12500", dropped, ""},
		{"₩1.234", "1234", dropped, "of South or of North Korea"},
		{"JPY 1.23", "1.23", dropped, "no group has two digits"},
		{"12,500 KWD", "12.5", dropped, "ISO 4217: three decimals"},
		{"12.500 KWD", "12.5", dropped, ""},
		{"12,500.000 KWD", "12500", dropped, "two separators need no currency"},
		{"1.234 €", "1.234", dropped + "; ambiguous separator: read as 1.234 (us), would be 1234 (eu)", "a litre of fuel has three decimals"},
		{"¥1.234", "1.234", dropped + "; ambiguous separator: read as 1.234 (us), would be 1234 (eu)", "the yuan has cents"},
		{"$12.500", "12.5", dropped + "; ambiguous separator: read as 12.5 (us), would be 12500 (eu)", "of the USA or of Chile"},
		{"IQD 12,500", "12500", dropped + "; ambiguous separator: read as 12500 (us), would be 12.5 (eu)", "three decimals by ISO, none in use"},
		{"Rp 56.000.000", "56000000", dropped, ""},
		{"Rp. 56,000.00", "56000", dropped, ""},
		{"RP.1.250,50", "1250.5", dropped, "capitals"},
		{"IDR 1.250,50", "1250.5", dropped, ""},
		{"RM5.50", "5.5", dropped, "Malaysia"},
		{"RM 1,234.50", "1234.5", dropped, ""},
		{"S/. 5.50", "5.5", dropped, "Peru"},
		{"S/ 5.50", "5.5", dropped, ""},
		{"Tk. 500", "500", dropped, "Bangladesh"},
		{"5 Euro", "5", dropped, "the word"},
		{"5,50 EURO", "5.5", dropped, ""},
		{"5 euro", "5", dropped, ""},
		{"RMB 5", "5", dropped, ""},
		{"5 RMB", "5", dropped, ""},
		{"NT$5", "5", dropped, ""},
		{"5 kr.", "5", dropped, ""},
		{"kr5", "5", dropped, ""},
		{"5 Kč", "5", dropped, ""},
		{"5,00 zł", "5", dropped, ""},
		{"5 Ft", "5", dropped, ""},
		{"5 lei", "5", dropped, ""},
		{"5 руб.", "5", dropped, ""},
		{"5 ₽", "5", dropped, ""},
		{"฿5", "5", dropped, ""},
		{"₩5,000,000", "5000000", dropped, ""},
		{"5,000,000원", "5000000", dropped, ""},
		{"５００円", "500", dropped, ""},
		{"¥5,000,000-", "-5000000", dropped, ""},
		{"R 5.50", "5.5", dropped, "South Africa"},
		{"R5.50", "5.5", dropped, ""},
		{"5 US$", "5", dropped, ""},
		{"USD5", "5", dropped, ""},
		{"5USD", "5", dropped, ""},
		{"$5 USD", "5", dropped, "a symbol and its code"},
		{"USD $5", "5", dropped, ""},
		{"$5 CAD", "5", dropped, "the code says which dollar"},
		{"€5 USD", none, "", "they contradict each other"},
		{"£5 EUR", none, "", ""},
		{"R$5 USD", none, "", ""},
		{"¤ 5", "5", dropped, "the sign of any currency"},
		{"5 usd", none, "", "codes are upper case"},
		{"5 Dollar", none, "", "a word that many currencies share"},
		{"5 ABC", none, "", "no currency"},
		{"5 XXX", none, "", "ISO's code for none"},
		{"$", none, "", "no digits"},
		{"5 $ €", none, "", "two symbols"},
		{"five", none, "", ""},
		{"5 million", none, "", "a word that multiplies"},
		{"5k", none, "", "a letter that multiplies"},
		{"5M", none, "", ""},
		{"5 Mio. €", none, "", ""},
		{"5万円", none, "", "ten thousands"},
		{"五", none, "", "a numeral"},
		{"Ⅴ", none, "", "a numeral"},
		{"½", none, "", "a fraction"},

		// Percent.
		{"5%", "5", rate, ""},
		{"5,5 %", "5.5", rate, ""},
		{"% 5", "5", rate, "Turkish"},
		{"5 ٪", "5", rate, "Arabic"},
		{"5 pct", none, "", ""},
		{"5‰", none, "", ""},
		{"5 %%", none, "", ""},
		{"5 % USD", none, "", ""},

		// Signs.
		{"(1,234.56)", "-1234.56", "", ""},
		{"[5]", none, "", "square brackets"},
		{"[145,900]", none, "", "a list of two, or a number in a list"},
		{"{5}", none, "", ""},
		{"<5>", none, "", ""},
		{"-(5)", none, "", ""},
		{"5 -", "-5", "", ""},
		{"+ 5", "5", "", ""},
		{"±5", none, "", ""},
		{"−1.234,50 €", "-1234.5", dropped, ""},
		{"—5", none, "", "an em dash stands for nothing"},

		// Groups.
		{"1.889.000,5", "1889000.5", "", ""},
		{"1 889 000", "1889000", "", ""},
		{"1,88", "1.88", "", ""},
		{"1,889", "1889", "ambiguous separator: read as 1889 (us), would be 1.889 (eu)", ""},
		{"60.000", "60", "ambiguous separator: read as 60 (us), would be 60000 (eu)", ""},
		{"060.000", "60", "", "a group does not begin with 0"},
		{"1,23,4", none, "", ""},
		{"1,2,3", none, "", "a list"},
		{"1.2.3", none, "", "a version"},
		{"1.2,3.4", none, "", ""},
		{"1;234", none, "", ""},
		{"1:30", none, "", "a time"},
		{"1_000", none, "", ""},
		{"12,34", "12.34", "", ""},
		{"1,,2", none, "", ""},
		{"10.10.2020", none, "", "a date"},
		{"192.168.1.1", none, "", "an address"},
		{"12abc", none, "", ""},
		{"abc12", none, "", ""},
		{"1O", none, "", "the letter O"},
		{"l2", none, "", "the letter l"},
		{"N/A", none, "", ""},
		{"n.a.", none, "", ""},
		{"TBD", none, "", ""},
		{"$ -", none, "", "an empty cell of an accountant"},
		{"NIL", none, "", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			n, err := number.Parse(tt.text, "")
			if tt.want == none {
				assert.Error(t, err, "%s: %s", tt.why, n.Decimal)
				return
			}
			if assert.NoError(t, err, tt.why) {
				assert.Equal(t, tt.want, n.Decimal.String(), tt.why)
				assert.Equal(t, tt.note, n.Note(), tt.why)
			}
		})
	}
}

// Marks and separators under the other formats.
func TestFormsUnderFormats(t *testing.T) {
	for _, tt := range []struct {
		text   string
		format number.Format
		want   string
		why    string
	}{
		{"1.234,-", number.EU, "1234", ""},
		{"1.234,-", number.US, "", "a comma follows the decimal point"},
		{"1,234.-", number.US, "1234", ""},
		{"1,234.-", number.EU, "", ""},
		{"5,-", number.EU, "5", ""},
		{"5,-", number.US, "", "a comma groups"},
		{"5.-", number.Swiss, "5", ""},
		{"1'234.–", number.Swiss, "1234", ""},
		{"5.-", number.Plain, "5", ""},
		{"5,-", number.Plain, "", ""},
		{"1,50,000/-", number.Indian, "150000", ""},
		{"500/-", number.Plain, "500", ""},
		{"5.", number.US, "5", ""},
		{"5.", number.EU, "5", "a point that separates nothing"},
		{"5.", number.Plain, "5", ""},
		{"1,889.", number.US, "1889", ""},
		{"1,889.", number.EU, "", "a point follows the decimal comma"},
		{"1.889.", number.EU, "", "an empty group"},
		{"Rp.56.000", number.EU, "56000", ""},
		{"Rp.56.000", number.US, "56", "the format is stated"},
		{"60.000", number.EU, "60000", ""},
		{"60,000", number.EU, "60", ""},
		{"2x", number.Swiss, "2", ""},
	} {
		t.Run(tt.text+" "+string(tt.format), func(t *testing.T) {
			n, err := number.Parse(tt.text, tt.format)
			if tt.want == "" {
				assert.Error(t, err, "%s: %s", tt.why, n.Decimal)
			} else if assert.NoError(t, err, tt.why) {
				assert.Equal(t, tt.want, n.Decimal.String(), tt.why)
				assert.False(t, n.Ambiguous())
			}
		})
	}
}

func TestOther(t *testing.T) {
	n, err := number.Parse("60.000", "")
	assert.NoError(t, err)
	other := n.Other()
	assert.Equal(t, "60000", other.Decimal.String())
	assert.EqualValues(t, 0, other.Decimals)
	assert.Equal(t, n.Decimal.String(), other.Other().Decimal.String())
	n, err = number.Parse("60,000", "")
	assert.NoError(t, err)
	assert.EqualValues(t, 3, n.Other().Decimals)
	n, err = number.Parse("60,00", "")
	assert.NoError(t, err)
	assert.Equal(t, n, n.Other(), "not ambiguous")
}
