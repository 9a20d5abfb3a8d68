package source

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// Class is the kind of a mistake, in the form that records keep: a digit transposed, day and month exchanged, the value
// of another field. A right value, and a value that could not be compared, have the empty Class. A class is a fact
// about two texts, found by rules without a threshold. It says nothing about the cause, and enters no score.
//
// The first rule that holds decides. The rules go from the most specific to the least, so
// that a value has the same class in every run:
//
//	missing, hallucinated, invented                by the outcome of the comparison alone
//	cut_off                                        missing, since the answer was cut off
//	unknown                                        a side was redacted, cut, or is too long
//	not_a_class                                    got is not one of the declared classes of its field
//	wrong_page, box_elsewhere, box_shifted,        both are places: boxes, polygons, points
//	box_small, box_big
//	json_type                                      a list or an object against another JSON type
//	number_format, sign                            both are numbers
//	unset_time                                     got is the time 0001-01-01, which Go has where none is set
//	date_format, date_ambiguous, date_order,       both are dates
//	wrong_year
//	form                                           case, white space or punctuation only
//	other_field                                    another attribute's truth
//	scale                                          numbers apart by 10, 100 or 1000
//	transposed, one_digit
//	ocr                                            0 and O, 1 and l, 5 and S, 8 and B, rn and m
//	reordered                                      the same words in another order
//	truncated, extra                               a part of the truth, or the truth and more
//	one_character
//	other
//
// Numbers and dates are read as package compare reads them. A class costs time proportional
// to the texts, and to n log n for n words.
type Class string

const (
	// Missing, Hallucinated and Invented are the outcomes with these names.
	Missing      Class = "missing"
	Hallucinated Class = "hallucinated"
	Invented     Class = "invented"
	// CutOff: missing, since the answer ends early. The two texts do not show it: package breakdown finds it from the
	// whole case.
	CutOff Class = "cut_off"
	// Unknown: the record does not have the whole value (redacted, cut, too long).
	Unknown Class = "unknown"
	// NotAClass: got is not one of the declared classes of its field. The two texts do not show it: records take it
	// from the tag of the comparator "class".
	NotAClass Class = "not_a_class"
	// WrongPage: both are places, objects with a box, polygon or point and a page, and the pages differ. The wrong
	// pages of a section have this class by the tag of their comparator.
	WrongPage Class = "wrong_page"
	// classBoxElsewhere: two boxes, or the boxes around two polygons, that do not overlap.
	classBoxElsewhere Class = "box_elsewhere"
	// classBoxShifted: boxes that overlap, whose centres differ at least as much as their sizes: |Δx|+|Δy| of the
	// centres is at least |Δwidth|+|Δheight|.
	classBoxShifted Class = "box_shifted"
	// classBoxSmall: boxes that overlap and are not shifted; got has the smaller area.
	classBoxSmall Class = "box_small"
	// classBoxBig: as classBoxSmall, but got has the larger area, or the same area.
	classBoxBig Class = "box_big"
	// classJSONType: a list or an object against a value of another JSON type, and not two places: ["invoice"] for "invoice".
	classJSONType Class = "json_type"
	// classNumberFormat: two numbers, equal under some way of reading separators.
	classNumberFormat Class = "number_format"
	// classSign: two numbers, equal but for the sign.
	classSign Class = "sign"
	// classUnsetTime: got is 0001-01-01, as a time.Time of Go that nothing has set.
	classUnsetTime Class = "unset_time"
	// classDateFormat: two dates, the same day.
	classDateFormat Class = "date_format"
	// classDateAmbiguous: two dates of one year that have day and month exchanged by the default order, but are the
	// same day by another order. Only one of the texts leaves the order open: 03/04/2024 against 2024-04-03. The option
	// order of the comparator decides, dmy or mdy. Names of months, ISO dates and dots leave nothing open.
	classDateAmbiguous Class = "date_ambiguous"
	// classDateOrder: two dates of one year, day and month exchanged, under any order.
	classDateOrder Class = "date_order"
	// classWrongYear: two dates, equal but for the year.
	classWrongYear Class = "wrong_year"
	// classForm: equal but for case, white space and punctuation.
	classForm Class = "form"
	// classOtherField: equal, but for form, to the truth of another attribute of
	// the document; at least three letters or digits.
	classOtherField Class = "other_field"
	// classScale: two numbers, apart by a factor of 10, 100 or 1000.
	classScale Class = "scale"
	// classTransposed: equal but for two neighbouring digits that changed places. Two dates are first written in one
	// form. So are two numbers, with the same number of decimals unless got is a part of want: 9.60 for 9.00 is one
	// digit off.
	classTransposed Class = "transposed"
	// classOneDigit: of the same length and equal but for one digit; numbers and dates as
	// for classTransposed.
	classOneDigit Class = "one_digit"
	// classOCR: equal but for form, if 0 and O, 1, l and I, 5 and S, 8 and B, rn and m count as the same. Two numbers
	// never have this class.
	classOCR Class = "ocr"
	// classReordered: but for form, the same two or more words in another order. Two numbers or dates never have this
	// class.
	classReordered Class = "reordered"
	// classTruncated: got is a part of want, but for form: its beginning or end, or anywhere
	// with at least three letters or digits.
	classTruncated Class = "truncated"
	// classExtra: want is a part of got, as in classTruncated.
	classExtra Class = "extra"
	// classOneCharacter: equal but for form and one character, which is different, missing or extra; the longer text
	// has at least three others. Two numbers or dates never have this class.
	classOneCharacter Class = "one_character"
	// Other: none of these.
	Other Class = "other"
)

