package internal_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The table is sorted, and each text finds its own line, in which each code is known and stands once. The lines of digits are
// no currencies, but those without decimals and with three; r is a currency as R alone, see TestCurrencyCodes.
func TestNumberTable(t *testing.T) {
	table, err := os.ReadFile("number/currencies.txt")
	require.NoError(t, err)
	var names []string
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, codes, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		assert.True(t, ok, line)
		list := strings.Split(codes, " ")
		assert.True(t, slices.IsSorted(list), line)
		assert.Len(t, slices.Compact(list), strings.Count(codes, " ")+1, line)
		for _, code := range list {
			assert.Equal(t, []string{code}, number.CurrencyCodes(code), line)
		}
		if name != "0" && name != "3" && name != "r" {
			assert.Equal(t, codes, strings.Join(number.CurrencyCodes(name), " "), line)
		}
		names = append(names, name)
	}
	assert.True(t, slices.IsSorted(names))
	assert.Greater(t, len(names), 5000)
	for _, other := range []string{"", "\t", "#", "zzz", "￿", "EUR\tEUR"} {
		assert.Empty(t, number.CurrencyCodes(other), other)
	}
}

func TestCurrencyCodes(t *testing.T) {
	for text, want := range map[string]string{
		"€": "EUR", "EUR": "EUR", "eur": "EUR", "Euro": "EUR", "euros": "EUR", "ユーロ": "EUR", "евро": "EUR", "ευρώ": "EUR",
		"zł": "PLN", "pln": "PLN", "₹": "INR", "US $": "USD", "US$": "USD", "$ US": "USD", "AU $": "AUD", "A$": "AUD", "R": "ZAR",
		"kr": "DKK EEK ISK NOK SEK", "kr.": "DKK EEK ISK NOK SEK", "元": "CNY HKD MOP TWD", "円": "JPY", "грн.": "UAH", "đ": "VND", "ر.س.": "SAR",
		"TOP": "TOP", "": "", "top": "", "r": "", "Liter": "", "A": "", "5": "", "3": "", "XXX": "", "XAU": "", "kg": "", "¢": "", "som": "", "$.": "",
	} {
		assert.Equal(t, want, strings.Join(number.CurrencyCodes(text), " "), text)
	}
	for _, dollar := range []string{"$", "＄", "dollars", "Dollar"} {
		assert.Subset(t, number.CurrencyCodes(dollar), []string{"USD", "CAD", "AUD", "HKD", "SGD"}, dollar)
		assert.NotContains(t, number.CurrencyCodes(dollar), "EUR", dollar)
	}
	assert.Subset(t, number.CurrencyCodes("£"), []string{"GBP", "EGP"})
	assert.Subset(t, number.CurrencyCodes("рублей"), []string{"RUB", "BYN"})
}

