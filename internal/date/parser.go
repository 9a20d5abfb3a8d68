package date

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// MaxLength is the length in bytes of the longest text that may be a date, white
// space around it included, and of the longest format. A longer one is an error
// without being looked at.
const MaxLength = 256

// Options say how a [Parser] reads. The zero Options read every form that is usual
// in documents:
//
//   - a date in numbers, with - or / or . or blanks between its parts (- may be any dash; 5/1-2024, too): 2024-03-01,
//     2024/3/1, 1.3.2024, 03 01 24, in the order of Order; and YYYYMMDD;
//   - with the name of a month, in full or short, before the day, between day and year, or after the year: March 1
//     2024, 1st of March, 2024, 1-Mar-24, 1 de marzo del 2024, 1. März 2024, 2024 March 1, in each of the [Languages].
//     A stated language decides between the months of a name; else the name is ambiguous: listopad is November in
//     Polish, and October in Croatian;
//   - 2024年3月1日, 2024년 3월 1일, ngày 1 tháng 3 năm 2024; with the year of an era if it is written: 令和6年3月1日,
//     民國113年3月1日, 1 มีนาคม พ.ศ. 2567, and with the language ja R6.3.1. After the name of a month in Thai, a year from 2400 on, or of two digits, is of the
//     Buddhist era, too;
//   - with or without a weekday before or after it, which must be the date's weekday, and an
//     article: Friday, le 1er mars 2024, den 1. mars 2024;
//   - with or without a time of day before, after or within it, and a zone: see
//     takeClock.
//
// Brackets around the whole text, a dash after it and, after a whole day, a code of letters and digits do not belong to
// the date: (06/12/2016), 2005-, 18-04-16 15:02 SH01.
//
// Case, accents (fevrier), full stops after short names, commas, and the width and script of digits do not matter. A year
// has four digits or two: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068. But if only the other year from 1900 to
// 2099 with these digits has the printed weekday, it is that year. See also [Together]. A text with anything else in it,
// even one character that OCR misread (2O24-03-01), is not a date.
type Options struct {
	// Formats are tried before the forms above; see [Compile].
	Formats []string
	// OnlyFormats says that the forms above are not tried.
	OnlyFormats bool
	// Languages lists the languages that the documents are in, see [Languages]. They decide the order of dates in
	// numbers, and names that mean two months; names are read in all languages.
	Languages []string
	// Order is the order of the parts of a date in numbers. Default: [DefaultOrder], but DMY instead of MDY with dots
	// between them. A date that is impossible in this order is tried as DMY, then as YMD. A
	// year of four digits is recognised under every order.
	Order Order
	// Found is the order of the other dates of the same field, used if Order is not set: it replaces the default order,
	// except with dots between the parts. A date that is impossible in this order is tried as DMY, as YMD, then as MDY.
	Found Order
	// Precision says how much of a date counts. With Month, texts without a day are dates, too (March 2024, 2024-03,
	// 03/2024, 03/24, 202403); with Year, so is a year (2024). Finer parts of a date are dropped, but must be possible.
	Precision Precision
}

// Parser reads dates. It does not change once compiled, and may be used
// concurrently.
type Parser struct {
	convention
	formats     []format
	onlyFormats bool
}

