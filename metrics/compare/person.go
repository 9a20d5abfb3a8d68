package compare

import (
	"context"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Person compares the names of people. Two names match if they have the same parts after [Fold]; points, hyphens and the
// kind of apostrophe make no difference. Neither do these, the last two of which the note names:
//
//	"Dr. Ada Lind", "Ms. Ada Lind"   "Ada Lind"         match: titles before a name
//	"Ada Lind, PhD"                  "Ada Lind"         match: degrees behind it
//	"Lind, Ada"                      "Ada Lind"         match: the family name before a comma
//	"LIND Ada"                       "Ada Lind"         match: another order
//	"A. Lind", "Lind, A."            "Ada Lind"         match: an initial
//
// Names that contradict each other do not match, nor does a name that has less:
//
//	"B. Lind"                        "Ada Lind"         no match: another initial
//	"Martin, Thomas"                 "Thomas, Martin"   no match: the commas say which is the family name
//	"Mr. A. Lind"                    "Mrs. A. Lind"     no match: two titles of which one is a man's
//	"Ada Lind Jr."                   "Ada Lind"         no match
//	"Ada M. Lind", "Lind"            "Ada Lind"         no match: a part too many or too few
//	"Thomas Adams"                   "A. Thomas"        no match: an initial and another order
//	"Müller", "Mueller"              each other         no match: the letters differ
//
// The order counts if both names have a comma. Without commas, the parts of the one are those of the other from some part
// on: Thomas Martin matches Martin Thomas.
//
// A text with a digit or a sign such as & is not the name of a person, nor is a single word: it matches the same text
// after Fold. A value that is not a string matches an identical one alone; if the types differ, the tag is "type
// mismatch". The score is 1 or 0.
type Person struct{}

func (Person) name() string { return "person" }

func (Person) pairing() Pairing { return PairByText }

func (Person) sentence() string {
	return "name of a person, with titles or without, in either order, an initial for a given name"
}

// validate returns nil.
func (Person) validate() error { return nil }

// Compare implements [Comparator].
func (Person) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	switch {
	case got.RawText() == want.RawText():
		return Binary(true), nil
	case got.Kind() != document.String || want.Kind() != document.String:
		return typeMismatch(got, want, ""), nil
	}
	if g, w := kind.FoldPair(got.Text(), want.Text()); g == w {
		return Binary(true), nil
	}
	g, okG := kind.ParseName(got.Text())
	w, okW := kind.ParseName(want.Text())
	if !okG || !okW {
		return Binary(false), nil
	}
	same, note := kind.SameName(g, w)
	c := Binary(same)
	c.Note = note
	return c, nil
}

func (Person) printed(document.Value) Printed { return Printed{Literal: true} }
