package errorclass

import (
	"bytes"
	"encoding/json"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/internal/date"
)

// Class is the kind of a mistake, in the form that records keep. The empty Class
// is that of a value that is right, and of one that could not be compared.
type Class string

const (
	// Missing, Hallucinated and Invented are the outcomes of that name.
	Missing      Class = "missing"
	Hallucinated Class = "hallucinated"
	Invented     Class = "invented"
	// Unknown: a value is not there to be looked at (redacted, cut, too long).
	Unknown Class = "unknown"
	// WrongPage: both are places, objects with a box, polygon or point and a page, and
	// the pages differ.
	WrongPage Class = "wrong_page"
	// BoxElsewhere: two boxes, or the boxes around two polygons, that do not overlap.
	BoxElsewhere Class = "box_elsewhere"
	// BoxShifted: boxes that overlap, whose centres are farther apart than their sizes:
	// |Δx|+|Δy| of the centres is at least |Δwidth|+|Δheight|.
	BoxShifted Class = "box_shifted"
	// BoxSmall: boxes that overlap and are not shifted; that of got has the smaller area.
	BoxSmall Class = "box_small"
	// BoxBig: the same; that of got has the larger area, or the same.
	BoxBig Class = "box_big"
	// NumberFormat: two numbers, equal under some way of reading separators.
	NumberFormat Class = "number_format"
	// Sign: two numbers, equal but for the sign.
	Sign Class = "sign"
	// DateFormat: two dates, the same day.
	DateFormat Class = "date_format"
	// DateAmbiguous: two dates of one year, day and month exchanged as they are read by
	// default, and the same day under another order of day and month, which one of the
	// texts leaves open: 03/04/2024 against 2024-04-03. The option order of the comparator
	// decides, dmy or mdy. Names of months, ISO dates and dots leave nothing open.
	DateAmbiguous Class = "date_ambiguous"
	// DateOrder: two dates of one year, day and month exchanged, under any order.
	DateOrder Class = "date_order"
	// WrongYear: two dates, equal but for the year.
	WrongYear Class = "wrong_year"
	// Form: equal but for case, white space and punctuation.
	Form Class = "form"
	// OtherField: equal, but for form, to what the truth has in another attribute of
	// the document; at least three letters or digits.
	OtherField Class = "other_field"
	// Scale: two numbers, apart by a factor of 10, 100 or 1000.
	Scale Class = "scale"
	// Transposed: equal but for two neighbouring digits that changed places. Two dates
	// are written in the same way first; two numbers are so too, and with as many
	// decimals, unless got is a part of want: 9.60 for 9.00 is one digit off.
	Transposed Class = "transposed"
	// OneDigit: of the same length and equal but for one digit; numbers and dates as
	// for Transposed.
	OneDigit Class = "one_digit"
	// OCR: equal but for form when 0 and O, 1, l and I, 5 and S, 8 and B, rn and m are
	// the same; not of two numbers.
	OCR Class = "ocr"
	// Reordered: the same two or more words in another order, but for form; not of two
	// numbers or dates.
	Reordered Class = "reordered"
	// Truncated: got is a part of want, but for form: its beginning or end, or anywhere
	// with at least three letters or digits.
	Truncated Class = "truncated"
	// Extra: want is such a part of got.
	Extra Class = "extra"
	// OneCharacter: equal but for form and one character, which is another one, missing
	// or too many, beside at least three others; not of two numbers or dates.
	OneCharacter Class = "one_character"
	// Other: none of these.
	Other Class = "other"
)

// Classes lists the classes in the order of the rules.
func Classes() []Class {
	return []Class{
		Missing, Hallucinated, Invented, Unknown, WrongPage, BoxElsewhere, BoxShifted, BoxSmall, BoxBig,
		NumberFormat, Sign, DateFormat, DateAmbiguous, DateOrder, WrongYear, Form, OtherField,
		Scale, Transposed, OneDigit, OCR, Reordered, Truncated, Extra, OneCharacter, Other,
	}
}

