package number

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
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
			for _, d := range Readings(tt.text) {
				got = append(got, d.String())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// Readings returns the values that Parse returns under each format.
func TestReadingsAreParsed(t *testing.T) {
	texts := rapid.OneOf(
		rapid.StringMatching(`[-+(]?(EUR |\$)?[0-9]{0,4}([.,' ][0-9]{1,3}){0,3}(e[0-9])?[%)-]?( kr)?`),
		rapid.StringOf(rapid.SampledFrom([]rune("0123456789.,'’ -+()%€$eEURrn٣٫٬x/=@—"))),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		var want []Decimal
		for _, f := range Formats() {
			n, err := Parse(text, f)
			if err == nil && !slices.ContainsFunc(want, func(d Decimal) bool { return d.Cmp(n.Decimal) == 0 }) {
				want = append(want, n.Decimal)
			}
		}
		got := Readings(text)
		if !slices.EqualFunc(got, want, func(a, b Decimal) bool { return a.Cmp(b) == 0 }) {
			t.Fatalf("Readings(%q) = %v, want %v", text, got, want)
		}
	})
}
