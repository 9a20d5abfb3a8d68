package strictness

// This file says which part of two values a comparator passes over when it matches them.

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/width"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// PassedOver names a difference of two values that c matches, if it is more than a difference of form: "the time of day" for
// [compare.Date]. It returns "" if there is none, or if c does not match the values. A comparator with such a difference
// must not be proposed for the values: they may match only because c ignores it.
//
// For two equal values, PassedOver names the part of them that c would ignore.
//
// It knows [compare.Numeric], [compare.Date], [compare.Time], [compare.Code], [compare.Fuzzy] and [compare.Auto], each
// without options. It returns "" for other comparators.
func PassedOver(c compare.Comparator, got, want document.Value) string {
	if !Alike(c, got, want) {
		return ""
	}
	if auto, ok := c.(compare.Auto); ok {
		switch compare.Name(auto.For(want)) {
		case "date":
			return compareTimes(got, want)
		case "fuzzy":
			return compareTexts(got, want)
		}
		return ""
	}
	switch c.(type) {
	case compare.Numeric:
		return compareNumbers(got, want)
	case compare.Date:
		if hasTimeOfDay(got) || hasTimeOfDay(want) {
			return timeOfDay
		}
		return compareTimes(got, want)
	case compare.Time:
		return compareTimes(got, want)
	case compare.Code:
		return compareCodes(got, want)
	case compare.Fuzzy:
		return compareTexts(got, want)
	}
	return ""
}

// compareNumbers names the difference that a number ignores: leading zeros, which codes have, or marks such as % and €. It
// returns "" for no difference, as do the functions below.
func compareNumbers(got, want document.Value) string {
	if want.Kind() == document.String && (hasLeadingZero(got.Text()) || hasLeadingZero(want.Text())) {
		return "leading zeros"
	}
	g, gotErr := number.Parse(got.Text(), number.Auto)
	w, wantErr := number.Parse(want.Text(), number.Auto)
	if gotErr == nil && wantErr == nil && number.OtherMarks(&g, &w) {
		return "the marks beside the number"
	}
	return ""
}

// hasLeadingZero reports whether the first digit of a text is a 0 before another digit.
func hasLeadingZero(text string) bool {
	first := strings.IndexFunc(text, unicode.IsDigit)
	if first < 0 {
		return false
	}
	digits := []rune(text[first:])
	zero, _ := number.DigitValue(digits[0])
	return zero == 0 && len(digits) > 1 && unicode.IsDigit(digits[1])
}

const timeOfDay = "the time of day"

// dates reads dates as compare.Date does without options.
var dates = sync.OnceValue(func() *date.Parser {
	p, err := date.Compile(date.Options{})
	if err != nil {
		panic(err) // its own defaults
	}
	return p
})

// compareTimes names the time of day if the values are different instants, or the codes behind the dates if they differ.
func compareTimes(got, want document.Value) string {
	g, gotErr := dates().Parse(got.Text())
	w, wantErr := dates().Parse(want.Text())
	switch {
	case hasTimeOfDay(want) && !Alike(compare.Time{}, got, want), hasTimeOfDay(got) && !Alike(compare.Time{}, want, got):
		return timeOfDay
	case gotErr == nil && wantErr == nil && g.Code != w.Code:
		return "the code behind the date"
	}
	return ""
}

func hasTimeOfDay(v document.Value) bool {
	r, _ := compare.Read(compare.Time{}, v)
	return r.OK && r.TimeOfDay
}

// compareCodes names marks or groups that may tell codes apart, or the difference of values that are numbers or dates, not
// codes.
func compareCodes(got, want document.Value) string {
	g, w := width.Fold.String(got.Text()), width.Fold.String(want.Text())
	groups, others := strings.FieldsFunc(g, isMark), strings.FieldsFunc(w, isMark)
	switch {
	case marksAround(g) != marksAround(w):
		return "the marks around a code"
	case len(groups) > 1 && len(others) > 1 && !slices.EqualFunc(groups, others, strings.EqualFold):
		return "the groups of a code"
	}
	return compareReadings(got, want)
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// marksAround returns the marks before and after a code, without those that any text may have.
func marksAround(text string) string {
	text = strings.Trim(strings.TrimLeft(text, "#"), " .,:;()[]'\"")
	previous, rest, _ := strings.Cut(text, strings.TrimFunc(text, isMark))
	return previous + "\x00" + rest
}

// compareTexts names a difference that is a typing error in a text, but not in a number, a date or a code.
func compareTexts(got, want document.Value) string {
	switch text := want.Text(); {
	case Alike(compare.Exact{Fold: true}, got, want):
		return ""
	case digits(got.Text()) != digits(text):
		return "digits"
	case !strings.ContainsFunc(text, unicode.IsSpace) && strings.ContainsFunc(text, func(r rune) bool { return r == '@' || unicode.IsDigit(r) }):
		return "a character of a code"
	}
	return compareReadings(got, want)
}

// digits returns the groups of digits in a text, each with a blank before it.
func digits(text string) string {
	var b strings.Builder
	separate := true
	for _, r := range text {
		digit, ok := number.DigitValue(r)
		if ok && separate {
			b.WriteByte(' ')
		}
		separate = !ok
		if ok {
			b.WriteByte(byte('0' + digit))
		}
	}
	return b.String()
}

// compareReadings names the difference of two values that are different numbers or different dates.
func compareReadings(got, want document.Value) string {
	for _, other := range []struct {
		compare.Comparator
		difference string
	}{{compare.Numeric{}, "the value of a number"}, {compare.Date{}, "the day"}} {
		g, _ := compare.Read(other.Comparator, got)
		w, _ := compare.Read(other.Comparator, want)
		if g.OK && w.OK && !Alike(other.Comparator, got, want) {
			return other.difference
		}
	}
	return ""
}
