package invariant

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Sums and products are exact: a result that needs more than 1,000 digits is an error. A quotient is rounded to fifty
// digits.
var (
	exact = &apd.Context{
		Precision: 1000, MaxExponent: 2000, MinExponent: -2000, Rounding: apd.RoundHalfUp,
		Traps: apd.DefaultTraps | apd.Inexact,
	}
	quotient  = &apd.Context{Precision: 50, MaxExponent: 2000, MinExponent: -2000, Rounding: apd.RoundHalfUp, Traps: apd.DefaultTraps}
	quantizer = &apd.Context{Precision: 2000, MaxExponent: 4000, MinExponent: -4000, Rounding: apd.RoundHalfUp, Traps: apd.DefaultTraps}
)

// asNumber reads a value as a number, and a text of the document as Numeric does.
func (m *machine) asNumber(v value) value {
	switch v = m.scalar(v); {
	case v.kind == number:
		return v
	case v.kind == text && v.spot != nil:
		return must(m.readValue(v, numeric()))
	}
	panic(unread(v, "is not a number"))
}

// asDate reads a value as a date, and a text or number of the document as Date does.
func (m *machine) asDate(v value) value {
	switch v = m.scalar(v); {
	case v.kind == date:
		return v
	case v.spot != nil && (v.kind == text || v.kind == number):
		return must(m.readValue(v, dates()))
	case v.kind == text:
		if day, ok := dayOf(v.text); ok {
			return value{kind: date, day: day}
		}
	}
	panic(unread(v, "is not a date"))
}

// asText returns the text of a value as it stands in the document.
func (m *machine) asText(v value) string {
	switch v = m.scalar(v); {
	case v.kind == text:
		m.countSteps(len(v.text) / 64)
		return v.text
	case v.spot != nil && v.doc.Kind() == document.String:
		m.countSteps(len(v.doc.RawText()) / 64)
		return v.doc.Text()
	case v.spot != nil && v.kind == number:
		return v.doc.RawText()
	}
	panic(unread(v, "is not a text"))
}

// calculate applies + - * / %.
func (m *machine) calculate(n *node, l, r value) value {
	l, r = m.operand(l), m.operand(r)
	if l.kind == date || r.kind == date {
		return m.calculateDays(n, l, r)
	}
	m.countSteps(1 + int(l.num.NumDigits()+r.num.NumDigits())/16)
	if (n.sign == "/" || n.sign == "%") && r.num.IsZero() {
		panic(halt{&unreadError{note: fmt.Sprintf("%s divides by zero", n.label())}})
	}
	d, err := new(apd.Decimal), error(nil)
	switch n.sign {
	case "+":
		_, err = exact.Add(d, l.num, r.num)
	case "-":
		_, err = exact.Sub(d, l.num, r.num)
	case "*":
		_, err = exact.Mul(d, l.num, r.num)
	case "/":
		if _, err = quotient.Quo(d, l.num, r.num); err == nil {
			d.Reduce(d)
		}
	case "%":
		_, err = exact.Rem(d, l.num, r.num)
	}
	return n.result(d, err)
}

// result returns the number that n gave, unless it is too long.
func (n *node) result(d *apd.Decimal, err error) value {
	if err != nil || d.Form != apd.Finite {
		panic(halt{&unreadError{note: n.label() + " is too long or too large to calculate with"}})
	}
	return value{kind: number, num: d}
}

// operand reads an operand of a calculation: a number or a date.
func (m *machine) operand(v value) value {
	if v = m.scalar(v); v.kind == date {
		return v
	}
	if v.kind == text && v.spot != nil {
		if open, err := m.readValue(v, nil); err == nil && open.kind == date {
			return open
		}
	}
	return m.asNumber(v)
}

// calculateDays adds days to a date, or subtracts dates.
func (m *machine) calculateDays(n *node, l, r value) value {
	days := func(v value) int64 {
		whole, err := v.num.Int64()
		if err != nil || whole > 4_000_000 || whole < -4_000_000 {
			panic(unread(v, "is not a whole number of days"))
		}
		return whole
	}
	var day int64
	switch {
	case n.sign == "-" && l.kind == date && r.kind == date:
		return value{kind: number, num: apd.New(l.day-r.day, 0)}
	case n.sign == "-" && l.kind == date:
		day = l.day - days(r)
	case n.sign == "+" && l.kind == date && r.kind == number:
		day = l.day + days(r)
	case n.sign == "+" && r.kind == date && l.kind == number:
		day = r.day + days(l)
	default:
		first := l
		if l.kind != date {
			first = r
		}
		panic(unread(first, "is a date: dates can be subtracted, and days added to one"))
	}
	const first, last = -719162, 2932896 // 0001-01-01, 9999-12-31
	if day < first || day > last {
		panic(halt{&unreadError{note: n.label() + " is outside of the years 1 to 9999"}})
	}
	return value{kind: date, day: day}
}

