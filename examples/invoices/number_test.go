package invoices

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAmounts(t *testing.T) {
	tests := []struct {
		name, text string
		want       []float64
	}{
		{"english", "Total  £1,334.40", []float64{1334.40}},
		{"german", "Endbetrag 1.234.567,89 EUR", []float64{1234567.89}},
		{"swiss", "CHF 2'305.30", []float64{2305.30}},
		{"french", "Net HT  2 380,22 €", []float64{2380.22}},
		{"dutch, no cents", "Arbeid € 45,-", []float64{45}},
		{"minus in front", "Saving  - 2.00", []float64{-2}},
		{"minus before the symbol", "-£161.08", []float64{-161.08}},
		{"minus after the symbol", "€ -596,86", []float64{-596.86}},
		{"minus after", "57,00-", []float64{-57}},
		{"letters for digits", "87,OO  ll.00", []float64{87, 11}},
		{"several", "Netto 1.363,60  MwSt 259,08", []float64{1363.60, 259.08}},
		{"date", "12.03.2024", nil},
		{"percentage", "7.25% and 19,00 %", nil},
		{"four decimals", "16,7983", nil},
		{"count", "Kiste 12", nil},
		{"empty", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, amounts(tt.text))
		})
	}
}

func TestReadQuantity(t *testing.T) {
	tests := []struct {
		cell string
		want float64
		ok   bool
	}{
		{"12", 12, true},
		{"40 Stk", 40, true},
		{"-3", -3, true},
		{"4,5", 4.5, true},
		{"38,50 m²", 38.5, true},
		{"1,200", 1200, true},
		{"2.400", 2400, true},
		{"2 000", 2000, true},
		{"2.380 kWh x € 0,2460", 2380, true},
		{"61 m3 at £1.5320", 61, true},
		{"K-10044", 0, false},
		{"Volumetric flask 250 ml", 0, false},
		{"", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.cell, func(t *testing.T) {
			got, ok := readQuantity(tt.cell)
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.want, got)
		})
	}
}
