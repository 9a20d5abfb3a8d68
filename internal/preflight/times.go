package preflight

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

// The values of [Field.Times].
const (
	timesIgnored = "ignored" // by compare.Date, and no option says that only the day counts
	timesDay     = "day"     // left out by compare.Time, as the truths decided
	timesInstant = "instant" // compared by compare.Time, as the truths decided
	timesOpen    = "open"    // each truth decides; not recorded
)

// timesOf returns how a comparator takes a time of day.
func timesOf(match compare.Comparator) string {
	switch c := match.(type) {
	case compare.Wrapper:
		return timesOf(c.Unwrap())
	case *compare.Date:
		return timesOf(*c)
	case compare.Date:
		if !c.Instant && c.Precision == "" && c.Tolerance == 0 {
			return timesIgnored
		}
	case compare.Time:
		switch {
		case c.As == "":
			return timesOpen
		case c.Decided:
			return c.As
		}
	}
	return ""
}

// timed says how values with a time of day are compared, if the author of the spec has not said it.
func (e Evidence) timed(f *Field) (Finding, bool) {
	if f.Timed == 0 {
		return Finding{}, false
	}
	read := f.asked() - f.Unread
	text := fmt.Sprintf("%q: %d of %s", f.place(), f.Timed, words.Plural(read, "truth"))
	option, onlyDay := "as: instant", "as: day"
	switch f.Times {
	case timesIgnored:
		text += " " + haveForm(f.Timed) + " a time of day, which date ignores"
		option, onlyDay = "instant: true", "precision: day"
	case timesDay:
		text += " " + haveForm(f.Timed) + " a time of day, fewer than a tenth: days are compared"
	case timesInstant:
		return Finding{Text: fmt.Sprintf("%q: points in time are compared, as %d of %s %s a time of day", f.place(), f.Timed, words.Plural(read, "truth"), haveForm(f.Timed))}, true
	default:
		return Finding{}, false
	}
	remedy := option
	if f.Timed*clockShare < read {
		remedy = onlyDay
	}
	return Finding{
		Text:   text + "; write " + e.write(f, option) + ", or " + e.write(f, onlyDay) + " if only the day counts",
		Option: remedy,
	}, true
}
