package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
	"github.com/extracteval/extracteval/metrics/document"
)

// Date compares calendar dates: they match when both texts name the same day,
// each in whatever format it is printed.
//
// Of the formats, the first that reads the whole text wins, on both sides. A time
// of day and a time zone do not shift the date: 2024-03-01T23:30:00-05:00 is 1
// March. What no format reads, and what the calendar does not have (30 February),
// matches nothing, itself included: the tag is [TagNotADate] and the note says why,
// of got or, before it, of the truth. A truth that is not a date thus counts as a
// miss whatever the answer is. A text that another format of the list reads as
// another day is ambiguous, and the note says so: 03/04/2024 is 4 March by default,
// and would be 3 April. Numbers are read by their text, for formats such as
// YYYYMMDD; values of other JSON types do not match, with [TagTypeMismatch].
//
// The score is 1 or 0. A miss by more than a given tolerance has
// [TagOutsideTolerance].
type Date struct {
	// Formats lists Go layouts ("02.01.2006") or tokens ("DD.MM.YYYY"):
	//
	//	YYYY YY        year; 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068
	//	MM M MMMM MMM  month: two digits, one or two, name, abbreviated name
	//	DD D Do        day: two digits, one or two, ordinal (1st)
	//	dddd ddd       name of the weekday, abbreviated; it must be that of the date
	//	HH H hh h A    hour of 24, hour of 12 with AM or PM
	//	mm m ss s      minute, second, with a fraction where there is one
	//	Z              offset from UTC: Z, +01:00, +0100, +01
	//	[de]           words stand for themselves in brackets, all else without
	//
	// Each has a year, a month and a day. Default: RFC 3339, YYYY-MM-DDTHH:mm:ss,
	// YYYY-MM-DD, DD-MMM-YYYY, MM/DD/YYYY, DD/MM/YYYY, MM-DD-YYYY, DD-MM-YYYY,
	// DD.MM.YYYY, forms with the month's name, those with fewer digits, and forms
	// usual in Languages.
	Formats []string `json:"formats,omitzero"`
	// Languages lists ISO 639-1 codes ("de", "fr") of the languages in which months
	// and weekdays may be named, beside English.
	Languages []string `json:"languages,omitzero"`
	// Instant compares points in time instead of days. A text without a zone is
	// in UTC, one without a time of day is at midnight.
	Instant bool `json:"instant,omitzero"`
	// Tolerance is the number of days between the two that still match, from 0 to
	// 100,000; fractions, to the millisecond, are for Instant alone.
	Tolerance float64 `json:"tolerance,omitzero"`
}

func (Date) name() string { return "date" }

func (Date) pairing() Pairing { return PairByMatch }

// maxTolerance keeps a difference within the range of [time.Duration].
const maxTolerance = 100_000

// Validate reports formats and languages that are none, and a Tolerance out of
// range.
func (d Date) Validate() error {
	var errs []error
	for _, format := range d.Formats {
		if _, err := date.Compile([]string{format}, nil); err != nil {
			errs = append(errs, optionErrorf("date", "formats", "%s", strings.TrimPrefix(err.Error(), "date: ")))
		}
	}
	for _, language := range d.Languages {
		if _, err := date.Compile(nil, []string{language}); err != nil {
			errs = append(errs, optionErrorf("date", "languages", "%s", strings.TrimPrefix(err.Error(), "date: ")))
		}
	}
	switch {
	case !(d.Tolerance >= 0 && d.Tolerance <= maxTolerance): // NaN is neither
		errs = append(errs, optionErrorf("date", "tolerance", "got %v, want a number of days from 0 to %d", d.Tolerance, maxTolerance))
	case !d.Instant && d.Tolerance != math.Trunc(d.Tolerance):
		errs = append(errs, optionErrorf("date", "tolerance", "got %v, want whole days; a fraction needs instant", d.Tolerance))
	}
	return errors.Join(errs...)
}

// Compare implements [Comparator]. Its error is that of Validate.
func (d Date) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	p, err := d.prepare()
	if err != nil {
		return Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

type preparedDate struct {
	parser    *date.Parser
	instant   bool
	days      int           // the tolerance between days
	tolerance time.Duration // the tolerance between points in time
}

func (d Date) prepare() (Comparator, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	parser, err := d.parser()
	if err != nil {
		return nil, optionErrorf("date", "formats", "%s", strings.TrimPrefix(err.Error(), "date: "))
	}
	const millisecondsPerDay = 86_400_000
	return preparedDate{
		parser:    parser,
		instant:   d.Instant,
		days:      int(d.Tolerance),
		tolerance: time.Duration(math.Round(d.Tolerance*millisecondsPerDay)) * time.Millisecond,
	}, nil
}

func (d Date) parser() (*date.Parser, error) {
	if len(d.Formats) == 0 && len(d.Languages) == 0 {
		return defaultDates(), nil
	}
	return date.Compile(d.Formats, d.Languages)
}

// defaultDates reads dates by the defaults. They are compiled at most once.
var defaultDates = sync.OnceValue(func() *date.Parser {
	p, err := date.Compile(nil, nil)
	if err != nil {
		panic(err) // its own formats
	}
	return p
})

func (d preparedDate) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if !holdsScalarText(got) || !holdsScalarText(want) {
		return unreadable(got, want, "dates"), nil
	}
	w, err := d.parser.Parse(want.Text())
	if err != nil {
		return notADate("the truth", err), nil
	}
	g := w
	if got.RawText() != want.RawText() {
		if g, err = d.parser.Parse(got.Text()); err != nil {
			return notADate("got", err), nil
		}
	}
	var c Comparison
	if d.instant {
		c = d.compareInstants(g, w)
	} else {
		c = d.compareDays(g, w)
	}
	c.Note = joinNotes(c.Note, sideNotes(g.Note(), w.Note()))
	return c, nil
}

func (d preparedDate) compareDays(got, want date.Reading) Comparison {
	apart := got.Date.Sub(want.Date)
	if apart < 0 {
		apart = -apart
	}
	if apart <= d.days {
		return Binary(true)
	}
	return apartBy(count(apart, "day"), count(d.days, "day"), d.days > 0)
}

func (d preparedDate) compareInstants(got, want date.Reading) Comparison {
	apart := got.Instant().Sub(want.Instant()).Abs()
	if apart <= d.tolerance {
		return Binary(true)
	}
	return apartBy(apart.String(), d.tolerance.String(), d.tolerance > 0)
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

func notADate(side string, err error) Comparison {
	return Comparison{
		Tag:  TagNotADate,
		Note: side + " " + strings.TrimPrefix(err.Error(), "date: "),
	}
}
