package date

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Reading is the date that was read from one text.
type Reading struct {
	// Date is the day as it is printed: "2024-03-01T23:30:00-05:00" is
	// 1 March, wherever it is read. With a coarser precision it is a month or a year.
	Date Date

	// Clock is the time of day, 0 when none is printed (HasTime is false).
	Clock   time.Duration
	HasTime bool

	// Offset is the printed distance from UTC, positive east of Greenwich, 0
	// when none is printed (HasZone is false).
	Offset  time.Duration
	HasZone bool

	// Format names the rule that read the text: a format as given to Compile, the order of a date in numbers (mdy), or
	// the languages of an ambiguous name (cs,pl); "" for other texts, such as 20240301.
	Format string

	// Other is the day of the text under OtherFormat, if that is another day than Date. OtherFormat is the first such
	// later format of the list; another order, if no order is stated; or the languages in which the name of the month
	// means another month. Both are zero if there is none.
	Other       Date
	OtherFormat string

	// Code is the word after the date that is not part of it, such as the number of a
	// till; "" where there is none.
	Code string

	orders    [YMD + 1]bool
	formatted bool // by one of the formats
	shortYear bool // the year has two digits, and no weekday decides its century
	moved     bool // to another century, see Together
}

// Ambiguous reports whether another format of the list, or another order, reads
// another day.
func (r Reading) Ambiguous() bool { return r.OtherFormat != "" }

// Advice returns the option that gives an ambiguous date its other reading, "" without one.
func (r Reading) Advice() string {
	_, isOrder := OrderOf(r.OtherFormat)
	switch {
	case !r.Ambiguous(), r.formatted:
		return ""
	case isOrder:
		return "order: " + r.OtherFormat
	}
	language, _, _ := strings.Cut(r.OtherFormat, ",")
	return "languages: [" + language + "]"
}

// Orders lists the orders under which a date in numbers can be read, nil for a text that shows
// itself which part is which.
func (r Reading) Orders() []Order {
	var orders []Order
	for o := DMY; o <= YMD; o++ {
		if r.orders[o] {
			orders = append(orders, o)
		}
	}
	return orders
}

// onlyOrder returns the order of a date in numbers that can be read by one order only, else 0.
func (r Reading) onlyOrder() Order {
	if orders := r.Orders(); len(orders) == 1 {
		return orders[0]
	}
	return 0
}

// chosen returns the order by which an ambiguous date is read, 0 if it is read by a format.
func (r Reading) chosen() Order {
	o, _ := OrderOf(r.Format)
	return o
}

// fits reports whether a date in numbers can also be read by the order of an ambiguous date.
func (r Reading) fits(ambiguous Reading) bool { return r.orders[ambiguous.chosen()] }

// inOrder returns an ambiguous date with its two readings swapped if o is the order of the second, and any other reading
// unchanged.
func (r Reading) inOrder(o Order) Reading {
	if o != 0 && r.OtherFormat == o.String() {
		r.Date, r.Other = r.Other, r.Date
		r.Format, r.OtherFormat = r.OtherFormat, r.Format
	}
	return r
}

// Together reads each of two dates that are compared by what the other shows:
//
//   - If the year of one is printed with two digits and the year of the other with four, the two digits stand for the year
//     that is nearest to the other: 05/01/49 beside 1949-05-01 is of 1949. A weekday decides the century before that.
//   - An ambiguous date is read by the order of the other date, if only one order fits that date, or if its own order does
//     not fit that date.
func Together(a, b Reading) (Reading, Reading) {
	a, b = a.nearest(b), b.nearest(a)
	switch {
	case a.Ambiguous() && !b.Ambiguous():
		return a.inOrder(b.onlyOrder()), b
	case b.Ambiguous() && !a.Ambiguous():
		return a, b.inOrder(a.onlyOrder())
	case a.Ambiguous() && !b.fits(a):
		return a.inOrder(b.chosen()), b
	case b.Ambiguous() && !a.fits(b):
		return a, b.inOrder(a.chosen())
	}
	return a, b
}

// nearest moves a date with a year of two digits to the century in which it is nearest to a date with a year of four.
func (r Reading) nearest(other Reading) Reading {
	if r.shortYear && !other.shortYear {
		first := r.Date
		r.Date, r.Other = r.Date.near(other.Date.Year), r.Other.near(other.Date.Year)
		r.moved = r.Date != first
	}
	return r
}

// InNumbers reports whether the text is a date in numbers whose order had to be
// chosen, or was read by a format.
func (r Reading) InNumbers() bool { return r.formatted || r.orders != [YMD + 1]bool{} }

// Note returns the warnings for a reader of the result, "" without any:
//
//	"SH01" dropped
//	year of two digits read as 1949
//	ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)
//
// Several are joined by "; ".
func (r Reading) Note() string {
	var notes []string
	if r.Code != "" {
		notes = append(notes, fmt.Sprintf("%q dropped", r.Code))
	}
	if r.moved {
		notes = append(notes, fmt.Sprintf("year of two digits read as %04d", r.Date.Year))
	}
	if r.Ambiguous() {
		notes = append(notes, "ambiguous date: read as "+r.Date.String()+" ("+r.Format+"), would be "+r.Other.String()+" ("+r.OtherFormat+")")
	}
	return strings.Join(notes, "; ")
}

// Instant gives the point in time, in UTC. A text without a zone is taken as UTC,
// a text without a time of day as midnight.
func (r Reading) Instant() time.Time {
	midnight := time.Date(r.Date.Year, r.Date.Month, r.Date.Day, 0, 0, 0, 0, time.UTC)
	return midnight.Add(r.Clock - r.Offset)
}

// reading copies the result of the grammar to r.
func (g *grammar) reading(r *Reading) {
	g.result.reading(r, g.precision)
	g.clock.report(r)
	r.shortYear = g.weekdays == 0 && !slices.ContainsFunc(g.list[:g.n], func(t token) bool { return t.digits > 2 })
}

// report fills r with the time of day.
func (c *clock) report(r *Reading) {
	r.Clock = time.Duration(c.hours())*time.Hour + time.Duration(c.minute)*time.Minute +
		time.Duration(c.second)*time.Second + time.Duration(c.nanosecond)
	r.HasTime = c.hasTime
	r.Offset = time.Duration(c.offset) * time.Minute
	r.HasZone = c.hasZone
}

// reading fills r with a day.
func (p *printed) reading(r *Reading, precision Precision) {
	r.Date = p.date.truncate(precision)
	r.Format = p.order.String()
	r.Other = p.other
	r.OtherFormat = p.otherOrder.String()
	if p.otherLanguages != "" {
		r.Format, r.OtherFormat = p.languages, p.otherLanguages
		r.Other = p.other.truncate(precision)
	}
	r.orders = p.orders
}
