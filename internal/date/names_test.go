package date

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testdata/cldr.json holds the names that ICU prints with the data of CLDR, and both versions.
func TestNamesAreThoseOfCLDR(t *testing.T) {
	data, err := os.ReadFile("testdata/cldr.json")
	require.NoError(t, err)
	var cldr struct {
		Locales []struct {
			Locale                                 string
			Months, MonthsAlone, Short, ShortAlone []string
			Weekdays, WeekdaysShort, LongDates     []string
		}
	}
	require.NoError(t, json.Unmarshal(data, &cldr))
	covered := make(map[string]bool)
	for _, l := range cldr.Locales {
		t.Run(l.Locale, func(t *testing.T) {
			code, _, _ := strings.Cut(l.Locale, "-")
			covered[code] = true
			require.Contains(t, Languages(), code)
			months := func(in role, list []string) {
				for i, name := range list {
					if name == strconv.Itoa(i+1) { // Czech abbreviates to numbers
						continue
					}
					w, ok := lookUp(strings.TrimSuffix(name, "."), in)
					assert.True(t, ok, name)
					assert.Equal(t, i+1, int(w.month), name)
				}
			}
			weekdays := func(in role, list []string) {
				for i, name := range list {
					w, ok := lookUp(strings.TrimSuffix(name, "."), in)
					assert.True(t, ok && w.weekdays.contains(time.Weekday(i)), name)
				}
			}
			months(monthInFull, l.Months)
			months(monthInFull, l.MonthsAlone)
			months(monthShort, l.Short)
			months(monthShort, l.ShortAlone)
			weekdays(weekdayInFull, l.Weekdays)
			weekdays(weekdayShort, l.WeekdaysShort)

			p, err := Compile(Options{})
			require.NoError(t, err)
			for i, text := range l.LongDates {
				r, err := p.Parse(text)
				require.NoError(t, err)
				assert.Equal(t, 15, r.Date.Day, text)
				assert.Equal(t, i+1, int(r.Date.Month), text)
				assert.Equal(t, 2024, r.Date.Year, text)
				assert.False(t, r.Ambiguous(), text)
			}
		})
	}
	assert.Len(t, covered, len(languages))
}

// A name of a month is one month, in full or short, in whatever language, accents
// aside. Names of weekdays may be shared (so: Sonntag, sobota), but no language
// uses one twice.
func TestNoNameIsTwoMonths(t *testing.T) {
	months := make(map[string]int)
	for _, l := range languages {
		for _, list := range append(append([]string(nil), l.months...), l.monthsShort...) {
			names := strings.Fields(list)
			require.Len(t, names, 12, l.code)
			for i, name := range names {
				name = folded(name)
				if other, ok := months[name]; ok && name != "-" {
					assert.Equal(t, other, i, "%s: %s", l.code, name)
				}
				months[name] = i
			}
		}
		for _, list := range append(append([]string(nil), l.weekdays...), l.weekdaysShort...) {
			names := strings.Fields(list)
			require.Len(t, names, 7, l.code)
			slices.Sort(names)
			assert.Len(t, slices.Compact(names), 7, l.code)
		}
	}
}

// A word beside a time of day is not the name of a month or a weekday, so that a date after it
// keeps its own.
func TestNoWordOfAClockIsAName(t *testing.T) {
	for text, w := range allWords() {
		if w.roles&(at|hourWord|halfDayWord|zoneWord) != 0 {
			assert.Zero(t, w.month, text)
			assert.Zero(t, w.weekdays, text)
		}
	}
}
