package date

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
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
				assert.Equal(t, text == "15 listopada 2024", r.Ambiguous(), text) // October in Croatian
			}
		})
	}
	assert.Len(t, covered, 12)
}

// allWords returns the table.
var allWords = sync.OnceValue(func() map[string]word {
	all := map[string]word{}
	for line := range strings.Lines(table) {
		if name, meanings, _ := strings.Cut(strings.TrimSpace(line), "\t"); line[0] != '#' && line[0] != '+' {
			all[name] = readMeanings(meanings)
		}
	}
	return all
})

func TestTheTableIsSortedAndFolded(t *testing.T) {
	previous := ""
	for line := range strings.Lines(table) {
		name, _, _ := strings.Cut(line, "\t")
		assert.Less(t, previous, name)
		previous = name
	}
	for name, want := range allWords() {
		assert.Equal(t, name, Fold(name))
		got, ok := findWord(name)
		assert.True(t, ok, name)
		want.meanings = got.meanings
		assert.Equal(t, want, got, name)
	}
	for _, name := range []string{"", "#", "~", "\U0010FFFF", "marzz", "janua"} {
		_, ok := findWord(name)
		assert.False(t, ok, name)
	}
}

// A name of two months is one in each of its languages.
func TestNamesOfTwoMonths(t *testing.T) {
	names := map[string][2]string{}
	for name, w := range allWords() {
		if w.other != 0 {
			w, _ = findWord(name)
			first, second := w.monthLanguages()
			names[name] = [2]string{fmt.Sprint(w.month, " ", first), fmt.Sprint(w.other, " ", second)}
		}
	}
	assert.Equal(t, map[string][2]string{
		"lip":       {"7 pl", "6 hr"},
		"lis":       {"11 cs,pl", "10 hr"},
		"listopad":  {"11 cs,pl", "10 hr"},
		"listopada": {"11 pl", "10 hr"},
		"srp":       {"8 cs", "7 hr"},
	}, names)
}

