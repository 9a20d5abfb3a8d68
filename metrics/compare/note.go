package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// typeMismatch is the judgement on two values where got has the wrong type.
func typeMismatch(got, want document.Value) Comparison {
	return Comparison{
		Tag:  tagTypeMismatch,
		Note: fmt.Sprintf("got %s, want %s", got.Kind(), want.Kind()),
	}
}

// unreadable is the judgement on two values where the type of one cannot hold a number or a date.
func unreadable(got, want document.Value, what string) Comparison {
	c := typeMismatch(got, want)
	c.Note += ", and only numbers and strings are read as " + what
	return c
}

func holdsScalarText(v document.Value) bool {
	return v.Kind() == document.Number || v.Kind() == document.String
}

// apartBy is the judgement on two values that are too far apart. That there was a
// tolerance to keep is worth saying only where there is one.
func apartBy(difference, allowed string, tolerant bool) Comparison {
	if !tolerant {
		return Comparison{Note: "off by " + difference}
	}
	return Comparison{
		Tag:  tagOutsideTolerance,
		Note: "off by " + difference + ", allowed " + allowed,
	}
}

// sideNotes says which of the two sides its note is about.
func sideNotes(got, want string) string {
	switch {
	case got == "" && want == "":
		return ""
	case got == want:
		return "both: " + got
	}
	if got != "" {
		got = "got: " + got
	}
	if want != "" {
		want = "want: " + want
	}
	return joinNotes(got, want)
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// shorten bounds a text of a document or a spec in a message.
func shorten(s string) string { return words.Shorten(s, 39) }

// sameWords reports whether two texts are the same but for the length and kind of
// their white space.
func sameWords(a, b string) bool {
	return slices.Equal(strings.Fields(a), strings.Fields(b))
}

// differentPages says that two places are on different pages.
func differentPages(got, want int) string {
	return "got " + onPage(got) + ", want " + onPage(want)
}

func onPage(page int) string {
	if page == 0 {
		return "on no page"
	}
	return "on page " + strconv.Itoa(page)
}

// appendNumber appends a finite number as encoding/json writes it.
func appendNumber(dst []byte, f float64) []byte {
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, 64)
}

// briefNumber is a number for a reader, with at most six digits.
func briefNumber(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }
