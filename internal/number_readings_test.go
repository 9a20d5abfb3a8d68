package internal_test

import (
	"testing"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/stretchr/testify/assert"
)

func TestReadings(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"1889", []string{"1889"}},
		{"1.889", []string{"1.889", "1889"}},
		{"1,889", []string{"1889", "1.889"}},
		{"1.889,00 €", []string{"1889"}},
		{"(5)", []string{"-5"}},
		{"X-7", nil},
		{"", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for _, d := range number.Readings(tt.text) {
				got = append(got, d.String())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
