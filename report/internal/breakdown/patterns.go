package breakdown

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
)

// Pattern is what many mistakes have in common, in one line.
type Pattern struct {
	Kind PatternKind `json:"kind"`
	// Text is the line without its case, "rows of lines>=40: 9 of 60 documents, F1 0.38, the rest 0.99". It has
	// excerpts of names and values, see [terminal.Excerpt].
	Text string `json:"text"`
	// Mistakes is how many mistakes the pattern covers.
	Mistakes int `json:"mistakes"`
	// Case is the first case to look at, by its id.
	Case string `json:"case,omitzero"`
	// Slice, Attribute and Class select the cases of the pattern, as far as a filter can: the cases in Slice, "lang=de"
	// or "rows of lines>=40" as package dataset reads it, with mistakes of Class in Attribute. Each may be "".
	Slice     string       `json:"slice,omitzero"`
	Attribute string       `json:"attribute,omitzero"`
	Class     source.Class `json:"class,omitzero"`
}

// PatternKind is the kind of a [Pattern].
type PatternKind string

// PatternSlice is a slice of the documents that is worse than the rest.
const PatternSlice PatternKind = "slice"

// ShownPatterns is how many patterns a report shows.
const ShownPatterns = 15

// SortedPatterns returns all patterns, those with the most mistakes first; equal ones by text.
func SortedPatterns(all ...[]Pattern) []Pattern {
	return slices.SortedFunc(slices.Values(slices.Concat(all...)), func(a, b Pattern) int {
		return cmp.Or(cmp.Compare(b.Mistakes, a.Mistakes), cmp.Compare(a.Text, b.Text))
	})
}

// String returns the line with its case.
func (p *Pattern) String() string {
	if p.Case == "" {
		return p.Text
	}
	return p.Text + ", first in " + words.Fit(terminal.Visible(p.Case), idWidth)
}
