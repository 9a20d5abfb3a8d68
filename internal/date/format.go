package date

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// format is a compiled format.
type format struct {
	text     string // as it was given
	elements []element
}

// element is one part of a format.
type element struct {
	kind kind
	wide bool // numbers: two digits are needed (four for year); else one or two
	pad  bool // day: a space may stand for the first digit
	dot  bool // abbreviated names: a point after the name belongs to it

	literal string // in lower case, as ASCII letters match in either
	zone    zoneForm
}

type kind uint8

const (
	literal kind = iota
	blank        // one or more spaces of any kind
	year
	shortYear
	month
	monthName
	monthAbbreviation
	day
	ordinalDay
	weekdayName
	weekdayAbbreviation
	hour
	hour12
	minute
	second // with a fraction, when there is one
	halfDay
	zone
	refused // literal names it
	kinds
)

// meanings names the part of a date that each kind reads. Two elements of a format cannot read the same part.
var meanings = [kinds]string{
	year: "year", shortYear: "year", month: "month", monthName: "month", monthAbbreviation: "month",
	day: "day", ordinalDay: "day", weekdayName: "weekday", weekdayAbbreviation: "weekday",
	hour: "hour", hour12: "hour", minute: "minute", second: "second", halfDay: "AM or PM", zone: "zone",
}

// zoneForm is the set of ways in which an offset may be written.
type zoneForm uint8

const (
	zoneLetter  zoneForm = 1 << iota // Z
	zoneColon                        // +01:00
	zoneCompact                      // +0100
	zoneHours                        // +01
	zoneName                         // UTC, GMT
	zoneAny     = zoneLetter | zoneColon | zoneCompact | zoneHours
)

// compileFormat reads one format. Its errors name the format, unless it is too long.
func compileFormat(text string, p Precision) (format, error) {
	fail := func(message string, args ...any) (format, error) {
		return format{}, fmt.Errorf("date: format %q: "+message, append([]any{text}, args...)...)
	}
	if len(text) > MaxLength {
		return format{}, fmt.Errorf("date: a format has %d bytes, and at most %d are allowed", len(text), MaxLength)
	}
	trimmed := norm.NFC.String(strings.TrimSpace(text)) // as texts are, see Parse
	tokens, layout := strings.Contains(trimmed, "YY"), strings.Contains(trimmed, "06")
	switch {
	case tokens && layout:
		return fail("it has a YY of tokens and a 06 of Go layouts; use one of the two")
	case !tokens && !layout:
		return fail("it has no year: write YYYY or YY in tokens (YYYY-MM-DD), 2006 or 06 in a Go layout (2006-01-02)")
	}
	elements, err := scanFormat(trimmed, layout)
	if err != nil {
		return fail("%w", err)
	}
	if err := check(elements, p); err != nil {
		return fail("%w", err)
	}
	return format{text: text, elements: elements}, nil
}

// check returns an error if the elements do not describe a date of that precision.
func check(elements []element, p Precision) error {
	seen := make(map[string]bool)
	var given [kinds]bool
	for i, e := range elements {
		if meaning := meanings[e.kind]; meaning != "" {
			if seen[meaning] {
				return fmt.Errorf("it has the %s twice", meaning)
			}
			seen[meaning] = true
		}
		given[e.kind] = true
		if i+1 < len(elements) && e.isNumber() && !e.wide && e.kind != ordinalDay && elements[i+1].isNumber() {
			return fmt.Errorf("a %s of one or two digits is followed by another number; write it with two digits", meanings[e.kind])
		}
	}
	for i, needed := range []string{"year", "month", "day"} {
		if !seen[needed] && i <= int(Year-p) {
			return fmt.Errorf("it has no %s (tokens: YYYY, MM or MMM or MMMM, DD; Go layout: 2006, 01 or Jan or January, 02)%s", needed, coarser(p, needed))
		}
	}
	switch {
	case seen["weekday"] && !seen["day"]:
		return fmt.Errorf("it has a weekday without a day")
	case given[hour12] && !given[halfDay]:
		return fmt.Errorf("an hour of 12 needs AM or PM (token A, in a Go layout PM)")
	case given[halfDay] && !given[hour12]:
		return fmt.Errorf("AM or PM needs an hour of 12 (token hh, in a Go layout 03)")
	case seen["minute"] && !seen["hour"]:
		return fmt.Errorf("it has minutes without hours (the token of the month is MM, that of the minute mm)")
	case seen["second"] && !seen["minute"]:
		return fmt.Errorf("it has seconds without minutes")
	}
	return nil
}

// coarser returns the precision that does not need a part, if there is one.
func coarser(p Precision, part string) string {
	switch {
	case p == Day && part == "day":
		return "; precision: month does without it"
	case p < Year && part == "month":
		return "; precision: year does without it"
	}
	return ""
}

func (e element) isNumber() bool {
	switch e.kind {
	case year, shortYear, month, day, ordinalDay, hour, hour12, minute, second:
		return true
	}
	return false
}

// addLiteral appends literal text. Spaces become blanks.
func addLiteral(elements []element, text string) []element {
	for _, r := range text {
		if isSpace(r) {
			if n := len(elements); n == 0 || elements[n-1].kind != blank {
				elements = append(elements, element{kind: blank})
			}
			continue
		}
		if n := len(elements); n > 0 && elements[n-1].kind == literal {
			elements[n-1].literal += string(lowerASCII(r))
			continue
		}
		elements = append(elements, element{kind: literal, literal: string(lowerASCII(r))})
	}
	return elements
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}

// finish sets the fields of elements that depend on their neighbours.
func finish(elements []element) []element {
	for i := range elements {
		if e := &elements[i]; e.kind == monthAbbreviation || e.kind == weekdayAbbreviation {
			e.dot = i+1 == len(elements) || !strings.HasPrefix(elements[i+1].literal, ".")
		}
	}
	return elements
}

// digits gives how many digits a number has.
func (e element) digits() (least, most int) {
	switch {
	case e.kind == year:
		return 4, 4
	case e.wide:
		return 2, 2
	}
	return 1, 2
}