// errUnlike is the error of two values of different kinds.
func errUnlike(l, r value) halt {
	named := l
	if l.spot == nil {
		named, r = r, l
	}
	other := formatValue(r)
	if r.spot != nil {
		other = r.spot.String() + " " + other
	}
	return unread(named, "is %s, and %s is %s", named.kind, other, r.kind)
}

// likes reads two values as the same kind, so that they can be compared: see the field Rule of eval.Invariant.
func (m *machine) likes(l, r value, ordered bool) (value, value) {
	l, r = m.scalar(l), m.scalar(r)
	if r.kind == text && r.spot == nil {
		l = m.likeText(l, &r)
	} else if l.kind == text && l.spot == nil {
		r = m.likeText(r, &l)
	}
	switch {
	case l.kind == yesNo && r.kind == yesNo && !ordered:
		return l, r
	case l.kind == yesNo || r.kind == yesNo:
		panic(errUnlike(l, r))
	case l.kind == date || r.kind == date:
		return m.asDate(l), m.asDate(r)
	case l.kind == number || r.kind == number:
		return m.asNumber(l), m.asNumber(r)
	case !ordered:
		return l, r
	}
	return m.ordered(l, r)
}

// likeText reads v like a text that the rule itself contains. A date stays a date if the text is also a date. Another
// value becomes its text in the document if it is a string there and no comparator reads it; otherwise it is an error.
func (m *machine) likeText(v value, literal *value) value {
	switch v.kind {
	case text:
		return v
	case date:
		if day, ok := dayOf(literal.text); ok {
			*literal = value{kind: date, day: day}
			return v
		}
	}
	open := v.place < 0 || m.rule.fields[max(v.place, 0)] == nil
	if v.spot != nil && open && v.doc.Kind() == document.String {
		v.kind, v.text = text, v.doc.Text()
		return v
	}
	panic(errUnlike(v, *literal))
}

// ordered reads two texts as dates or else as numbers: other texts have no order.
func (m *machine) ordered(l, r value) (value, value) {
	days, err := try(func() [2]value { return [...]value{m.asDate(l), m.asDate(r)} })
	if err == nil {
		return days[0], days[1]
	}
	read := func(v value) value {
		n, err := try(func() value { return m.asNumber(v) })
		if _, none := err.(*unreadError); none {
			panic(unread(v, "is neither a number nor a date, and has no order"))
		}
		return must(n, err)
	}
	return read(l), read(r)
}

// compareValues orders two values of the same kind: -1, 0 or 1. Numbers within the
// tolerance are equal.
func (m *machine) compareValues(l, r value, tolerant bool) int {
	switch l.kind {
	case number:
		c := l.num.Cmp(r.num)
		if c == 0 || !tolerant || m.rule.tolerance == nil {
			return c
		}
		difference := new(apd.Decimal)
		if _, err := exact.Sub(difference, l.num, r.num); err == nil && difference.Abs(difference).Cmp(m.rule.tolerance) <= 0 {
			return 0
		}
		return c
	case date:
		return int(min(1, max(-1, l.day-r.day)))
	case yesNo:
		if l.yes == r.yes {
			return 0
		}
		return 1
	}
	return strings.Compare(l.text, r.text)
}

// faultOf returns the fault of a code, "" for a code that passes its check.
func (m *machine) faultOf(check string, v value) string {
	if v.spot == nil {
		panic(unread(v, "is not a value of the document, whose check digits could be checked"))
	}
	m.present(v)
	if v.doc.Kind() == document.Bool {
		panic(unread(v, "is neither a number nor a text"))
	}
	r, ok := compare.Read(compare.Code{Checksum: check}, v.doc)
	if !ok {
		panic(unread(v, "cannot be checked"))
	}
	m.countSteps(len(v.doc.RawText()) / 16)
	return r.Why
}
