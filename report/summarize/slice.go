package summarize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// slice adds up the cases of one slice.
type slice struct {
	traits.Condition
	sums *Summarizer
}

func newSlices(o Options) []slice {
	var all []slice
	names := o.Slices
	// The whole has looked for cases that come twice.
	o.Slices, o.WorstCases, o.Distinct = nil, -1, true
	for _, name := range names {
		condition, _ := traits.Parse(name) // no case is in a slice that cannot be read
		o.Dataset = name
		all = append(all, slice{condition, New(o)})
	}
	return all
}

func (s *Summarizer) addToSlices(c *report.Case) error {
	for _, part := range s.slices {
		if part.Holds(c) {
			if err := part.sums.Add(c); err != nil {
				return err
			}
			continue
		}
		value, tagged := c.Tags[part.Name]
		if tagged && !part.Computed && c.Trial <= 1 && strings.EqualFold(strings.TrimSpace(value), strings.TrimSpace(part.Text)) && !slices.Contains(s.o.Slices, part.Name+"="+value) {
			s.warnings.count(words.Cut(fmt.Sprintf("tag %q is %q: such a case is not in the slice %s of the gate, where case and blanks count", part.Name, value, part), maxWarningBytes), 1)
			s.warnings.total++
		}
	}
	return nil
}
