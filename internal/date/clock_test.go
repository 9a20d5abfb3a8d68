package date_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/date"
)

func TestTimesOfDay(t *testing.T) {
	const day = "2024-01-05"
	tests := []struct {
		reason, text, clock string
	}{
		{"RFC 3339", "2024-01-05T10:30:00Z", "10:30:00Z"},
		{"west", "2024-01-05T23:30:00-05:00", "04:30:00Z next day"},
		{"east", "2024-01-05T00:30:00+09:00", "15:30:00Z day before"},
		{"half an hour", "2024-01-05T10:30:00+0530", "05:00:00Z"},
		{"hours", "2024-01-05T10:30:00+01", "09:30:00Z"},
		{"small letters", "2024-01-05t10:30:00z", "10:30:00Z"},
		{"no seconds", "2024-01-05T10:30", "10:30:00Z"},
		{"hour alone", "2024-01-05T10", "10:00:00Z"},
		{"basic", "20240105T1030", "10:30:00Z"},
		{"basic with an offset", "20240105T103000+0100", "09:30:00Z"},
		{"a fraction", "2024-01-05T10:30:00.250Z", "10:30:00.25Z"},
		{"a fraction with a comma", "2024-01-05T10:30:00,25Z", "10:30:00.25Z"},
		{"a data base", "2024-01-05 10:30:00.5+00:00", "10:30:00.5Z"},
		{"after slashes", "1/5/2024 10:30", "10:30:00Z"},
		{"after a comma", "1/5/2024, 10:30", "10:30:00Z"},
		{"after a dash", "1/5/2024 - 10:30", "10:30:00Z"},
		{"one digit", "1/5/2024 9:05", "09:05:00Z"},
		{"PM", "1/5/2024 10:30 PM", "22:30:00Z"},
		{"pm without a blank", "1/5/2024 10:30pm", "22:30:00Z"},
		{"with full stops", "1/5/2024 10:30 p.m.", "22:30:00Z"},
		{"with full stops and a blank", "1/5/2024 10:30 p. m.", "22:30:00Z"},
		{"a.m.", "1/5/2024 10:30 a.m.", "10:30:00Z"},
		{"one letter, as on receipts", "1/5/2024 10:30P", "22:30:00Z"},
		{"noon", "1/5/2024 12:05 PM", "12:05:00Z"},
		{"midnight", "1/5/2024 12:05 AM", "00:05:00Z"},
		{"an hour of 24 with PM, as on receipts", "1/5/2024 22:30 PM", "22:30:00Z"},
		{"PM in front, as on receipts", "2024-1-5 PM 10:30", "22:30:00Z"},
		{"AM in front of a time in front", "AM 10:30 1/5-24", "10:30:00Z"},
		{"hour and AM alone, in front", "10 AM 1/5/2024", "10:00:00Z"},
		{"hour and PM alone", "1/5/2024 10 PM", "22:00:00Z"},
		{"before", "10:30 PM 1/5/2024", "22:30:00Z"},
		{"before, with a comma", "10:30, 5 January 2024", "10:30:00Z"},
		{"before, with seconds", "10:30:15 2024-01-05", "10:30:15Z"},
		{"before, with a dash", "10:30 - 05.01.2024", "10:30:00Z"},
		{"Uhr", "5. Januar 2024 10:30 Uhr", "10:30:00Z"},
		{"Uhr with a dot", "5. Januar 2024, 10.30 Uhr", "10:30:00Z"},
		{"Uhr before", "10.30 Uhr, 5. Januar 2024", "10:30:00Z"},
		{"um … Uhr", "5. Januar 2024 um 10:30 Uhr", "10:30:00Z"},
		{"Uhr alone", "5.1.2024 10 Uhr", "10:00:00Z"},
		{"Uhr before the minutes", "5.1.2024 10 Uhr 30", "10:30:00Z"},
		{"Uhr before the day", "10 Uhr 05. Januar 2024", "10:00:00Z"},
		{"h", "le 5 janvier 2024 à 10h30", "10:30:00Z"},
		{"h with blanks", "5 janvier 2024 10 h 30", "10:30:00Z"},
		{"h alone", "5 janvier 2024 à 10h", "10:00:00Z"},
		{"h, m, s", "5 janvier 2024 10h30m15s", "10:30:15Z"},
		{"h and min", "5 janvier 2024 10h30min", "10:30:00Z"},
		{"h after", "5 de enero de 2024, 10:30 h", "10:30:00Z"},
		{"a las", "5 de enero de 2024 a las 10:30", "10:30:00Z"},
		{"às", "5 de janeiro de 2024 às 10:30", "10:30:00Z"},
		{"kl. with a dot", "5. januar 2024 kl. 10.30", "10:30:00Z"},
		{"a dot after a whole date", "05.01.2024 10.30", "10:30:00Z"},
		{"dots and seconds", "05.01.2024 10.30.15", "10:30:15Z"},
		{"om", "5 januari 2024 om 10:30", "10:30:00Z"},
		{"godz.", "5 stycznia 2024 r., godz. 10:30", "10:30:00Z"},
		{"at", "January 5, 2024 at 10:30 AM", "10:30:00Z"},
		{"Japanese", "2024年1月5日 10時30分", "10:30:00Z"},
		{"Japanese with a weekday", "2024年1月5日(金) 10:30", "10:30:00Z"},
		{"full width", "２０２４／０１／０５　１０：３０", "10:30:00Z"},
		{"UTC", "2024-01-05 10:30 UTC", "10:30:00Z"},
		{"UTC and hours", "2024-01-05 10:30 UTC+2", "08:30:00Z"},
		{"an offset after digits without separators", "20240105103000+0100", "09:30:00Z"},
		{"GMT and an offset", "Fri Jan 05 2024 10:30:00 GMT+0100", "09:30:00Z"},
		{"CET", "2024-01-05 10:30 CET", "09:30:00Z"},
		{"a zone in brackets", "2024-01-05 10:30:00 +0100 (CET)", "09:30:00Z"},
		{"EST", "Fri, 05 Jan 2024 10:30:00 EST", "15:30:00Z"},
		{"within, as time.ANSIC prints", "Fri Jan  5 10:30:00 2024", "10:30:00Z"},
		{"within, with a zone", "Fri Jan  5 10:30:00 UTC 2024", "10:30:00Z"},
		{"Apache", "05/Jan/2024:10:30:00 +0000", "10:30:00Z"},
		{"HTTP", "Fri, 05 Jan 2024 10:30:00 GMT", "10:30:00Z"},
	}
	p, err := date.Compile(date.Options{})
	require.NoError(t, err)
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			r, err := p.Parse(tt.text)
			require.NoError(t, err)
			assert.Equal(t, day, r.Date.String(), "no zone shifts a date: %q", tt.text)
			assert.True(t, r.HasTime)
			clock, when, _ := strings.Cut(tt.clock, " ")
			on := map[string]string{"": "2024-01-05", "next day": "2024-01-06", "day before": "2024-01-04"}[when]
			assert.Equal(t, on+"T"+clock, r.Instant().Format("2006-01-02T15:04:05.999999999Z07:00"))
		})
	}
}
