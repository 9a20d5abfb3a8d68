// Package measures measures one answer: with functions of the user, and with the ready-made
// measures [Quality] and [Grounded].
package measures

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Measure is a measure of single answers. Package measures skips a measure that is
// OverTrials.
type Measure struct {
	report.Measure
	// Exactly one of Answer and Joint is set. The result of Answer needs no
	// name.
	Answer func(ctx context.Context, answer document.Value) (report.Measured, error)
	Joint  *Joint
	At     int // index in the result of Joint
}

// Joint measures several numbers at once, which share the cost of a call, such as
// questions to a judge.
type Joint struct {
	name    string // name of the first measure
	invalid error  // error in the configuration
	// of returns an answer's contribution to each number. The error explains contributions
	// that have weight 0 because they could not be judged.
	of func(ctx context.Context, a Answer) ([]report.Measured, error)
}

// Answer is one answer with its truth and result.
type Answer struct {
	Truth  document.Value // the missing Value without one
	Result *eval.Result
	Failed bool // the extractor returned an error
}

// readable reports whether the extractor returned an answer that could be read.
func (a Answer) readable() bool { return !a.Failed && a.Result.Unreadable == "" }

// Check returns all mistakes in measures.
func Check(all []Measure) error {
	var errs []error
	named, told := map[string]bool{}, map[*Joint]bool{}
	for _, m := range all {
		switch {
		case m.Joint != nil && m.Joint.invalid != nil:
			if !told[m.Joint] {
				errs = append(errs, m.Joint.invalid)
			}
			told[m.Joint] = true
		case m.Name == "":
			errs = append(errs, errors.New("a measure has no Name"))
		case m.Joint == nil && (m.Answer == nil) == !m.OverTrials:
			errs = append(errs, fmt.Errorf("measure %q: want one of Answer and Runs", m.Name))
		case named[m.Name]:
			errs = append(errs, fmt.Errorf("measure %q: two measures have this name", m.Name))
		}
		named[m.Name] = true
	}
	return errors.Join(errs...)
}

// Of measures an answer. An error names each measure that left the answer out, and gives
// the reason unless private.
func Of(ctx context.Context, all []Measure, a Answer, private bool) (measured []report.Measured, errs []error) {
	joints := map[*Joint][]report.Measured{}
	add := func(m report.Measured, err error) {
		if err = Named(m.Name, err, private); err == nil {
			err = m.Validate()
		}
		if err != nil {
			errs = append(errs, err)
		} else if m.Sum != 0 || m.Weight != 0 {
			measured = append(measured, m)
		}
	}
	for _, m := range all {
		switch {
		case m.OverTrials:
		case m.Joint == nil:
			one, err := call.Guarded(ctx, m.Answer, a.Result.Answer)
			one.Name = m.Name
			add(one, err)
		default:
			found, asked := joints[m.Joint]
			if !asked {
				var err error
				if found, err = call.Guarded(ctx, m.Joint.of, a); err != nil {
					add(report.Measured{Name: m.Joint.name}, err)
				}
				joints[m.Joint] = found
			}
			if m.At < len(found) {
				found[m.At].Name = m.Name
				add(found[m.At], nil)
			}
		}
	}
	return measured, errs
}

// Named adds the name of the measure to err. If private, it drops the text of err. It
// returns nil for nil.
func Named(name string, err error, private bool) error {
	switch {
	case err == nil:
		return nil
	case private:
		err = cases.ErrWithheld
	}
	return fmt.Errorf("measure %q: %w", name, err)
}
