package date

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testdata/cldr.json holds what ICU prints with the data of CLDR; it names its
// versions.
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
			n, unknown := namesOf([]string{code})
			require.Empty(t, unknown)
			check := func(table map[string]int, list []string, first int) {
				for i, name := range list {
					got, ok := table[strings.ToLower(strings.TrimSuffix(name, "."))]
					assert.True(t, ok && got == first+i, "%q is %d, %v", name, got, ok)
				}
			}
			check(n.months, l.Months, 1)
			check(n.months, l.MonthsAlone, 1)
			check(n.monthsShort, l.Short, 1)
			check(n.monthsShort, l.ShortAlone, 1)
			check(n.weekdays, l.Weekdays, 0)
			check(n.weekdaysShort, l.WeekdaysShort, 0)

			p, err := Compile(nil, []string{code})
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

func TestLanguagesShareNoNameForTwoThings(t *testing.T) {
	months, short := make(map[string]int), make(map[string]int)
	weekdays, weekdaysShort := make(map[string]int), make(map[string]int)
	check := func(all map[string]int, lists []string) {
		for _, list := range lists {
			for i, name := range strings.Fields(list) {
				name = strings.ToLower(name)
				if other, ok := all[name]; ok {
					assert.Equal(t, other, i, name)
				}
				all[name] = i
			}
		}
	}
	for _, l := range languages {
		for _, list := range append(append([]string(nil), l.months...), l.monthsShort...) {
			assert.Len(t, strings.Fields(list), 12, l.code)
		}
		for _, list := range append(append([]string(nil), l.weekdays...), l.weekdaysShort...) {
			assert.Len(t, strings.Fields(list), 7, l.code)
		}
		check(months, l.months)
		check(short, l.monthsShort)
		check(weekdays, l.weekdays)
		check(weekdaysShort, l.weekdaysShort)
	}
}
