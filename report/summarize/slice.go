package summarize

import (
	"strings"

	"github.com/extracteval/extracteval/report"
)

// slice is what the cases with one tag add up to.
type slice struct {
	key, value string
	sums       *Summarizer
}

func newSlices(o Options) []slice {
	var all []slice
	names := o.Slices
	// The whole has looked for cases that come twice.
	o.Slices, o.WorstCases, o.Distinct = nil, -1, true
	for _, name := range names {
		key, value, _ := strings.Cut(name, "=")
		o.Dataset = name
		all = append(all, slice{key, value, New(o)})
	}
	return all
}

func (s *Summarizer) addToSlices(c *report.Case) error {
	for _, part := range s.slices {
		if value, ok := c.Tags[part.key]; ok && value == part.value {
			if err := part.sums.Add(c); err != nil {
				return err
			}
		}
	}
	return nil
}