// TagCutOff is the tag of the leaves of an answer that cannot be read, since its JSON ends in the middle.
const TagCutOff = "answer cut off"

// TagWrongPages is the tag of the pages of a section that are not the pages of the truth.
const TagWrongPages = "wrong pages"

// classes are in the order of the rules.
var classes = []struct {
	class Class
	words string
}{
	{Missing, "missing"},
	{CutOff, "cut off"},
	{Hallucinated, "hallucinated"},
	{Invented, "invented"},
	{Unknown, "value not recorded"},
	{NotAClass, "not a class"},
	{WrongPage, "wrong page"},
	{classBoxElsewhere, "box at another place"},
	{classBoxShifted, "box shifted"},
	{classBoxSmall, "box too small"},
	{classBoxBig, "box too big"},
	{classJSONType, "another JSON type"},
	{classNumberFormat, "number format"},
	{classSign, "sign"},
	{classUnsetTime, "unset time of Go (omitzero or zeroempty: missing)"},
	{classDateFormat, "date format"},
	{classDateAmbiguous, "date order ambiguous (option order: dmy or mdy)"},
	{classDateOrder, "day and month exchanged"},
	{classWrongYear, "wrong year"},
	{classForm, "case, white space or punctuation only"},
	{classOtherField, "value of another field"},
	{classScale, "scale by 10, 100 or 1000"},
	{classTransposed, "digit transposed"},
	{classOneDigit, "one digit off"},
	{classOCR, "OCR confusion"},
	{classReordered, "words in another order"},
	{classTruncated, "truncated"},
	{classExtra, "extra text"},
	{classOneCharacter, "one character off"},
	{Other, "other"},
}

// Classes lists the classes in the order of the rules.
func Classes() []Class {
	all := make([]Class, len(classes))
	for i, c := range classes {
		all[i] = c.class
	}
	return all
}

// String returns the class in words, such as "digit transposed". It returns an unknown class unchanged.
func (c Class) String() string {
	for _, entry := range classes {
		if entry.class == c {
			return entry.words
		}
	}
	return string(c)
}

// Leaf is one compared value of a document.
type Leaf struct {
	Attribute string // "lines[].amount"
	Outcome   metrics.Outcome
	// Got and Want are JSON texts, nil for a side without a value.
	Got, Want json.RawMessage
	// Cut: Got or Want is not the whole value.
	Cut bool
	// Details are the details that the comparator returned, nil without any. The details
	// of [compare.Box] say how boxes are written; without them a box has the class of its
	// text.
	Details json.RawMessage
}

// Classify returns the class of each leaf of one document. It needs all leaves, since a
// value may be the truth of another field.
func Classify(leaves []Leaf) []Class {
	found := make([]Class, len(leaves))
	truth := elsewhere{leaves: leaves}
	for i := range leaves {
		l := &leaves[i]
		switch l.Outcome {
		case metrics.Missing:
			found[i] = Missing
		case metrics.Hallucinated:
			found[i] = Hallucinated
		case metrics.Invented:
			found[i] = Invented
		case metrics.Wrong:
			found[i] = classify(l, &truth)
		}
	}
	return found
}

