package date

import (
	"strings"
	"sync"
)

// word holds the meanings of a word in a printed date. A word may mean several things: "mar" is
// March, mardi and martes.
type word struct {
	month    uint8 // 1 to 12, 0 for none
	weekdays weekdaySet
	roles    role
	offset   int16 // of a zone, in minutes east of UTC
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
	zoneWord                     // UTC, CET
	yearMark                     // 年
	monthMark                    // 月
	dayMark                      // 日
	monthInFull                  // the names of a format's elements
	monthShort
	weekdayInFull
	weekdayShort
)

// roles of words, folded. A word may be in several lines.
var roles = []struct {
	role  role
	words []string
}{
	{article, []string{"the", "le", "el", "il", "den", "dnia", "dne"}},
	{particle, []string{"of", "the", "de", "del", "di"}},
	{yearWord, []string{"r", "roku"}},
	{at, []string{"t", "at", "um", "a", "as", "las", "alle", "ore", "kl", "om", "o", "godz", "v"}},
	{tee, []string{"t"}},
	{hourWord, []string{"h", "hrs", "hs", "uhr", "時"}},
	{minuteWord, []string{"m", "min", "分"}},
	{secondWord, []string{"s", "sec", "秒"}},
	{halfDayWord, []string{"am", "pm"}},
	{halfLetter, []string{"a", "p"}},
	{noon, []string{"p", "pm"}},
	{meridiem, []string{"m"}},
	{yearMark, []string{"年"}},
	{monthMark, []string{"月"}},
	{dayMark, []string{"日"}},
}

// zones maps the abbreviations of time zones that are read to their offsets in minutes: those of RFC 822 for North
// America and of the European summer time directive, and those of India and Japan. A text with another abbreviation is
// not a date, since its offset is not known.
var zones = map[string]int16{
	"z": 0, "utc": 0, "gmt": 0,
	"est": -5 * 60, "edt": -4 * 60, "cst": -6 * 60, "cdt": -5 * 60, "mst": -7 * 60, "mdt": -6 * 60, "pst": -8 * 60, "pdt": -7 * 60,
	"wet": 0, "west": 60, "bst": 60, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "eet": 120, "eest": 180,
	"ist": 5*60 + 30, "jst": 9 * 60,
}

// eastern weekdays, as 金曜日 or, in brackets, 金.
const eastern = "日月火水木金土"

// allWords collects the meanings of all words once, by their folded form.
var allWords = sync.OnceValue(func() map[string]word {
	all := make(map[string]word)
	add := func(text string, r role, change func(*word)) {
		w := all[text]
		w.roles |= r
		change(&w)
		all[text] = w
	}
	names := func(lists []string, r role, change func(w *word, i int)) {
		for _, list := range lists {
			for i, name := range strings.Fields(list) {
				if name != "-" {
					add(folded(name), r, func(w *word) { change(w, i) })
				}
			}
		}
	}
	month := func(w *word, i int) { w.month = uint8(i) + 1 }
	weekday := func(w *word, i int) { w.weekdays |= 1 << i }
	for _, l := range languages {
		names(l.months, monthInFull, month)
		names(l.monthsShort, monthShort, month)
		names(l.weekdays, weekdayInFull, weekday)
		names(l.weekdaysShort, weekdayShort, weekday)
		names([]string{l.ordinals}, ordinal, func(*word, int) {})
	}
	day := 0
	for _, r := range eastern {
		for _, ending := range []string{"", "曜", "曜日"} {
			add(string(r)+ending, 0, func(w *word) { weekday(w, day) })
		}
		day++
	}
	for _, line := range roles {
		for _, text := range line.words {
			add(text, line.role, func(*word) {})
		}
	}
	for text, offset := range zones {
		add(text, zoneWord, func(w *word) { w.offset = offset })
	}
	return all
})
