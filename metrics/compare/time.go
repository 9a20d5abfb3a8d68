package compare

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/metrics/document"
)

// Time compares points in time: two values match if they are the same instant, in whatever zones and forms they are
// written. A value without a zone is in the zone of the other value.
//
// A truth without a time of day (none is written, or 00:00:00 in its own zone) is taken as a day: it also matches each
// value of the same written day. Package eval compares a field whose Go type is a point in time by Time.
//
// Two objects, such as maps of points in time, match if they have the same keys with values, and these match.
//
// Two times of day without a date match if they are the same, with a note: 2:30 PM is 14:30, 14h30, 14.30 Uhr and, beside a time
// of day, 14.30. Zones count if both sides have one. 1430 is not a time of day.
//
// Texts are read as by [Date] without options, and its rules hold for ambiguous dates, notes, tags and values that are
// not dates. The score is 1 or 0.
type Time struct {
	// As says which truths are points in time. By default and with "instant", each truth decides: it is a point in time
	// if it has a time of day. With "day", no truth is a point in time, and the same written day always matches. If a
	// field has no As, a suite sets it by all truths: "instant" if at least a tenth of them have a time of day, else
	// "day".
	As string `json:"as,omitzero"`
	// Decided says that the truths of a data set decided As, and not the author of the spec.
	Decided bool `json:"decided,omitzero"`
	// Order is the order of dates in numbers, as in [Date].
	Order string `json:"order,omitzero"`

	found date.Order // see InOrder
}

// The values of [Time].As.
const (
	asInstant = "instant"
	asDay     = "day"
)

func (Time) name() string { return "time" }

func (Time) pairing() Pairing { return PairByMatch }

func (Time) formats() map[string]Comparator { return map[string]Comparator{"time": Time{}} }

// forms proposes Time for texts that are times of day without a date, and not numbers.
func (Time) forms() []Form {
	isClock := func(v document.Value) bool {
		_, ok := date.ParseClock(v.Text())
		return ok && strings.Trim(v.Text(), "0123456789. ") != ""
	}
	return []Form{{Comparator: Time{}, Noun: "time of day", Has: isClock, All: true}}
}

func (t Time) sentence() string {
	text := "point in time, the same instant, or the same day where the truth has no time of day"
	if t.As == asDay {
		text = "date, the same day, or the same instant"
	}
	switch {
	case t.Decided && t.As == asDay:
		text += "; fewer than a tenth of the truths have a time of day"
	case t.Decided:
		text += "; a tenth of the truths or more have one"
	}
	switch {
	case t.Order != "":
		text += ", order " + t.Order
	case t.found != 0:
		text += ", order " + t.found.String() + " as other dates of the field have it"
	}
	return text
}

// validate reports an unknown As or Order.
func (t Time) validate() error {
	if forms := []string{asInstant, asDay}; t.As != "" && !slices.Contains(forms, t.As) {
		return optionErrorf("time", "as", "%s", noneOf(t.As, forms))
	}
	return t.reader().faults(t.name())
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (t Time) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, t, got, want)
}

func (t Time) prepare() (Comparator, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	p, err := t.reader().compile()
	p.judge, p.clocks = judgeTimes, true
	if t.As == asDay {
		p.judge = judgeDaysOrInstants
	}
	return preparedTime{p}, err
}

type preparedTime struct{ preparedDate }

// Compare compares two texts, or two objects member by member.
func (t preparedTime) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if got.Kind() != document.Object || want.Kind() != document.Object {
		return t.preparedDate.Compare(ctx, got, want)
	}
	for key, g := range got.Members() {
		if !g.Empty() && want.Member(key).Empty() {
			return Comparison{Note: shorten(key) + ": not in the truth"}, nil
		}
	}
	for key, w := range want.Members() {
		switch g := got.Member(key); {
		case w.Empty():
		case g.Empty():
			return Comparison{Note: shorten(key) + ": got nothing"}, nil
		default:
			if c, err := t.Compare(ctx, g, w); err != nil || !c.Match {
				c.Note = shorten(key) + ": " + c.Note
				return c, err
			}
		}
	}
	return Binary(true), nil
}

// compareClocks compares two times of day without a date. It returns false for other values.
func compareClocks(got, want document.Value) (Comparison, bool) {
	w, ok := date.ParseClock(want.Text())
	if !ok {
		return Comparison{}, false
	}
	g, ok := date.ParseClock(got.Text())
	if !ok {
		return Comparison{}, false
	}
	g, w = inOneZone(g, w)
	const day = 24 * time.Hour
	difference := (g.Clock - g.Offset - w.Clock + w.Offset).Abs() % day
	if difference != 0 {
		return apartBy(timeText(min(difference, day-difference)), "", false), true
	}
	c := Binary(true)
	if got.RawText() != want.RawText() {
		c.Note = "times of day without a date"
	}
	return c, true
}

// Read returns the reading of a truth for the function [Read]. An object has the reading of its members.
func (t preparedTime) Read(want document.Value) (Reading, bool) {
	if want.Kind() != document.Object {
		reading, ok := t.preparedDate.Read(want)
		if reading.OK {
			return reading, ok
		}
		if r, isClock := date.ParseClock(want.Text()); isClock {
			return Reading{OK: true, TimeOfDay: r.Clock != 0}, true
		}
		return reading, ok
	}
	all := Reading{OK: true}
	for key, w := range want.Members() {
		if w.Empty() {
			continue
		}
		r, _ := t.Read(w)
		if !r.OK {
			r.Why = shorten(key) + ": " + r.Why
			return r, true
		}
		all.TimeOfDay = all.TimeOfDay || r.TimeOfDay
	}
	return all, true
}

// reader returns a Date that reads the texts.
func (t Time) reader() Date { return Date{Order: t.Order, found: t.found} }

func (t Time) inOrder(found date.Order) Comparator {
	t.found = t.reader().inOrder(found).(Date).found
	return t
}

func (t Time) dateOrder() (order string, stated bool) { return t.reader().dateOrder() }

func (t Time) printed(v document.Value) Printed { return t.reader().printed(v) }

// Equal reports whether t and other have the same options and the same order by [InOrder]. It is for go-cmp.
func (t Time) Equal(other Time) bool { return t == other }
