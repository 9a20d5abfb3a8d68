package date_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
)

// What IsISO knows to be a day Parse reads as that day, with nothing to note, under every
// option; and it knows every day of that form.
func TestIsISO(t *testing.T) {
	options := []date.Options{{}, {Order: date.DMY}, {Order: date.MDY, Languages: []string{"de"}}, {Precision: date.Month}, {Precision: date.Year}}
	r := rand.New(rand.NewPCG(20, 24))
	const bytes = "0123456789-/. x\x00é"
	days := 0
	for range 200_000 {
		text := []byte(fmt.Sprintf("%04d-%02d-%02d", r.IntN(10_000), r.IntN(14), r.IntN(33)))
		if r.IntN(2) == 0 {
			text[r.IntN(len(text))] = bytes[r.IntN(len(bytes))]
		}
		p, err := date.Compile(options[r.IntN(len(options))])
		require.NoError(t, err)
		want, err := p.Parse(string(text))
		if p.IsISO(string(text)) {
			days++
			require.NoError(t, err, "%s", text)
			require.Equal(t, "ymd", want.Format, "%s", text)
			require.False(t, want.HasTime || want.HasZone || want.InNumbers(), "%s", text)
			require.Empty(t, want.Note(), "%s", text)
		} else {
			require.False(t, err == nil && len(text) == 10 && text[4] == '-' && text[7] == '-' && allDigits(text[:4]) && allDigits(text[5:7]) && allDigits(text[8:]), "%s is a day", text)
		}
	}
	assert.Greater(t, days, 50_000)
	p, err := date.Compile(date.Options{Formats: []string{"YYYY-DD-MM"}})
	require.NoError(t, err)
	assert.False(t, p.IsISO("2024-03-01"), "a format decides")
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
