package source

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Origin says where a wrong value comes from, or why one is missing, as far as the text of the
// document tells. It is empty where the text does not tell.
type Origin string

const (
	// Misread: the value was taken from where the truth stands, and is wrong.
	Misread Origin = "misread"
	// Picked: the value stands elsewhere in the document.
	Picked Origin = "picked"
	// MadeUp: the value stands nowhere.
	MadeUp Origin = "made_up"
	// Overlooked: the value is missing, and the truth stands in the document.
	Overlooked Origin = "overlooked"
	// NotInSource: the value is missing, and the truth stands nowhere: nobody could have
	// read it.
	NotInSource Origin = "not_in_source"
)

// Origins returns all origins, the origins of wrong values first.
func Origins() []Origin { return []Origin{Misread, Picked, MadeUp, Overlooked, NotInSource} }

// String returns the origin in words: "made up".
func (o Origin) String() string { return strings.ReplaceAll(string(o), "_", " ") }

// Meaning explains the origin to people who read its name for the first time.
func (o Origin) Meaning() string {
	return map[Origin]string{
		Misread: "read wrongly in its place", Picked: "from elsewhere in the document", MadeUp: "nowhere in the document",
		Overlooked: "in the document, and not answered", NotInSource: "the truth is nowhere in the document",
	}[o]
}

// Legend says what the origins that match mean: "picked: from elsewhere in the document; made up: nowhere in the document".
func Legend(match func(Origin) bool) string {
	var parts []string
	for _, o := range Origins() {
		if match(o) {
			parts = append(parts, o.String()+": "+o.Meaning())
		}
	}
	return strings.Join(parts, "; ")
}

// maxOrigins is the number of places of each side that are compared.
const maxOrigins = 256

// OriginOf says where a wrong value comes from. Call it for values that the comparator does not let pass: for a right
// value it returns "misread". The first line that holds decides:
//
//	got    want                                                           origin
//	empty  empty, or NotApplicable                                        ""
//	empty  stands, or resembles                                           overlooked
//	empty  stands nowhere                                                 not_in_source
//	got is NotApplicable                                                  ""
//	got stands, itself, not only similar, apart from want                 picked
//	a place of got overlaps one of want, of two numbers is one of want:   misread
//	it is a part of it, or its sign or its order was not read
//	want stands or resembles, and got is close to it or to the text       misread
//	printed there
//	got stands, by a similar text                                         picked
//	all else                                                              made_up
//
// Close are
//
//	two numbers  with the same digits: another place of the point, another   1889    18.89
//	             sign, zeros lost
//	             one digit another one, missing, too many, or two neighbours 1889    1839
//	             exchanged, where want has two digits or more; written with
//	             as many decimals
//	two dates    of the same year, day and month exchanged                   2024-05-01  2024-01-05
//	             one digit of YYYYMMDD off, or two neighbours exchanged      2024-01-05  2024-01-06
//	two texts    equal when characters that OCR confuses are the same        2O23/1184   2023/1184
//	             one letter or digit off, but for case and punctuation, or   Acme GmbH   Acne GmbH
//	             one in five, with digits one in ten; want has three or more
//
// If the truth is empty, got is picked or made up.
func (t *Text) OriginOf(c compare.Comparator, got, want document.Value) Origin {
	wants, wanted := t.places(c, want)
	if got.Empty() {
		switch wanted {
		case Stands, Resembles:
			return Overlooked
		case Nowhere:
			return NotInSource
		}
		return ""
	}
	gots, standing := t.places(c, got)
	overlaps := Place.overlaps
	_, gotIs := numbersOf(got, number.Auto)
	if _, wantIs := numbersOf(want, number.Auto); gotIs && wantIs { // in "2 250,00" each of 2 and 250 may be a cell of its own
		overlaps = Place.equal
	}
	ofWant := func(p Place) bool { return slices.ContainsFunc(wants, func(q Place) bool { return overlaps(p, q) }) }
	switch {
	case standing == NotApplicable:
		return ""
	case slices.ContainsFunc(gots, func(p Place) bool { return p.Similarity >= 1 && !ofWant(p) }):
		return Picked
	case slices.ContainsFunc(gots, ofWant):
		return Misread
	case len(wants) > 0 && (areClose(c, got, want) || slices.ContainsFunc(wants, func(p Place) bool { return textsAreClose(got.Text(), p.Quote) })):
		return Misread
	case standing == Stands:
		return Picked
	}
	return MadeUp
}

// OriginOfOutcome is OriginOf for an outcome. For metrics.Missing it takes got as empty, even if got is a zero. For
// metrics.Hallucinated it takes want as empty. It returns "" for an outcome that has no origin.
func (t *Text) OriginOfOutcome(o metrics.Outcome, c compare.Comparator, got, want document.Value) Origin {
	switch o {
	case metrics.Wrong:
	case metrics.Missing:
		got = document.Value{}
	case metrics.Hallucinated:
		want = document.Value{}
	default:
		return ""
	}
	return t.OriginOf(c, got, want)
}

// places returns the places where a value stands, or where a text resembles it.
func (t *Text) places(c compare.Comparator, v document.Value) ([]Place, Standing) {
	var places []Place
	standing := t.eachPlace(c, v, func(p Place) bool {
		places = append(places, p)
		return len(places) < maxOrigins
	})
	return places, standing
}

