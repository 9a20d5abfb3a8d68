package date

import (
	"fmt"
	"time"
)

// Date is a day of the proleptic Gregorian calendar or, with a coarser
// [Precision], a month (Day is 0) or a year (Day and Month are 0). Dates are equal by
// ==.
type Date struct {
	Year  int // 1 to 9999
	Month time.Month
	Day   int
}

func newDate(year, month, day int) Date { return Date{year, time.Month(month), day} }

// String gives the date by ISO 8601: "2024-03-01", "2024-03", "2024".
func (d Date) String() string {
	switch {
	case d.Month == 0:
		return fmt.Sprintf("%04d", d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%04d-%02d", d.Year, int(d.Month))
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// truncate drops the parts that are finer than the precision.
func (d Date) truncate(p Precision) Date {
	if p >= Month {
		d.Day = 0
	}
	if p >= Year {
		d.Month = 0
	}
	return d
}

// near returns the same day in another year: the year with the same last two digits, from 50 years before to 49 after
// the given year. It returns d if the calendar does not have that day.
func (d Date) near(year int) Date {
	const century = 100
	moved := d
	moved.Year = year - 50 + ((d.Year-year+50)%century+century)%century
	if d == (Date{}) || !newDate(moved.Year, max(int(d.Month), 1), max(d.Day, 1)).exists() {
		return d
	}
	return moved
}

func (d Date) weekday() time.Weekday {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday()
}

// Sub returns the number of days from e to d, negative if d is earlier. Both dates must have a day.
func (d Date) Sub(e Date) int { return d.dayNumber() - e.dayNumber() }

// dayNumber counts from 1970-01-01. Days in UTC have 86,400 seconds each.
func (d Date) dayNumber() int {
	return int(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Unix() / 86_400)
}

// exists reports whether the calendar has the day.
func (d Date) exists() bool {
	if d.Year < 1 || d.Month < 1 || d.Month > 12 || d.Day < 1 {
		return false
	}
	return d.Day <= 28 || d.Day <= daysIn(d.Year, d.Month)
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// Error is the error of [Parser.Parse], as a pointer.
type Error struct {
	Text   string // the text that was read, cut at 40 bytes
	Reason string // the problem in one clause, as in: June has 30 days
	Advice string // the option that would read it, as in: precision: month; "" for none
}

// Error gives one line: the text, why it is not a date and which option reads it.
func (e *Error) Error() string {
	s := fmt.Sprintf("date: %q is not a date: %s", e.Text, e.Reason)
	if e.Advice != "" {
		s += "; " + e.Advice + " reads it"
	}
	return s
}

func newError(text string, p problem) *Error {
	const limit = 40 // bounds the text of a hostile document in a message
	if len(text) > limit {
		text = text[:limit-3] + "..."
	}
	return &Error{Text: text, Reason: p.reason, Advice: p.advice}
}
