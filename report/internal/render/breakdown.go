package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/condition"
	"github.com/extracteval/extracteval/internal/terminal"
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

// Confidence says how far the confidences of fields can be trusted.
type Confidence struct {
	Name   string   // the name of the first row
	Titles []string // the titles of the columns
	Levels []string // the titles of the columns of straight-through rates
	Rows   []calibrationRow
	More   int // the number of rows left out
	Note   string
}

// calibrationRow is the row of one field, or of all fields together, which has no Name.
type calibrationRow struct {
	Name, Right       string
	Documents, Values int
	Worth, Levels     []string
}

// NewConfidence returns nil if no value has a confidence.
func NewConfidence(all []breakdown.Calibration) *Confidence {
	if len(all) == 0 {
		return nil
	}
	first := &all[0]
	v := &Confidence{Name: "all fields", Titles: breakdown.CalibrationTitles}
	if first.Attribute != "" {
		v.Name = terminal.Excerpt(first.Attribute, terminal.MaxName)
	}
	for _, s := range first.StraightThrough {
		v.Levels = append(v.Levels, Percent(s.Accuracy)+" right")
	}
	for _, c := range all[:min(len(all), maxConfidenceRows)] {
		row := calibrationRow{
			Name: terminal.Excerpt(c.Attribute, terminal.MaxName), Documents: c.Documents, Values: c.Predictions, Right: terminal.Percent(c.Accuracy()),
			Worth: c.Cells(),
		}
		for _, s := range c.StraightThrough {
			row.Levels = append(row.Levels, s.String())
		}
		v.Rows = append(v.Rows, row)
	}
	v.Note = "Too sure by: " + breakdown.CalibrationNote(all[:len(v.Rows)]) + ". “No review: 99% right” is the share of values that needs no review, and from which confidence: " + breakdown.AssuredNote + "."
	v.More = len(all) - len(v.Rows)
	if leftOut := first.LeftOut; leftOut > 0 { // the first row counts all fields
		v.Note += fmt.Sprintf(" Left out: %s beyond the bound.", words.Plural(leftOut, "value"))
	}
	return v
}
