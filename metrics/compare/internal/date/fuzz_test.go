package date_test

import (
	"testing"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
)

// FuzzParse: nothing panics; what was read is a day of the calendar, whose ISO
// form is read as the same day.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "2024-03-01T23:30:00-05:00", "2024-02-30", "03/04/2024", "1. März 2024", "Sept. 1, 2024", "1er mars 2024",
		"1 de março de 2024", "2024-03-01 10:00:00.123+0100", "22nd March 2024", "\xff1/2/2024", "3.4.2024",
	} {
		f.Add(text)
	}
	p, err := date.Compile(date.Options{Languages: date.Languages()})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := p.Parse(text)
		if err != nil {
			if message := err.Error(); !utf8.ValidString(message) || len(message) > 500 {
				t.Errorf("the message is no readable line: %q", message)
			}
			return
		}
		_ = r.Note()
		if back := r.Instant().Add(r.Offset - r.Clock); back.Format("2006-01-02") != r.Date.String() {
			t.Errorf("%q: the instant %v is not on the day %v", text, r.Instant(), r.Date)
		}
		again, err := p.Parse(r.Date.String())
		if err != nil || again.Date != r.Date || again.Ambiguous() {
			t.Errorf("%q reads as %v, and that as %v, %v", text, r.Date, again, err)
		}
	})
}

// FuzzCompile: no format panics, neither when it is compiled nor when it reads.
func FuzzCompile(f *testing.F) {
	f.Add("YYYY-MM-DDTHH:mm:ss.SSSZ", "2024-03-01T10:00:00.5Z")
	f.Add("Monday, 02-Jan-06 15:04:05 MST", "Friday, 01-Mar-24 10:00:00 UTC")
	f.Add("[x", "x")
	f.Add("D. MMM. YYYY [Uhr] hh:mm A", "1. Mar. 2024 Uhr 01:00 PM")
	f.Add("_2006_2 Jan", "_2024 1 Mar")
	f.Fuzz(func(t *testing.T, format, text string) {
		p, err := date.Compile(date.Options{Formats: []string{format}, OnlyFormats: true})
		if err != nil {
			return
		}
		if r, err := p.Parse(text); err == nil && r.Ambiguous() {
			t.Errorf("one format %q reads %q in two ways", format, text)
		}
	})
}
