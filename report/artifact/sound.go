package artifact

import (
	"errors"
	"fmt"
	"math"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// checkCase returns an error when a record has an impossible value: a score above 1, a count below 0, a name that appears
// twice.
func checkCase(c *report.Case) error {
	switch {
	case c.ID == "":
		return errors.New("a case has an id")
	case c.Trial < 1:
		return fmt.Errorf("case %q: trial %d, want 1 or more", c.ID, c.Trial)
	case c.Status != report.OK && c.Status != report.Error && c.Status != report.Skipped:
		return fmt.Errorf("case %q: unknown status %q", c.ID, c.Status)
	}
	for _, number := range []struct {
		key string
		n   int
	}{{"trial", c.Trial}, {"more_misses", c.MoreMisses}, {"more_fields", c.MoreFields}, {"retries", c.Retries}} {
		if number.n < 0 || number.n > math.MaxInt32 {
			return fmt.Errorf("case %q: %s is %d, want 0 to 2^31-1", c.ID, number.key, number.n)
		}
	}
	if s := &c.Shape; s.TextLength < 0 || s.InputSize < 0 || s.Pages < 0 {
		return fmt.Errorf("case %q: a number of its shape is below 0", c.ID)
	}
	for _, score := range []report.Ratio{c.Score, c.NullScore} {
		if score.Defined && !(score.Value >= 0 && score.Value <= 1) {
			return fmt.Errorf("case %q: score %v is outside [0,1]", c.ID, score.Value)
		}
	}
	for _, r := range c.Invariants {
		if err := checkInvariant(r); err != nil {
			return fmt.Errorf("case %q: %w", c.ID, err)
		}
	}
	if err := checkMeasures(c.Measures); err != nil {
		return fmt.Errorf("case %q: %w", c.ID, err)
	}
	if err := checkOrigins(c.Origins); err != nil {
		return fmt.Errorf("case %q: %w", c.ID, err)
	}
	for i := range c.Counts {
		r := &c.Counts[i]
		if r.Attribute == "" {
			return fmt.Errorf("case %q: row %d of counts has no attribute", c.ID, i)
		}
		for o := metrics.Match; o <= metrics.Errored; o++ {
			if n := r.Counts.Of(o); n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("case %q: %s of %q is %d, want 0 to 2^31-1", c.ID, o, r.Attribute, n)
			}
		}
	}
	return nil
}

// checkInvariant rejects a result that a summary could not count.
func checkInvariant(r eval.InvariantResult) error {
	switch r.State {
	case eval.Holds, eval.Broken, eval.NotApplicable, invariant.Errored:
	default:
		return fmt.Errorf("invariant %q: unknown state %q", r.Name, r.State)
	}
	if r.Name == "" {
		return errors.New("an invariant has no name")
	}
	return nil
}

// checkMeasures rejects measures that a summary could not add up.
func checkMeasures(all []report.Measured) error {
	seen := make(map[string]bool, len(all))
	for _, m := range all {
		if err := m.Validate(); err != nil {
			return err
		}
		if seen[m.Name] {
			return fmt.Errorf("measure %q appears twice", m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}

// checkOrigins rejects rows that a summary could not add up.
func checkOrigins(rows []report.OriginRow) error {
	for _, row := range rows {
		if row.Attribute == "" {
			return errors.New("a row of origins has no attribute")
		}
		for _, origin := range source.Origins() {
			if n := row.Of(origin); n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("%s of %q is %d, want 0 to 2^31-1", origin, row.Attribute, n)
			}
		}
	}
	return nil
}
