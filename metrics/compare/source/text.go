package source

import (
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
)

// Text is the text of one document, in which many values are looked for. It is not
// safe for concurrent use: what is needed to look for values is made when the first of
// them is looked for, once for all.
type Text struct {
	source string
	whole  bool // all of it is looked at
	left   int  // of maxWork

	formMade bool
	form     form

	alikeMade bool
	alike     alike

	digitsMade bool
	digits     []digits
	allDigits  bool // digits has all that there are
	numbers    []printed
	allNumbers bool
}

// MaxLength is how many bytes of a text are looked at. What does not stand in the first
// MaxLength bytes of a longer text is [NotApplicable].
const MaxLength = 32 << 20

// maxWork bounds how many bytes are gone over in one text for all values together: those
// of 200,000 values in 4 KB, and of 100 in 10 MB.
const maxWork = 1 << 30

// New returns a text to look for values in, nil for one that is empty: nothing is known of
// that document, and every value is [NotApplicable]. It costs nothing until the first is
// looked for.
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

// Source returns the text, its first [MaxLength] bytes, "" of nil.
func (t *Text) Source() string {
	if t == nil {
		return ""
	}
	return t.source
}

// made makes what every search needs.
func (t *Text) made() *Text {
	if !t.formMade {
		t.form, t.formMade = newForm(t.source), true
	}
	return t
}

// alikes returns the form of the text in which what OCR confuses is the same.
func (t *Text) alikes() *alike {
	if !t.alikeMade {
		t.alike, t.alikeMade = newAlike(t.form), true
	}
	return &t.alike
}

// Place is where a value stands in a text.
type Place struct {
	// Start and End are byte offsets: the value is printed as text[Start:End].
	Start, End int
	// Quote is what stands there, in at most 120 characters and "…".
	Quote string
	// Similarity is 1 where the value itself stands, in whatever form, and below 1
	// where a text is only similar enough, or resembles it.
	Similarity float64
}

const maxQuoted = 120

func (t *Text) place(start, end int, similarity float64) Place {
	return Place{start, end, document.Excerpt(t.source[start:end], maxQuoted), similarity}
}

func (p Place) overlaps(q Place) bool { return p.Start < q.End && q.Start < p.End }

func (p Place) same(q Place) bool { return p.Start == q.Start && p.End == q.End }

// Standing says whether a value stands in a text.
type Standing uint8

const (
	// NotApplicable: the value is not one that documents print, its comparator does not
	// say what it would be printed as, or it was not looked for to the end.
	NotApplicable Standing = iota
	// Nowhere: the value does not stand in the text.
	Nowhere
	// Resembles: it does not, but would if characters that OCR takes for one another
	// were the same: "2O23/1184" resembles 2023/1184. Of a scanned document that is what
	// to expect of a right value; of a text without OCR the value is misread.
	Resembles
	// Stands: the value stands in the text.
	Stands
)

// String gives "not applicable", "nowhere", "resembles" or "stands".
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
