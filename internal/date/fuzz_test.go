package date_test

import (
	"testing"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
)

// FuzzParse checks that nothing panics. A date that was read is a day of the calendar, and its ISO
// form is read as the same day. A coarser precision reads its month and year. Parsing again in the
// order reported gives the same day.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "2024-03-01T23:30:00-05:00", "2024-02-30", "03/04/2024", "1. März 2024", "Sept. 1, 2024", "1er mars 2024",
		"1 de março de 2024", "2024-03-01 10:00:00.123+0100", "22nd March 2024", "\xff1/2/2024", "3.4.2024",
		"24 MAR 18", "12-01-19", "5/1-2024", "2024年3月1日(金) 10時30分", "20240301T103000Z", "20240301103000", "le mar. 5 mars '24 à 10h30m5s",
		"sexta-feira, 1 de março del 2024 10.30 p. m. UTC+2", "Fri Mar  1 10:00:00 GMT+0100 (CET) 2024", "２０２４／３／１", "2O24-01-05", "31/06/2024",
		"10 Uhr 05. Januar 2024", "kl. 10.30, den 5:e januari 2024 r.", "03/24", "202403", "2024", "Mar '24", "250324",
	} {
		f.Add(text)
	}
	compile := func(o date.Options) *date.Parser {
		p, err := date.Compile(o)
		if err != nil {
			f.Fatal(err)
		}
		return p
	}
	p := compile(date.Options{})
	coarse := []*date.Parser{compile(date.Options{Precision: date.Month}), compile(date.Options{Precision: date.Year})}
	ordered := map[date.Order]*date.Parser{}
	for _, o := range []date.Order{date.DMY, date.MDY, date.YMD} {
		ordered[o] = compile(date.Options{Order: o})
	}
	f.Fuzz(func(t *testing.T, text string) {
		if date.SameParts(text, text+" ") != date.SameParts(text+" ", text) {
			t.Errorf("%q has the same parts one way", text)
		}
		r, err := p.Parse(text)
		if err != nil {
			if message := err.Error(); !utf8.ValidString(message) || len(message) > 500 {
				t.Errorf("the message is not a readable line: %q", message)
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
		for i, p := range coarse {
			if c, err := p.Parse(text); err != nil || c.Date.String() != r.Date.String()[:len("2024-03")-3*i] {
				t.Errorf("%q reads as %v, and coarser as %v, %v", text, r.Date, c.Date, err)
			}
		}
		for _, o := range r.Orders() {
			stated, err := ordered[o].Parse(text)
			if err != nil || stated.Ambiguous() || o.String() == r.Format && stated.Date != r.Date || o.String() == r.OtherFormat && stated.Date != r.Other {
				t.Errorf("%q reads as %+v, and with %v as %+v, %v", text, r, o, stated, err)
			}
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
