package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/condition"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/traits"
)

// SlicesNote returns the sentences below a table of slices: which slices it leaves out, which of its intervals are
// approximate, and that chance alone makes some slices look bad.
func SlicesNote(s *breakdown.Slices, shown int) string {
	var notes []string
	if more := len(s.Slices) - shown; more > 0 {
		notes = append(notes, fmt.Sprintf("%s with better F1 not shown.", words.Plural(more, "slice")))
	}
	if s.Small > 0 {
		notes = append(notes, fmt.Sprintf("%s with fewer than %d cases not listed.", words.Plural(s.Small, "slice"), s.MinCases))
	}
	if s.Uncounted > 0 {
		notes = append(notes, "The tags have more values than are counted apart.")
	}
	if s.Approximate(shown) {
		notes = append(notes, terminal.ApproximateNote+".")
	}
	if s.AnyBelow(shown) {
		notes = append(notes, "B"+breakdown.BelowNote[1:]+".")
	}
	if shown > 1 {
		notes = append(notes, "Of twenty slices that are like all others, one lies outside of its interval by chance.")
	}
	return strings.Join(notes, " ")
}

// TagText returns "lang: de".
func TagText(name, value string) string { return name + ": " + value }

// SliceText returns a slice, as package condition reads it, in the words of the filter of tags: "lang: de" for
// "lang=de". It returns a computed slice unchanged.
func SliceText(slice string) string {
	if c, err := condition.Parse(slice); err == nil && !c.Computed {
		return TagText(c.Name, c.Text)
	}
	return slice
}

// computedSlices returns the slices of patterns that are not by a tag.
func computedSlices(patterns []breakdown.Pattern) (all []traits.Condition) {
	for _, p := range patterns {
		if slice, err := traits.Parse(p.Slice); err == nil && slice.Computed {
			all = append(all, slice)
		}
	}
	return all
}

// Found returns the computed slices of patterns to which a case belongs.
func (s *Set) Found(c *report.Case) (all []string) {
	for _, slice := range s.found {
		if slice.Holds(c) {
			all = append(all, slice.String())
		}
	}
	return all
}

// Confidence returns the table of [breakdown.CalibrationTable] with at most 60 rows, the titles of its columns, and the note
// below it. The table has no rows if no value has a confidence.
func (s *Set) Confidence() (t view.Table, titles []string, note string) {
	all := s.Calibrations
	if len(all) == 0 {
		return t, nil, ""
	}
	t, _ = breakdown.CalibrationTable(all, maxConfidenceRows)
	for _, c := range t.Columns {
		titles = append(titles, c.Name)
	}
	note = "Too sure by: " + breakdown.CalibrationNote(all[:len(t.Rows)]) + ". “No review: 99% right” is the share of values that needs no review, and from which confidence: " + breakdown.AssuredNote + "."
	if leftOut := all[0].LeftOut; leftOut > 0 { // the first row counts all fields
		note += fmt.Sprintf(" Left out: %s beyond the bound.", words.Plural(leftOut, "value"))
	}
	return t, titles, note
}
