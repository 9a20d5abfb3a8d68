package date_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/date"
)

// compile makes a parser of the formats alone, of none by the defaults.
func compile(t require.TestingT, formats, languages []string) *date.Parser {
	p, err := date.Compile(date.Options{Formats: formats, OnlyFormats: len(formats) > 0, Languages: languages})
	require.NoError(t, err)
	return p
}

func TestFormats(t *testing.T) {
	tests := []struct {
		name      string
		formats   []string
		languages []string
		text      string
		want      string // in RFC 3339, as an instant
	}{
		{"tokens", []string{"DD-MMM-YYYY"}, nil, "01-Mar-2024", "2024-03-01T00:00:00Z"},
		{"tokens without separators", []string{"YYYYMMDD"}, nil, "20240301", "2024-03-01T00:00:00Z"},
		{"tokens with everything", []string{"dddd, D MMMM YYYY h:mm:ss A Z"}, nil, "Friday, 1 March 2024 11:30:15 PM +01:00", "2024-03-01T22:30:15Z"},
		{"noon", []string{"YYYY-MM-DD hh:mm a"}, nil, "2024-03-01 12:05 pm", "2024-03-01T12:05:00Z"},
		{"midnight", []string{"YYYY-MM-DD hh:mm a"}, nil, "2024-03-01 12:05 am", "2024-03-01T00:05:00Z"},
		{"words in brackets", []string{"[am] D. MMMM YYYY [um] H:mm [Uhr]"}, []string{"de"}, "Am 1. März 2024 um 9:30 Uhr", "2024-03-01T09:30:00Z"},
		{"Japanese", []string{"YYYY年M月D日"}, nil, "2024年3月1日", "2024-03-01T00:00:00Z"},
		{"a fraction that the format names", []string{"YYYY-MM-DDTHH:mm:ss.SSS"}, nil, "2024-03-01T10:00:00.250", "2024-03-01T10:00:00.25Z"},
		{"a fraction after a comma", []string{"YYYY-MM-DDTHH:mm:ss"}, nil, "2024-03-01T10:00:00,25", "2024-03-01T10:00:00.25Z"},
		{"offset without a colon", []string{"YYYY-MM-DDTHH:mmZ"}, nil, "2024-03-01T10:00+0130", "2024-03-01T08:30:00Z"},
		{"offset in hours", []string{"YYYY-MM-DDTHH:mmZ"}, nil, "2024-03-01T10:00-05", "2024-03-01T15:00:00Z"},
		{"a date with an offset", []string{"YYYY-MM-DDZ"}, nil, "2024-03-01+01:00", "2024-02-29T23:00:00Z"},
		{"short year in this century", []string{"DD.MM.YY"}, nil, "01.03.68", "2068-03-01T00:00:00Z"},
		{"short year in the last century", []string{"DD.MM.YY"}, nil, "01.03.69", "1969-03-01T00:00:00Z"},
		{"weekday abbreviated with a point", []string{"ddd D MMM YYYY"}, []string{"fr"}, "ven. 1 mars 2024", "2024-03-01T00:00:00Z"},
		{"a point that the format has", []string{"D. MMM. YYYY"}, []string{"de"}, "1. Okt. 2024", "2024-10-01T00:00:00Z"},
		{"an abbreviation without its point", []string{"D MMM YYYY"}, []string{"fr"}, "1 déc 2024", "2024-12-01T00:00:00Z"},
		{"the later format", []string{"YYYY-MM-DD", "DD.MM.YYYY"}, nil, "01.03.2024", "2024-03-01T00:00:00Z"},

		{"Go layout", []string{"02.01.2006"}, nil, "01.03.2024", "2024-03-01T00:00:00Z"},
		{"Go layout, short", []string{"2 Jan 06"}, nil, "1 Mar 24", "2024-03-01T00:00:00Z"},
		{"Go layout, padded", []string{"Jan _2 2006"}, nil, "Mar  1 2024", "2024-03-01T00:00:00Z"},
		{"RFC 1123", []string{time.RFC1123}, nil, "Fri, 01 Mar 2024 10:00:00 GMT", "2024-03-01T10:00:00Z"},
		{"RFC 1123 with an offset", []string{time.RFC1123Z}, nil, "Fri, 01 Mar 2024 10:00:00 +0100", "2024-03-01T09:00:00Z"},
		{"RFC 850", []string{time.RFC850}, nil, "Friday, 01-Mar-24 10:00:00 UTC", "2024-03-01T10:00:00Z"},
		{"ANSI C", []string{time.ANSIC}, nil, "Fri Mar  1 10:00:00 2024", "2024-03-01T10:00:00Z"},
		{"with nanoseconds", []string{time.RFC3339Nano}, nil, "2024-03-01T10:00:00.5Z", "2024-03-01T10:00:00.5Z"},
		{"Go layout with a kitchen clock", []string{"2006-01-02 3:04PM"}, nil, "2024-03-01 1:05PM", "2024-03-01T13:05:00Z"},
		{"Go layout with words", []string{"Month 1 of 2006, day 2"}, nil, "month 3 of 2024, day 1", "2024-03-01T00:00:00Z"},

		{"German", nil, []string{"de"}, "1. März 2024", "2024-03-01T00:00:00Z"},
		{"German in capitals", nil, []string{"de"}, "1. MÄRZ 2024", "2024-03-01T00:00:00Z"},
		{"German, decomposed", nil, []string{"de"}, "1. Ma\u0308rz 2024", "2024-03-01T00:00:00Z"},
		{"Austrian", nil, []string{"de"}, "2. Jänner 2024", "2024-01-02T00:00:00Z"},
		{"French", nil, []string{"fr"}, "15 août 2024", "2024-08-15T00:00:00Z"},
		{"French ordinal", nil, []string{"fr"}, "1er mars 2024", "2024-03-01T00:00:00Z"},
		{"Spanish", nil, []string{"es"}, "1 de marzo de 2024", "2024-03-01T00:00:00Z"},
		{"Spanish in capitals", nil, []string{"es"}, "1 DE MARZO DE 2024", "2024-03-01T00:00:00Z"},
		{"Italian ordinal", nil, []string{"it"}, "1º marzo 2024", "2024-03-01T00:00:00Z"},
		{"Italian ordinal, degree sign", nil, []string{"it"}, "1° marzo 2024", "2024-03-01T00:00:00Z"},
		{"Dutch", nil, []string{"nl"}, "01-mrt-2024", "2024-03-01T00:00:00Z"},
		{"Portuguese", nil, []string{"pt"}, "1 de mar. de 2024", "2024-03-01T00:00:00Z"},
		{"Portuguese weekday", []string{"dddd, D [de] MMMM [de] YYYY"}, []string{"pt"}, "sexta-feira, 1 de março de 2024", "2024-03-01T00:00:00Z"},
		{"English beside another language", nil, []string{"de"}, "March 1, 2024", "2024-03-01T00:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := compile(t, tt.formats, tt.languages).Parse(tt.text)
			require.NoError(t, err)
			assert.Equal(t, tt.want, r.Instant().Format(time.RFC3339Nano))
		})
	}
}

