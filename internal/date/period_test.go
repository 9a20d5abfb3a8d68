package date_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/date"
)

func TestParsePeriod(t *testing.T) {
	p, err := date.Compile(date.Options{})
	require.NoError(t, err)
	for _, tt := range []struct{ text, first, last string }{
		{"01.03.2024 – 31.03.2024", "2024-03-01", "2024-03-31"},
		{"01.03.2024-31.03.2024", "2024-03-01", "2024-03-31"},
		{"01-03-2024 - 31-03-2024", "2024-03-01", "2024-03-31"},
		{"(01.03.2024 bis 31.03.2024)", "2024-03-01", "2024-03-31"},
		{"vom 01.03.2024 bis 31.03.2024", "2024-03-01", "2024-03-31"},
		{"2024-03-01/2024-03-31", "2024-03-01", "2024-03-31"},
		{"2024-03-01 to 2024-03-31", "2024-03-01", "2024-03-31"},
		{"2024-03-01T00:00:00Z/2024-03-31T23:59:59Z", "2024-03-01", "2024-03-31"},
		{"1.–3.3.2024", "2024-03-01", "2024-03-03"},
		{"1. – 3. März 2024", "2024-03-01", "2024-03-03"},
		{"01.03. – 31.03.2024", "2024-03-01", "2024-03-31"},
		{"28.12. – 03.01.2024", "2023-12-28", "2024-01-03"},
		{"March 1–3, 2024", "2024-03-01", "2024-03-03"},
		{"March 1 - April 3, 2024", "2024-03-01", "2024-04-03"},
		{"from March 1, 2024 through April 3, 2024", "2024-03-01", "2024-04-03"},
		{"1-3 March 2024", "2024-03-01", "2024-03-03"},
		{"1 au 3 mars 2024", "2024-03-01", "2024-03-03"},
		{"du 1er mars au 3 avril 2024", "2024-03-01", "2024-04-03"},
		{"dal 1 al 3 marzo 2024", "2024-03-01", "2024-03-03"},
		{"1 de marzo de 2024 al 3 de abril de 2024", "2024-03-01", "2024-04-03"},
		{"с 1 марта по 3 апреля 2024 г.", "2024-03-01", "2024-04-03"},
		{"od 1 do 3 marca 2024 r.", "2024-03-01", "2024-03-03"},
		{"2024年3月1日から3月31日まで", "2024-03-01", "2024-03-31"},
		{"2024年3月1日～31日", "2024-03-01", "2024-03-31"},

		{"01/03/2024 - 31/03/2024", "2024-03-01", "2024-03-31"},
		{"03/01/2024 - 03/31/2024", "2024-03-01", "2024-03-31"},
		{"März – Mai 2024", "2024-03-01", "2024-05-31"},
		{"01–03.2024", "2024-01-01", "2024-03-31"},
		{"2023–2024", "2023-01-01", "2024-12-31"},
		{"March 2024", "2024-03-01", "2024-03-31"},
		{"02/2024", "2024-02-01", "2024-02-29"},
		{"2024", "2024-01-01", "2024-12-31"},
		{"2024-03-01", "2024-03-01", "2024-03-01"},

		{"", "", ""},
		{"soon", "", ""},
		{"1–3", "", ""},
		{"2024-03-01 – 31", "", ""}, // or from 2024 to 03-01-31
		{"1.3.–3.4.", "", ""},
		{"30.02.2024 – 31.03.2024", "", ""},
		{"31.03.2024 – 01.03.2024", "", ""}, // the last day is first
		{"01.03.2024 – 31", "", ""},         // a day, or a year
		{"2024-03-01 – 2024-04", "", ""},    // a day and a month
		{"01.03.2024 – 31.03.2024 – 01.04.2024", "", ""},
		{"1-2-3-4-5-6-7-8-9-10-2024", "", ""},
		{"01.03.2024 –", "2024-03-01", "2024-03-01"}, // a dash after a date is no part of it
		{"10:30 - 12:30", "", ""},
	} {
		got, _, ok := p.ParsePeriod(tt.text)
		assert.Equal(t, tt.first != "", ok, tt.text)
		if ok {
			assert.Equal(t, tt.first+" "+tt.last, got.First.Date.String()+" "+got.Last.Date.String(), tt.text)
		}
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]string{
		"14:30": "14h30m0s", "2:30 PM": "14h30m0s", "2.30pm": "14h30m0s", "14h30": "14h30m0s", "14.30 Uhr": "14h30m0s", "14.30": "14h30m0s", "kl. 14.30": "14h30m0s",
		"12:00 AM": "0s", "10 Uhr": "10h0m0s", "午後2時30分": "14h30m0s", "오후 2:30": "14h30m0s", "14:30:15": "14h30m15s", "١٤:٣٠": "14h30m0s", "T14:30": "14h30m0s",
		"1430": "", "14": "", "24:00": "", "14:60": "", "": "", "2024-03-01 14:30": "", "14:30 – 15:30": "", "14.3": "", "soon": "",
	} {
		r, ok := date.ParseClock(text)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, r.Clock.String(), text)
		}
	}
}

// No text panics or takes long, and the ends of a period are in order.
func FuzzPeriod(f *testing.F) {
	for _, text := range []string{"01.03. – 31.03.2024", "March 1–3, 2024", "2024年3月1日～31日", "vom 1. bis 3. März 2024", "28.12.–3.1.24", "14.30 Uhr"} {
		f.Add(text)
	}
	p, err := date.Compile(date.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		date.ParseClock(text)
		if period, _, ok := p.ParsePeriod(text); ok && period.Last.Date.Sub(period.First.Date) < 0 {
			t.Errorf("%q is from %v to %v", text, period.First.Date, period.Last.Date)
		}
	})
}
