package source

import (
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
)

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
