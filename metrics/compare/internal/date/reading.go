package date

import "time"

// Reading is what one text says under a list of formats.
type Reading struct {
	// Date is the day as it is printed: "2024-03-01T23:30:00-05:00" is
	// 1 March, wherever it is read.
	Date Date

	// Clock is the time of day, 0 when none is printed (HasTime is false).
	Clock   time.Duration
	HasTime bool

	// Offset is the printed distance from UTC, positive east of Greenwich, 0
	// when none is printed (HasZone is false).
	Offset  time.Duration
	HasZone bool

	// Format is the format that read the text, as it was given to Compile.
	Format string

	// Other is the day that the text is under OtherFormat, the first later
	// format of the list that reads it as a day other than Date. Both are zero
	// when there is none.
	Other       Date
	OtherFormat string
}

// Ambiguous reports whether another format of the list reads another day.
func (r Reading) Ambiguous() bool { return r.OtherFormat != "" }

// Note says what a reader of the result should know, "" when there is nothing:
//
//	ambiguous date: read as 2024-03-04 (MM/DD/YYYY), would be 2024-04-03 (DD/MM/YYYY)
func (r Reading) Note() string {
	if !r.Ambiguous() {
		return ""
	}
	return "ambiguous date: read as " + r.Date.String() + " (" + r.Format + "), would be " + r.Other.String() + " (" + r.OtherFormat + ")"
}

// Instant gives the point in time, in UTC. A text without a zone is taken as UTC,
// a text without a time of day as midnight.
func (r Reading) Instant() time.Time {
	midnight := time.Date(r.Date.Year, r.Date.Month, r.Date.Day, 0, 0, 0, 0, time.UTC)
	return midnight.Add(r.Clock - r.Offset)
}
