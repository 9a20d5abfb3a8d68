package date

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// cursor reads one text by the elements of one format. Month and day are 1 before it
// reads.
type cursor struct {
	rest string

	year, month, day     int
	hour, minute, second int
	nanosecond           int
	offset               int        // minutes east of UTC
	weekdays             weekdaySet // 0 when none is printed
	pm                   bool

	hasTime, hasZone, halfDays bool
}

// read reports whether the elements read the whole text. Whether the calendar
// and the clock have what it says is another question: see valid.
func (c *cursor) read(elements []element) bool {
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
		return ok
	case month:
		c.month, ok = c.number(e.digits())
		return ok
	case monthName:
		c.month, ok = named(c, allNames().months)
		return ok
	case monthAbbreviation:
		c.month, ok = named(c, allNames().monthsShort)
		c.dot(e, ok)
		return ok
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
		c.weekdays, ok = named(c, allNames().weekdays)
		return ok
	case weekdayAbbreviation:
		c.weekdays, ok = named(c, allNames().weekdaysShort)
		c.dot(e, ok)
		return ok
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
		return ok && c.fraction()
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

// named reads a word that the table has, in any case, with accents or without.
func named[V any](c *cursor, table map[string]V) (value V, ok bool) {
	n := wordLength(c.rest, true)
	if value, ok = lookUp(table, c.rest[:n]); !ok {
		n = wordLength(c.rest, false) // "Fri-1" is not a name with a hyphen, "segunda-feira" is
		value, ok = lookUp(table, c.rest[:n])
	}
	c.rest = c.rest[n:]
	return value, ok
}

// wordLength gives the length of the letters that s begins with, and of hyphens
// between letters.
func wordLength(s string, hyphens bool) int {
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if !unicode.IsLetter(r) && !(hyphens && r == '-' && i > 0) {
			return i
		}
		i += size
	}
	return len(s)
}

// lookUp finds the folded form of a word, without allocating.
func lookUp[V any](table map[string]V, word string) (value V, ok bool) {
	var buf [64]byte
	if len(word) > len(buf)/2 { // folding may take more bytes
		return value, false
	}
	value, ok = table[string(appendFolded(buf[:0], word))]
	return value, ok
}

// dot reads the point after an abbreviated name.
func (c *cursor) dot(e *element, ok bool) {
	if ok && e.dot {
		c.rest = strings.TrimPrefix(c.rest, ".")
	}
}

func (c *cursor) ordinal() bool {
	n := wordLength(c.rest, false)
	if n == 0 && strings.HasPrefix(c.rest, "°") { // which is not a letter, º is
		n = len("°")
	}
	if _, ok := lookUp(allNames().ordinals, c.rest[:n]); !ok {
		return false
	}
	c.rest = c.rest[n:]
	return true
}

// fraction reads the fraction of a second, if there is one.
func (c *cursor) fraction() bool {
	if len(c.rest) < 2 || c.rest[0] != '.' && c.rest[0] != ',' || c.rest[1]-'0' > 9 {
		return true
	}
	c.rest = c.rest[1:]
	before := len(c.rest)
	value, _ := c.number(1, 9)
	for digits := before - len(c.rest); digits < 9; digits++ {
		value *= 10
	}
	c.nanosecond = value
	return true
}

func (c *cursor) halfDay() bool {
	if len(c.rest) < 2 || c.rest[1]|0x20 != 'm' {
		return false
	}
	switch c.rest[0] | 0x20 {
	case 'a':
	case 'p':
		c.pm = true
	default:
		return false
	}
	c.rest = c.rest[2:]
	return true
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

// date gives the day, the first of a month or year where the format has no more.
func (c *cursor) date() Date { return newDate(c.year, c.month, c.day) }

func (c *cursor) validClock() bool {
	if c.halfDays && (c.hour < 1 || c.hour > 12) {
		return false
	}
	return c.hour <= 23 && c.minute <= 59 && c.second <= 59
}

// invalid says which part of the day or the time is impossible, "" for none.
func (c *cursor) invalid() string {
	d := c.date()
	if reason, _ := blame(d); reason != "" {
		return reason
	}
	if !c.validClock() {
		return fmt.Sprintf("there is no %02d:%02d:%02d", c.hour, c.minute, c.second)
	}
	if c.weekdays != 0 && !c.weekdays.has(d.weekday()) {
		return fmt.Sprintf("%s is a %s", d, d.weekday())
	}
	return ""
}

func (c *cursor) reading() Reading {
	hour := c.hour
	if c.halfDays {
		hour %= 12
		if c.pm {
			hour += 12
		}
	}
	return Reading{
		Date: c.date(),
		Clock: time.Duration(hour)*time.Hour + time.Duration(c.minute)*time.Minute +
			time.Duration(c.second)*time.Second + time.Duration(c.nanosecond),
		HasTime: c.hasTime,
		Offset:  time.Duration(c.offset) * time.Minute,
		HasZone: c.hasZone,
	}
}
