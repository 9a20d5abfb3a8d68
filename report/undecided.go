package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// undecided returns that no answer was judged, or that an invariant applied to no answer: see Nonsense.
func (s *Summary) undecided() string {
	c := s.Cases()
	answers := c.OK
	if answers == 0 {
		return ""
	}
	if !s.decided() {
		of := "any of " + words.Plural(answers, "case")
		if answers == 1 {
			of = "the only case"
		}
		text := "nothing judged " + of + ": no field was compared"
		if len(s.Invariants) > 0 {
			text += ", and no invariant applied"
		}
		if c.Labelled() == 0 {
			text = strings.Replace(text, "no field was compared", "none has a truth", 1)
		}
		for i := range s.Invariants {
			if why := s.misnamed(i); why != "" {
				text += "; " + why
				break
			}
		}
		return text
	}
	for i, one := range s.Invariants {
		if one.Optional || one.NotApplicable == 0 || s.applied(i) > 0 {
			continue
		}
		text := fmt.Sprintf("the invariant %q applied to none of %s", one.Name, words.Plural(answers, "case"))
		if why := s.misnamed(i); why != "" {
			text += "; " + why
		}
		return text + "; if that may be so, mark it optional"
	}
	return ""
}

// decided reports whether a field was compared, an invariant applied, or anything was measured.
func (s *Summary) decided() bool {
	if c := s.Cases(); c.Pass+c.Partial > 0 {
		return true
	}
	for i := range s.Attributes {
		if s.CountsOf(i) != (metrics.Counts{}) {
			return true
		}
	}
	for i := range s.Invariants {
		if s.applied(i) > 0 {
			return true
		}
	}
	for _, m := range s.Metrics {
		if m.Value.Defined {
			return true
		}
	}
	return false
}

// applied returns to how many answers Invariants[i] applied, over all trials.
func (s *Summary) applied(i int) (n int) {
	for _, t := range s.Trials {
		if i < len(t.Invariants) {
			n += t.Invariants[i].Holds + t.Invariants[i].Broken + t.Invariants[i].Errored
		}
	}
	return n
}

// misnamed returns the finding that Invariants[i] uses a name that answers do not have, "" where there is no such
// finding.
func (s *Summary) misnamed(i int) string {
	for _, f := range s.Findings() {
		if f.Invariant == s.Invariants[i].Name {
			return f.Text
		}
	}
	return ""
}
