package errorclass

import (
	"encoding/json"
	"regexp"

	"github.com/extracteval/extracteval/metrics"
)

// Class is the kind of a mistake, in the form that records keep. The empty Class
// is that of a value that is right, and of one that could not be compared.
type Class string

const (
	Missing      Class = "missing"
	Hallucinated Class = "hallucinated"
	Invented     Class = "invented"
	Unknown      Class = "unknown"
	NumberFormat Class = "number_format"
	Sign         Class = "sign"
	DateFormat   Class = "date_format"
	DateOrder    Class = "date_order"
	Form         Class = "form"
	OtherField   Class = "other_field"
	Scale        Class = "scale"
	Transposed   Class = "transposed"
	OneDigit     Class = "one_digit"
	OCR          Class = "ocr"
	Truncated    Class = "truncated"
	Extra        Class = "extra"
	Other        Class = "other"
)

// Classes lists the classes in the order of the rules.
func Classes() []Class {
	return []Class{
		Missing, Hallucinated, Invented, Unknown, NumberFormat, Sign, DateFormat, DateOrder, Form, OtherField,
		Scale, Transposed, OneDigit, OCR, Truncated, Extra, Other,
	}
}

var descriptions = map[Class]string{
	Missing:      "missing",
	Hallucinated: "hallucinated",
	Invented:     "invented",
	Unknown:      "value not recorded",
	NumberFormat: "number format",
	Sign:         "sign",
	DateFormat:   "date format",
	DateOrder:    "day and month exchanged",
	Form:         "case, white space or punctuation only",
	OtherField:   "value of another field",
	Scale:        "scale by 10, 100 or 1000",
	Transposed:   "digit transposed",
	OneDigit:     "one digit off",
	OCR:          "OCR confusion",
	Truncated:    "truncated",
	Extra:        "extra text",
	Other:        "other",
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
}

// Classify returns the class of each leaf of one document. All leaves are needed
// to tell whether a value is that of another field.
func Classify(leaves []Leaf) []Class {
	classes := make([]Class, len(leaves))
	var truth elsewhere
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
			if truth == nil {
				truth = newElsewhere(leaves)
			}
			classes[i] = classify(l, truth)
		}
	}
	return classes
}

func classify(l *Leaf, truth elsewhere) Class {
	if !l.known() {
		return Unknown
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
	if class := digits(got.plain, want.plain); class != "" {
		return class
	}
	if seen := ocrForm(got.text); !numbers && seen != "" && seen == ocrForm(want.text) {
		return OCR
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
	return Other
}

func isNumber(value json.RawMessage) bool { return value[0] == '-' || isDigit(value[0]) }

// redacted is what a record holds in place of a redacted value.
var redacted = regexp.MustCompile(`^"hmac:[0-9a-f]{16}"$`)

func (l *Leaf) known() bool {
	for _, text := range []json.RawMessage{l.Got, l.Want} {
		if len(text) == 0 || len(text) > MaxLength || redacted.Match(text) {
			return false
		}
	}
	return !l.Cut
}
