package compare_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestTime(t *testing.T) {
	open, instant, day := compare.Time{}, compare.Time{As: "instant"}, compare.Time{As: "day"}
	run(t, []row{
		{"13 hours off", open, `"2024-03-01T21:00:00Z"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 13h0m0s")},
		{"the zero of time.Time", open, `"0001-01-01T00:00:00Z"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by more than 292 years")},
		{"13 hours off, decided", instant, `"2024-03-01T21:00:00Z"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 13h0m0s")},
		{"13 hours off, only the day counts", day, `"2024-03-01T21:00:00Z"`, `"2024-03-01T08:00:00Z"`, hit},
		{"half a second off", open, `"2024-03-01T08:00:00.5Z"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 500ms")},
		{"the same instant in another zone", open, `"2024-03-01T10:00:00+02:00"`, `"2024-03-01T08:00:00Z"`, hit},
		{"the same instant on another day", open, `"2024-03-02T00:30:00+01:00"`, `"2024-03-01T23:30:00Z"`, hit},
		{"the same instant on another day, though days count", day, `"2024-03-02T00:30:00+01:00"`, `"2024-03-01T23:30:00Z"`, hit},
		{"the same hour in another zone is another instant", open, `"2024-03-01T08:00:00+02:00"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 2h0m0s")},
		{"got without a zone", open, `"2024-03-01 08:00"`, `"2024-03-01T08:00:00+05:00"`, hit},
		{"the truth without a zone", open, `"2024-03-01T08:00:00+05:00"`, `"2024-03-01 08:00"`, hit},
		{"a space and a fraction of zeros", open, `"2024-03-01 08:00:00.000Z"`, `"2024-03-01T08:00:00Z"`, hit},

		{"a time of day", open, `"2:30 PM"`, `"14:30"`, hitWith("times of day without a date")},
		{"a time of day in German", open, `"14.30 Uhr"`, `"14:30:00"`, hitWith("times of day without a date")},
		{"a time of day, though days count", day, `"2.30pm"`, `"14h30"`, hitWith("times of day without a date")},
		{"the same text", open, `"14:30"`, `"14:30"`, hit},
		{"half a day off", open, `"2:30"`, `"2:30 PM"`, missWith("", "off by 12h0m0s")},
		{"over midnight", open, `"23:50"`, `"0:10"`, missWith("", "off by 20m0s")},
		{"times of day in two zones", open, `"14:30+02:00"`, `"12:30Z"`, hitWith("times of day without a date")},
		{"no time of day", open, `"1430"`, `"14:30"`,
			missWith("not a date", `the truth "14:30" is not a date: it is a time of day without a date`)},
		{"a day more than the truth", open, `"2024-03-01 14:30"`, `"14:30"`,
			missWith("not a date", `the truth "14:30" is not a date: it is a time of day without a date`)},

		{"midnight is a day", open, `"2024-03-01T13:00:00Z"`, `"2024-03-01T00:00:00Z"`, hit},
		{"midnight is a day, decided", instant, `"2024-03-01T13:00:00Z"`, `"2024-03-01T00:00:00Z"`, hit},
		{"midnight is an instant, too", instant, `"2024-02-29T19:00:00-05:00"`, `"2024-03-01T00:00:00Z"`, hit},
		{"neither the day nor the instant of midnight", instant, `"2024-02-29T18:00:00-05:00"`, `"2024-03-01T00:00:00Z"`, missWith("", "off by 1 day")},
		{"midnight of another zone", instant, `"2024-02-29T23:00:00Z"`, `"2024-03-01T00:00:00+01:00"`, hit},
		{"a day", open, `"2024-03-01"`, `"2024-03-01"`, hit},
		{"another day", open, `"2024-03-02"`, `"2024-03-01"`, missWith("", "off by 1 day")},
		{"got has lost the time of day", instant, `"2024-03-01"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 8h0m0s")},
		{"got is the day of the truth's last midnight", instant, `"2024-03-01T00:00:00Z"`, `"2024-03-01T08:00:00Z"`, missWith("", "off by 8h0m0s")},

		{"a map", open, `{"a":"2024-03-01T10:00:00+02:00","b":"2024-03-02","c":null}`, `{"b":"2024-03-02","a":"2024-03-01T08:00:00Z","d":""}`, hit},
		{"a map with another time", open, `{"a":"2024-03-01T08:00:00+02:00"}`, `{"a":"2024-03-01T08:00:00Z"}`, missWith("", "a: off by 2h0m0s")},
		{"a map without a key", open, `{}`, `{"a":"2024-03-01T08:00:00Z"}`, missWith("", "a: got nothing")},
		{"a map with another key", open, `{"a":"2024-03-01","b":"2024-03-01"}`, `{"a":"2024-03-01"}`, missWith("", "b: not in the truth")},
		{"a map with a value that is not a date", open, `{"a":"soon"}`, `{"a":"2024-03-01"}`, missWith("not a date", `a: got "soon" is not a date: `+notADate(t, "soon"))},
		{"a text for a map", open, `"2024-03-01"`, `{"a":"2024-03-01"}`, missWith("type mismatch", "got string, want object, and only numbers and strings are read as dates")},

		{"other forms", open, `"1 March 2024, 8:00 PM"`, `"2024-03-01T20:00:00Z"`, hit},
		{"an order", compare.Time{Order: "dmy"}, `"2024-04-03 08:00"`, `"03/04/2024 08:00"`, hit},
		{"not a date", open, `"soon"`, `"2024-03-01T08:00:00Z"`, missWith("not a date", `got "soon" is not a date: `+notADate(t, "soon"))},
		{"the truth is not a date", open, `"soon"`, `"soon"`, hitWith(`the truth "soon" is not a date: ` + notADate(t, "soon") + "; both sides are the same")},
		{"another type", open, `true`, `"2024-03-01T08:00:00Z"`, missWith("type mismatch", "got bool, want string, and only numbers and strings are read as dates")},
	})
	assert.Error(t, validate(compare.Time{As: "hour"}))
	assert.Error(t, validate(compare.Time{Order: "myd"}))
}

// Time, Auto and Date with Instant agree on two texts that have a time of day and a zone.
func TestOneRuleOfPointsInTime(t *testing.T) {
	stamps := rapid.Custom(func(t *rapid.T) string {
		zone := time.FixedZone("", 1800*rapid.IntRange(-24, 28).Draw(t, "half hours"))
		return time.Unix(1_709_251_201+1800*rapid.Int64Range(-96, 96).Draw(t, "half hours since"), 0).In(zone).Format(time.RFC3339)
	})
	rapid.Check(t, func(rt *rapid.T) {
		got, want := stamps.Draw(rt, "got"), stamps.Draw(rt, "want")
		g, _ := time.Parse(time.RFC3339, got)
		w, _ := time.Parse(time.RFC3339, want)
		for _, c := range []compare.Comparator{compare.Time{}, compare.Time{As: "instant"}, compare.Date{Instant: true}, compare.Auto{}} {
			judged, err := c.Compare(t.Context(), parse(t, fmt.Sprintf("%q", got)), parse(t, fmt.Sprintf("%q", want)))
			if err != nil || judged.Match != g.Equal(w) {
				rt.Fatalf("%s: got %s, want %s: %+v, %v", compare.Name(c), got, want, judged, err)
			}
		}
	})
}
