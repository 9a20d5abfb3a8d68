package render

import (
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// TagText returns "lang: de".
func TagText(name, value string) string { return name + ": " + value }

// SliceText returns a slice, as package dataset reads it, in the words of the filter of tags: "lang: de" for
// "lang=de". It returns a computed slice unchanged.
func SliceText(slice string) string {
	if c, err := dataset.ParseCondition(slice); err == nil && !c.Computed {
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