// Dates as each language prints them, by the knowledge of people and not by CLDR.
func TestEveryLanguage(t *testing.T) {
	texts := map[string][]string{ // a date, of 2024 if it has no year of its own
		"en":  {"2024-03-15 Friday, March 15, 2024", "2024-09-01 1 Sept 2024"},
		"de":  {"2024-03-15 Freitag, 15. März 2024", "2024-01-02 2. Jänner 2024", "2024-01-02 2. Jaenner 2024"},
		"fr":  {"2024-08-01 jeudi 1er août 2024", "2024-02-03 3 févr. 2024", "2024-02-03 3 fév. 2024"},
		"es":  {"2024-03-15 viernes, 15 de marzo de 2024", "2024-09-02 2 de setiembre de 2024"},
		"it":  {"2024-07-15 lunedì 15 luglio 2024"},
		"nl":  {"2024-03-15 vrijdag 15 maart 2024", "2024-03-15 15 mrt. 2024"},
		"pt":  {"2024-03-15 sexta-feira, 15 de março de 2024"},
		"pl":  {"2024-03-15 15 marca 2024 r.", "2024-10-01 październik 1, 2024"},
		"sv":  {"2024-05-15 15 maj 2024"},
		"da":  {"2024-03-15 fredag den 15. marts 2024"},
		"nb":  {"2024-10-15 15. oktober 2024"},
		"nn":  {"2024-03-15 fredag 15. mars 2024"},
		"no":  {"2024-05-17 17. mai 2024"},
		"cs":  {"2024-09-15 15. září 2024", "2024-11-15 15. listopadu 2024"},
		"sk":  {"2024-02-15 15. februára 2024", "2024-10-01 1. október 2024"},
		"sl":  {"2024-08-15 15. avgust 2024"},
		"hr":  {"2024-03-15 15. ožujka 2024.", "2024-11-03 3. studenoga 2024.", "2024-11-03 3. studenog 2024."},
		"bs":  {"2024-10-15 15. oktobar 2024."},
		"sr":  {"2024-06-15 15. јун 2024.", "2024-06-15 15. jun 2024. godine"},
		"bg":  {"2024-03-15 15 март 2024 г.", "2024-07-15 15 юли 2024 г."},
		"mk":  {"2024-01-15 15 јануари 2024 г."},
		"ru":  {"2016-07-01 1 июля 2016 г.", "2024-05-09 9 мая 2024 года", "2024-10-02 2 окт. 2024", "2024-03-15 «15» марта 2024 г.", "2024-07-01 1-го июля 2024 года"},
		"uk":  {"2024-03-15 15 березня 2024 р.", "2024-11-15 15 листопада 2024 року"},
		"be":  {"2024-04-15 15 красавіка 2024 г."},
		"ro":  {"2024-03-15 15 martie 2024", "2023-11-07 7 noiembrie 2023", "2024-03-15 vineri, 15 martie 2024"},
		"hu":  {"2024-03-15 2024. március 15.", "2024-08-20 2024. augusztus 20-án", "2024-05-01 2024. máj. 1."},
		"fi":  {"2024-03-15 15. maaliskuuta 2024", "2024-06-15 lauantai 15. kesäkuuta 2024"},
		"et":  {"2024-02-24 24. veebruar 2024"},
		"lv":  {"2024-03-15 2024. gada 15. marts", "2024-03-15 2024. gada 15. martā"},
		"lt":  {"2024-03-15 2024 m. kovo 15 d.", "2024-06-01 2024 m. birželio 1 d."},
		"el":  {"2024-03-15 15 Μαρτίου 2024", "2024-08-15 15 ΑΥΓΟΥΣΤΟΥ 2024", "2024-03-25 25 Μάρτιος 2024"},
		"tr":  {"2001-03-20 20 Mart 2001", "2023-11-07 7 Kasım 2023", "2023-11-07 7 KASIM 2023", "2024-03-15 15 Mart 2024 Cuma", "2024-11-07 07-Kas-2024", "2024-11-07 Kasım 7, 2024"},
		"az":  {"2024-09-15 15 sentyabr 2024"},
		"sq":  {"2024-11-28 28 nëntor 2024"},
		"is":  {"2024-06-17 17. júní 2024"},
		"ga":  {"2024-09-15 15 Meán Fómhair 2024", "2024-02-01 1 Feabhra 2024"},
		"cy":  {"2024-03-01 1 Mawrth 2024"},
		"mt":  {"2024-12-13 13 ta’ Diċembru 2024"},
		"ca":  {"2024-09-11 11 de setembre del 2024", "2024-04-23 23 d’abril del 2024"},
		"gl":  {"2024-07-25 25 de xullo de 2024"},
		"eu":  {"2024-03-15 2024ko martxoaren 15a"},
		"af":  {"2024-03-15 15 Maart 2024"},
		"sw":  {"2024-12-09 9 Desemba 2024"},
		"id":  {"2024-03-15 15 Maret 2024", "2024-08-17 Sabtu, 17 Agustus 2024"},
		"ms":  {"2024-08-31 31 Ogos 2024", "2024-03-15 15 Mac 2024"},
		"fil": {"2024-06-12 Hunyo 12, 2024"},
		"he":  {"2024-03-15 15 במרץ 2024", "2024-03-15 יום שישי, 15 במרץ 2024", "2024-01-02 2 ינואר 2024", "2024-03-15 15 מרס 2024"},
		"ar":  {"2024-03-15 15 مارس 2024", "2024-03-15 ١٥ مارس ٢٠٢٤", "2024-01-02 2 كانون الثاني 2024"},
		"fa":  {"2024-03-15 ۱۵ مارس ۲۰۲۴"},
		"hi":  {"2024-08-15 15 अगस्त 2024", "2024-02-15 15 फ़रवरी 2024", "2024-02-15 १५ फरवरी २०२४"},
		"bn":  {"2024-02-21 ২১ ফেব্রুয়ারি, ২০২৪"},
		"ur":  {"2024-03-15 15 مارچ 2024"},
		"mr":  {"2024-08-15 15 ऑगस्ट 2024"},
		"ne":  {"2024-03-15 15 मार्च 2024"},
		"pa":  {"2024-03-15 15 ਮਾਰਚ 2024"},
		"gu":  {"2024-03-15 15 માર્ચ 2024"},
		"ta":  {"2024-03-15 15 மார்ச், 2024"},
		"te":  {"2024-03-15 15 మార్చి 2024"},
		"kn":  {"2024-03-15 15 ಮಾರ್ಚ್ 2024"},
		"ml":  {"2024-03-15 15 മാർച്ച് 2024"},
		"th":  {"2011-06-06 6 มิถุนายน 2554", "2024-03-15 วันศุกร์ที่ 15 มีนาคม พ.ศ. 2567", "2024-03-15 ๑๕ มีนาคม พ.ศ.๒๕๖๗", "2024-03-15 15 มี.ค. 67", "2024-01-15 15 ม.ค. 2567", "2011-06-06 6 มิถุนายน ค.ศ. 2011"},
		"vi":  {"2024-03-15 ngày 15 tháng 3 năm 2024", "2024-03-15 Thứ Sáu, 15 tháng 3, 2024", "2024-12-01 ngày 1 tháng 12 năm 2024"},
		"ka":  {"2024-05-26 26 მაისი, 2024"},
		"hy":  {"2024-09-21 21 սեպտեմբերի, 2024 թ."},
		"kk":  {"2024-03-22 2024 ж. 22 наурыз"},
		"uz":  {"2024-09-01 1-sentabr, 2024"},
		"ko":  {"2024-03-15 2024년 3월 15일", "2018-01-22 2018년 1월 22일 월요일", "2018-01-22 2018년 1월 22일(월)", "2024-03-15 2024. 3. 15.", "2024-03-15 2024-03-15 (금)"},
		"ja":  {"2024-03-01 2024年3月1日金曜日", "2024-03-03 2024年3月3日日曜日", "2024-03-01 令和6年3月1日", "2024-03-01 令和６年３月１日（金）", "2019-04-30 平成31年4月30日", "2019-05-01 令和元年5月1日", "1989-01-07 昭和64年1月7日", "2020-01-31 令02/01/31", "2019-04-30 平31.4.30", "1989-01-07 昭64.1.7"},
		"zh":  {"2024-03-15 2024年3月15日星期五", "2024-03-15 2024年3月15日 週五", "2024-03-15 民國113年3月15日", "2024-03-15 民國 113 年 3 月 15 日 星期五", "2024-03-15 中華民國113年3月15日"},
	}
	parser, err := Compile(Options{})
	require.NoError(t, err)
	for _, language := range Languages() {
		assert.NotEmpty(t, texts[language], language)
		for _, entry := range texts[language] {
			want, text, _ := strings.Cut(entry, " ")
			r, err := parser.Parse(text)
			require.NoError(t, err, language)
			assert.Equal(t, want, r.Date.String(), text)
			assert.False(t, r.Ambiguous(), text)
		}
	}
}