// areClose reports whether one value may be a misreading of another; see [Text.OriginOf].
func areClose(c compare.Comparator, got, want document.Value) bool {
	if want.Kind() == document.Array { // accepted values
		for i, item := range want.Items() {
			if i < maxOrigins && areClose(c, got, item) {
				return true
			}
		}
		return false
	}
	if w, ok := c.(compare.Wrapper); ok {
		return areClose(w.Unwrap(), got, want)
	}
	d, format := defaultDates(), number.Auto
	switch form := compare.PrintedAs(c, want); {
	case form.Code:
		return textsAreClose(got.Text(), want.Text())
	case form.Number != nil:
		format = number.Format(form.Number.Format)
	case form.Date != nil:
		if named, ok := newDates(*form.Date); ok {
			d = named
		}
	}
	if g, ok := numbersOf(got, format); ok {
		if w, ok := numbersOf(want, format); ok {
			return numbersAreClose(g[0], w[0])
		}
	}
	if g, w := d.readDates(got), d.readDates(want); len(g) > 0 && len(w) > 0 {
		return daysAreClose(g[0], w[0])
	}
	return textsAreClose(got.Text(), want.Text())
}

func numbersAreClose(got, want number.Decimal) bool {
	if got.Sign() == 0 || want.Sign() == 0 {
		return false
	}
	if significantOf(got) == significantOf(want) {
		return true
	}
	g, gotDecimals, _ := strings.Cut(got.Abs().String(), ".")
	w, wantDecimals, _ := strings.Cut(want.Abs().String(), ".")
	if strings.Contains(g+gotDecimals+w+wantDecimals, "e") {
		return false
	}
	// Written with as many decimals, 9.60 is one digit off 9.
	decimals := max(len(gotDecimals), len(wantDecimals))
	g += gotDecimals + strings.Repeat("0", decimals-len(gotDecimals))
	w += wantDecimals + strings.Repeat("0", decimals-len(wantDecimals))
	return len(w) >= 2 && len(g) <= maxPrinted && len(w) <= maxPrinted && similarity.OSADistance(g, w) <= 1
}

func daysAreClose(got, want date.Date) bool {
	if got.Year == want.Year && int(got.Month) == want.Day && got.Day == int(want.Month) {
		return true
	}
	return similarity.OSADistance(got.String(), want.String()) <= 1
}

// Text is the text of one document, for searches for many values. It is not safe for concurrent use: the first search
// prepares the text for all others.
type Text struct {
	source string
	whole  bool // searches cover the whole text
	left   int  // of maxWork

	formMade bool
	form     form

	alikeMade bool
	alike     alike

	digitsMade bool
	digits     []digits
	allDigits  bool // digits has all digits of the text
	numbers    []printed
	allNumbers bool
}

// MaxLength is the number of bytes of a text that are searched. A value that does not stand in
// the first MaxLength bytes of a longer text is [NotApplicable].
const MaxLength = 32 << 20

// maxWork bounds the bytes that all searches in one text go over: 200,000 values in 4 KB, or
// 100 in 10 MB.
const maxWork = 1 << 30

// New returns a Text to search for values. It returns nil for an empty text: nothing is known of that document, and
// every value is [NotApplicable]. New itself costs nothing: the first search prepares the text.
func New(text string) *Text {
	if text == "" {
		return nil
	}
	t := &Text{source: text, whole: len(text) <= MaxLength, left: maxWork}
	if !t.whole {
		end := MaxLength
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		t.source = text[:end]
	}
	return t
}

// Source returns the text, at most its first [MaxLength] bytes, and "" if t is nil.
func (t *Text) Source() string {
	if t == nil {
		return ""
	}
	return t.source
}

// alikes returns the form of the text in which characters that OCR confuses are the same.
func (t *Text) alikes() *alike {
	if !t.alikeMade {
		t.alike, t.alikeMade = newAlike(t.form), true
	}
	return &t.alike
}

// Place is the place of a value in a text.
type Place struct {
	// Start and End are byte offsets: the value is printed as text[Start:End].
	Start, End int
	// Quote is the text there, in at most 120 characters and "…".
	Quote string
	// Similarity is 1 if the value itself stands there, in whatever form, and below 1 if the text there is only similar
	// enough, or resembles the value.
	Similarity float64
}

const maxQuoted = 120

func (t *Text) place(start, end int, similarity float64) Place {
	return Place{start, end, words.Excerpt(t.source[start:end], maxQuoted), similarity}
}

func (p Place) overlaps(q Place) bool { return p.Start < q.End && q.Start < p.End }

func (p Place) equal(q Place) bool { return p.Start == q.Start && p.End == q.End }

// Standing says whether a value stands in a text.
type Standing uint8

const (
	// NotApplicable: the value is not one that documents print, its comparator does not
	// say how it would be printed, or the search stopped before the end.
	NotApplicable Standing = iota
	// Nowhere: the value does not stand in the text.
	Nowhere
	// Resembles: the value does not stand in the text, but would if characters that OCR confuses were the same:
	// "2O23/1184" resembles 2023/1184. In a scanned document the value may be right; in a text without OCR it was
	// misread.
	Resembles
	// Stands: the value stands in the text.
	Stands
)

// String returns "not applicable", "nowhere", "resembles" or "stands".
func (s Standing) String() string {
	switch s {
	case Nowhere:
		return "nowhere"
	case Resembles:
		return "resembles"
	case Stands:
		return "stands"
	}
	return "not applicable"
}
