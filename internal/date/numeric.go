package date

import (
	"cmp"
	"fmt"
)

// numeric reads a date in numbers.
func (g *grammar) numeric(tokens []token) problem {
	parts, n, separator, ok := numbers(tokens)
	switch {
	case !ok:
		return noForm
	case n == 3:
		return g.three(&parts, separator)
	case n == 2:
		return g.readTwo(parts[0], parts[1])
	}
	return g.readOne(parts[0])
}

// numbers returns the one to three numbers of tokens, and the separator between them: - or / or . or, for blanks, ' '.
// A slash may be followed by a dash, as in 5/1-2024; the separator is then the slash.
func numbers(tokens []token) (parts [3]*token, n int, separator byte, ok bool) {
	var last byte
	for i := 0; i < len(tokens); i++ {
		t := &tokens[i]
		if n > 0 {
			mark := byte(' ')
			if t.kind == markToken {
				mark = t.mark
				i++
			}
			if i < len(tokens) && tokens[i].isMark('\'') { // 5/1/'24
				i++
			}
			if i == len(tokens) || mark != ' ' && mark != '-' && mark != '/' && mark != '.' {
				return parts, n, 0, false
			}
			if n == 1 {
				separator = mark
			} else if mark != last && !(last == '/' && mark == '-') {
				return parts, n, 0, false
			}
			last = mark
			t = &tokens[i]
		}
		if t.kind != numberToken || n == len(parts) {
			return parts, n, 0, false
		}
		parts[n] = t
		n++
	}
	return parts, n, separator, n > 0
}

// three reads a day, a month and a year, in the order that the options give for the separator. If the date is
// impossible in that order, three tries dmy, then ymd and then, if the order came from other dates of the field, mdy.
func (c *convention) three(parts *[3]*token, separator byte) problem {
	if parts[0].digits == 4 { // the order is clear
		d, ok := c.inOrder(parts, YMD)
		if !ok {
			return noForm
		}
		c.result.order = YMD
		return c.allows(d)
	}
	first := c.order
	if first == 0 {
		first = cmp.Or(c.found, c.usual, MDY)
		if separator == '.' && c.usual != YMD {
			first = DMY
		}
	}
	found := c.order == 0 && first == c.found && separator != '.'
	r := &c.result
	var dates [YMD + 1]Date
	best, bestRank := noForm, -1
	for _, o := range [...]Order{first, DMY, YMD, MDY} {
		d, ok := c.inOrder(parts, o)
		if !ok || r.orders[o] {
			continue
		}
		reason, rank := c.check(d)
		if reason == "" {
			dates[o] = d
			r.orders[o] = true
			continue
		}
		if rank > bestRank && (o != MDY || o == first) {
			best, bestRank = problem{reason: reason}, rank
		}
	}
	switch {
	case r.orders[first]:
		r.order = first
	case r.orders[DMY]:
		r.order = DMY
	case r.orders[YMD]:
		r.order = YMD
	case r.orders[MDY] && found:
		r.order = MDY
	default:
		if r.orders[MDY] {
			best.advice = "order: mdy"
		}
		return best
	}
	r.date = dates[r.order]
	if c.order == 0 && separator != '.' && !(found && r.order == first) {
		for _, o := range [...]Order{MDY, DMY, YMD} {
			if r.orders[o] && dates[o].truncate(c.precision) != r.date.truncate(c.precision) {
				r.other, r.otherOrder = dates[o].truncate(c.precision), o
				break
			}
		}
	}
	return problem{}
}

// readTwo reads a month and a year: 3/2024, 2024-03 and, where no day is expected,
// 03/24.
func (c *convention) readTwo(a, b *token) problem {
	short := a.digits <= 2 && b.digits <= 2
	if short && c.precision < Month {
		return problem{reason: "it has no year"}
	}
	read := func(year, month *token) (Date, problem) {
		if year.digits != 2 && year.digits != 4 || month.digits > 2 {
			return Date{}, noForm
		}
		reason, _ := blame(newDate(c.yearOf(year), month.value, 1))
		return newDate(c.yearOf(year), month.value, 0), problem{reason: reason}
	}
	yearLast, lastProblem := read(b, a)
	yearFirst, firstProblem := read(a, b)
	lastOK, firstOK := lastProblem.isNone(), firstProblem.isNone()
	r := &c.result
	if short {
		r.orders = [YMD + 1]bool{DMY: lastOK, MDY: lastOK, YMD: firstOK}
	}
	switch {
	case firstOK && (!lastOK || cmp.Or(c.order, c.found) == YMD):
		r.date, r.order = yearFirst, YMD
	case lastOK:
		r.date, r.order = yearLast, MDY
		if other := yearFirst.truncate(c.precision); short && firstOK && c.order == 0 && c.found == 0 && other != yearLast.truncate(c.precision) {
			r.other, r.otherOrder = other, YMD
		}
	case lastProblem != noForm:
		return lastProblem
	default:
		return firstProblem
	}
	return problem{}
}

// readOne reads a date that is a single number: YYYYMMDD, with a time of day YYYYMMDDHHmm or YYYYMMDDHHmmss; YYYYMM if no
// day is expected; YYYY. The year has four digits. With a month after it, it must be 1000 or later.
func (g *grammar) readOne(t *token) problem {
	v := t.value
	switch t.digits {
	case 4:
		return g.isPeriod(v, 0)
	case 6:
		if g.precision >= Month && v >= 100_000 && g.isPeriod(v/100, v%100).isNone() && v%100 != 0 {
			return problem{}
		}
		return problem{noForm.reason, adviseFormat(v%100, v/100%100, v/10_000, true)}
	case 8:
		return g.basic(v)
	case 12, 14:
		if g.clock.hasTime {
			return noForm
		}
		digits := v%10*100_000 + t.rest // HHmmss
		if t.digits == 12 {
			digits = (v%10*1000 + t.rest) * 100
		}
		g.clock.hour, g.clock.minute, g.clock.second = digits/10_000, digits/100%100, digits%100
		g.clock.hasTime = true
		if !g.clock.valid() {
			return problem{reason: fmt.Sprintf("there is no %02d:%02d:%02d", g.clock.hour, g.clock.minute, g.clock.second)}
		}
		return g.basic(v / 10)
	case 10, 13:
		if v/100_000_000 == 1 { // from 2001 to 2033
			return problem{reason: "it may be a time since 1970, in seconds or milliseconds: write it as a date"}
		}
	}
	return noForm
}

// basic reads YYYYMMDD.
func (g *grammar) basic(v int) problem {
	d := newDate(v/10_000, v/100%100, v%100)
	p := g.allows(d)
	if p.isNone() && d.Year < 1000 {
		p.reason = fmt.Sprintf("there is no year %04d without separators", d.Year)
	}
	if !p.isNone() {
		p.reason += " (YYYYMMDD)"
		p.advice = adviseFormat(v%10_000, v/10_000%100, v/1_000_000, false)
	}
	return p
}

// adviseFormat returns the option that would read a number of six or eight digits; short says that it has six. first,
// middle and last are its parts if it ends in the year.
func adviseFormat(last, middle, first int, short bool) string {
	year, format := last, "YYYY"
	if short {
		year, format = longYear(last), "YY"
	}
	switch {
	case newDate(year, middle, first).exists():
		return "formats: [DDMM" + format + "]"
	case newDate(year, first, middle).exists():
		return "formats: [MMDD" + format + "]"
	case short && newDate(longYear(first), middle, last).exists():
		return "formats: [YYMMDD]"
	}
	return ""
}
