package compare

import (
	"math"
	"time"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/words"
)

// judgement compares two dates that were read.
type judgement func(got, want date.Reading) Comparison

// judgeTimes is the rule of Time for truths that are points in time if they have a time of day.
func judgeTimes(got, want date.Reading) Comparison {
	if difference := timeApart(inOneZone(got, want)); want.Clock != 0 && difference != 0 {
		return apartBy(timeText(difference), "", false)
	}
	return judgeDaysOrInstants(got, want)
}

// judgeDaysOrInstants matches the same written day and the same instant.
func judgeDaysOrInstants(got, want date.Reading) Comparison {
	if timeApart(inOneZone(got, want)) == 0 {
		return Binary(true)
	}
	return judgeDays(0)(got, want)
}

// judgeAuto is the rule of [Auto]: the rule of Time, except that a got without a time of day is compared by the day.
func judgeAuto(got, want date.Reading) Comparison {
	if !got.HasTime {
		return judgeDaysOrInstants(got, want)
	}
	return judgeTimes(got, want)
}

// judgeInstants is the rule of [Date] with Instant.
func judgeInstants(tolerance time.Duration) judgement {
	return func(got, want date.Reading) Comparison {
		difference := timeApart(got, want)
		if difference <= tolerance {
			return Binary(true)
		}
		return apartBy(timeText(difference), tolerance.String(), tolerance > 0)
	}
}

// judgeDays is the rule of [Date] for whole days, at most some days apart.
func judgeDays(most int) judgement {
	return func(got, want date.Reading) Comparison {
		days := got.Date.Sub(want.Date)
		if days < 0 {
			days = -days
		}
		if days <= most {
			return Binary(true)
		}
		return apartBy(words.Plural(days, "day"), words.Plural(most, "day"), most > 0)
	}
}

// judgePeriods is the rule of [Date] for months and years.
func judgePeriods(got, want date.Reading) Comparison {
	if got.Date == want.Date {
		return Binary(true)
	}
	return Comparison{Note: "got " + got.Date.String() + ", want " + want.Date.String()}
}

// timeApart returns the time between two instants. All comparators of points in time use it.
func timeApart(got, want date.Reading) time.Duration {
	return got.Instant().Sub(want.Instant()).Abs()
}

// timeText returns a time in words. A time.Duration ends at 292 years: a zero time.Time is further from any document.
func timeText(d time.Duration) string {
	if d == math.MaxInt64 {
		return "more than 292 years"
	}
	return d.String()
}

// inOneZone reads a side without a zone in the zone of the other side.
func inOneZone(got, want date.Reading) (g, w date.Reading) {
	if !got.HasZone {
		got.Offset = want.Offset
	}
	if !want.HasZone {
		want.Offset = got.Offset
	}
	return got, want
}
