package evaltest

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set beside those of its fields, such as the
// share of quotes that stand where they are said to. [Quality] and [Grounded] return some
// that are ready made. The table shows it, with an interval where it is a ratio of single
// answers, and Gate.Limits limits it as "measure " and its Name.
//
// A Measure adds up what one case contributes and divides by what the cases
// weigh: Σ sum / Σ weight. Of a rate, return hits and total; of a mean over
// cases, the value and 1. A case of weight 0 is left out.
//
//	evaltest.Measure[Letter]{
//		Name: "quoteInvariantRate",
//		Answer: func(_ context.Context, c evaltest.Case[Letter], answer document.Value) (sum, weight float64, err error) {
//			check, err := spans.CheckQuotes(c.Input.Text, spans.UTF16, spans.Layout{}.Extractions(answer))
//			return float64(check.Held), float64(check.Total), err
//		},
//	}
type Measure[In any] struct {
	Name string
	// One of Answer and Runs is set. They may be called concurrently. What they
	// return is from 0. An error fails the case's subtest, and the answer is left out.
	//
	// Answer measures one answer; it is the missing Value where the extractor failed.
	// Each trial has a number of its own; the metric is their mean. What it returns is in
	// the record of the case: numbers of shards are added up, and limits can be on a Slice.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial. What it returns is in no
	// record: of several shards there is no metric.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Empty is the value when all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count: the value is a number of things, not a ratio in [0,1].
	Count bool

	// Of a measure that is ready made.
	joint      *joint[In]
	at         int // in what joint returns
	less       bool
	attainable report.Ratio
}

// joint measures several numbers at once: what one costs, as the questions to a judge,
// all share.
type joint[In any] struct {
	name    string
	invalid error // what is wrong with the configuration
	// of returns what an answer contributes to each, those of weight 0 left out. The error
	// is about numbers that are left out for another reason.
	of func(ctx context.Context, a answered[In]) ([]report.Measured, error)
}

// answered is one answer to a case, as it was compared.
type answered[In any] struct {
	Case   Case[In]
	Truth  document.Value // the missing Value where there is none
	Result *eval.Result
	Failed bool // there is no answer
}

// readable reports whether there is an answer that could be read.
func (a answered[In]) readable() bool { return !a.Failed && a.Result.Unreadable == "" }

func (m Measure[In]) validate() error {
	switch {
	case m.joint != nil && m.joint.invalid != nil:
		return m.joint.invalid
	case m.Name == "":
		return errors.New("a measure has no Name")
	case m.joint == nil && (m.Answer == nil) == (m.Runs == nil):
		return fmt.Errorf("measure %q: want one of Answer and Runs", m.Name)
	}
	return nil
}

// declare returns what is recorded of measures, and everything that is wrong with them.
func declare[In any](measures []Measure[In]) (all []report.Measure, err error) {
	var errs []error
	named, told := map[string]bool{}, map[*joint[In]]bool{}
	for _, m := range measures {
		err := m.validate()
		switch {
		case err != nil && !told[m.joint]:
			errs = append(errs, err)
		case err == nil && named[m.Name]:
			errs = append(errs, fmt.Errorf("measure %q: two measures have this name", m.Name))
		}
		named[m.Name] = true
		if m.joint != nil {
			told[m.joint] = true
		}
		all = append(all, report.Measure{
			Name: m.Name, LessIsBetter: m.less, Count: m.Count, Attainable: m.attainable, Empty: m.Empty, OverTrials: m.Runs != nil,
		})
	}
	return all, errors.Join(errs...)
}

// measuring measures one answer. It returns what is wrong by measure.
type measuring func(ctx context.Context, result *eval.Result, failed bool) ([]report.Measured, []error)

// measuringOf returns what measures the answers to a case, nil when nothing is measured.
func measuringOf[In any](measures []Measure[In], c Case[In], truth document.Value, private bool) measuring {
	if len(measures) == 0 {
		return nil
	}
	return func(ctx context.Context, result *eval.Result, failed bool) (all []report.Measured, errs []error) {
		a := answered[In]{c, truth, result, failed}
		joints := map[*joint[In]][]report.Measured{}
		add := func(m report.Measured, err error) {
			switch {
			case err != nil && private:
				err = fmt.Errorf("measure %q: %w", m.Name, cases.ErrWithheld)
			case err != nil:
				err = fmt.Errorf("measure %q: %w", m.Name, err)
			default:
				err = m.Validate()
			}
			if err != nil {
				errs = append(errs, err)
			} else if m.Sum != 0 || m.Weight != 0 {
				all = append(all, m)
			}
		}
		for _, m := range measures {
			switch {
			case m.Runs != nil:
			case m.joint == nil:
				sum, weight, err := guarded(func() (float64, float64, error) { return m.Answer(ctx, c, result.Answer) })
				add(report.Measured{Name: m.Name, Sum: sum, Weight: weight}, err)
			default:
				found, asked := joints[m.joint]
				if !asked {
					var err error
					if found, err = m.joint.measure(ctx, a); err != nil {
						add(report.Measured{Name: m.joint.name}, err)
					}
					joints[m.joint] = found
				}
				if m.at < len(found) {
					found[m.at].Name = m.Name
					add(found[m.at], nil)
				}
			}
		}
		return all, errs
	}
}

// measure makes an error of a panic.
func (j *joint[In]) measure(ctx context.Context, a answered[In]) (found []report.Measured, err error) {
	_, _, panicked := guarded(func() (float64, float64, error) {
		found, err = j.of(ctx, a)
		return 0, 0, nil
	})
	return found, errors.Join(err, panicked)
}

// guarded makes an error of a panic: one answer ends no other test.
func guarded(f func() (sum, weight float64, err error)) (sum, weight float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
