package date

import (
	"fmt"
	"slices"
	"time"
)

// Order says how the parts of a date in numbers follow each other. The zero Order
// is the default: see [Options].
type Order uint8

const (
	DMY Order = iota + 1
	MDY
	YMD
)

var orderNames = [...]string{DMY: "dmy", MDY: "mdy", YMD: "ymd"}

// String gives "dmy", "mdy", "ymd"; "" for the zero Order.
func (o Order) String() string { return orderNames[o] }

// OrderOf returns the order of that name, or false if there is no such order. "" is the zero Order.
func OrderOf(name string) (Order, bool) {
	o := slices.Index(orderNames[:], name)
	return Order(max(o, 0)), o >= 0
}

// OrderNames lists the orders.
func OrderNames() []string { return orderNames[1:] }

// Precision says how much of a date counts.
type Precision uint8

const (
	Day Precision = iota
	Month
	Year
)

var precisionNames = [...]string{Day: "day", Month: "month", Year: "year"}

// PrecisionOf returns the precision of that name, or false if there is no such precision. "" is Day.
func PrecisionOf(name string) (Precision, bool) {
	p := slices.Index(precisionNames[:], name)
	return Precision(max(p, 0)), p >= 0 || name == ""
}

// PrecisionNames lists the precisions.
func PrecisionNames() []string { return precisionNames[:] }

// blame says which part of a date is impossible, "" for a possible date: there is no month 13; June
// has 30 days; February 2023 has 28 days. The rank grows with how much of the date is possible.
func blame(d Date) (reason string, rank int) {
	switch {
	case d.exists():
		return "", 4
	case d.Month < 1 || d.Month > 12:
		return fmt.Sprintf("there is no month %d", int(d.Month)), 0
	case d.Year < 1:
		return fmt.Sprintf("there is no year %d", d.Year), 1
	case d.Day < 1 || d.Day > 31:
		return fmt.Sprintf("there is no day %d", d.Day), 1
	case d.Month == time.February:
		return fmt.Sprintf("February %d has %d days", d.Year, daysIn(d.Year, d.Month)), 2
	}
	return fmt.Sprintf("%s has %d days", d.Month, daysIn(d.Year, d.Month)), 2
}

// longYear gives the year that two digits mean, by the pivot of POSIX and of Go.
func longYear(year int) int {
	if year >= 69 {
		return 1900 + year
	}
	return 2000 + year
}

// inOrder returns the date that three numbers form in an order. ok is false if a number has the wrong number of digits:
// a year has two or four, a day and a month have one or two.
func (c *convention) inOrder(parts *[3]*token, o Order) (d Date, ok bool) {
	y, m, day := parts[2], parts[1], parts[0]
	switch o {
	case MDY:
		m, day = day, m
	case YMD:
		y, day = day, y
	}
	if m.digits > 2 || day.digits > 2 || y.digits != 2 && y.digits != 4 {
		return Date{}, false
	}
	return Date{c.yearOf(y), time.Month(m.value), day.value}, true
}

// yearOf gives the year of a number of two or four digits.
func (c *convention) yearOf(t *token) int {
	switch {
	case t.digits != 2:
		return t.value
	case c.otherCentury:
		return otherCentury(longYear(t.value))
	}
	return longYear(t.value)
}

// otherCentury returns the other year from 1900 to 2099 with the same last two digits.
func otherCentury(year int) int {
	if year >= 2000 {
		return year - 100
	}
	return year + 100
}
