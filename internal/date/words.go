package date

import (
	"slices"
	"strconv"
	"strings"
)

// word holds the meanings of a word in a printed date. A word may mean several things: "mar" is
// March, mardi and martes.
type word struct {
	month    uint8 // 1 to 12, 0 for none
	other    uint8 // another month that has the name in other languages, 0 for none
	weekdays weekdaySet
	roles    role
	number   int16 // of a zone: minutes east of UTC; of an era: the years before its first
	meanings int32 // their place in the table
}

func (w word) hasRole(r role) bool { return w.roles&r != 0 }

// role is the set of uses that a word has, in addition to naming a month or a weekday.
type role uint32

const (
	ordinal     role = 1 << iota // after a day: 1st, 1er
	article                      // before a date: le 5 mars, den 5. mars
	particle                     // within a date: 5th of March, 5 de marzo
	yearWord                     // after a year: 2024 r.
	at                           // before a time of day: at, um, kl.
	tee                          // T, which stands between date and time without blanks
	hourWord                     // after an hour: 10h30, 10 Uhr
	minuteWord                   // after a minute: 10h30m
	secondWord                   // after a second: 10h30m15s
	halfDayWord                  // AM, PM
	halfLetter                   // a, p: before m, or alone after a minute
	noon                         // with one of the two above: it is PM
	meridiem                     // m: after a or p
	yearMark                     // 年
	monthMark                    // 月
	dayMark                      // 日
	monthSign                    // before the number of a month: tháng 3
	firstYear                    // of an era: 元
	buddhist                     // a month after which years are of the Buddhist era
	from                         // before a period: von, from
	until                        // between its ends: bis, to
	zoneWord                     // UTC, CET
	era                          // before a year: 令和
	monthInFull                  // the names of a format's elements
	monthShort
	weekdayInFull
	weekdayShort
)

const names = monthInFull | monthShort | weekdayInFull | weekdayShort

// roleNames are the roles as the table names them, in the order of their constants.
var roleNames = strings.Fields("ordinal article particle yearWord at tee hourWord minuteWord secondWord halfDayWord halfLetter noon meridiem " +
	"yearMark monthMark dayMark monthSign firstYear buddhist from until")

// readMeanings reads the meanings of a word, separated by blanks: M and the number of a month in full, m of an abbreviated one, W
// and w of a weekday from Sunday 0, z and the minutes of a zone, e and the years of an era, or the name of a role. A month may
// be followed by a colon and the languages in which it has the name.
func readMeanings(text string) (w word) {
	for meaning := range strings.SplitSeq(text, " ") {
		if meaning[1] > '9' {
			w.roles |= 1 << slices.Index(roleNames, meaning)
			continue
		}
		value, _, _ := strings.Cut(meaning[1:], ":")
		n, _ := strconv.Atoi(value)
		switch meaning[0] {
		case 'M', 'm':
			w.roles |= monthInFull << (meaning[0] >> 5 & 1)
			if w.month == 0 {
				w.month = uint8(n)
			} else if w.month != uint8(n) {
				w.other = uint8(n)
			}
		case 'W', 'w':
			w.roles |= weekdayInFull << (meaning[0] >> 5 & 1)
			w.weekdays |= 1 << n
		case 'z':
			w.roles |= zoneWord
			w.number = int16(n)
		case 'e':
			w.roles |= era
			w.number = int16(n)
		}
	}
	return w
}

// monthLanguages returns the languages in which a word names month and other: "cs,pl".
func (w word) monthLanguages() (month, other string) {
	line, _, _ := strings.Cut(table[w.meanings:], "\n")
	for meaning := range strings.SplitSeq(line, " ") {
		switch name, languages, _ := strings.Cut(meaning[1:], ":"); name {
		case strconv.Itoa(int(w.month)):
			month = languages
		case strconv.Itoa(int(w.other)):
			other = languages
		}
	}
	return month, other
}