var descriptions = map[Class]string{
	Missing:       "missing",
	Hallucinated:  "hallucinated",
	Invented:      "invented",
	Unknown:       "value not recorded",
	WrongPage:     "wrong page",
	BoxElsewhere:  "box at another place",
	BoxShifted:    "box shifted",
	BoxSmall:      "box too small",
	BoxBig:        "box too big",
	NumberFormat:  "number format",
	Sign:          "sign",
	DateFormat:    "date format",
	DateAmbiguous: "date order ambiguous (option order: dmy or mdy)",
	DateOrder:     "day and month exchanged",
	WrongYear:     "wrong year",
	Form:          "case, white space or punctuation only",
	OtherField:    "value of another field",
	Scale:         "scale by 10, 100 or 1000",
	Transposed:    "digit transposed",
	OneDigit:      "one digit off",
	OCR:           "OCR confusion",
	Reordered:     "words in another order",
	Truncated:     "truncated",
	Extra:         "extra text",
	OneCharacter:  "one character off",
	Other:         "other",
}

// String returns the class in words, such as "digit transposed". A class that is
// not one of the constants is returned as it is.
func (c Class) String() string {
	if words, ok := descriptions[c]; ok {
		return words
	}
	return string(c)
}

// MaxLength is the length in bytes of the longest value that is looked at.
const MaxLength = 16 << 10

// Leaf is one compared value of a document.
type Leaf struct {
	Attribute string // "lines[].amount"
	Outcome   metrics.Outcome
	// Got and Want are JSON texts, nil where there is none.
	Got, Want json.RawMessage
	// Cut: Got or Want is not the whole value.
	Cut bool
	// Details is what the comparator returned, nil for nothing. Those of
	// [compare.Box] say how the boxes are written; without them a box has the class of
	// its text.
	Details json.RawMessage
}

// Classify returns the class of each leaf of one document. All leaves are needed
// to tell whether a value is that of another field.
func Classify(leaves []Leaf) []Class {
	classes := make([]Class, len(leaves))
	truth := elsewhere{leaves: leaves}
	for i := range leaves {
		l := &leaves[i]
		switch l.Outcome {
		case metrics.Missing:
			classes[i] = Missing
		case metrics.Hallucinated:
			classes[i] = Hallucinated
		case metrics.Invented:
			classes[i] = Invented
		case metrics.Wrong:
			classes[i] = classify(l, &truth)
		}
	}
	return classes
}

func classify(l *Leaf, truth *elsewhere) Class {
	if !l.known() {
		return Unknown
	}
	if class := places(l); class != "" {
		return class
	}
	got, want := readBoth(l.Got, l.Want)
	if class := sameNumber(&got, &want); class != "" {
		return class
	}
	if class := sameDate(&got, &want); class != "" {
		return class
	}
	// A decimal point and a sign are more than punctuation; a JSON number may be one of
	// so many digits that it is not read.
	numbers := len(got.numbers) > 0 || isNumber(l.Got) && isNumber(l.Want)
	if !numbers && got.folded != "" && got.folded == want.folded {
		return Form
	}
	if truth.has(l.Attribute, got.folded) {
		return OtherField
	}
	if scaled(&got, &want) {
		return Scale
	}
	if class := digits(sameDecimals(got.plain, want.plain, numbers)); class != "" {
		return class
	}
	if !numbers && sameOCR(got.text, want.text) {
		return OCR
	}
	worded := !numbers && got.day == (date.Date{})
	if worded && len(got.folded) == len(want.folded) && reordered(got.text, want.text) {
		return Reordered
	}
	gotText, wantText := got.folded, want.folded
	if numbers {
		gotText, wantText = got.plain, want.plain
	}
	if part(gotText, wantText) {
		return Truncated
	}
	if part(wantText, gotText) {
		return Extra
	}
	if worded && oneCharacter(got.folded, want.folded) {
		return OneCharacter
	}
	return Other
}

func isNumber(value json.RawMessage) bool { return value[0] == '-' || isDigit(value[0]) }

// redacted reports whether a text is what a record holds in place of a redacted value.
func redacted(text []byte) bool {
	hash, ok := bytes.CutPrefix(text, []byte(`"hmac:`))
	hash, ended := bytes.CutSuffix(hash, []byte(`"`))
	return ok && ended && len(hash) == 16 && len(bytes.Trim(hash, "0123456789abcdef")) == 0
}

func (l *Leaf) known() bool {
	for _, text := range []json.RawMessage{l.Got, l.Want} {
		if len(text) == 0 || len(text) > MaxLength || redacted(text) {
			return false
		}
	}
	return !l.Cut
}