func TestFormatsRefuse(t *testing.T) {
	tests := []struct {
		name   string
		format string
		text   string
		want   string
	}{
		{"one digit for two", "DD.MM.YYYY", "1.3.2024", `date: "1.3.2024" is not a date: it does not fit the format DD.MM.YYYY; only_formats: false reads it`},
		{"a weekday of another date", "ddd, D MMM YYYY", "Mon, 1 Mar 2024", `date: "Mon, 1 Mar 2024" is not a date: 2024-03-01 is a Friday (ddd, D MMM YYYY)`},
		{"an abbreviation for a name", "MMMM D, YYYY", "Mar 1, 2024", `date: "Mar 1, 2024" is not a date: it does not fit the format MMMM D, YYYY; only_formats: false reads it`},
		{"a zone without a fixed offset", time.RFC1123, "Fri, 01 Mar 2024 10:00:00 EST", `date: "Fri, 01 Mar 2024 10:00:00 EST" is not a date: it does not fit the format Mon, 02 Jan 2006 15:04:05 MST; only_formats: false reads it`},
		{"neither AM nor PM", "YYYY-MM-DD h:mm A", "2024-03-01 1:00 XM", `date: "2024-03-01 1:00 XM" is not a date: it does not fit the format YYYY-MM-DD h:mm A`},
		{"no AM, no PM", "YYYY-MM-DD h:mm A", "2024-03-01 1:00 ", `date: "2024-03-01 1:00 " is not a date: it does not fit the format YYYY-MM-DD h:mm A; only_formats: false reads it`},
		{"no offset", "YYYY-MM-DDZ", "2024-03-01x", `date: "2024-03-01x" is not a date: it does not fit the format YYYY-MM-DDZ`},
		{"half an offset", "YYYY-MM-DDZ", "2024-03-01+1", `date: "2024-03-01+1" is not a date: it does not fit the format YYYY-MM-DDZ`},
		{"an offset in another form", "2006-01-02 -0700", "2024-03-01 +01:00", `date: "2024-03-01 +01:00" is not a date: it does not fit the format 2006-01-02 -0700; only_formats: false reads it`},
		{"hour 13 of 12", "YYYY-MM-DD h:mm A", "2024-03-01 13:00 PM", `date: "2024-03-01 13:00 PM" is not a date: there is no 13:00:00 (YYYY-MM-DD h:mm A); only_formats: false reads it`},
		{"hour 0 of 12", "YYYY-MM-DD h:mm A", "2024-03-01 0:00 PM", `date: "2024-03-01 0:00 PM" is not a date: there is no 00:00:00 (YYYY-MM-DD h:mm A); only_formats: false reads it`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := compile(t, []string{tt.format}, nil).Parse(tt.text)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestTheErrorNamesAFewFormats(t *testing.T) {
	_, err := compile(t, []string{"YYYY-MM-DD", "DD.MM.YYYY"}, nil).Parse("N/A")
	assert.EqualError(t, err, `date: "N/A" is not a date: it fits none of the formats YYYY-MM-DD, DD.MM.YYYY`)
}

func TestTheOrderOfFormatsDecides(t *testing.T) {
	r, err := compile(t, []string{"DD/MM/YYYY", "MM/DD/YYYY"}, nil).Parse("03/04/2024")
	require.NoError(t, err)
	assert.Equal(t, "ambiguous date: read as 2024-04-03 (DD/MM/YYYY), would be 2024-03-04 (MM/DD/YYYY)", r.Note())

	r, err = compile(t, []string{"DD/MM/YYYY"}, nil).Parse("03/04/2024")
	require.NoError(t, err)
	assert.Equal(t, "2024-04-03", r.Date.String())
	assert.False(t, r.Ambiguous(), "no other listed format reads it")
}

func TestReadingTellsWhatIsPrinted(t *testing.T) {
	p := compile(t, nil, nil)
	r, err := p.Parse("2024-03-01T23:30:00-05:00")
	require.NoError(t, err)
	assert.Equal(t, date.Reading{
		Date:    date.Date{Year: 2024, Month: time.March, Day: 1},
		Clock:   23*time.Hour + 30*time.Minute,
		HasTime: true,
		Offset:  -5 * time.Hour,
		HasZone: true,
		Format:  "ymd",
	}, r)
	assert.Equal(t, "2024-03-02T04:30:00Z", r.Instant().Format(time.RFC3339))

	r, err = p.Parse("2024-03-01")
	require.NoError(t, err)
	assert.False(t, r.HasTime)
	assert.False(t, r.HasZone)
	assert.Equal(t, "2024-03-01T00:00:00Z", r.Instant().Format(time.RFC3339), "midnight in UTC")
}

func TestCompileErrors(t *testing.T) {
	tests := []struct {
		name   string
		format string
		want   string
	}{
		{"nothing", "", `date: format "": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`},
		{"tokens in small letters", "dd/mm/yyyy", `date: format "dd/mm/yyyy": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`},
		{"strftime", "%Y-%m-%d", `date: format "%Y-%m-%d": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`},
		{"both kinds", "YYYY-01-02 2006", `date: format "YYYY-01-02 2006": it has a YY of tokens and a 06 of Go layouts; use one of the two`},
		{"a word without brackets", "D de MMMM de YYYY", `date: format "D de MMMM de YYYY": "de" at position 3 is not a token; write words in brackets, as in [de]`},
		{"a token in small letters", "YYYY-MM-dd", `date: format "YYYY-MM-dd": "dd" at position 9 is not a token; write words in brackets, as in [dd]`},
		{"an open bracket", "YYYY-MM-DD [at", `date: format "YYYY-MM-DD [at": the bracket at position 12 is not closed`},
		{"minutes for the month", "YYYY-mm-DD", `date: format "YYYY-mm-DD": it has no month (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: year does without it`},
		{"no day", "MM/YYYY", `date: format "MM/YYYY": it has no day (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: month does without it`},
		{"no month in a layout", "2006 2", `date: format "2006 2": it has no month (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: year does without it`},
		{"the day twice", "DD-DD-YYYY", `date: format "DD-DD-YYYY": it has the day twice`},
		{"two months", "MM MMMM D YYYY", `date: format "MM MMMM D YYYY": it has the month twice`},
		{"where the day ends", "YYYYMD", `date: format "YYYYMD": a month of one or two digits is followed by another number; write it with two digits`},
		{"an hour of which half", "YYYY-MM-DD hh:mm", `date: format "YYYY-MM-DD hh:mm": an hour of 12 needs AM or PM (token A, in a Go layout PM)`},
		{"a half of which hour", "YYYY-MM-DD HH:mm A", `date: format "YYYY-MM-DD HH:mm A": AM or PM needs an hour of 12 (token hh, in a Go layout 03)`},
		{"minutes alone", "YYYY-MM-DD mm", `date: format "YYYY-MM-DD mm": it has minutes without hours (the token of the month is MM, that of the minute mm)`},
		{"seconds alone", "YYYY-MM-DD HH ss", `date: format "YYYY-MM-DD HH ss": it has seconds without minutes`},
		{"the day of the year", "2006-002", `date: format "2006-002": "002" at position 6, the day of the year, is not supported`},
		{"an offset with seconds", "2006-01-02 15:04:05 -07:00:00", `date: format "2006-01-02 15:04:05 -07:00:00": "-07:00:00" at position 21, an offset with seconds, is not supported`},
		{"a fraction of nothing", "2006-01-02.000", `date: format "2006-01-02.000": the fraction at position 11 does not follow the seconds`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := date.Compile(date.Options{Formats: []string{tt.format}})
			assert.EqualError(t, err, tt.want)
			assert.Nil(t, p)
		})
	}
}

func TestCompileRefusesEndlessFormats(t *testing.T) {
	_, err := date.Compile(date.Options{Formats: []string{"YYYY-MM-DD" + strings.Repeat("-", 1_000_000)}})
	assert.EqualError(t, err, "date: a format has 1000010 bytes, and at most 256 are allowed")
}

func TestCompileGivesAllErrors(t *testing.T) {
	_, err := date.Compile(date.Options{Formats: []string{"MM/YYYY", "YYYY-MM-DD", "?"}, Languages: []string{"de", "xx", "DE"}})
	languages := strings.Join(date.Languages(), ", ")
	assert.EqualError(t, err, `date: language "xx" is unknown; valid are `+languages+`
date: language "DE" is unknown; valid are `+languages+`
date: format "MM/YYYY": it has no day (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02); precision: month does without it
date: format "?": it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)`)
}

func TestDaysBetween(t *testing.T) {
	tests := []struct {
		name string
		d, e date.Date
		want int
	}{
		{"the same", date.Date{2024, 3, 1}, date.Date{2024, 3, 1}, 0},
		{"over a leap day", date.Date{2024, 3, 1}, date.Date{2024, 2, 28}, 2},
		{"no leap day", date.Date{2023, 3, 1}, date.Date{2023, 2, 28}, 1},
		{"backwards", date.Date{2023, 12, 31}, date.Date{2024, 1, 1}, -1},
		{"across 1970", date.Date{1970, 1, 1}, date.Date{1969, 12, 31}, 1},
		{"400 years", date.Date{2000, 1, 1}, date.Date{1600, 1, 1}, 146_097},
		// python3 -c 'from datetime import date; print((date.max-date.min).days)'
		{"the whole calendar", date.Date{9999, 12, 31}, date.Date{1, 1, 1}, 3_652_058},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.d.Sub(tt.e))
			assert.Equal(t, -tt.want, tt.e.Sub(tt.d))
		})
	}
}

// Every day from 1890 to 2110 exists, is one day after the one before, and is the
// day that package time has.
func TestEveryDay(t *testing.T) {
	p := compile(t, []string{"YYYY-MM-DD"}, nil)
	day := time.Date(1890, 1, 1, 0, 0, 0, 0, time.UTC)
	before, err := p.Parse("1889-12-31")
	require.NoError(t, err)
	for ; day.Year() <= 2110; day = day.AddDate(0, 0, 1) {
		r, err := p.Parse(day.Format(time.DateOnly))
		require.NoError(t, err)
		require.True(t, r.Instant().Equal(day))
		require.Equal(t, 1, r.Date.Sub(before.Date))
		before = r
	}
}

// A time that package time prints under a layout is read as that time.
func TestLayoutsAgreeWithPackageTime(t *testing.T) {
	layouts := []string{
		time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850, time.RFC1123, time.RFC1123Z,
		time.RFC3339, time.RFC3339Nano, time.DateTime, time.DateOnly, "02.01.2006 15:04", "1/2/06 3:04PM",
		"Monday, January 2, 2006", "20060102T150405Z0700", "2006-01-02 15:04:05.000000 -07:00", "_2 Jan 2006 03:04:05 pm Z07:00",
	}
	rapid.Check(t, func(t *rapid.T) {
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		// 1969-01-03 to 2065-01-24: the years that a layout with two digits means.
		at := time.Unix(rapid.Int64Range(-363*86_400, 3e9).Draw(t, "seconds"), rapid.Int64Range(0, 1e9-1).Draw(t, "nanoseconds")).UTC()
		if zone := rapid.IntRange(-12, 14).Draw(t, "zone"); strings.Contains(layout, "07") {
			at = at.In(time.FixedZone("", zone*3600+1800))
		}
		text := at.Format(layout)
		want, err := time.Parse(layout, text)
		require.NoError(t, err)
		r, err := compile(t, []string{layout}, nil).Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want.UTC(), r.Instant(), "%q", text)
		y, m, d := want.Date()
		assert.Equal(t, date.Date{y, m, d}, r.Date)
	})
}
