package date

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever day is printed, in whatever form, is read as that day under its order.
func TestWhatIsPrintedIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SampledFrom([]Order{DMY, MDY, YMD}).Draw(t, "order")
		short := rapid.Bool().Draw(t, "short year")
		first, last := 1000, 9999 // before 1000 a basic date could not be told from others
		if short {
			first, last = 1969, 2068
		}
		day := time.Date(rapid.IntRange(first, last).Draw(t, "year"), time.January, rapid.IntRange(1, 366).Draw(t, "day of year"), 0, 0, 0, 0, time.UTC)
		if day.Year() > last {
			day = day.AddDate(0, 0, -1)
		}
		text := printDay(t, day, order, short)
		if rapid.Bool().Draw(t, "weekday") {
			text = drawName(t, func(w word) bool { return w.weekdays == 1<<day.Weekday() && w.month == 0 }) + rapid.SampledFrom([]string{" ", ", ", ". "}).Draw(t, "after the weekday") + text
		}
		text = printClock(t, text)
		switch rapid.IntRange(0, 4).Draw(t, "case") {
		case 0:
			text = strings.ToUpper(text)
		case 1:
			text = Fold(text) // without accents
		case 2:
			text = fullWidth(text)
		}

		p, err := Compile(Options{Order: order})
		require.NoError(t, err)
		r, err := p.Parse(text)
		require.NoError(t, err)
		y, m, d := day.Date()
		assert.Equal(t, Date{y, m, d}, r.Date, "%q", text)
		assert.False(t, r.Ambiguous(), "the order is stated: %q", text)

		// Whatever the order is said to be, the one that is right is among those that
		// are possible.
		other, err := Compile(Options{Languages: []string{"de"}})
		require.NoError(t, err)
		if r, err := other.Parse(text); err == nil && r.Orders() != nil {
			assert.Contains(t, r.Orders(), order, "%q", text)
		}
	})
}

func printDay(t *rapid.T, day time.Time, order Order, short bool) string {
	year := day.Format("2006")
	if short {
		year = day.Format("06")
	}
	form := rapid.SampledFrom([]string{"numbers", "name", "basic", "marks"}).Draw(t, "form")
	switch {
	case form == "basic" && !short:
		return day.Format("20060102")
	case form == "marks" && !short:
		return fmt.Sprintf("%d年%d月%d日", day.Year(), day.Month(), day.Day())
	case form == "name" && order != YMD:
		month := drawName(t, func(w word) bool { return int(w.month) == int(day.Month()) && w.other == 0 && !w.hasRole(buddhist) })
		number := day.Format(rapid.SampledFrom([]string{"2", "02"}).Draw(t, "day"))
		if rapid.Bool().Draw(t, "month first") {
			return month + rapid.SampledFrom([]string{" ", ". ", "-", "/"}).Draw(t, "first") + number + rapid.SampledFrom([]string{" ", ", ", "-", "/", "th, "}).Draw(t, "second") + year
		}
		between := rapid.SampledFrom([][2]string{{" ", " "}, {". ", " "}, {"-", "-"}, {" de ", " de "}, {" de ", " del "}, {"/", "/"}, {"", ""}, {"st of ", ", "}, {" ", ". "}, {"er ", " "}, {" ", " '"}}).Draw(t, "between")
		if between[1] == " '" && !short {
			between[1] = " "
		}
		return number + between[0] + month + between[1] + year
	}
	m, d := day.Format("01"), day.Format("02")
	if rapid.Bool().Draw(t, "one digit") {
		m, d = day.Format("1"), day.Format("2")
	}
	parts := map[Order][]string{DMY: {d, m, year}, MDY: {m, d, year}, YMD: {year, m, d}}[order]
	return strings.Join(parts, rapid.SampledFrom([]string{"-", "/", ".", " ", "–", "—", ". ", " / ", " - "}).Draw(t, "separator"))
}

// printClock adds a time of day to a date, or leaves it alone.
func printClock(t *rapid.T, text string) string {
	at := time.Date(2024, 1, 1, rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), rapid.IntRange(0, 59).Draw(t, "second"), 0,
		time.FixedZone("", rapid.IntRange(-11, 14).Draw(t, "zone")*3600))
	layout := rapid.SampledFrom([]string{
		"", "15:04", "15:04:05", "15:04:05.000", "3:04 PM", "3:04pm", "3 PM", "15h04", "15.04 Uhr", "15:04 Uhr", "15時04分",
		"15:04Z", "15:04:05-07:00", "15:04 -0700", "15:04 UTC", "15:04:05 CET",
	}).Draw(t, "clock")
	if layout == "" {
		return text
	}
	clock := at.Format(layout)
	if rapid.Bool().Draw(t, "clock first") {
		return clock + rapid.SampledFrom([]string{" ", ", "}).Draw(t, "after the clock") + text
	}
	return text + rapid.SampledFrom([]string{" ", ", ", " - ", " at "}).Draw(t, "before the clock") + clock
}

func drawName(t *rapid.T, match func(word) bool) string {
	var names []string
	for name, w := range allWords() {
		if match(w) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return rapid.SampledFrom(names).Draw(t, "name")
}

func fullWidth(text string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return r - '!' + '！'
		}
		return r
	}, text)
}

// Two texts with the same parts have them both ways, and each has its own. Beside a year of two digits, years of four
// digits are the same that differ from each other.
func TestSamePartsIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}`)
		a, b, c := text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")
		assert.Equal(t, SameParts(a, b), SameParts(b, a))
		if middle, _ := partsOf(b); !middle.short && SameParts(a, b) && SameParts(b, c) {
			assert.True(t, SameParts(a, c))
		}
		if _, ok := partsOf(a); ok {
			assert.True(t, SameParts(a, a))
		}
	})
}

// A text of the form 2024-03-01 is read without the grammar, and in full width by the grammar: both say the same.
func TestTheFormOfJSONIsReadAsByTheGrammar(t *testing.T) {
	for _, options := range []Options{{}, {Order: MDY}, {Found: DMY}, {Precision: Month}, {Precision: Year}, {Formats: []string{"DD.MM.YYYY"}, OnlyFormats: true}} {
		p, err := Compile(options)
		require.NoError(t, err)
		for _, year := range []int{0, 1, 99, 999, 1900, 2000, 2023, 2024, 9999} {
			for month := range 14 {
				for day := range 33 {
					text := fmt.Sprintf("%04d-%02d-%02d", year, month, day)
					got, gotErr := p.Parse(text)
					want, wantErr := p.Parse(fullWidth(text))
					require.Equal(t, want, got, text)
					require.Equal(t, wantErr == nil, gotErr == nil, text)
					if gotErr != nil {
						require.Equal(t, wantErr.(*Error).Reason, gotErr.(*Error).Reason, text)
					}
				}
			}
		}
	}
}
