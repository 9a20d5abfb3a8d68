package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/number"
)

func TestLayoutOf(t *testing.T) {
	for _, tt := range []struct{ text, decimal, group, reason string }{
		{"1,889.00", ".", ",", ""},
		{"1.889,00", ",", ".", ""},
		{"-€ 1.889,00", ",", ".", "marks make no difference"},
		{"1 889,00", ",", " ", ""},
		{"1\u202F889,00", ",", " ", "a narrow space is a space"},
		{"1'889.00", ".", "'", ""},
		{"1’889.00", ".", "'", ""},
		{"12,34,567.00", ".", number.IndianGroups, ""},
		{"١٬٨٨٩٫٠٠", "\u066B", "\u066C", "Arabic"},
		{"1.889.000", ",", ".", "two points group, so that a comma begins the decimals"},
		{"1,889,000", ".", ",", ""},
		{"12,50", ",", "", "too small for a group"},
		{"12.5 %", ".", "", ""},
		{"999.99", ".", "", ""},
		{"1889.00", ".", number.Ungrouped, ""},
		{"1889,00", ",", number.Ungrouped, ""},
		{"1.250/-", ",", ".", "a mark for no cents: the point groups"},
		{"Rp 31.500", ",", ".", "no cents: the point groups"},
		{"12,500 KWD", ",", "", "three decimals"},
		{"1889", "", "", "no separator"},
		{"1.889", "", "", "either"},
		{"1,889", "", "", "either"},
		{"1 889 000", "", "", "as a telephone number"},
		{"1'889", "", "", ""},
		{"1.5e3", "", "", "as a program prints it"},
		{"2018-12-25", "", "", "no number"},
		{"12.34.56", "", "", "no number"},
		{"", "", "", ""},
		{"n/a", "", "", ""},
	} {
		assert.Equal(t, number.Layout{Decimal: tt.decimal, Group: tt.group}, number.LayoutOf(tt.text), "%q %s", tt.text, tt.reason)
	}
}
