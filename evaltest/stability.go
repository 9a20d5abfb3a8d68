package evaltest

import (
	"context"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// runsOf returns the totals over the trials of a suite, nil if they are not
// needed.
func (s *suite) runsOf(n int) *trials.Totals {
	if _, ofCases := s.Gate.OfCases(); n < 2 && len(s.Measures) == 0 && ofCases {
		return nil
	}
	return trials.New(n, s.overTrials())
}

// declared returns a summary without values, with the attributes and invariants of the
// spec and the measures, so that [report.Gate.CheckLimits] can check limits before the
// first case.
func declared(head report.Dataset, runs *trials.Totals) report.Summary {
	s := report.Summary{Dataset: head.Name}
	for _, name := range head.Attributes {
		s.Attributes = append(s.Attributes, report.Attribute{Attribute: name})
	}
	for _, name := range head.Invariants {
		s.Invariants = append(s.Invariants, report.Invariant{Name: name})
	}
	for _, m := range head.Measures {
		s.Metrics = append(s.Metrics, m.Metric())
	}
	if runs != nil {
		runs.Declare(&s)
	}
	return s
}

// overTrials returns the measures over all trials of a case, not bound to a case.
func (s *suite) overTrials() (all []trials.Measured) {
	declared, _ := declare(s.Measures)
	for _, m := range declared {
		if m.OverTrials {
			all = append(all, trials.NewMeasured(m))
		}
	}
	return all
}

// measure compares the attempts at a case with one another.
func (s *suite) measure(t TB, d *dataset, c Case[any], attempts []trials.Attempt) {
	t.Helper()
	answers := make([]document.Value, len(attempts))
	for i, a := range attempts {
		answers[i] = a.Result.Answer
	}
	measured := s.overTrials()
	next := 0
	for _, m := range s.Measures {
		if m.Runs == nil {
			continue
		}
		one, err := call.Guarded(contextOf(t), func(ctx context.Context, answers []document.Value) (of report.Measured, err error) {
			of.Sum, of.Weight, err = m.Runs(ctx, c, answers)
			return of, err
		}, slices.Clone(answers)) // a copy, since a measure may sort it
		if err = measuring(m.Name, err, d.private()); err == nil {
			err = measured[next].Add(one.Sum, one.Weight)
		}
		next++
		if err != nil {
			d.unmeasured(t, c.ID, err)
		}
	}
	d.runs.Add(c.ID, attempts, measured)
}

// unmeasured fails the test of a case that could not be measured.
func (d *dataset) unmeasured(t TB, id string, err error) {
	t.Helper()
	d.fail(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, id, terminal.Visible(err.Error())))
}
