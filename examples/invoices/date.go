package invoices

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A dateReader finds a date in a text, an ISO date before others. With monthFirst it reads 10/03/2023 as October 3, the
// American way.
type dateReader struct{ monthFirst bool }

var (
	isoDate   = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)
	digitDate = regexp.MustCompile(`(?:^|[^\w/.-])([\dOlI]{1,2})[./-]([\dOlI]{1,2})[./-]([\dOlI]{4}|[\dOlI]{2})(?:[^\w/-]|$)`)
	dayMonth  = regexp.MustCompile(`(\d{1,2})(?:\.|st|nd|rd|th|er)?(?: de | of |[ /-])(\pL{3,10})\.?(?: de |[ /-])(\d{4})`)
	monthDay  = regexp.MustCompile(`(\pL{3,9})\.? (\d{1,2}), (\d{4})`)
)

func (d dateReader) read(text string) (string, bool) {
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return calendarDate(m[1], m[2], m[3])
	}
	if m := digitDate.FindStringSubmatch(text); m != nil {
		if d.monthFirst {
			return calendarDate(m[3], m[1], m[2])
		}
		return calendarDate(m[3], m[2], m[1])
	}
	if m := dayMonth.FindStringSubmatch(text); m != nil {
		return calendarDate(m[3], monthNumber(m[2]), m[1])
	}
	if m := monthDay.FindStringSubmatch(text); m != nil {
		return calendarDate(m[3], monthNumber(m[1]), m[2])
	}
	return "", false
}

// calendarDate refuses days that no calendar has.
func calendarDate(year, month, day string) (string, bool) {
	y, _ := strconv.Atoi(digits.Replace(year))
	m, _ := strconv.Atoi(digits.Replace(month))
	d, _ := strconv.Atoi(digits.Replace(day))
	if y < 100 {
		y += 2000
	}
	date := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return date.Format(time.DateOnly), date.Day() == d && int(date.Month()) == m
}

// months holds how the names of each month begin in our languages.
var months = [12]string{
	"jan jän gen ene", "feb fév", "mar mär mrt maa", "apr avr abr", "mai may mag mei", "jun giu juin",
	"jul lug juil", "aug aoû ago", "sep set", "oct okt ott", "nov", "dec dez déc dic",
}

// monthNumber returns "1" to "12", or "0" for a word that is not a month.
func monthNumber(name string) string {
	name = strings.ToLower(name)
	for i, month := range months {
		for prefix := range strings.FieldsSeq(month) {
			if strings.HasPrefix(name, prefix) {
				return strconv.Itoa(i + 1)
			}
		}
	}
	return "0"
}
