package date

import "fmt"

// clock is a printed time of day.
type clock struct {
	hour, minute, second int
	nanosecond           int
	offset               int // minutes east of UTC
	hasTime, hasZone     bool
	pm, am               bool
}

// takeClock reads the time of day that is printed before, after or within a date, and removes it
// with the text that joins the two: at, um, T, a comma, a dash. The string says why the time is
// invalid, "" if it is valid. The forms:
//
//	10:30  10:30:15  10:30:15.123  10:30:15,123      with or without Uhr, h, hrs
//	10h  10h30  10 h 30  10h30m15s  10 Uhr  10 Uhr 30  10時30分15秒
//	10:30 PM  10:30pm  10:30 p.m.  10:30 p. m.  10 PM  10:30P  PM 10:30
//	10.30  10.30.15     with Uhr, h, AM or PM, after kl. and the like, or after a whole date
//	T10  T1030  T103000     in basic ISO 8601
//
// each with a zone after it: Z, +01:00, +0100, +01, UTC, GMT+1, CET, (CET).
func (s *scan) takeClock() (clock, string) {
	var c clock
	for i := 0; i < s.n; i++ {
		if !s.list[i].isNumber(1, 6) {
			continue
		}
		c = (clock{})
		if s.token(i - 1).isMark('+') {
			if next, ok := c.signedZone(s, i-1); ok { // 2024-03-01+01:00
				c.hasZone = true
				s.remove(i-1, next)
				return c, ""
			}
		}
		later, ok := c.readAt(s, i)
		if !ok {
			continue
		}
		c.hasTime = true
		if previous := s.token(i - 1); previous.hasRole(halfDayWord) && !c.pm && !c.am { // PM 10:30
			c.pm = previous.hasRole(noon)
			c.am = !c.pm
			i--
		}
		if !c.valid() {
			return c, fmt.Sprintf("there is no %02d:%02d:%02d", c.hour, c.minute, c.second)
		}
		s.remove(s.joint(i), s.jointBehind(later))
		return c, ""
	}
	c = clock{}
	if n := s.n - 1; n > 0 && s.list[n].hasRole(zoneWord) && s.list[n-1].kind == numberToken {
		c.hasZone = true // 2024-03-01Z
		c.offset = int(s.list[n].word.number)
		s.n = n
	}
	return c, ""
}

// joint returns the beginning of the words and marks that join a time of day at i to a date before it.
func (s *scan) joint(i int) int {
	for i > 0 {
		switch t := &s.list[i-1]; {
		case t.hasRole(at), t.isMark(','), t.isMark('-'), t.isMark(':'), t.isMark('('):
			i--
		case t.isMark('.') && s.token(i-2).hasRole(at): // kl.
			i -= 2
		default:
			return i
		}
	}
	return i
}

// jointBehind returns the end of the text that joins a time of day, which ends at i, to a date
// after it.
func (s *scan) jointBehind(i int) int {
	for s.token(i).isMark(',') || s.token(i).isMark('-') || s.token(i).isMark(')') {
		i++
	}
	return i
}

// readAt reads a time of day whose hour is the number at i.
func (c *clock) readAt(s *scan, i int) (later int, ok bool) {
	*c = clock{}
	hour := s.token(i)
	c.hour = hour.value
	previous := s.token(i - 1)
	sure := previous.hasRole(at) || previous.isMark('.') && s.token(i-2).hasRole(at) // kl.
	if previous.hasRole(tee) && !hour.space && hour.digits&1 == 0 {                  // T10, T1030, T103000
		switch hour.digits {
		case 4:
			c.hour, c.minute = hour.value/100, hour.value%100
		case 6:
			c.hour, c.minute, c.second = hour.value/10_000, hour.value/100%100, hour.value%100
		}
		if hour.digits > 2 {
			return c.finish(s, c.fraction(s, i+1)), true
		}
	}
	if !hour.isNumber(1, 2) {
		return 0, false
	}
	next := s.token(i + 1)
	i++
	switch {
	case next.isMark(':') && s.token(i+1).isNumber(2, 2):
		i = c.minutes(s, i, ':')
	case next.hasRole(hourWord):
		i = c.spelled(s, i+1)
		return c.finish(s, i), true
	case next.isMark('.') && !next.space && s.token(i+1).isNumber(2, 2) && !s.token(i+1).space:
		whole := s.completeBefore(i - 1)
		i = c.minutes(s, i, '.')
		if t := s.token(i); t.isMark('.') || t.isMark('/') || t.isMark('-') && !t.space || !sure && !whole && !t.hasRole(hourWord|halfDayWord|halfLetter) {
			return 0, false
		}
	case next.hasRole(halfDayWord) && !s.token(i+2).isMark(':'), next.hasRole(halfLetter) && c.halfDayEnd(s, i) > i+1:
	case previous.hasRole(tee) && !hour.space && hour.digits == 2 && s.token(i).kind != markToken: // T10
	default:
		return 0, false
	}
	return c.finish(s, i), true
}

// completeBefore reports whether the tokens before i hold a whole date, with white space between it and i.
func (s *scan) completeBefore(i int) bool {
	if !s.token(i).space {
		return false
	}
	parts := 0
	for _, t := range s.list[:i] {
		if t.isNumber(8, 8) {
			return true
		}
		if t.kind == numberToken || t.kind == wordToken && t.word.month != 0 {
			parts++
		}
	}
	return parts >= 3
}