// Compile returns a parser with the options o.
//
// A format with YY in it is made of tokens, a format with 06 in it is a Go layout; a format with both or with neither
// is an error. Every format has a year and, unless the precision is coarser, a month and a day. The tokens:
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
// All other text is literal. Letters match in either case, names also match without their accents, and a space matches
// any white space. A Go layout means what it means in package time, except that "MST" matches only UTC and GMT, since
// other names have no fixed offset, and that the day of the year and offsets with seconds are not supported.
//
// Compile joins all errors. An error in a format names the format and, if it is about one place, the position in bytes
// from 1.
func Compile(o Options) (*Parser, error) {
	var errs []error
	p := &Parser{convention: convention{order: o.Order, usual: DefaultOrder(o.Languages), found: o.Found, precision: o.Precision, languages: o.Languages}, onlyFormats: o.OnlyFormats}
	languages := Languages()
	for _, code := range o.Languages {
		if !slices.Contains(languages, code) {
			errs = append(errs, fmt.Errorf("date: language %q is unknown; valid are %s", code, strings.Join(languages, ", ")))
		}
	}
	for _, text := range o.Formats {
		f, err := compileFormat(text, o.Precision)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		p.formats = append(p.formats, f)
	}
	if o.OnlyFormats && len(o.Formats) == 0 {
		errs = append(errs, errors.New("date: OnlyFormats without formats reads nothing"))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return p, nil
}

// Parse reads the whole text, except white space around it, as a date. It tries the formats in order: the first that
// reads the text wins, and the later ones only decide whether the date is ambiguous. If no format reads the text, Parse
// tries the forms that [Options] lists. A text is not a date if the calendar does not have its day (30 February), its
// time of day is beyond 23:59:59, its year is 0, or its weekday is not that of the date. The error is an [*Error].
func (p *Parser) Parse(text string) (Reading, error) {
	if len(text) > MaxLength {
		return Reading{}, newError(text, problem{reason: fmt.Sprintf("it has %d bytes, and a date has at most %d", len(text), MaxLength)})
	}
	s := strings.TrimFunc(text, isSpace)
	if s == "" {
		return Reading{}, newError(text, problem{reason: "it is blank"})
	}
	r, reason := p.formatted(s)
	if r.Format != "" {
		return r, nil
	}
	cause := p.printed(s, &r)
	if !cause.isNone() {
		cause = p.printedAmongOthers(s, &r, cause)
	}
	switch {
	case cause.isNone() && !p.onlyFormats:
		return r, nil
	case cause.isNone():
		cause = problem{p.noFit(), "only_formats: false"}
	case p.onlyFormats:
		cause = problem{reason: p.noFit()}
	}
	if reason != "" {
		cause.reason = reason
	}
	return Reading{}, newError(text, cause)
}

// printed reads a text by the grammar of printed dates. The form of most dates in JSON, 2024-03-01, is read without it.
func (p *Parser) printed(s string, r *Reading) problem {
	if d := isoDay(s); d.exists() {
		r.Date, r.Format = d.truncate(p.precision), YMD.String()
		return problem{}
	}
	g := grammar{convention: p.convention}
	reason := g.parse(s)
	if reason.isNone() {
		g.reading(r)
	}
	return reason
}

// isoDay returns the day in a text of the form 2024-03-01, which need not exist, and the zero Date for other texts.
func isoDay(s string) Date {
	if len(s) != len(time.DateOnly) {
		return Date{}
	}
	var parts [3]int
	part := 0
	for i := range len(s) {
		switch c := s[i]; {
		case (i == 4 || i == 7) && c == '-':
			part++
		case i != 4 && i != 7 && '0' <= c && c <= '9':
			parts[part] = 10*parts[part] + int(c-'0')
		default:
			return Date{}
		}
	}
	return newDate(parts[0], parts[1], parts[2])
}

// formatted reads a text by the formats. If no format reads it, Format is empty, and the reason
// comes from the first format that fits the text but for an impossible day or time.
func (p *Parser) formatted(s string) (first Reading, reason string) {
	s = norm.NFC.String(s) // as formats are
	for i := range p.formats {
		f := &p.formats[i]
		c := cursor{rest: s, month: 1, day: 1}
		if !c.readAll(f.elements) {
			continue
		}
		if invalid := c.invalid(); invalid != "" {
			if reason == "" {
				reason = invalid + " (" + f.text + ")"
			}
			continue
		}
		if first.Format == "" {
			first = c.reading()
			first.Date = first.Date.truncate(p.precision)
			first.Format = f.text
			first.formatted = true
		} else if other := c.toDate().truncate(p.precision); other != first.Date {
			first.Other = other
			first.OtherFormat = f.text
			break
		}
	}
	return first, reason
}

// noFit names the formats that a text does not fit, the first few of them.
func (p *Parser) noFit() string {
	const limit = 3
	listed := arithmetic.Each(p.formats[:min(limit, len(p.formats))], func(f format) string { return f.text })
	switch n := len(p.formats); {
	case n == 1:
		return "it does not fit the format " + listed[0]
	case n > limit:
		return fmt.Sprintf("it fits none of %d formats: %s, …", n, strings.Join(listed, ", "))
	}
	return "it fits none of the formats " + strings.Join(listed, ", ")
}

// SameParts reports whether two texts are dates in numbers whose three parts are the
// same, one after the other, whatever stands between them: 03.04.2024 and 3/4/24. Two digits of
// a year are the same as every four digits that end so. Times of day do not count.
func SameParts(a, b string) bool {
	x, ok := partsOf(a)
	if !ok {
		return false
	}
	y, ok := partsOf(b)
	if x.short && y.long || y.short && x.long {
		x.values[2] %= 100
		y.values[2] %= 100
	}
	return ok && x.values == y.values
}

// parts are the three numbers of a date; short and long say that the last is a year of two or of four digits.
type parts struct {
	values      [3]int
	short, long bool
}

func partsOf(text string) (p parts, ok bool) {
	if len(text) > MaxLength {
		return p, false
	}
	s := trimMarks(strings.TrimFunc(text, isSpace))
	if day, _, ok := cutCode(s); ok {
		s = day
	}
	var g grammar
	if g.scanText(s) != "" {
		return p, false
	}
	tokens, n, _, ok := numbers(g.trimmed())
	if !ok || n != 3 {
		return p, false
	}
	for i, t := range tokens {
		p.values[i] = t.value
	}
	p.short = tokens[0].digits != 4 && tokens[2].digits == 2
	p.long = tokens[2].digits == 4
	return p, true
}
