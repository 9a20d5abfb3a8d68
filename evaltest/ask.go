package evaltest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// callPolicy returns the timeout, retries and rate of the calls of the extractor.
func (s *suite) callPolicy() *cases.Policy {
	p := &cases.Policy{Timeout: s.Timeout, Retries: s.Retries, Temporary: isTemporary}
	if s.Rate > 0 {
		p.Limiter = rate.NewLimiter(rate.Limit(s.Rate), 1)
	}
	return p
}

// runner returns the settings of calls for the artifact, nil if all are the defaults.
func (s *suite) runner(set gotest.Settings) *report.Runner {
	r := report.Runner{Timeout: s.Timeout, Retries: s.Retries, Rate: s.Rate, StopAfter: set.StopAfter}
	if r == (report.Runner{}) {
		return nil
	}
	return &r
}

// runCase runs all trials of a case.
func (s *suite) runCase(t *testing.T, d *dataset, c *cases.Case) {
	identity, size := c.Identity()
	taken := make([]*cases.Taken, d.head.Trials)
	ask := false
	for i := range taken {
		taken[i] = d.resume.Take(c.ID, i+1, identity)
		ask = ask || taken[i] == nil
	}
	seen := report.Observation{ID: c.ID, Tags: c.Tags, Pages: c.Pages, Label: c.Label, Input: identity, InputEmpty: c.InputEmpty(), InputSize: size}
	stopped := d.stop.reason()
	if !ask {
		stopped = "" // every trial has its answer
	}
	var attempts []rescore.Attempt // filled only if a measure needs all answers to a case
	failed, decided := false, false
	ended := false
	defer func() {
		if failed || !ended {
			d.stop.failures.Add(1)
		}
	}()
	seen.Text = s.textOf(t, d, c)
	for i := range d.head.Trials {
		seen.Trial = i + 1
		if stopped != "" && taken[i] == nil {
			skipped := report.NewCase(report.Observation{ID: c.ID, Trial: i + 1, Err: errors.New("not asked: " + stopped), Want: c.Truth.Raw(), Tags: c.Tags}, d.options)
			d.record(t, &skipped)
			continue
		}
		j, err := s.runTrial(t, d, c, seen, taken[i])
		failed = failed || err != nil
		decided = decided || !j.record.Unjudged()
		if d.runs != nil {
			attempts = append(attempts, rescore.Attempt{Result: *j.result, Passed: err == nil && j.result.Verdict == eval.Pass})
		}
	}
	ended = true
	if stopped != "" {
		d.stop.skipped.Add(1)
		t.Helper()
		d.logText(t, fmt.Sprintf("evaltest: data set %q, case %q: not asked: %s", d.name, c.ID, stopped))
		t.SkipNow()
	}
	if d.runs != nil {
		s.measure(t, d, Case[any](c.Given), attempts)
	}
	if !decided {
		t.Helper()
		d.logText(t, fmt.Sprintf("evaltest: data set %q, case %q: nothing judged it: it has no truth, and no invariant applies to the answer", d.name, c.ID))
		t.SkipNow()
	}
}

// runTrial makes one trial: it takes the answer of an earlier run, or calls the extractor, with
// the suite's retries. The error returned is the extractor's.
func (s *suite) runTrial(t *testing.T, d *dataset, c *cases.Case, seen report.Observation, taken *cases.Taken) (judged, error) {
	observed := answer{seen: seen, truth: c.Truth, owner: Case[any](c.Given), warnings: c.Warnings, measures: s.Measures}
	if taken != nil {
		taken.Observe(&observed.seen)
		observed.got = taken.Answer
		return d.judge(t, observed), nil
	}
	var a cases.Answer
	if sure := s.Confidence; sure != nil {
		observed.seen.Confidence = func(path string) (float64, bool) { return sure(a.Out, path) }
	}
	ctx, used := cases.Metered(t.Context())
	begin := time.Now()
	returned := false
	defer func() {
		if returned {
			return
		}
		// Only runtime.Goexit leads here: FailNow on an outer test, for example.
		observed.seen.Cost, observed.seen.Replayed = used.Close()
		observed.seen.Stop = used.Stopped()
		observed.seen.Duration = time.Since(begin)
		observed.failure = cases.ErrGoexit
		d.judge(t, observed)
		t.FailNow()
	}()
	a = cases.Call(ctx, s.policy, c.ID, func(ctx context.Context) (any, error) {
		used.Again()
		return s.Extract(ctx, c.Input)
	})
	returned = true
	observed.seen.Cost, observed.seen.Replayed = used.Close()
	observed.seen.Stop = used.Stopped()
	observed.seen.Duration, observed.seen.Retries, observed.seen.TimedOut = a.Took, a.Retries, a.TimedOut
	if err := d.checkTags(a.Out); err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: %s", plain(err)))
	}
	observed.got, observed.failure = a.Out, a.Err
	j := d.judge(t, observed)
	if a.Left != nil {
		d.abandon(t, a.Left)
	}
	return j, j.result.Failure
}

// Temporary marks an error as temporary, so that [Suite].Retries calls the extractor
// again: status 429 or 5xx of a service, for example. It returns nil for nil.
//
//	if response.StatusCode == http.StatusTooManyRequests {
//		return Invoice{}, evaltest.Temporary(fmt.Errorf("the model is busy"))
//	}
//
// An extractor that does not import evaltest may return errors with a method Temporary() bool that returns true. The
// method is ignored if the error is or wraps [context.DeadlineExceeded].
func Temporary(err error) error {
	if err == nil {
		return nil
	}
	return &temporaryError{err}
}

type temporaryError struct{ error }

func (e *temporaryError) Unwrap() error   { return e.error }
func (e *temporaryError) Temporary() bool { return true }

// isTemporary reports whether err, or an error that it wraps, is temporary. A method of
// the user's error that panics counts as false.
func isTemporary(err error) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	var temporary *temporaryError
	if errors.As(err, &temporary) {
		return true
	}
	var other interface {
		error
		Temporary() bool
	}
	return errors.As(err, &other) && !errors.Is(err, context.DeadlineExceeded) && other.Temporary()
}