func TestClash(t *testing.T) {
	for _, tt := range []struct{ got, want, clash, why string }{
		{"$5", "5 USD", "", "the dollar may be that of the United States"},
		{"$5", "C$5", "", "or of Canada"},
		{"$5", "AUD 5", "", "or of Australia"},
		{"US$5", "C$5", "another currency: got US$, want C$", "these say which"},
		{"$5", "5 €", "another currency: got $, want €", "no dollar is a euro"},
		{"5 kr", "NOK 5", "", "a crown of Norway"},
		{"5 kr", "5 SEK", "", "of Sweden"},
		{"kr. 5", "DKK 5", "", "of Denmark"},
		{"5 kr", "5 Kč", "another currency: got kr, want Kč", "the Czech one is written otherwise"},
		{"SEK 5", "NOK 5", "another currency: got SEK, want NOK", "two codes"},
		{"¥5", "5 JPY", "", "yen"},
		{"¥5", "CNY 5", "", "yuan"},
		{"¥5", "5円", "", "yen in Japanese"},
		{"5元", "5円", "another currency: got 元, want 円", "yuan and yen"},
		{"￥5", "¥5", "", "full width"},
		{"£5", "5 GBP", "", ""},
		{"£5", "5 EUR", "another currency: got £, want EUR", ""},
		{"5", "5 EUR", "", "one side unmarked"},
		{"$5", "5", "", "the other side unmarked"},
		{"Rs. 5", "₹5", "", "the rupee of India"},
		{"Rs. 5", "PKR 5", "", "of Pakistan"},
		{"Rp.5", "IDR 5", "", ""},
		{"Rp5", "Rs5", "another currency: got Rp, want Rs", ""},
		{"5 Euro", "5 €", "", "the word"},
		{"$5 USD", "$5 CAD", "another currency: got USD, want CAD", "the code says which dollar"},
		{"USD $5", "$5", "", ""},
		{"¤5", "5 €", "", "the sign of any currency"},
		{"5%", "5", "", "a percent sign is not a currency"},
		{"5 CR", "5 DR", "got CR, want DR", "two sides of an account"},
		{"5 DR", "5 Cr", "got DR, want CR", ""},
		{"5 CR", "5", "", "one side unmarked"},
		{"5 CR", "5Cr", "", ""},
		{"5 dollars", "CAD 5", "", ""},
		{"5 dollars", "£5", "another currency: got dollars, want £", ""},
		{"US $5", "CAD 5", "another currency: got US $, want CAD", ""},
		{"100 рублей", "RUB 100", "", ""},
		{"100 рублей", "UAH 100", "another currency: got рублей, want UAH", ""},
		{"3 g", "3 kg", "another unit: got g, want kg", ""},
		{"3 kilograms", "3 kg", "", ""},
		{"3 Stk.", "3 pcs", "", "a word for pieces"},
		{"3 St.", "3 pièces", "", ""},
		{"3 EA", "3 kg", "another unit: got pcs, want kg", ""},
		{"3 kg", "3", "", "one side unmarked"},
		{"3 kg", "3 €", "another unit: got kg, want €", "a weight is no money"},
		{"3 %", "3 kg", "another unit: got %, want kg", ""},
		{"3 € ea.", "3 €", "", "a price"},
		{"3 €/kg", "3 €", "", ""},
		{"3 €/kg", "3 €/l", "another unit: got kg, want l", ""},
		{"104,12 C", "104,12 D", "got C, want D", "credit and debit, or two rates of tax"},
		{"104,12 C", "104,12 CR", "", "credit"},
		{"104,12 C", "104,12 DR", "got C, want DR", ""},
		{"2,49 A", "2,49 B", "got A, want B", ""},
		{"2,49 A", "2,49", "", ""},
	} {
		t.Run(tt.got+" and "+tt.want, func(t *testing.T) {
			got, err := number.Parse(tt.got, "")
			assert.NoError(t, err)
			want, err := number.Parse(tt.want, "")
			assert.NoError(t, err)
			assert.Equal(t, tt.clash, number.Clash(&got, &want), tt.why)
			assert.Equal(t, tt.clash == "", number.Clash(&want, &got) == "", "the other way round")
		})
	}
}

func TestCurrencyMarks(t *testing.T) {
	assert.Subset(t, number.CurrencyMarks("EUR"), []string{"€", "Euro", "EURO", "euro", "евро"})
	assert.NotContains(t, number.CurrencyMarks("EUR"), "EUR")
	assert.Subset(t, number.CurrencyMarks("JPY"), []string{"¥", "円", "圓", "￥"})
	assert.Subset(t, number.CurrencyMarks("₹"), []string{"₨", "૱", "௹", "Rs", "INR"})
	assert.Contains(t, number.CurrencyMarks("$"), "CAD")
	assert.NotContains(t, number.CurrencyMarks("$"), "EUR")
	assert.Contains(t, number.CurrencyMarks("USD"), "$")
	assert.NotContains(t, number.CurrencyMarks("USD"), "CAD")
	for _, other := range []string{"EURO 5", "", "XXX", "5"} {
		assert.Empty(t, number.CurrencyMarks(other), other)
	}
}

// A percentage is a fraction where that is asked for.
func TestHundredths(t *testing.T) {
	for _, tt := range []struct{ text, want, note string }{
		{"19 %", "0.19", "percent read as hundredths"},
		{"7,5%", "0.075", "percent read as hundredths"},
		{"(5%)", "-0.05", "percent read as hundredths"},
		{"0 %", "0", "percent read as hundredths"},
		{"19", "19", ""},
		{"19 €", "19", "currency dropped"},
	} {
		n, err := number.Parse(tt.text, number.Auto)
		assert.NoError(t, err)
		n = n.Hundredths()
		assert.Equal(t, tt.want, n.Decimal.String(), tt.text)
		assert.Equal(t, tt.note, n.Note(), tt.text)
		assert.Equal(t, n, n.Hundredths(), "once")
	}
}
