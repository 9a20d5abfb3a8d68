package number

import (
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCodesAreSorted(t *testing.T) {
	list := strings.Fields(codes)
	assert.True(t, sort.StringsAreSorted(list))
	assert.Len(t, codes, 4*len(list))
	for _, code := range list {
		assert.True(t, isCode(code), code)
	}
	for _, other := range []string{"", "EU", "EURO", "eur", "XXX", "XAU", "AAA", "ZZZ", "R E"} {
		assert.False(t, isCode(other), other)
	}
}

func TestNoWordHidesALongerOne(t *testing.T) {
	for i, short := range words {
		for _, long := range words[i+1:] {
			assert.False(t, strings.HasPrefix(long.text, short.text) || strings.HasSuffix(long.text, short.text), "%q hides %q", short.text, long.text)
		}
	}
}

// Each sign or word stands for a list of codes; each code is known and appears once.
func TestCurrenciesAreCodes(t *testing.T) {
	for _, c := range slices.Concat(signs[:], words[:]) {
		list := strings.Fields(c.codes)
		assert.NotEmpty(t, list, c)
		assert.Len(t, c.codes, 4*len(list), c)
		seen := map[string]bool{}
		for _, code := range list {
			assert.True(t, isCode(code), "%s: %s", c, code)
			assert.False(t, seen[code], "%s: %s twice", c, code)
			seen[code] = true
		}
		assert.True(t, c.canBe(c) && c.canBe(currency{}) && currency{}.canBe(c), c)
	}
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
	} {
		t.Run(tt.got+" and "+tt.want, func(t *testing.T) {
			got, err := Parse(tt.got, "")
			assert.NoError(t, err)
			want, err := Parse(tt.want, "")
			assert.NoError(t, err)
			assert.Equal(t, tt.clash, Clash(&got, &want), tt.why)
			assert.Equal(t, tt.clash == "", Clash(&want, &got) == "", "the other way round")
		})
	}
}

func TestCurrencyMarks(t *testing.T) {
	for text, want := range map[string][]string{
		"EUR": {"€", "Euro", "EURO", "euro"},
		"JPY": {"¥", "円", "圓", "￥"},
		"₹":   {"₨", "૱", "௹", "Rs.", "Rs", "INR"},
		"eur": nil, "EURO 5": nil, "": nil, "XXX": nil,
	} {
		assert.Equal(t, want, CurrencyMarks(text), text)
	}
	assert.Contains(t, CurrencyMarks("$"), "CAD")
	assert.NotContains(t, CurrencyMarks("$"), "EUR")
	assert.Contains(t, CurrencyMarks("USD"), "$")
	assert.NotContains(t, CurrencyMarks("USD"), "CAD")
}