func TestNamesOfTwoMonthsAreNotedOrStated(t *testing.T) {
	const (
		november = "ambiguous date: read as 2024-11-15 (%s), would be 2024-10-15 (hr)"
		october  = "ambiguous date: read as 2024-10-15 (hr), would be 2024-11-15 (%s)"
	)
	for _, tt := range []struct{ text, languages, want, note string }{
		{"15 listopada 2024", "", "2024-11-15", fmt.Sprintf(november, "pl")},
		{"15. listopada 2024.", "", "2024-10-15", fmt.Sprintf(october, "pl")},
		{"15 listopada 2024", "pl", "2024-11-15", ""},
		{"15 listopada 2024", "hr", "2024-10-15", ""},
		{"15 listopada 2024", "hr en", "2024-10-15", ""},
		{"15 listopada 2024", "de", "2024-11-15", fmt.Sprintf(november, "pl")},
		{"15. listopada 2024", "hr pl", "2024-10-15", fmt.Sprintf(october, "pl")},
		{"15. lis 2024", "", "2024-11-15", fmt.Sprintf(november, "cs,pl")},
		{"pt 15 listopada 2024", "", "2024-11-15", ""}, // Friday
		{"31 lip 2024", "", "2024-07-31", ""},          // June has 30 days
		{"2 martie 2024", "", "2024-03-02", ""},        // marți is a Tuesday, mai is May
		{"5 mar 2024", "", "2024-03-05", ""},
		{"mar 5 mar 2024", "", "2024-03-05", ""},
		{"R6.3.1", "ja", "2024-03-01", ""},
		{"H31.4.30", "en ja", "2019-04-30", ""},
		{"6 มิถุนายน 2011", "", "2011-06-06", ""},
	} {
		p, err := Compile(Options{Languages: strings.Fields(tt.languages)})
		require.NoError(t, err)
		r, err := p.Parse(tt.text)
		require.NoError(t, err)
		assert.Equal(t, tt.want, r.Date.String(), tt.text)
		assert.Equal(t, tt.note, r.Note(), tt.text)
	}
}

// Words that belong to no date, or to none of a certain year, are refused.
func TestSignsWithoutADate(t *testing.T) {
	p, err := Compile(Options{})
	require.NoError(t, err)
	for _, text := range []string{"113年3月15日", "令和2024年3月1日", "令02/13/31", "令2024/03/01", "令", "tháng 13 năm 2024", "ngày 15 tháng 3", "R6", "R6.3.1", "15 mean 2024", "T10.3.1", "2024 ม 15"} {
		_, err := p.Parse(text)
		assert.Error(t, err, text)
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
