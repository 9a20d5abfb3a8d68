package evaltest

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/trials"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/terminal"
)

// runsOf returns what adds up the runs of a suite, nil when nothing needs it, or what
// is wrong with the measures.
func (s Suite[In, Out]) runsOf(n int) (*trials.Totals, error) {
	if _, ofCases := s.Gate.OfCases(); n < 2 && len(s.Measures) == 0 && ofCases {
		return nil, nil
	}
	var errs []error
	named := map[string]bool{}
	for _, m := range s.Measures {
		if err := m.validate(); err != nil {
			errs = append(errs, err)
		} else if named[m.Name] {
			errs = append(errs, fmt.Errorf("measure %q: two measures have this name", m.Name))
		}
		named[m.Name] = true
	}
	return trials.New(n, s.measured(n)), errors.Join(errs...)
}

// declared returns a summary without values: what limits there may be before the first
// case was compared.
func declared(head report.Dataset, runs *trials.Totals) report.Summary {
	s := head.Declared()
	if runs != nil {
		runs.Declare(&s)
	}
	return s
}

func (s Suite[In, Out]) measured(n int) []trials.Measured {
	all := make([]trials.Measured, len(s.Measures))
	for i, m := range s.Measures {
		of := n
		if m.Runs != nil {
			of = 1
		}
		all[i] = trials.NewMeasured(report.Metric{Name: m.Name, Count: m.Count}, m.Empty, of)
	}
	return all
}

// measure compares the attempts at a case with one another.
func (s Suite[In, Out]) measure(ctx context.Context, t TB, d *dataset, c Case[In], attempts []trials.Attempt) {
	t.Helper()
	answers := make([]document.Value, len(attempts))
	for i, a := range attempts {
		answers[i] = a.Result.Answer
	}
	measured := s.measured(d.trials)
	for i, m := range s.Measures {
		if err := m.of(ctx, c, answers, &measured[i]); err != nil {
			if d.private() {
				err = fmt.Errorf("measure %q: %w", m.Name, cases.ErrWithheld)
			}
			d.fail(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, c.ID, terminal.Visible(err.Error())))
		}
	}
	d.runs.Add(c.ID, attempts, measured)
}
