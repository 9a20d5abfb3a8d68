package strictness

// This file finds dates that a program wrote in a form of its own, beside dates as texts.

import (
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics/document"
)

// The forms in which programs write dates; a form is the Mark of a [Proposal].
const (
	seconds      = "seconds since 1970"
	milliseconds = "milliseconds since 1970"
	dateList     = "a list of year, month, day"
)

// appendMachineForms adds a rule if one value is a date as a text, and the other the same date as a program writes it.
func appendMachineForms(all []rule, p read) []rule {
	if form := machineForm(p.got, p.want); form != "" {
		all = append(all, rule{Machine, form})
	}
	if form := machineForm(p.want, p.got); form != "" {
		all = append(all, rule{Dates, form})
	}
	return all
}

// machineForm returns the form in which written is the date of text, "" for no form. A time since 1970 is the date of any
// time zone, as programs begin the day in theirs.
func machineForm(written, text document.Value) string {
	if text.Kind() != document.String {
		return ""
	}
	form, moment := readMachineForm(written)
	if form == "" {
		return ""
	}
	parsed, err := dates().Parse(strings.TrimSpace(text.Text()))
	if err != nil || parsed.Ambiguous() || parsed.Date.Day == 0 {
		return ""
	}
	const widestZone = 14 * time.Hour
	begin := time.Date(parsed.Date.Year, parsed.Date.Month, parsed.Date.Day, 0, 0, 0, 0, time.UTC)
	earliest, latest := begin.Add(-widestZone), begin.Add(24*time.Hour+widestZone)
	if form == dateList {
		earliest, latest = begin, begin
	}
	if moment.Before(earliest) || moment.After(latest) {
		return ""
	}
	return form
}

// readMachineForm returns the form of a value and the time that it stands for, "" for another value. A list stands for the
// begin of its day.
func readMachineForm(v document.Value) (form string, moment time.Time) {
	switch v.Kind() {
	case document.Number, document.String:
		whole, _, _ := strings.Cut(strings.TrimSpace(v.Text()), ".")
		n, err := strconv.ParseInt(whole, 10, 64)
		switch {
		case err != nil:
		case len(whole) == 10 && n > 0:
			return seconds, time.Unix(n, 0)
		case len(whole) == 13 && n > 0:
			return milliseconds, time.UnixMilli(n)
		}
	case document.Array:
		const shortest, longest = 3, 7 // with hour, minute, second and nanosecond
		if v.Len() < shortest || v.Len() > longest {
			return "", moment
		}
		var parts [shortest]int
		for i := range parts {
			part, err := strconv.Atoi(v.Index(i).RawText())
			if err != nil {
				return "", moment
			}
			parts[i] = part
		}
		moment = time.Date(parts[0], time.Month(parts[1]), parts[2], 0, 0, 0, 0, time.UTC)
		if moment.Month() == time.Month(parts[1]) && moment.Day() == parts[2] {
			return dateList, moment
		}
	}
	return "", moment
}
