package compare

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Date compares calendar dates: two texts match when they name the same day, in whatever forms.
//
// Without options, it reads these forms:
//
//   - dates in numbers: 2024-03-01, 2024-3-1, 20240301, with / . - or blanks between the parts,
//     dashes of any kind, a year of four digits or two, in the order of Order;
//   - dates with the name of a month, in full or short, with or without accents, in either case: March 1, 2024, 1st of
//     March 2024, 1-Mar-24, 1. März 2024, 1 de marzo del 2024, 15 березня 2024 р. The names are those of Unicode CLDR 48 in
//     69 languages: af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja
//     ka kk kn ko lt lv mk ml mr ms mt nb ne nl nn no pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh;
//   - 2024年3月1日, 2024년 3월 1일, ngày 1 tháng 3 năm 2024, and years of an era: 令和6年3月1日, 令6/3/1, 民國113年3月1日, 1 มีนาคม
//     2567, and R6.3.1 if Languages has ja;
//   - each of them with the digits of any script: ٢٠٢٤/٠٣/١٥;
//   - a weekday before or after, which must be the date's weekday;
//   - a time of day before or after (10:30, 10:30 PM, 10.30 Uhr, 10h30, T10:30:00Z),
//     with a zone or without. Neither shifts the date: 2024-03-01T23:30:00-05:00 is 1
//     March.
//
// Of years of two digits, 69 to 99 are 1969 to 1999, and 00 to 68 are 2000 to 2068. Beside a year of four digits they are
// the nearest year that ends so, with a note: 05/01/49 matches 1949-05-01. A printed weekday decides the century first.
//
// A few names mean two months: listopad is November in Polish and Czech, and October in Croatian. Languages decides; else
// the date is ambiguous, and the note gives both readings.
//
// A date in numbers is ambiguous if another order gives another day and neither Order nor the truths decide: a suite takes the order that
// its truths show. The note says so: 03/04/2024 is 4 March by default, and could be 3 April. With dots it is not ambiguous: 03.04.2024 is
// 3 April. A date that is impossible by its order is read as "dmy" or else as "ymd". If one side of a comparison is ambiguous and only
// one order fits the other side, both are read by that order: 12/04/2016 compared with 20/04/2016 is 12 April. If both are ambiguous, and
// the order of one side does not fit the other side, both are read by the order of the other side: 11-03-18 compared with 19-03-18, which
// is 19 March 2018 by default, is 11 March 2018. A date such as 2016-04-12 does not decide the order of the other side, which is read by
// the default order. Two dates in numbers that have the same three parts in the same order match with any separators, with a note:
// 03.04.2024 and 03/04/2024.
//
// Date ignores brackets around a date, a dash after it and, after a date with a day, a code of letters and digits; the
// note names the code: (06/12/2016), 2016-12-06 –, 18-04-16 15:02 SH01.
//
// Any other text is not a date: a day that the calendar does not have (30 February), a text that says more than a date,
// a character that OCR misread (2O24-01-05). The tag is "not a date". The note names the part that is impossible and,
// if an option of Date would read the text, that option. The note is about the truth if the truth is not a date, else
// about got. A truth that is not a date matches the same text, white space aside, with a note, and a period the same
// [Period]. Numbers are read by their text; values of other JSON types do not match, with the tag "type mismatch",
// unless they are the same.
//
// The score is 1 or 0. A miss by more than a Tolerance that is not 0 has the tag "outside tolerance".
type Date struct {
	// Formats lists Go layouts ("02.01.2006") or tokens ("DD.MM.YYYY") that are tried before everything
	// else. The first that reads the whole text wins; if another of them reads another day, the date is
	// ambiguous. The tokens:
	//
	//	YYYY YY        year; 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068
	//	MM M MMMM MMM  month: two digits, one or two, name, abbreviated name
	//	DD D Do        day: two digits, one or two, ordinal (1st)
	//	dddd ddd       name of the weekday, abbreviated; it must be the date's
	//	HH H hh h A    hour of 24, hour of 12 with AM or PM
	//	mm m ss s      minute, second, with a fraction where there is one
	//	Z              offset from UTC: Z, +01:00, +0100, +01
	//	[de]           words are literal in brackets, other text without brackets
	//
	// Each has a year and, unless Precision is coarser, a month and a day.
	Formats []string `json:"formats,omitzero"`
	// OnlyFormats reads nothing but Formats.
	OnlyFormats bool `json:"only_formats,omitzero"`
	// Order is the order of dates in numbers without a year of four digits in front: "dmy", "mdy" or
	// "ymd". Default: the order that is usual in the first of Languages that does not have the month first, else "dmy"
	// with dots between the parts and "mdy" without.
	Order string `json:"order,omitzero"`
	// Languages lists the languages of the documents by the codes above. They decide the default of Order, and names
	// that mean two months. All other names are read in every language.
	Languages []string `json:"languages,omitzero"`
	// Precision says how much of a date has to agree: "day" (default), "month" or "year". With "month", texts without a
	// day are also dates: March 2024, 2024-03, 03/2024, 03/24; with "year", 2024.
	Precision string `json:"precision,omitzero"`
	// Instant compares points in time instead of days. A text without a zone is in UTC, and a text without a time of
	// day is midnight.
	Instant bool `json:"instant,omitzero"`
	// Tolerance is the largest number of days between two dates that match, from 0 to 100,000. Only with Instant may it
	// have a fraction, which is rounded to the millisecond.
	Tolerance float64 `json:"tolerance,omitzero"`

	found date.Order // see InOrder
}

