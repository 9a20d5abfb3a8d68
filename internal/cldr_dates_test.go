package internal_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
)

// dateLanguages are those whose months and weekdays package date reads, English first. Of two months with one name, it
// prefers the month of the language that is listed first.
const dateLanguages = "en de fr es it nl pt pl sv da nb cs no nn sk sl hr bs sr bg mk ru uk be ro hu fi et lv lt el tr az sq is ga cy mt ca gl eu " +
	"af sw id ms fil he ar fa ur hi mr ne bn pa gu ta te kn ml th vi ka hy kk uz ko ja zh"

// otherScripts are locales in another script than documents in the language have.
const otherScripts = " en-Dsrt en-Shaw hi-Latn kk-Arab ms-Arab uz-Arab "

// meanings maps a folded name to its meanings, and each meaning to the languages that give it; see package date.
type meanings map[string]map[string]map[string]bool

func (m meanings) add(name, meaning, language string) {
	name = date.Fold(name)
	if m[name] == nil {
		m[name] = map[string]map[string]bool{}
	}
	if m[name][meaning] == nil {
		m[name][meaning] = map[string]bool{}
	}
	m[name][meaning][language] = true
}

// gregorian is the part of ca-gregorian.json that is read.
type gregorian struct {
	Months, Days map[string]map[string]map[string]string // by context, width and number
	DateFormats  struct{ Full, Long, Short string }
}

// dateTable returns the table of package date: a line for each word of a date, with its meanings, and one with the order of
// dates in numbers of each language.
func dateTable(dir string) ([]byte, error) {
	dateWords, err := os.ReadFile("testdata/cldr/dates.txt")
	if err != nil {
		return nil, err
	}
	table := meanings{}
	for line := range strings.Lines(string(dateWords)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, name := range fields[1:] {
			table.add(name, fields[0], "")
		}
	}
	taken := map[string]bool{}
	for name, m := range table {
		for meaning := range m {
			taken[name] = taken[name] || strings.Contains(" at hourWord halfDayWord none ", " "+meaning+" ") || meaning[0] == 'z'
		}
		delete(m, "none")
	}
	var orders []string
	for _, language := range strings.Fields(dateLanguages) {
		locales, err := filepath.Glob(filepath.Join(dir, "cldr-dates-full", "main", language+"*"))
		if err != nil {
			return nil, err
		}
		for _, path := range locales {
			locale := filepath.Base(path)
			if locale != language && !strings.HasPrefix(locale, language+"-") || strings.Contains(otherScripts, " "+locale+" ") {
				continue
			}
			var file struct {
				Main map[string]struct {
					Dates struct {
						Calendars struct{ Gregorian gregorian }
					}
				}
			}
			if err := readCLDR(&file, path, "ca-gregorian.json"); err != nil {
				return nil, err
			}
			c := file.Main[locale].Dates.Calendars.Gregorian
			table.addCalendar(c, language, taken)
			if locale == language {
				orders = append(orders, language+":"+order(c.DateFormats.Short, c.DateFormats.Long))
			}
		}
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Made by TestTablesAreOfCLDR from cldr-dates-full %s, licence Unicode-3.0, and from testdata/cldr/dates.txt. Do not edit.\n", cldrVersion)
	fmt.Fprintf(&text, "#+\t%s\n", strings.Join(orders, " "))
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if len(table[name]) > 0 {
			fmt.Fprintf(&text, "%s\t%s\n", name, strings.Join(table.meaningsOf(name), " "))
		}
	}
	return text.Bytes(), nil
}

// addCalendar adds the names of a locale, except for single letters, names with digits, and names that are taken.
func (m meanings) addCalendar(c gregorian, language string, taken map[string]bool) {
	add := func(kind string, name, number string) {
		letter := utf8.RuneCountInString(name) == 1 && !strings.Contains("ja ko zh", language)
		if !letter && !taken[date.Fold(name)] && !strings.ContainsFunc(name, unicode.IsDigit) {
			m.add(name, kind+number, language)
		}
	}
	days := strings.Fields("sun mon tue wed thu fri sat")
	for _, width := range []string{"wide", "abbreviated"} {
		month, weekday := "m", "w"
		if width == "wide" {
			month, weekday = "M", "W"
		}
		for _, context := range []string{"format", "stand-alone"} {
			for number, name := range c.Months[context][width] {
				name = strings.TrimRight(name, ".॰")
				if alone := c.Months["stand-alone"][width][number]; strings.ContainsAny(name, " ’") && strings.HasSuffix(name, strings.TrimRight(alone, ".")) {
					name = strings.TrimRight(alone, ".") // de gener, d’abril
				}
				add(month, name, number)
				if before, after := attached(c.DateFormats.Long, "MMMM"); before+after != "" {
					add(month, before+name+after, number)
				}
			}
			for i, day := range days {
				name := strings.TrimRight(c.Days[context][width][day], ".॰")
				add(weekday, name, fmt.Sprint(i))
				if before, after := attached(c.DateFormats.Full, "EEEE"); before+after != "" {
					add(weekday, before+name+after, fmt.Sprint(i))
				}
			}
		}
	}
}

// attached returns the letters that stand before and after a field of a pattern without a blank, as in "d בMMMM y".
func attached(pattern, field string) (before, after string) {
	head, tail, _ := strings.Cut(strings.ReplaceAll(pattern, "'", ""), field)
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.Is(unicode.Han, r) }
	before = head[strings.LastIndexFunc(head, func(r rune) bool { return notLetter(r) || r < utf8.RuneSelf })+1:]
	if strings.HasSuffix(head, "日") {
		before = ""
	}
	if i := strings.IndexFunc(tail, notLetter); i >= 0 {
		tail = tail[:i]
	}
	return before, tail
}

// order returns the order of a language's dates in numbers, with a point if it prints one after the day. The year counts as
// first if it is so in a date with the name of its month, too.
func order(short, long string) string {
	parts := "dmy"
	switch first := strings.ToLower(short[:1]); {
	case first == "m":
		parts = "mdy"
	case first == "y" && long[0] == 'y':
		parts = "ymd"
	}
	if strings.Contains(long, "d.") {
		parts += "."
	}
	return parts
}

// meaningsOf returns the meanings of a name. Those of a name with several months have their languages, in the order of
// dateLanguages.
func (m meanings) meaningsOf(name string) []string {
	months := map[string]bool{}
	for meaning := range m[name] {
		if isMonth(meaning) {
			months[meaning[1:]] = true
		}
	}
	rank := func(meaning string) int {
		rank := len(dateLanguages)
		for language := range m[name][meaning] {
			rank = min(rank, strings.Index(dateLanguages+" ", language+" "))
		}
		return rank
	}
	list := slices.SortedFunc(maps.Keys(m[name]), func(a, b string) int {
		if isMonth(a) && isMonth(b) && rank(a) != rank(b) {
			return rank(a) - rank(b)
		}
		return strings.Compare(a, b)
	})
	for i, meaning := range list {
		if isMonth(meaning) && len(months) > 1 {
			list[i] += ":" + strings.Join(slices.Sorted(maps.Keys(m[name][meaning])), ",")
		}
		if isMonth(meaning) && m[name][meaning]["th"] {
			list[i] += " buddhist"
		}
	}
	return list
}

func isMonth(meaning string) bool {
	return (meaning[0] == 'm' || meaning[0] == 'M') && '0' <= meaning[1] && meaning[1] <= '9'
}
