package date

import (
	"fmt"
	"strings"
)

// cursor reads one text by the elements of one format. Month and day are 1 before it
// reads.
type cursor struct {
	rest string

	year, month, day int
	weekdays         weekdaySet // 0 when none is printed
	clock
	halfDays  bool
	shortYear bool
}

// readAll reports whether the elements read the whole text. It does not check whether the day and the
// time exist: see valid.
func (c *cursor) readAll(elements []element) bool {
	for i := range elements {
		if !c.element(&elements[i]) {
			return false
		}
	}
	return c.rest == ""
}

func (c *cursor) element(e *element) (ok bool) {
	switch e.kind {
	case literal:
		return c.literal(e.literal)
	case blank:
		return c.blank()
	case year:
		c.year, ok = c.number(4, 4)
		return ok
	case shortYear:
		c.year, ok = c.number(2, 2)
		c.year = longYear(c.year)
		c.shortYear = true
		return ok
	case month:
		c.month, ok = c.number(e.digits())
		return ok
	case monthName:
		return c.named(monthInFull)
	case monthAbbreviation:
		return c.named(monthShort) && c.readDot(e)
	case day:
		if e.pad {
			c.rest = strings.TrimPrefix(c.rest, " ")
		}
		c.day, ok = c.number(e.digits())
		return ok
	case ordinalDay:
		c.day, ok = c.number(1, 2)
		return ok && c.ordinal()
	case weekdayName:
		return c.named(weekdayInFull)
	case weekdayAbbreviation:
		return c.named(weekdayShort) && c.readDot(e)
	case hour, hour12:
		c.hasTime = true
		c.halfDays = e.kind == hour12
		c.hour, ok = c.number(e.digits())
		return ok
	case minute:
		c.minute, ok = c.number(e.digits())
		return ok
	case second:
		c.second, ok = c.number(e.digits())
		c.fraction()
		return ok
	case halfDay:
		return c.halfDay()
	default:
		c.hasZone = true
		return c.zone(e.zone)
	}
}

func (c *cursor) literal(text string) bool {
	if len(c.rest) < len(text) {
		return false
	}
	for i := 0; i < len(text); i++ {
		if byte(lowerASCII(rune(c.rest[i]))) != text[i] {
			return false
		}
	}
	c.rest = c.rest[len(text):]
	return true
}

func (c *cursor) blank() bool {
	rest := strings.TrimLeftFunc(c.rest, isSpace)
	found := len(rest) < len(c.rest)
	c.rest = rest
	return found
}

// number reads as many digits as there are, up to most.
func (c *cursor) number(least, most int) (value int, ok bool) {
	n := 0
	for n < most && n < len(c.rest) {
		digit := c.rest[n] - '0'
		if digit > 9 {
			break
		}
		value = value*10 + int(digit)
		n++
	}
	c.rest = c.rest[n:]
	return value, n >= least
}

// named reads the name of a month or a weekday, in any case, with accents or without.
func (c *cursor) named(r role) bool {
	n := wordLength(c.rest, true)
	w, ok := lookUp(c.rest[:n], r)
	if !ok {
		n = wordLength(c.rest, false) // "Fri-1" is not a name with a hyphen, "segunda-feira" is
		w, ok = lookUp(c.rest[:n], r)
	}
	c.rest = c.rest[n:]
	if r&(monthInFull|monthShort) != 0 {
		c.month = int(w.month)
	} else {
		c.weekdays = w.weekdays
	}
	return ok
}

// wordLength returns the length of the word that s begins with: letters and, if hyphens is set, hyphens after the first
// letter.
func wordLength(s string, hyphens bool) int {
	for i, r := range s {
		if !inWord(r) && !(hyphens && r == '-' && i > 0) {
			return i
		}
	}
	return len(s)
}

// lookUp finds a word that has a role.
func lookUp(text string, r role) (w word, ok bool) {
	w, _ = findWord(Fold(text))
	return w, w.hasRole(r)
}

// readDot reads the point after an abbreviated name.
func (c *cursor) readDot(e *element) bool {
	if e.dot {
		c.rest = strings.TrimPrefix(c.rest, ".")
	}
	return true
}

func (c *cursor) ordinal() bool {
	n := wordLength(c.rest, false)
	if n == 0 && strings.HasPrefix(c.rest, "°") { // which is not a letter, º is
		n = len("°")
	}
	if _, ok := lookUp(c.rest[:n], ordinal); !ok {
		return false
	}
	c.rest = c.rest[n:]
	return true
}

// fraction reads the fraction of a second, if there is one.
func (c *cursor) fraction() {
	if len(c.rest) < 2 || c.rest[0] != '.' && c.rest[0] != ',' || c.rest[1]-'0' > 9 {
		return
	}
	c.rest = c.rest[1:]
	length := len(c.rest)
	value, _ := c.number(1, 9)
	for digits := length - len(c.rest); digits < 9; digits++ {
		value *= 10
	}
	c.nanosecond = value
}

func (c *cursor) halfDay() bool {
	if len(c.rest) < 2 || c.rest[1]|0x20 != 'm' {
		return false
	}
	c.am, c.pm = c.rest[0]|0x20 == 'a', c.rest[0]|0x20 == 'p'
	c.rest = c.rest[2:]
	return c.am || c.pm
}

func (c *cursor) zone(form zoneForm) bool {
	s := c.rest
	if s == "" {
		return false
	}
	if form&zoneName != 0 {
		return c.literal("utc") || c.literal("gmt")
	}
	if form&zoneLetter != 0 && s[0]|0x20 == 'z' {
		c.rest = s[1:]
		return true
	}
	if s[0] != '+' && s[0] != '-' {
		return false
	}
	c.rest = s[1:]
	hours, ok := c.number(2, 2)
	if !ok {
		return false
	}
	minutes := 0
	switch {
	case form&zoneColon != 0 && c.literal(":"):
		minutes, ok = c.number(2, 2)
	case form&zoneCompact != 0 && c.rest != "" && c.rest[0]-'0' <= 9:
		minutes, ok = c.number(2, 2)
	default:
		ok = form&zoneHours != 0
	}
	if !ok || hours > 23 || minutes > 59 {
		return false
	}
	c.offset = hours*60 + minutes
	if s[0] == '-' {
		c.offset = -c.offset
	}
	return true
}

// toDate returns the day. It is the first of the month or year if the format has no day or month.
func (c *cursor) toDate() Date { return newDate(c.year, c.month, c.day) }

// invalid says which part of the day or the time is impossible, "" for none.
func (c *cursor) invalid() string {
	d := c.toDate()
	if reason, _ := blame(d); reason != "" {
		return reason
	}
	if !c.valid() || c.halfDays && (c.hour < 1 || c.hour > 12) {
		return fmt.Sprintf("there is no %02d:%02d:%02d", c.hour, c.minute, c.second)
	}
	if c.weekdays != 0 && !c.weekdays.contains(d.weekday()) {
		if other := newDate(otherCentury(c.year), c.month, c.day); c.shortYear && other.exists() && c.weekdays.contains(other.weekday()) {
			c.year = other.Year
			return ""
		}
		return fmt.Sprintf("%s is a %s", d, d.weekday())
	}
	return ""
}

func (c *cursor) reading() Reading {
	r := Reading{Date: c.toDate(), shortYear: c.shortYear && c.weekdays == 0}
	c.report(&r)
	return r
}