func (Date) name() string { return "date" }

func (Date) pairing() Pairing { return PairByMatch }

func (Date) formats() map[string]Comparator { return dateFormats }

var dateFormats = map[string]Comparator{"date": Date{}, "date-time": Date{Instant: true}, "datetime": Date{Instant: true}}

func (d Date) sentence() string {
	text := "date, the same day"
	switch {
	case d.Instant && d.Tolerance != 0:
		text = "point in time, at most " + briefNumber(d.Tolerance) + " days apart"
	case d.Instant:
		text = "point in time, the same instant"
	case d.Tolerance != 0:
		text = "date, at most " + words.Plural(int(d.Tolerance), "day") + " apart"
	case d.Precision != "":
		text = "date, the same " + d.Precision
	}
	switch {
	case d.OnlyFormats:
		text += ", read by " + strings.Join(d.Formats, " or ") + " alone"
	case len(d.Formats) > 0:
		text += ", read by " + strings.Join(d.Formats, " or ") + " first"
	}
	if len(d.Languages) > 0 {
		text += ", languages " + strings.Join(d.Languages, " and ")
	}
	switch {
	case d.Order != "":
		text += ", order " + d.Order
	case d.found != 0 && !d.OnlyFormats:
		text += ", order " + d.found.String() + " as other dates of the field have it"
	case !d.OnlyFormats && d.usual() != date.MDY:
		text += ", order " + d.usual().String()
	case !d.OnlyFormats:
		text += ", order mdy (dmy with points)"
	}
	return text
}

// usual returns the order that is usual in the languages.
func (d Date) usual() date.Order { return date.DefaultOrder(d.Languages) }

// maxTolerance keeps a difference within the range of [time.Duration].
const maxTolerance = 100_000

// options returns the options of the comparator's parser, without the errors that validate reports.
func (d Date) options() date.Options {
	order, _ := date.OrderOf(d.Order)
	precision, _ := date.PrecisionOf(d.Precision)
	return date.Options{
		Formats:     d.Formats,
		OnlyFormats: d.OnlyFormats,
		Order:       order,
		Found:       d.found,
		Languages:   d.Languages,
		Precision:   precision,
	}
}

// validate reports formats, languages, an Order and a Precision that are unknown, a
// Tolerance out of range, and options that do not go together: OnlyFormats without
// Formats, Instant or a Tolerance with a coarser Precision.
func (d Date) validate() error { return d.faults(d.name()) }

// faults is validate for the options of a comparator of that name.
func (d Date) faults(name string) error {
	var errs []error
	add := func(key, format string, args ...any) {
		errs = append(errs, optionErrorf(name, key, format, args...))
	}
	precision := d.options().Precision
	compile := func(key string, o date.Options) {
		if _, err := date.Compile(o); err != nil {
			add(key, "%s", strings.TrimPrefix(err.Error(), "date: "))
		}
	}
	for _, format := range d.Formats {
		compile("formats", date.Options{Formats: []string{format}, Precision: precision})
	}
	for _, language := range d.Languages {
		compile("languages", date.Options{Languages: []string{language}})
	}
	if d.OnlyFormats && len(d.Formats) == 0 {
		add("only_formats", "without formats nothing is read; list formats, or leave it out")
	}
	if _, ok := date.OrderOf(d.Order); !ok {
		add("order", "%s", noneOf(d.Order, date.OrderNames()))
	}
	if _, ok := date.PrecisionOf(d.Precision); !ok {
		add("precision", "%s", noneOf(d.Precision, date.PrecisionNames()))
	}
	if d.Instant && precision != date.Day {
		add("instant", "points in time have no precision of a %s; leave one of the two out", d.Precision)
	}
	switch {
	case !(d.Tolerance >= 0 && d.Tolerance <= maxTolerance): // NaN is neither
		add("tolerance", "got %v, want a number of days from 0 to %d", d.Tolerance, maxTolerance)
	case d.Tolerance != 0 && precision != date.Day:
		add("tolerance", "it is in days, and precision is a %s; leave one of the two out", d.Precision)
	case !d.Instant && d.Tolerance != math.Trunc(d.Tolerance):
		add("tolerance", "got %v, want whole days; a fraction needs instant", d.Tolerance)
	}
	return errors.Join(errs...)
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (d Date) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, d, got, want)
}

type preparedDate struct {
	parser *date.Parser
	stated bool // the Order is stated
	judge  judgement
	clocks bool // times of day without a date are compared
}

