package summarize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// slice adds up the cases with one tag.
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
		switch value, ok := c.Tags[part.key]; {
		case ok && value == part.value:
			if err := part.sums.Add(c); err != nil {
				return err
			}
		case ok && c.Trial <= 1 && strings.EqualFold(strings.TrimSpace(value), strings.TrimSpace(part.value)) && !slices.Contains(s.o.Slices, part.key+"="+value):
			s.warnings.count(words.Cut(fmt.Sprintf("tag %q is %q: such a case is not in the slice %s=%s of the gate, where case and blanks count", part.key, value, part.key, part.value), maxWarningBytes), 1)
			s.warnings.total++
		}
	}
	return nil
}