// minutes reads the minutes and seconds of 10:30:15 from the first mark on.
func (c *clock) minutes(s *scan, i int, mark byte) (next int) {
	c.minute = s.token(i + 1).value
	i += 2
	if second := s.token(i + 1); s.token(i).isMark(mark) && second.isNumber(2, 2) && !second.space {
		c.second = second.value
		i = c.fraction(s, i+2)
	}
	return i
}

// fraction reads the fraction of a second, if there is one.
func (c *clock) fraction(s *scan, i int) (next int) {
	mark, digits := s.token(i), s.token(i+1)
	if !mark.isMark('.') && !mark.isMark(',') || mark.space || digits.space || !digits.isNumber(1, 9) {
		return i
	}
	c.nanosecond = digits.value
	for n := digits.digits; n < 9; n++ {
		c.nanosecond *= 10
	}
	return i + 2
}

// spelled reads the minutes and seconds of 10h30m15s; i is the token after the h.
func (c *clock) spelled(s *scan, i int) (next int) {
	minute := s.token(i)
	if !minute.isNumber(2, 2) {
		return i
	}
	if word := s.token(i + 1); word.hasRole(minuteWord) {
		c.minute = minute.value
		i += 2
		if second := s.token(i); second.isNumber(1, 2) && s.token(i+1).hasRole(secondWord) {
			c.second = second.value
			i += 2
		}
		return i
	}
	if minute.space && s.token(i+1).kind != endToken { // 10 Uhr 15. März: the day
		return i
	}
	c.minute = minute.value
	return i + 1
}

// finish reads the words after the numbers: Uhr, AM or PM, a zone.
func (c *clock) finish(s *scan, i int) (next int) {
	if s.token(i).hasRole(hourWord) {
		i++
	}
	if end := c.halfDayEnd(s, i); end > i {
		c.pm = s.token(i).hasRole(noon)
		c.am = !c.pm
		i = end
	}
	for range 2 { // +0100 (CET)
		i = c.readZone(s, i)
	}
	return i
}

// halfDayEnd returns the end of AM, PM, a.m., p. m. or P at i, or i if there is none.
func (c *clock) halfDayEnd(s *scan, i int) (next int) {
	switch t := s.token(i); {
	case t.hasRole(halfDayWord):
		if s.token(i+1).isMark('.') && !s.token(i+1).space && s.token(i+2).kind == endToken {
			return i + 2
		}
		return i + 1
	case !t.hasRole(halfLetter):
		return i
	}
	j := i + 1
	if s.token(j).isMark('.') {
		j++
	}
	if s.token(j).hasRole(meridiem) {
		j++
		if s.token(j).isMark('.') {
			j++
		}
		return j
	}
	if s.token(i).space || j > i+1 {
		return i
	}
	return j // 10:30P
}

// readZone reads a zone at i, if one is there.
func (c *clock) readZone(s *scan, i int) (next int) {
	bracket := s.token(i).isMark('(') && s.token(i+1).hasRole(zoneWord) && s.token(i+2).isMark(')')
	if bracket {
		i++
	}
	hasZone := c.hasZone
	if t := s.token(i); t.hasRole(zoneWord) {
		if !hasZone {
			c.offset = int(t.word.number)
		}
		c.hasZone = true
		i++
	}
	if bracket {
		return i + 1
	}
	if !hasZone {
		if later, ok := c.signedZone(s, i); ok {
			c.hasZone = true
			return later
		}
	}
	return i
}

// signedZone reads +01:00, +0100, +01 or, after a name, +1.
func (c *clock) signedZone(s *scan, i int) (next int, ok bool) {
	sign, hours := s.token(i), s.token(i+1)
	if !sign.isMark('+') && !sign.isMark('-') || hours.space {
		return i, false
	}
	hour, minute := hours.value, 0
	switch {
	case hours.isNumber(4, 4):
		hour, minute = hours.value/100, hours.value%100
		next = i + 2
	case hours.isNumber(1, 2) && s.token(i+2).isMark(':') && s.token(i+3).isNumber(2, 2):
		minute = s.token(i + 3).value
		next = i + 4
	case hours.isNumber(2, 2), hours.isNumber(1, 1) && c.hasZone:
		next = i + 2
	default:
		return i, false
	}
	behind := s.token(next)
	if hour > 23 || minute > 59 || behind.kind == markToken && !behind.isMark('(') && !behind.isMark(')') && !behind.isMark(',') {
		return i, false
	}
	c.offset = hour*60 + minute
	if sign.isMark('-') {
		c.offset = -c.offset
	}
	return next, true
}

// valid reports whether the time of day exists. 22:30 PM is valid, since receipts print it.
func (c *clock) valid() bool {
	return c.hour <= 23 && c.minute <= 59 && c.second <= 59 && !(c.am && c.hour > 12)
}

// hours returns the hour from 0 to 23, by AM and PM.
func (c *clock) hours() int {
	switch {
	case c.pm && c.hour < 12:
		return c.hour + 12
	case c.am && c.hour == 12:
		return 0
	}
	return c.hour
}