func (d Date) prepare() (Comparator, error) { return d.compile() }

func (d Date) compile() (p preparedDate, err error) {
	if err := d.validate(); err != nil {
		return p, err
	}
	options := d.options()
	parser, err := date.Compile(options)
	if err != nil {
		return p, optionErrorf("date", "formats", "%s", strings.TrimPrefix(err.Error(), "date: "))
	}
	p = preparedDate{parser: parser, stated: d.Order != "", judge: judgeDays(int(d.Tolerance))}
	switch {
	case d.Instant:
		const millisecondsPerDay = 86_400_000
		p.judge = judgeInstants(time.Duration(math.Round(d.Tolerance*millisecondsPerDay)) * time.Millisecond)
	case options.Precision != date.Day:
		p.judge = judgePeriods
	}
	return p, nil
}

func (d preparedDate) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if !holdsScalarText(got) || !holdsScalarText(want) {
		return identical(unreadable(got, want, "dates", tagNotADate), got, want), nil
	}
	w, wantErr := d.parser.Parse(want.Text())
	if wantErr == nil && got.RawText() == want.RawText() {
		c := Binary(true)
		if note := w.Note(); note != "" {
			c.Note = "both: " + note
		}
		return c, nil
	}
	g, gotErr := d.parser.Parse(got.Text())
	var c Comparison
	switch {
	case wantErr != nil:
		if d.clocks {
			if times, ok := compareClocks(got, want); ok {
				return times, nil
			}
		}
		c = identical(notADate("the truth", wantErr), got, want)
		if !c.Match && d.arePeriods(got, want) {
			c = Binary(true)
			c.Note = "not dates, but the same period"
		}
	case gotErr != nil:
		c = notADate("got", gotErr)
	default:
		g, w = date.Together(g, w)
		c = d.judge(g, w)
	}
	if !c.Match && mayHaveSameParts(g, gotErr, w, wantErr) && date.SameParts(got.Text(), want.Text()) {
		c = Binary(true)
		if wantErr == nil && gotErr == nil {
			same := g
			same.Date = w.Date
			c = d.judge(same, w)
		}
		c.Note = joinNotes("the same numbers in the same order", c.Note)
	}
	c.Note = joinNotes(c.Note, sideNotes(g.Note(), w.Note()))
	return c, nil
}

// arePeriods reports whether two texts are the same period, with two ends.
func (d preparedDate) arePeriods(got, want document.Value) bool {
	w, two, ok := d.parser.ParsePeriod(want.Text())
	if !ok || !two {
		return false
	}
	g, two, ok := d.parser.ParsePeriod(got.Text())
	return ok && two && samePeriod(g, w).Match
}

// mayHaveSameParts reports whether date.SameParts is worth a call: at least one text is a date, each date is in numbers
// (see [date.Reading.InNumbers]), and two dates are different days. It is cheap, and false for most pairs.
func mayHaveSameParts(got date.Reading, gotErr error, want date.Reading, wantErr error) bool {
	switch {
	case gotErr != nil && wantErr != nil:
		return false
	case gotErr != nil:
		return want.InNumbers()
	case wantErr != nil:
		return got.InNumbers()
	}
	return got.InNumbers() && want.InNumbers() && got.Date != want.Date
}

// Read returns the reading of a truth for the function [Read].
func (d preparedDate) Read(want document.Value) (Reading, bool) {
	if !holdsScalarText(want) {
		return Reading{Why: "it is of type " + want.Kind().String() + ", and only numbers and strings are read as dates"}, true
	}
	r, err := d.parser.Parse(want.Text())
	if err != nil {
		reading := Reading{Why: strings.TrimPrefix(err.Error(), "date: ")}
		var e *date.Error
		if errors.As(err, &e) {
			reading.Advice = e.Advice
		}
		if d.arePeriods(want, want) {
			reading.Advice = "match: period"
			reading.Why += "; " + reading.Advice + " reads it"
		}
		if order, isOrder := strings.CutPrefix(reading.Advice, "order: "); isOrder && d.asks(want) {
			reading.Orders = []string{order}
		}
		return reading, true
	}
	return d.readingOf(r, want), true
}

// asks reports whether the order of the field decides how a text is read: dots have an order of their own.
func (d preparedDate) asks(want document.Value) bool {
	return d.stated || !strings.Contains(want.Text(), ".")
}

// readingOf returns the reading of a date that was read.
func (d preparedDate) readingOf(r date.Reading, want document.Value) Reading {
	reading := Reading{OK: true, Why: r.Note(), Ambiguous: r.Ambiguous(), Advice: r.Advice(), TimeOfDay: r.Clock != 0}
	for _, order := range r.Orders() {
		reading.Fits = append(reading.Fits, "order: "+order.String())
		if d.asks(want) {
			reading.Orders = append(reading.Orders, order.String())
		}
	}
	return reading
}

func notADate(side string, err error) Comparison {
	return Comparison{
		Tag:  tagNotADate,
		Note: side + " " + strings.TrimPrefix(err.Error(), "date: "),
	}
}
