package date

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxLength is the length in bytes of the longest text that may be a date, white
// space around it included, and of the longest format. A longer one is an error
// without being looked at.
const MaxLength = 256

// Parser reads dates by a list of formats. It does not change once compiled, and
// may be used concurrently.
type Parser struct {
	formats []format
	names   names
}

// DefaultFormats gives the formats that [Compile] takes when it is given none, in
// their order: RFC 3339; the ISO, slash, dash and point forms; then those with
// the name of a month, ending with the ones that are usual in the languages.
// 03/04/2024 is 4 March by them, marked ambiguous, and 03.04.2024 is 3 April.
func DefaultFormats(languageCodes []string) []string {
	formats := []string{
		"2006-01-02T15:04:05Z07:00", // RFC 3339
		"YYYY-MM-DDTHH:mm:ss",
		"YYYY-MM-DD",
		"DD-MMM-YYYY",
		"MM/DD/YYYY",
		"DD/MM/YYYY",
		"MM-DD-YYYY",
		"DD-MM-YYYY",
		"DD.MM.YYYY",
		"MMMM D, YYYY",
		"D MMMM YYYY",
		// The same with a day or a month of one digit, with abbreviated names
		// and with ordinals, and what databases print.
		"M/D/YYYY",
		"D/M/YYYY",
		"M-D-YYYY",
		"D-M-YYYY",
		"D.M.YYYY",
		"D-MMM-YYYY",
		"MMM D, YYYY",
		"D MMM YYYY",
		"MMMM Do, YYYY",
		"Do MMMM YYYY",
		"YYYY/MM/DD",
		"YYYY-MM-DD HH:mm:ss",
		"YYYY-MM-DD HH:mm:ssZ",
	}
	for _, l := range languages {
		if !slices.Contains(languageCodes, l.code) {
			continue
		}
		for _, f := range l.defaultFormats {
			if !slices.Contains(formats, f) {
				formats = append(formats, f)
			}
		}
	}
	return formats
}

// Compile makes a parser. Without formats it takes [DefaultFormats]. The
// languages, by ISO 639-1 code (see [Languages]), are those of the names of months
// and weekdays, beside English, which is always read.
//
// A format with YY in it is made of tokens, a format with 06 in it is a Go layout;
// one with both or with neither is an error. Every format has a year, a month and
// a day. The tokens:
//
//	YYYY  year, four digits         YY    year, two digits: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068
//	MM    month, two digits         M     one or two digits
//	MMMM  month, name in full       MMM   abbreviated, with or without a point
//	DD    day, two digits           D     one or two digits
//	Do    day with its ordinal: 1st, 2nd; 1er; 1º
//	dddd  weekday, name in full     ddd   abbreviated; it must be that of the date
//	HH H  hour, 00 to 23            hh h  hour, 01 to 12, with A (or a): AM or PM
//	mm m  minute                    ss s  second, with a fraction of up to nine digits when there is one
//	Z     offset from UTC: Z, +01:00, +0100 or +01 (ZZ is the same)
//	T     itself                    [de]  itself: words stand in brackets
//
// Everything else stands for itself. Letters match in either case, and a space
// matches any white space. A Go layout means what it means to package time, but
// "MST" takes UTC and GMT alone, as other names have no fixed offset, and the day
// of the year and offsets with seconds are not supported.
//
// All errors are returned at once, joined, each naming the format and, for what
// stands at one place of it, the position in bytes from 1.
func Compile(formats, languageCodes []string) (*Parser, error) {
	var errs []error
	names, unknown := namesOf(languageCodes)
	for _, code := range unknown {
		errs = append(errs, fmt.Errorf("date: language %q is unknown; valid are %s", code, strings.Join(Languages(), ", ")))
	}
	if len(formats) == 0 {
		formats = DefaultFormats(languageCodes)
	}
	p := &Parser{names: names}
	for _, text := range formats {
		f, err := compileFormat(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		p.formats = append(p.formats, f)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return p, nil
}

// Parse reads the whole text, but for white space around it, as a date. It tries
// the formats in order; the first that reads it wins, and the later ones are asked
// only whether they read another day. A day that the calendar does not have
// (30 February), a time of day beyond 23:59:59, the year 0 and a weekday that is
// not that of the date are no date. The error is an [*Error].
func (p *Parser) Parse(text string) (Reading, error) {
	if len(text) > MaxLength {
		return Reading{}, newError(text, "it has %d bytes, and a date has at most %d", len(text), MaxLength)
	}
	s := strings.TrimFunc(text, isSpace)
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			s = norm.NFC.String(s) // ä is one character in the tables
			break
		}
	}
	digits := 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	var next byte
	if digits < len(s) {
		next = byte(lowerASCII(rune(s[digits])))
	}

	var first Reading
	found := false
	reason := ""
	for i := range p.formats {
		f := &p.formats[i]
		if !f.shape.fits(len(s), digits, next) {
			continue
		}
		var c cursor
		c.rest = s
		c.names = &p.names
		if !c.read(f.elements) {
			continue
		}
		if !c.valid() {
			if reason == "" && !found {
				reason = c.invalid() + " (" + f.text + ")"
			}
			continue
		}
		if !found {
			found = true
			first = c.reading()
			first.Format = f.text
		} else if other := c.date(); other != first.Date {
			first.Other = other
			first.OtherFormat = f.text
			break
		}
	}
	switch {
	case found:
		return first, nil
	case s == "":
		return Reading{}, newError(text, "it is blank")
	case reason != "":
		return Reading{}, newError(text, "%s", reason)
	}
	return Reading{}, newError(text, "%s", p.noFit())
}

// noFit names the formats that a text does not fit, the first few of them.
func (p *Parser) noFit() string {
	const limit = 3
	var listed []string
	for _, f := range p.formats[:min(limit, len(p.formats))] {
		listed = append(listed, f.text)
	}
	switch n := len(p.formats); {
	case n == 1:
		return "it does not fit the format " + listed[0]
	case n > limit:
		return fmt.Sprintf("it fits none of %d formats: %s, …", n, strings.Join(listed, ", "))
	}
	return "it fits none of the formats " + strings.Join(listed, ", ")
}