func classify(l *Leaf, truth *elsewhere) Class {
	if !l.known() {
		return Unknown
	}
	if class := classOfPlaces(l); class != "" {
		return class
	}
	if bracket(l.Got) != bracket(l.Want) {
		return classJSONType
	}
	got, want := readBoth(l.Got, l.Want)
	if class := sameNumber(&got, &want); class != "" {
		return class
	}
	if bytes.HasPrefix(l.Got, []byte(`"0001-01-01`)) {
		return classUnsetTime
	}
	if class := sameDate(&got, &want); class != "" {
		return class
	}
	// A decimal point and a sign are more than punctuation; a JSON number may have too many digits to be read.
	numbers := len(got.numbers) > 0 || isNumber(l.Got) && isNumber(l.Want)
	if !numbers && got.folded != "" && got.folded == want.folded {
		return classForm
	}
	if truth.holds(l.Attribute, got.folded) {
		return classOtherField
	}
	if scaled(&got, &want) {
		return classScale
	}
	if class := digitsOff(sameDecimals(got.plain, want.plain, numbers)); class != "" {
		return class
	}
	if form := ocrForm(got.text); !numbers && form != "" && form == ocrForm(want.text) {
		return classOCR
	}
	worded := !numbers && got.day == (date.Date{})
	if worded && len(got.folded) == len(want.folded) && reordered(got.text, want.text) {
		return classReordered
	}
	gotText, wantText := got.folded, want.folded
	if numbers {
		gotText, wantText = got.plain, want.plain
	}
	if isPart(gotText, wantText) {
		return classTruncated
	}
	if isPart(wantText, gotText) {
		return classExtra
	}
	if worded && oneCharacter(got.folded, want.folded) {
		return classOneCharacter
	}
	return Other
}

// bracket returns the bracket with which a list or an object begins, 0 for another value.
func bracket(value json.RawMessage) byte {
	if value[0] == '[' || value[0] == '{' {
		return value[0]
	}
	return 0
}

func isNumber(value json.RawMessage) bool { return value[0] == '-' || isDigit(rune(value[0])) }

func (l *Leaf) known() bool {
	for _, text := range []json.RawMessage{l.Got, l.Want} {
		if len(text) == 0 || len(text) > maxSought || words.IsHash(text) {
			return false
		}
	}
	return !l.Cut
}

// reading is one value, read in every way that a rule needs.
type reading struct {
	text   string // the characters of a string, else the JSON text
	folded string // lower case, without white space and punctuation
	// The readings under every format, when both values are numbers. The rules calculate
	// with the first.
	numbers []number.Decimal
	// The date, or the zero Date. In got, it is zero unless want is also a date.
	day date.Date
	// The day under another order, the zero Date for a text with one order.
	other date.Date
	// The first number, or the date, in canonical form; else text.
	plain string
}

// readBoth reads two values. It reads got as a number only if want is one, and as a date only if want is one: these
// readings take most of the time.
func readBoth(gotJSON, wantJSON json.RawMessage) (got, want reading) {
	got, want = newReading(gotJSON), newReading(wantJSON)
	if want.numbers = readNumbers(wantJSON, want.text); len(want.numbers) > 0 {
		got.numbers = readNumbers(gotJSON, got.text)
	}
	if len(got.numbers) > 0 {
		got.plain, want.plain = got.numbers[0].String(), want.numbers[0].String()
	} else {
		want.numbers = nil
	}
	if want.day, want.other = readDate(wantJSON, want.text); want.day != (date.Date{}) {
		got.day, got.other = readDate(gotJSON, got.text)
	}
	if got.day != (date.Date{}) && len(got.numbers) == 0 {
		got.plain, want.plain = got.day.String(), want.day.String()
	}
	return got, want
}

func newReading(value json.RawMessage) reading {
	text := textOf(value)
	return reading{text: text, folded: foldText(text), plain: text}
}

// textOf returns the characters of a JSON string, and every other JSON text as it is.
func textOf(value json.RawMessage) string {
	if value[0] != '"' {
		return string(value)
	}
	return gjson.ParseBytes(value).Str
}

// readNumbers returns the readings of a value under every format.
func readNumbers(value json.RawMessage, text string) []number.Decimal {
	if value[0] == '"' {
		return number.Readings(text)
	}
	n, err := number.ParseJSON(text)
	if err != nil {
		return nil
	}
	return []number.Decimal{n.Decimal}
}

func readDate(value json.RawMessage, text string) (day, other date.Date) {
	if value[0] != '"' || !strings.ContainsFunc(text, unicode.IsDigit) {
		return date.Date{}, date.Date{}
	}
	r, err := defaultDates().parser.Parse(text)
	if err != nil {
		return date.Date{}, date.Date{}
	}
	return r.Date, r.Other
}

func foldText(text string) string { return strings.Map(foldRune, text) }

// foldRune returns a character folded, -1 for one that folding drops.
func foldRune(r rune) rune {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return unicode.ToLower(r)
	case unicode.IsPunct(r), unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return unicode.ToLower(r)
}
