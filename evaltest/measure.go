package evaltest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set in addition to those of its fields, such as the share of quotes that are located
// right. [Quality] and [Grounded] return ready-made measures. The table shows it, with an interval if it is a ratio of
// single answers, and Gate.Limits limits it as "measure " and its Name.
//
// The value of a Measure is the sum over the cases divided by the sum of their weights: Σ sum / Σ weight. For a rate,
// return hits and total; for a mean over cases, the value and 1. A case of weight 0 is left out.
//
//	evaltest.Measure[Letter]{
//		Name: "quoteInvariantRate",
//		Answer: func(_ context.Context, c evaltest.Case[Letter], answer document.Value) (sum, weight float64, err error) {
//			check, err := spans.CheckQuotes(c.Input.Text, "utf16", spans.Layout{}.Extractions(answer))
//			return float64(check.Held), float64(check.Total), err
//		},
//	}
type Measure[In any] struct {
	Name string
	// Exactly one of Answer and Runs is set. Both may be called concurrently, and return a sum, which may be negative,
	// and a weight of at least 0. If it returns an error, the subtest of the case fails, and the measure leaves the
	// answer out.
	//
	// Answer measures one answer, which is the missing Value if the extractor failed. Each
	// trial has a number of its own; the metric is their mean. The record of the case holds
	// sum and weight, so that shards can be added up and a limit can be on a Slice.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial. Its sum and weight are
	// not recorded, so that merged shards lack the metric.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Empty is the value if all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count says that the value is a number of things, not a ratio in [0,1].
	Count bool

	ready ready // set in a ready-made measure
}

// ready is a ready-made measure.
type ready struct {
	declared report.Measure
	joint    *joint
	at       int // index in the result of joint
}

// joint measures several numbers at once, so that they share the cost of a call, such as a question to a judge.
type joint struct {
	invalid error // error in the configuration
	// of returns an answer's contribution to each number. readable is false if the extractor
	// failed or its answer cannot be read. The error explains contributions that have weight 0
	// because they could not be judged.
	of func(ctx context.Context, truth, answer document.Value, readable bool) ([]report.Measured, error)
}

// readyMade returns one Measure for each result of a joint, in its order.
func readyMade[In any](j *joint, declared []report.Measure) []Measure[In] {
	all := make([]Measure[In], len(declared))
	for i, m := range declared {
		all[i] = Measure[In]{Name: m.Name, ready: ready{m, j, i}}
	}
	return all
}

// declare returns the declarations of measures for the record. The error lists every
// invalid measure.
func declare(all []Measure[any]) ([]report.Measure, error) {
	var errs []error
	declared := make([]report.Measure, len(all))
	named, told := map[string]bool{}, map[*joint]bool{}
	for i, m := range all {
		d, j := m.ready.declared, m.ready.joint
		d.Name, d.Count, d.Empty, d.OverTrials = m.Name, m.Count, m.Empty, m.Runs != nil
		declared[i] = d
		switch {
		case j != nil && j.invalid != nil:
			if !told[j] {
				errs = append(errs, j.invalid)
			}
			told[j] = true
		case m.Name == "":
			errs = append(errs, errors.New("a measure has no Name"))
		case j == nil && (m.Answer == nil) == (m.Runs == nil):
			errs = append(errs, fmt.Errorf("measure %q: want one of Answer and Runs", m.Name))
		case named[m.Name]:
			errs = append(errs, fmt.Errorf("measure %q: two measures have this name", m.Name))
		}
		named[m.Name] = true
	}
	return declared, errors.Join(errs...)
}

// measure applies the measures of single answers. Each error names a measure that left the answer out, and gives the
// reason unless private.
func (a *answer) measure(ctx context.Context, result *eval.Result, private bool) (measured []report.Measured, errs []error) {
	readable := a.failure == nil && result.Unreadable == ""
	joints := map[*joint][]report.Measured{}
	add := func(name string, m report.Measured, err error) {
		m.Name = name
		if err = measuring(name, err, private); err == nil {
			err = m.Validate()
		}
		if err != nil {
			errs = append(errs, err)
		} else if m.Sum != 0 || m.Weight != 0 {
			measured = append(measured, m)
		}
	}
	for _, m := range a.measures {
		j := m.ready.joint
		switch {
		case m.Runs != nil, j != nil && !a.truth.Exists():
		case j == nil:
			one, err := call.Guarded(ctx, func(ctx context.Context, answer document.Value) (of report.Measured, err error) {
				of.Sum, of.Weight, err = m.Answer(ctx, a.of, answer)
				return of, err
			}, result.Answer)
			add(m.Name, one, err)
		default:
			found, asked := joints[j]
			if !asked {
				var err error
				found, err = call.Guarded(ctx, func(ctx context.Context, answer document.Value) ([]report.Measured, error) {
					return j.of(ctx, a.truth, answer, readable)
				}, result.Answer)
				if err != nil {
					add(m.Name, report.Measured{}, err)
				}
				joints[j] = found
			}
			if m.ready.at < len(found) {
				add(m.Name, found[m.ready.at], nil)
			}
		}
	}
	return measured, errs
}

// measuring adds the name of the measure to err. If private, it drops the text of err. It
// returns nil for nil.
func measuring(name string, err error, private bool) error {
	switch {
	case err == nil:
		return nil
	case private:
		err = cases.ErrWithheld
	}
	return fmt.Errorf("measure %q: %w", name, err)
}

// runsOf returns the totals over the trials of a suite, nil if they are not
// needed.
func (s *suite) runsOf(n int) *trials.Totals {
	if _, ofCases := s.Gate.OfCases(); n < 2 && len(s.Measures) == 0 && ofCases {
		return nil
	}
	return trials.New(n, s.overTrials())
}

// declared returns the summary before the first case, which has the names of all numbers that are known by then, so that
// [report.Gate.CheckLimits] can check limits.
func (d *dataset) declared() report.Summary {
	s, evidence := d.summary.Summary(), d.truths.check.Evidence()
	s.Preflight = &evidence
	if d.runs != nil {
		d.runs.Declare(&s)
	}
	return s
}

// overTrials returns the measures that have Runs, without cases.
func (s *suite) overTrials() (all []trials.Measured) {
	declared, _ := declare(s.Measures)
	for _, m := range declared {
		if m.OverTrials {
			all = append(all, trials.NewMeasured(m))
		}
	}
	return all
}

// measure applies the measures that have Runs to the answers to a case, and adds the attempts to the totals.
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
