package evaltest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set in addition to those of its fields, such as the share of quotes that are located
// right. Packages evaltest/quality and evaltest/grounding have ready-made measures. The table shows it, with an interval
// if it is a ratio of single answers, and Gate.Limits limits it as "measure " and its Name.
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
	// Exactly one of Answer, Runs and Joint is set. It may be called concurrently, and returns a sum, which may be
	// negative, and a weight of at least 0. If it returns an error, the subtest of the case fails, and the measure leaves
	// the answer out.
	//
	// Answer measures one answer, which is the missing Value if the extractor failed. Each
	// trial has a number of its own; the metric is their mean. The record of the case holds
	// sum and weight, so that shards can be added up and a limit can be on a Slice.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial. Its sum and weight are
	// not recorded, so that merged shards lack the metric.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Joint measures several Numbers of one answer in one call, so that they share its cost, such as a question to a
	// judge. Each has the rules of Answer. Joint returns the contributions of the answer, one for each of Numbers, in
	// their order. It may leave out their names. If there are no contributions, it returns only an error. An error beside
	// contributions says why some of them have weight 0. Result is the evaluation of the answer by the Spec: its Failure
	// and Unreadable say why there is no answer. A case without a truth is left out.
	Joint func(ctx context.Context, c Case[In], truth document.Value, result eval.Result) ([]report.Measured, error)
	// Numbers declares the numbers of Joint, which have Name, Empty and Count there. It is for Joint alone.
	Numbers []report.Measure
	// Empty is the value if all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count says that the value is a number of things, not a ratio in [0,1].
	Count bool
	// Invalid is a mistake in the configuration of a ready-made measure. The test fails with it before the first case.
	Invalid error
}

// numbers returns the declarations of the numbers of m.
func numbers(m *Measure[any]) []report.Measure {
	if m.Joint == nil {
		return []report.Measure{{Name: m.Name, Count: m.Count, Empty: m.Empty, OverTrials: m.Runs != nil}}
	}
	all := slices.Clone(m.Numbers)
	for i := range all {
		all[i].OverTrials = false
	}
	return all
}

// check returns an error if m is invalid by itself.
func check(m *Measure[any]) error {
	functions := 0
	for _, set := range []bool{m.Answer != nil, m.Runs != nil, m.Joint != nil} {
		if set {
			functions++
		}
	}
	joint := m.Joint != nil
	switch {
	case m.Invalid != nil:
		return m.Invalid
	case !joint && m.Name == "":
		return errors.New("a measure has no Name")
	case functions != 1:
		return fmt.Errorf("measure %q: want one of Answer, Runs and Joint", m.Name)
	case joint != (len(m.Numbers) > 0), joint && (m.Name != "" || m.Count || m.Empty.Defined):
		return fmt.Errorf("measure %q: want Numbers with Joint and not without it; Name, Empty and Count are in Numbers then", m.Name)
	}
	return nil
}

// declare returns the declarations of measures for the record. The error lists every
// invalid measure.
func declare(all []Measure[any]) ([]report.Measure, error) {
	var errs []error
	var declared []report.Measure
	named := map[string]bool{}
	for i := range all {
		if err := check(&all[i]); err != nil {
			errs = append(errs, err)
			continue
		}
		for _, n := range numbers(&all[i]) {
			switch {
			case n.Name == "":
				errs = append(errs, errors.New("a number of a measure has no Name"))
			case named[n.Name]:
				errs = append(errs, fmt.Errorf("measure %q: two measures have this name", n.Name))
			}
			named[n.Name] = true
			declared = append(declared, n)
		}
	}
	return declared, errors.Join(errs...)
}

// measure applies the measures of single answers. Each error names a measure that left the answer out, and gives the
// reason unless private.
func (a *answer) measure(ctx context.Context, result *eval.Result, private bool) (measured []report.Measured, errs []error) {
	add := func(name string, m report.Measured, err error) {
		m.Name = name
		if err = measuring(name, err, private); err == nil {
			err = m.Validate()
		}
		if err != nil {
			errs = append(errs, err)
		} else if m.Weight != 0 {
			measured = append(measured, m)
		}
	}
	for i := range a.measures {
		switch m := &a.measures[i]; {
		case m.Answer != nil:
			var single report.Measured
			err := cases.Guarded(func() (err error) {
				single.Sum, single.Weight, err = m.Answer(ctx, a.owner, result.Answer)
				return err
			})
			add(m.Name, single, err)
		case m.Joint != nil && a.truth.Exists():
			var several []report.Measured
			err := cases.Guarded(func() (err error) { several, err = m.Joint(ctx, a.owner, a.truth, *result); return err })
			if len(several) != len(m.Numbers) && (len(several) > 0 || err == nil) {
				several, err = nil, fmt.Errorf("got %d contributions from Joint, want %d: one to each of Numbers", len(several), len(m.Numbers))
			}
			if err != nil {
				add(m.Numbers[0].Name, report.Measured{}, err)
			}
			for i, contribution := range several {
				name := m.Numbers[i].Name
				err = nil
				if contribution.Name != "" && contribution.Name != name {
					err = fmt.Errorf("contribution %d of Joint is to %q, want one to each of Numbers in their order", i+1, contribution.Name)
				}
				add(name, contribution, err)
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
func (s *suite) runsOf(n int) *rescore.Totals {
	if n < 2 && len(s.Measures) == 0 && s.Gate.OfCases() {
		return nil
	}
	return rescore.NewTotals(n, s.overTrials())
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
func (s *suite) overTrials() (all []rescore.Measured) {
	declared, _ := declare(s.Measures)
	for _, m := range declared {
		if m.OverTrials {
			all = append(all, rescore.NewMeasured(m))
		}
	}
	return all
}

// measure applies the measures that have Runs to the answers to a case, and adds the attempts to the totals.
func (s *suite) measure(t TB, d *dataset, c Case[any], attempts []rescore.Attempt) {
	t.Helper()
	answers := arithmetic.Each(attempts, func(a rescore.Attempt) document.Value { return a.Result.Answer })
	measured := s.overTrials()
	next := 0
	for _, m := range s.Measures {
		if m.Runs == nil {
			continue
		}
		var sum, weight float64
		err := cases.Guarded(func() (err error) {
			sum, weight, err = m.Runs(contextOf(t), c, slices.Clone(answers)) // a copy, since a measure may sort it
			return err
		})
		if err = measuring(m.Name, err, d.private()); err == nil {
			err = measured[next].Add(sum, weight)
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
	d.failWith(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, id, terminal.Visible(err.Error())))
}
